"""The seal on the table message, what is revealed, and `/verify`."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, call

import discord
import pytest

from bot.fairness import Proof
from bot.games import GAMES
from bot.tables import UnreadableLogError, proof_of
from cogs.fairness import commands as fair_dealing
from cogs.fairness.commands import FairDealing
from cogs.match.commands import daily_secret
from tests.cogs.match.test_duplicate import DAY
from tests.cogs.place import Place, solo_lost, words_of
from tests.cogs.stubs import StubTable


@pytest.fixture
def sealed(place: Place) -> Place:
    """The place with sealed secrets instead of the fixed chance of the other tests."""
    tables = place.bot.tables
    tables._services = replace(tables._services, shuffle=None)
    return place


async def document(message: discord.Message) -> dict[str, Any]:
    (file,) = message.attachments
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def test_a_sealed_deal_is_revealed_and_proved(sealed: Place) -> None:
    table = await sealed.open(sealed.bela, sealed.clara)
    commitment = table.now.commitment
    assert commitment is not None
    assert commitment in words_of(sealed.shown)
    await sealed.end(sealed.anna)
    await solo_lost(sealed)
    table = sealed.table
    opened = table.now.opened
    assert opened is not None
    shown = words_of(sealed.shown)
    assert opened.seal.secret in shown
    assert f"press `{opened.press}`" in shown
    assert str(table.now.commitment) in shown
    message = await sealed.ask(sealed.bela, "verify")
    assert f"Deal {table.id}/1 was dealt fairly" in message.content
    proof = await document(message)
    assert proof["commitment"] == opened.seal.commitment
    assert proof["secret"] == opened.seal.secret
    assert Proof.parse(json.dumps(proof), GAMES).fault() is None


async def test_verify_finds_the_latest_deal_after_its_table_has_ended(sealed: Place) -> None:
    await solo_lost(sealed)
    table = sealed.table
    await sealed.end(sealed.anna)
    assert f"Deal {table.id}/1 was dealt fairly" in (await sealed.ask(sealed.anna, "verify")).content


async def test_verify_in_a_lobby_finds_the_latest_deal_of_the_server(sealed: Place) -> None:
    await solo_lost(sealed)
    table = sealed.table
    await sealed.end(sealed.anna)
    await sealed.open()
    assert f"Deal {table.id}/1 was dealt fairly" in (await sealed.ask(sealed.anna, "verify")).content


@pytest.mark.parametrize(
    ("number", "in_deal", "proved"),
    [(2, True, ("k3m9xp", 1)), (2, False, ("k3m9xp", 2)), (1, True, ("other", 7))],
)
async def test_verify_prefers_the_last_finished_deal_of_the_table_meant(
    monkeypatch: pytest.MonkeyPatch, number: int, proved: tuple[str, int], *, in_deal: bool
) -> None:
    meant = StubTable(id="k3m9xp", number=number, state=SimpleNamespace(in_deal=in_deal))
    monkeypatch.setattr("cogs.fairness.commands.table_meant", lambda *_: meant)
    page = AsyncMock(return_value=[SimpleNamespace(table_id="other", number=7)])
    store = SimpleNamespace(finished=SimpleNamespace(page=page))
    services: Any = SimpleNamespace(tables=None, store=store)
    interaction: Any = SimpleNamespace(guild_id=None)
    assert await FairDealing(services)._latest(interaction) == proved
    assert page.await_args_list == ([call(0, limit=1)] if proved[0] == "other" else [])


async def test_nothing_about_a_deal_in_progress_is_revealed(sealed: Place) -> None:
    table = await sealed.start(sealed.bela, sealed.clara)
    assert table.now.origin is not None
    secret = table.now.origin.seal.secret
    assert not any(secret in words_of(message) for message in sealed.public)
    assert "still being played" in words_of(await sealed.ask(sealed.anna, "verify", deal=f"{table.id}/1"))
    assert "no such deal" in words_of(await sealed.ask(sealed.anna, "verify"))


async def test_a_deal_broken_off_is_revealed(sealed: Place) -> None:
    table = await sealed.start(sealed.bela, sealed.clara)
    await sealed.end(sealed.anna)
    assert table.now.opened is not None
    assert table.now.opened.seal.secret in words_of(sealed.shown)
    message = await sealed.ask(sealed.anna, "verify", deal=f" {table.id.upper()}/1")
    assert "was dealt fairly" in message.content
    assert f"`{table.now.opened.press}`" in message.content


@pytest.mark.parametrize("deal", ["x", "/", "k3m9xp", "k3m9xp/-1", "k3m9xp/9999999999"])
async def test_an_invalid_deal_name_is_refused(place: Place, deal: str) -> None:
    assert "no such deal" in words_of(await place.ask(place.anna, "verify", deal=deal))


async def test_a_deal_of_another_server_is_not_shown(sealed: Place) -> None:
    await solo_lost(sealed)
    table = sealed.table
    other = sealed.env.create_guild()
    member = other.add_member(sealed.anna.user)
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


async def test_daily_cards_that_nobody_opened_are_not_proved(place: Place) -> None:
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    (table,) = (each for each in place.bot.tables.of_server(place.guild.id) if each.now.given)
    await place.env.advance_time(DAY)
    assert "dealt fairly" in (await place.ask(place.bela, "verify", deal=table.now.given)).content
    other_game = table.now.given.replace("tapp_tarock", "koenigrufen")
    assert "no such deal" in words_of(await place.ask(place.bela, "verify", deal=other_game))


@pytest.mark.parametrize("deal", ["daily/bridge/2025-01-01", "daily/tapp_tarock/2025-02-30", "daily/x"])
async def test_an_invalid_name_of_daily_cards_is_refused(place: Place, deal: str) -> None:
    assert "no such deal" in words_of(await place.ask(place.anna, "verify", deal=deal))


async def test_a_deal_without_a_seal_is_explained(place: Place) -> None:
    await solo_lost(place)
    assert "earlier version" in words_of(await place.ask(place.anna, "verify"))


async def test_an_unreadable_deal_is_refused(sealed: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await solo_lost(sealed)

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    monkeypatch.setattr(fair_dealing, "proof_of", unreadable)
    assert "cannot read this deal" in words_of(await sealed.ask(sealed.anna, "verify"))


async def test_a_deal_that_does_not_match_its_seal_is_reported(
    sealed: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await solo_lost(sealed)

    def wrong(*arguments: Any) -> Proof | None:
        proof = proof_of(*arguments)
        return proof and proof._replace(press=None)

    monkeypatch.setattr(fair_dealing, "proof_of", wrong)
    message = await sealed.ask(sealed.anna, "verify")
    assert "does not fit its seal" in message.content
    assert "began the deal: `none`" in message.content
