"""Given cards: `/tarock deal`, `/daily`, and results side by side."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from simcord import MemberActor

from bot.rules.reasons import Refusal
from bot.store import Listing, Measure
from bot.tables import Given, LiveTable, TableState, UnreadableLogError
from cogs.controls import given_id, read_given
from cogs.match.commands import SEED_KEY, find_given
from tests.cogs.place import Place, answers, ids_of, words_of
from tests.cogs.standings.test_leaderboard import solo_lost

DAY: Final = 24 * 60 * 60
FOREHAND_FIRST: Final = "2"
"""A secret from which the person is the first to act, in the Tapp-Tarock of the first day."""


def given_table(place: Place) -> LiveTable:
    (table,) = (each for each in place.bot.tables.of_server(place.guild.id) if each.now.given)
    return table


async def answer(place: Place, who: MemberActor, command: str, **options: str) -> str:
    await who.slash(place.channel, command, **options)
    return words_of(place.private(who)[-1])


async def finished(place: Place) -> str:
    """A finished deal of Anna, Béla and Clara; returns its code. The table is ended."""
    await solo_lost(place)
    code = f"{place.table.id}/1"
    await place.end(place.anna)
    return code


async def test_the_deal_code_is_shown_below_the_sheet_and_in_the_history(place: Place) -> None:
    await solo_lost(place)
    code = f"{place.table.id}/1"
    assert f"deal code:{code}" in words_of(place.shown)
    assert f"deal code:{code}" in await answer(place, place.bela, "history", deal=code)
    steps = ids_of(place.private(place.bela)[-1])
    assert steps[0] == f"d1:{code.replace('/', ':')}:1", "it is opened at its first step"


async def test_the_same_cards_are_played_in_a_thread_and_compared(place: Place) -> None:
    await solo_lost(place)
    first = place.table.now.deal
    assert first is not None
    code = f"{place.table.id}/1"
    await place.end(place.anna)
    dora = place.come("dora")
    await dora.slash(place.channel, "tarock deal", code=f" {code.upper()} ")
    table = given_table(place)
    assert table.now.channel_id != place.channel.id
    assert table.now.deal is not None
    assert table.now.deal.dealt == first.dealt
    assert table.now.seat_of(dora.id) == 0
    assert len(table.now.people) == 1
    assert table.now.commitment is None
    # Nobody waits for cards to be dealt here, so nobody is told that they will come.
    assert "joined" not in "".join(map(words_of, dora.user.dm_channel.history()))
    await place.play_out(given_table(place))
    assert table.now.state is TableState.ENDED
    shown = await answer(place, dora, "tarock deal", code=code)
    assert "1. 🥇 **dora**" in shown
    assert "When it was first played" in shown
    (thread,) = place.channel.threads
    last = [each for each in thread.history() if given_id(code) in ids_of(each)][-1]
    await dora.click(last, label="Results")
    assert "1. 🥇 **dora**" in "".join(map(words_of, thread.history(viewer=dora)))
    erik = place.come("erik")
    await erik.click(last, label="Results")
    assert "First play these cards" in "".join(map(words_of, thread.history(viewer=erik)))
    board = await place.services.store.leaderboard.page(
        place.guild.id, Listing("tapp_tarock", measure=Measure.POINTS, computers=True)
    )
    assert "dora" not in [each.name for each in board]
    assert await place.services.store.finished.page(place.guild.id, dora.id) == ()


@pytest.mark.parametrize("slow", ["of", "best"])
async def test_slow_results_are_announced_as_a_new_message(
    place: Place, monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    table = given_table(place)
    await place.play_out(table)
    (thread,) = place.channel.threads
    last = [each for each in thread.history() if given_id(table.now.given) in ids_of(each)][-1]
    plays = place.services.store.plays
    read = getattr(plays, slow)

    async def slowly(*of: Any) -> Any:
        await asyncio.sleep(0.01)
        return await read(*of)

    monkeypatch.setattr("cogs.discord.replies.PATIENCE", 0.0)
    monkeypatch.setattr(plays, slow, slowly)
    await place.anna.click(last, label="Results")
    assert answers(place)[-1] == discord.InteractionResponseType.deferred_channel_message.value


async def test_a_person_who_has_not_played_sees_no_results(place: Place) -> None:
    code = await finished(place)
    dora, erik = place.come("dora"), place.come("erik")
    await dora.slash(place.channel, "tarock deal", code=code)
    table = given_table(place)
    assert "You are playing these cards" in await answer(place, dora, "tarock deal", code=code)
    refused = await answer(place, dora, "history", deal=f"{table.id}/1")
    assert "First play these cards" in refused
    await place.play_out(given_table(place))
    assert "First play these cards" in await answer(place, erik, "history", deal=f"{table.id}/1")
    assert f"deal {table.id}/1" in await answer(place, dora, "history", deal=f"{table.id}/1")
    # Béla sat at the first table, and knows the cards.
    assert "dora" in await answer(place, place.bela, "tarock deal", code=code)
    assert "given, not sealed" in await answer(place, dora, "verify", deal=f"{table.id}/1")


async def test_a_table_ended_too_early_has_no_result_and_no_second_try(place: Place) -> None:
    code = await finished(place)
    dora = place.come("dora")
    await dora.slash(place.channel, "tarock deal", code=code)
    table = given_table(place)
    with place.as_bot():
        await table.end(dora.id)
    shown = await answer(place, dora, "tarock deal", code=code)
    assert "no result" in shown
    assert not [each for each in place.bot.tables.of_server(place.guild.id) if each.now.given]


async def test_given_cards_survive_a_restart(place: Place) -> None:
    code = await finished(place)
    dora = place.come("dora")
    await dora.slash(place.channel, "tarock deal", code=code)
    dealt = given_table(place).now.deal
    assert dealt is not None
    await place.restart()
    table = given_table(place)
    assert table.now.given == code
    assert table.now.deal is not None
    assert table.now.deal.dealt == dealt.dealt
    await place.play_out(given_table(place))
    assert "1. 🥇 **dora**" in await answer(place, dora, "tarock deal", code=code)


async def test_without_threads_the_table_is_in_the_channel(place: Place) -> None:
    everyone = place.guild.default_role
    quiet = place.guild.create_text_channel(
        "quiet", overwrites={everyone: discord.PermissionOverwrite(create_public_threads=False)}
    )
    await place.anna.slash(quiet, "daily", game="tapp_tarock")
    assert given_table(place).now.channel_id == quiet.id
    said = "".join(map(words_of, quiet.history(viewer=place.anna)))
    assert "Your table is in this channel" in said
    assert "Sealed: `" in said
    assert "those of the day" in said


async def test_tables_of_given_cards_do_not_count_towards_the_channel_limit(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.lobby.opening.TABLES_PER_CHANNEL", 1)
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    assert "1 unfinished table" in await answer(place, place.anna, "daily", game="koenigrufen")
    await place.bela.slash(place.channel, "daily", game="tapp_tarock")
    await place.clara.slash(place.channel, "tarock new", game="tapp_tarock", place="thread")
    assert len(place.bot.tables.of_server(place.guild.id)) == 3


@pytest.mark.parametrize("code", ["x", "zzzzzz/1", "abcdefghjk/1", "daily/tapp_tarock/2026-01-01"])
async def test_an_invalid_code_is_refused(place: Place, code: str) -> None:
    assert "no deal with this code" in await answer(place, place.anna, "tarock deal", code=code)


async def test_a_deal_in_progress_cannot_be_played(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert "still being played" in await answer(
        place, place.come("dora"), "tarock deal", code=f"{table.id}/1"
    )


async def test_an_unreadable_deal_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await finished(place)

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    monkeypatch.setattr(Given, "of", unreadable)
    assert "cannot read this deal" in await answer(place, place.come("dora"), "tarock deal", code=code)


async def test_the_cards_of_the_day_are_the_same_everywhere_and_played_once(place: Place) -> None:
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    table = given_table(place)
    assert table.now.deal is not None
    dealt, name = table.now.deal.dealt, table.now.given
    await place.play_out(given_table(place))
    shown = await answer(place, place.anna, "daily", game="tapp_tarock")
    assert "1. 🥇 **anna**" in shown
    assert "deal of the day" in shown
    await place.restart()
    other = place.env.create_guild()
    member = other.add_member(place.bela.user)
    await member.slash(other.create_text_channel("elsewhere"), "daily", game="tapp_tarock")
    (there,) = place.bot.tables.of_server(other.id)
    assert there.now.given == name
    assert there.now.deal is not None
    assert there.now.deal.dealt == dealt


async def test_the_ping_stands_below_the_table_message(place: Place) -> None:
    await place.services.store.settings.first(SEED_KEY, FOREHAND_FIRST)
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    (thread,) = place.channel.threads
    posted = [words_of(each) for each in thread.history()]
    assert ["It is your turn" in each for each in posted] == [False, True]


async def test_each_day_has_different_cards(place: Place) -> None:
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    first = given_table(place)
    await place.play_out(given_table(place))
    await place.env.advance_time(DAY)
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    second = given_table(place)
    assert first.now.given != second.now.given
    assert first.now.deal is not None
    assert second.now.deal is not None
    assert first.now.deal.dealt != second.now.deal.dealt


def test_ids_of_controls_round_trip_and_forged_ones_are_not_read() -> None:
    for name in ("k3m9xp/4", "daily/koenigrufen/2026-11-22"):
        assert read_given(given_id(name).removeprefix("k1:")) == name
    forged = ["", "x", "daily:bridge:2026-11-22", "daily:koenigrufen:x", "k3m9xp:x", "a" * 60 + ":1"]
    assert [read_given(each) for each in forged] == [None] * len(forged)


@pytest.mark.parametrize(("name", "found"), [("k3m9xp/1", True), ("k3m9xp/2", False), ("x", False)])
async def test_only_the_first_deal_of_a_record_can_be_played(
    monkeypatch: pytest.MonkeyPatch, name: str, *, found: bool
) -> None:
    given = object()
    monkeypatch.setattr(Given, "of_record", lambda *_: given)
    services = Mock()
    services.store.history.saved_deal = AsyncMock(return_value=None)
    services.store.records.get = AsyncMock(return_value=object())
    answer = await find_given(services, name)
    assert (answer is given) is found
    assert isinstance(answer, Refusal) is not found
