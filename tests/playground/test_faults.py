"""Faults: bans, rate limits, failures and lost connections, and how they are described in JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import Any

import aiohttp
import discord
import pytest

from bot.playground import Playground
from bot.playground.faults import Fault, Faults, described
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, Clock
from tests.playground.helpers import Bot


@pytest.fixture
async def session(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(f"{playground.address}/api/v10/", headers=headers) as session:
        yield session


@pytest.mark.parametrize(
    ("status", "retry_after", "header"), [(429, 3600, "3600"), (429, None, None), (403, None, None)]
)
async def test_a_ban_in_front_of_discord_answers_in_html_until_it_is_lifted(
    playground: Playground,
    session: aiohttp.ClientSession,
    status: int,
    retry_after: float | None,
    header: str | None,
) -> None:
    ban = playground.faults.ban(retry_after, status=status)
    for path in ("users/@me", "gateway", "interactions/1/x/callback", "nowhere"):
        async with session.post(path) if path.endswith("callback") else session.get(path) as reply:
            assert (reply.status, reply.content_type) == (status, "text/html")
            assert (reply.headers.get("Retry-After"), reply.headers.get("Via")) == (header, None)
    async with session.get("users/@me", headers={"Authorization": "Bot wrong"}) as reply:
        assert reply.status == status, "the token is not looked at"
    playground.faults.stop(ban)
    async with session.get("users/@me") as reply:
        assert (reply.status, reply.headers["Via"]) == (200, "1.1 playground")


async def test_the_global_limit_leaves_responses_to_interactions_alone(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    playground.faults.add(described({"global": True, "retry_after": 2.5}, 0))
    async with session.get("users/@me") as reply:
        assert reply.status == 429
        assert reply.headers["Retry-After"] == "2.5"
        assert reply.headers["X-RateLimit-Global"] == "true"
        assert reply.headers["X-RateLimit-Scope"] == "global"
        assert "Via" in reply.headers
        assert (await reply.json()) == {
            "message": "You are being rate limited.",
            "retry_after": 2.5,
            "global": True,
        }
    async with session.post("interactions/1/x/callback", json={"type": 4}) as reply:
        assert (await reply.json())["code"] == 10062


async def test_a_limit_may_have_a_code_and_a_long_wait(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    message = f"channels/{CHANNEL_ID}/messages/1"
    playground.faults.fail("PATCH", f"/{message}", 429, 30046, retry_after=600)
    async with session.patch(message, json={"content": "x"}) as reply:
        assert (reply.status, reply.headers["Retry-After"]) == (429, "600")
        told = await reply.json()
        assert (told["code"], told["retry_after"], told["global"]) == (30046, 600, False)
        assert "X-RateLimit-Global" not in reply.headers
    async with session.patch(message, json={"content": "x"}) as reply:
        assert reply.status == 404


def test_a_fault_applies_to_the_given_number_of_matching_requests() -> None:
    faults = Faults()
    faults.fail("GET", "/users/*", 503, times=2)
    faults.lose("PUT", "/users/1", times=1)
    assert [faults.take(*each) for each in (("PUT", "/users/2"), ("GET", "/guilds/1"))] == [None, None]
    lost = faults.take("PUT", "/users/1")
    assert lost is not None
    assert (lost.status, lost.carried_out, lost.reset) == (503, True, False)
    assert lost.body == {"message": "503: scripted", "code": 0}, "Discord has no code for it"
    faults.limit_rate("POST", "/users/1", 0.5)
    limited = faults.take("POST", "/users/1")
    assert limited is not None
    assert limited.status == 429
    assert limited.body == {"message": "You are being rate limited.", "retry_after": 0.5, "global": False}
    met = [faults.take("GET", "/users/1") for _ in range(3)]
    assert [each and (each.status, each.carried_out, each.reset) for each in met] == [
        *((503, False, False), (503, False, False), None)
    ]


@pytest.mark.parametrize(("carried_out", "texts"), [(False, []), (True, ["once"])])
async def test_a_reset_connection(
    bot: Bot, playground: Playground, *, carried_out: bool, texts: list[str]
) -> None:
    playground.faults.add(Fault("POST", "/channels/*", 0, {}, carried_out=carried_out, reset=True))
    address = f"{playground.address}/api/v10/channels/{CHANNEL_ID}/messages"
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        with pytest.raises(aiohttp.ClientOSError):
            await session.post(address, json={"content": "once"})
        assert [each.content for each in playground.state.messages.values()] == texts


@pytest.mark.parametrize(
    ("code", "told"), [(50083, "THREAD_UPDATE"), (50001, "CHANNEL_UPDATE"), (50013, "CHANNEL_UPDATE")]
)
async def test_reopening_a_channel_dispatches_the_update_of_its_kind(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    said: list[str] = []
    monkeypatch.setattr(playground.gateway, "dispatch", lambda name, *_: said.append(name))
    playground.forbid(CHANNEL_ID, code)
    playground.allow(CHANNEL_ID)
    assert said == [told]


@pytest.mark.parametrize(("code", "refused"), [(50001, True), (50083, True), (50013, False)])
async def test_the_bot_can_change_its_messages_unless_the_channel_is_lost_or_archived(
    bot: Bot, playground: Playground, anna: Person, code: int, *, refused: bool
) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    playground.forbid(CHANNEL_ID, code)
    message = bot.get_partial_messageable(int(CHANNEL_ID)).get_partial_message(int(table.id))
    with pytest.raises(discord.HTTPException) if refused else nullcontext():
        await message.edit(content="changed")
    assert (playground.state.messages[table.id].content == "changed") is not refused


async def test_interaction_responses_do_not_count_towards_the_limit(
    bot: Bot, playground: Playground, anna: Person
) -> None:
    before = len(playground.traffic.counted_at)
    await anna.slash("tarock ping")
    assert len(playground.traffic.counted_at) == before
    await (await anna.slash("tarock say", text="hello")).done()
    assert len(playground.traffic.counted_at) == before + 1


def test_a_described_fault_ends_after_its_seconds() -> None:
    clock = Clock()
    faults = Faults(clock.now)
    fault = faults.add(described({"status": 503, "seconds": 60}, clock.now()))
    clock.advance(59)
    assert faults.take("GET", "/x") is fault
    clock.advance(2)
    assert faults.take("GET", "/x") is None
    assert faults.active == ()


@pytest.mark.parametrize(
    ("row", "status", "body", "retry_after"),
    [
        (
            {},
            429,
            {"message": "You are being rate limited.", "retry_after": 1.0, "global": False},
            None,
        ),
        (
            {"status": 429, "global": True, "retry_after": 9},
            429,
            {"message": "You are being rate limited.", "retry_after": 9, "global": True},
            9,
        ),
        ({"status": 400, "code": 50035}, 400, {"message": "Invalid Form Body", "code": 50035}, None),
    ],
)
def test_a_fault_is_described_in_json(row: Any, status: int, body: Any, retry_after: float | None) -> None:
    fault = described(row, 0)
    assert (fault.status, fault.body, fault.retry_after, fault.times) == (status, body, retry_after, None)


@pytest.mark.parametrize(
    "row",
    [[], {"stat": 400}, {"status": "400"}, {"status": True}, {"status": 200}, {"times": 1.5}, {"html": 1}],
)
def test_an_invalid_description_is_refused(row: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        described(row, 0)
