"""The seal on the table message, what is revealed, and `/verify`."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.fairness import Fault, Opened, Proof, Seal
from bot.games import GAMES
from bot.tables import Table, UnreadableLogError
from bot.text import words
from cogs import fairness as fair_dealing
from cogs.fairness import verdict
from cogs.match.commands import daily_secret
from cogs.table.progress import revealed_line
from tests.cogs.place import Place, solo_lost, words_of

DAY = 24 * 60 * 60


@pytest.fixture
def sealed() -> bool:
    return True


async def document(message: discord.Message) -> dict[str, Any]:
    (file,) = message.attachments
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def test_a_sealed_deal_is_revealed_and_proved(place: Place) -> None:
    table = await place.open(place.bela, place.clara)
    commitment = table.now.commitment
    assert commitment is not None
    assert commitment in words_of(place.shown)
    await place.end(place.anna)
    await solo_lost(place)
    table = place.table
    opened = table.now.opened
    assert opened is not None
    shown = words_of(place.shown)
    assert opened.seal.secret in shown
    assert f"press `{opened.press}`" in shown
    assert str(table.now.commitment) in shown
    message = await place.ask(place.bela, "verify")
    assert f"Deal {table.id}/1 was dealt fairly" in message.content
    proof = await document(message)
    assert proof["commitment"] == opened.seal.commitment
    assert proof["secret"] == opened.seal.secret
    assert Proof.parse(json.dumps(proof), GAMES).fault() is None


async def test_verify_finds_the_latest_deal_after_its_table_has_ended(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    await place.end(place.anna)
    for is_open in (False, True):
        if is_open:
            await place.open()
        assert f"Deal {table.id}/1 was dealt fairly" in (await place.ask(place.anna, "verify")).content


async def test_nothing_about_a_deal_in_progress_is_revealed(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert table.now.origin is not None
    secret = table.now.origin.seal.secret
    assert not any(secret in words_of(message) for message in place.public)
    assert "still being played" in words_of(await place.ask(place.anna, "verify", deal=f"{table.id}/1"))
    assert "no such deal" in words_of(await place.ask(place.anna, "verify"))


async def test_a_deal_broken_off_is_revealed(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.end(place.anna)
    assert table.now.opened is not None
    assert table.now.opened.seal.secret in words_of(place.shown)
    message = await place.ask(place.anna, "verify", deal=f" {table.id.upper()}/1")
    assert "was dealt fairly" in message.content
    assert f"`{table.now.opened.press}`" in message.content


async def test_a_deal_of_another_server_is_not_shown(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    other = place.env.create_guild()
    member = other.add_member(place.anna.user)
    channel = other.create_text_channel("elsewhere")
    await member.slash(channel, "verify", deal=f"{table.id}/1")
    (message,) = [each for each in channel.history(viewer=member) if each.flags.ephemeral]
    assert "no such deal" in words_of(message)


async def test_daily_cards_are_proved_the_day_after(place: Place) -> None:
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    (table,) = (each for each in place.bot.tables.of_server(place.guild.id) if each.now.given)
    name, opened = table.now.given, place.told(place.anna)
    assert f"/verify deal:{name}" in opened
    assert "when the day is over" in words_of(await place.ask(place.bela, "verify", deal=name))
    await place.env.advance_time(DAY)
    assert "You are playing these cards" in words_of(await place.ask(place.anna, "verify", deal=name))
    message = await place.ask(place.bela, "verify", deal=f" {name.upper()} ")
    assert "dealt fairly" in message.content
    proof = Proof.parse(json.dumps(await document(message)), GAMES)
    assert proof.fault() is None
    assert f"`{proof.commitment}`" in opened
    assert table.now.deal is not None
    assert proof.record.layout == table.now.deal.dealt
    secret = await daily_secret(place.services)
    assert secret not in words_of(message)
    assert secret not in json.dumps(proof.document())
    await place.play_out(place.given)
    assert "dealt fairly" in (await place.ask(place.anna, "verify", deal=name)).content


@pytest.mark.parametrize("sealed", [False])
async def test_a_deal_without_a_seal_is_explained(place: Place) -> None:
    await solo_lost(place)
    assert "earlier version" in words_of(await place.ask(place.anna, "verify"))


async def test_an_unreadable_deal_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await solo_lost(place)

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    monkeypatch.setattr(fair_dealing, "proof_of", unreadable)
    assert "cannot read this deal" in words_of(await place.ask(place.anna, "verify"))


async def test_an_invalid_deal_name_is_refused(place: Place) -> None:
    names = ["x", "/", "k3m9xp", "k3m9xp/-1", "k3m9xp/9999999999"]
    names += ["daily/bridge/2025-01-01", "daily/tapp_tarock/2025-02-30", "daily/x"]
    names += ["daily/tapp_tarock/2025-01-01"]  # whose commitment nobody has seen
    for deal in names:
        assert "no such deal" in await place.answer(place.anna, "verify", deal=deal)


W = words("en")
SEAL = Seal("k3m9xp", 4, "5ec7e7")


def table(**known: object) -> Table:
    return cast("Table", SimpleNamespace(**known))


def proved(press: int | None, fault: Fault | None = None) -> list[str]:
    """The verdict on a deal."""
    known = {"table": "k3m9xp", "number": 4, "commitment": SEAL.commitment, "secret": SEAL.secret}
    proof = SimpleNamespace(**known, press=press, fault=lambda: fault)
    return verdict(W, cast("Proof", proof)).splitlines()


@pytest.mark.parametrize(("press", "said"), [(12, "and the press `12`"), (None, "alone, without a press")])
def test_the_revealed_line_names_the_secret_and_the_press(press: int | None, said: str) -> None:
    line = revealed_line(W, table(opened=Opened(SEAL, press)))
    assert f"the secret `5ec7e7` {said}" in line
    assert "/verify deal:k3m9xp/4" in line
    assert revealed_line(W, table(opened=None)) == ""


def test_a_verdict_names_seal_secret_and_press() -> None:
    fair, *told = proved(12)
    assert "Deal k3m9xp/4 was dealt fairly" in fair
    assert told[:3] == [
        f"- Sealed before the deal: `{SEAL.commitment}`",
        "- Secret, revealed after it: `5ec7e7`",
        "- Press that began the deal: `12`",
    ]
    assert "- Press that began the deal: `none`" in proved(None)
    assert "does not fit its seal** (`deck`)" in proved(12, Fault.DECK)[0]
