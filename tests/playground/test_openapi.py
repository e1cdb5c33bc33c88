"""All requests and responses are checked against Discord's OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.rest import Exchange
from tests.playground.helpers import GAMES, Bot

jsonschema = pytest.importorskip("jsonschema")
DOCUMENT = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"

pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="Discord's OpenAPI document is not available")


@cache
def spec() -> tuple[dict[str, Any], Registry[Any]]:
    document = json.loads(DOCUMENT.read_text("utf-8"))
    resource = DRAFT202012.create_resource(document)
    return document["paths"], Registry().with_resource("urn:discord", resource)


@cache
def operation(method: str, path: str) -> str:
    """Return the path in the document that matches a request, preferring one with fewer parameters."""
    paths, _ = spec()
    for known in sorted(paths, key=lambda each: each.count("{")):
        pattern = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(known))
        if method.lower() in paths[known] and re.fullmatch(pattern, path):
            return str(known)
    raise AssertionError(f"Discord has no route {method} {path}")


def violations(body: Any, *steps: str) -> Iterator[str]:
    """Yield the schema violations of a body; `steps` are the path of the schema in the document."""
    _, registry = spec()
    pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in ("", *steps))
    validator = jsonschema.Draft202012Validator({"$ref": f"urn:discord#{pointer}"}, registry=registry)
    for error in validator.iter_errors(body):
        deepest = error
        while deepest.context:
            deepest = min(deepest.context, key=lambda each: -len(each.absolute_path))
        yield f"{list(deepest.absolute_path)}: {deepest.message[:200]}"


def with_string_ids(body: Any) -> Any:
    """Convert ids to strings: discord.py sends some as numbers, which Discord accepts."""
    if isinstance(body, dict) and "data" in body:
        return {**body, "data": with_string_ids(body["data"])}
    if not isinstance(body, dict):
        return body
    changed = dict(body)
    if "recipient_id" in body:
        changed["recipient_id"] = str(body["recipient_id"])
    if isinstance(body.get("allowed_mentions"), dict):
        users = [str(each) for each in body["allowed_mentions"].get("users", ())]
        changed["allowed_mentions"] = {**body["allowed_mentions"], "users": users}
    if isinstance(body.get("attachments"), list):
        changed["attachments"] = [{**each, "id": str(each["id"])} for each in body["attachments"]]
    return changed


def exchange_violations(exchange: Exchange) -> list[str]:
    """Return the schema violations of a request and its response."""
    paths, _ = spec()
    known, method = operation(exchange.method, exchange.path), exchange.method.lower()
    described = paths[known][method]
    content = ("content", "application/json", "schema")
    here = ("paths", known, method)
    found: list[str] = []
    if exchange.request:
        body = with_string_ids(exchange.request)
        found += [f"request {each}" for each in violations(body, *here, "requestBody", *content)]
    status = str(exchange.status)
    if status not in described["responses"]:
        found.append(f"status {status} is not described")
    elif exchange.response is not None:
        body = exchange.response
        found += [f"response {each}" for each in violations(body, *here, "responses", status, *content)]
    return [f"{exchange.method} {known}: {each}" for each in found]


async def test_every_exchange_matches_the_document(
    bot: Bot, playground: Playground, anna: Person, bela: Person
) -> None:
    await anna.complete("tarock new", "game", "ro")
    table = (await anna.slash("tarock new", game=GAMES[0])).message
    await bela.press(table, label="Join")
    await bela.select(table, "lobby:games", GAMES[1:3])
    await anna.until(lambda: anna.message(table.id).content.startswith("Games"))
    await (await anna.slash("tarock hand")).done()
    await anna.press((await anna.slash("tarock layout")).message, "play:XXI")
    await anna.slash("tarock call", who=bela)
    await (await anna.slash("tarock say", text="hello")).done()
    guild = bot.guilds[0]
    await guild.fetch_member(int(anna.user.id))
    channel = bot.get_partial_messageable(int(table.channel_id))
    await (await channel.fetch_message(int(table.id))).delete()

    exchanges = playground.traffic.exchanges
    assert len({(each.method, operation(each.method, each.path)) for each in exchanges}) >= 13
    assert [each for exchange in exchanges for each in exchange_violations(exchange)] == []
