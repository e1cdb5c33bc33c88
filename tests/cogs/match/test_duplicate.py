"""Given cards: `/tarock deal`, `/daily`, and results side by side."""

from __future__ import annotations

from typing import Final

import discord
import pytest

from bot.store import Listing, Measure
from bot.tables import Given, TableState, UnreadableLogError
from cogs.controls import given_id
from tests.cogs.place import Place, finished, ids_of, solo_lost, words_of

DAY: Final = 24 * 60 * 60


async def test_the_same_cards_are_played_in_a_thread_and_compared(place: Place) -> None:
    await solo_lost(place)
    first = place.table.now.deal
    assert first is not None
    code = f"{place.table.id}/1"
    await place.end(place.anna)
    dora = place.come("dora")
    await dora.slash(place.channel, "tarock deal", code=f" {code.upper()} ")
    table = place.given
    assert table.now.channel_id != place.channel.id
    assert table.now.deal is not None
    assert table.now.deal.dealt == first.dealt
    assert table.now.seat_of(dora.id) == 0
    assert len(table.now.people) == 1
    assert table.now.commitment is None
    await place.restart()
    assert place.given.now.given == code
    # Nobody waits for cards to be dealt here, so nobody is told that they will come.
    assert "joined" not in "".join(map(words_of, dora.user.dm_channel.history()))
    table = place.given
    await place.play_out(table)
    assert table.now.state is TableState.ENDED
    shown = await place.answer(dora, "tarock deal", code=code)
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


async def test_a_person_who_has_not_played_sees_no_results(place: Place) -> None:
    code = await finished(place)
    dora, erik = place.come("dora"), place.come("erik")
    await dora.slash(place.channel, "tarock deal", code=code)
    table = place.given
    assert "You are playing these cards" in await place.answer(dora, "tarock deal", code=code)
    refused = await place.answer(dora, "history", deal=f"{table.id}/1")
    assert "First play these cards" in refused
    await place.play_out(place.given)
    assert "First play these cards" in await place.answer(erik, "history", deal=f"{table.id}/1")
    assert f"deal {table.id}/1" in await place.answer(dora, "history", deal=f"{table.id}/1")
    # Béla sat at the first table, and knows the cards.
    assert "dora" in await place.answer(place.bela, "tarock deal", code=code)
    assert "given, not sealed" in await place.answer(dora, "verify", deal=f"{table.id}/1")


async def test_a_table_ended_too_early_has_no_result_and_no_second_try(place: Place) -> None:
    code = await finished(place)
    dora = place.come("dora")
    await dora.slash(place.channel, "tarock deal", code=code)
    table = place.given
    with place.as_bot():
        await table.end(dora.id)
    shown = await place.answer(dora, "tarock deal", code=code)
    assert "no result" in shown
    assert not [each for each in place.bot.tables.of_server(place.guild.id) if each.now.given]


async def test_without_threads_the_table_is_in_the_channel(place: Place) -> None:
    everyone = place.guild.default_role
    quiet = place.guild.create_text_channel(
        "quiet", overwrites={everyone: discord.PermissionOverwrite(create_public_threads=False)}
    )
    await place.anna.slash(quiet, "daily", game="tapp_tarock")
    assert place.given.now.channel_id == quiet.id
    said = "".join(map(words_of, quiet.history(viewer=place.anna)))
    assert "Your table is in this channel" in said
    assert "Sealed: `" in said
    assert "those of the day" in said


async def test_tables_of_given_cards_do_not_count_towards_the_channel_limit(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.lobby.opening.TABLES_PER_CHANNEL", 1)
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    assert "1 unfinished table" in await place.answer(place.anna, "daily", game="koenigrufen")
    await place.bela.slash(place.channel, "daily", game="tapp_tarock")
    await place.clara.slash(place.channel, "tarock new", game="tapp_tarock", place="thread")
    assert len(place.bot.tables.of_server(place.guild.id)) == 3


async def test_an_invalid_code_or_a_deal_in_progress_is_refused(place: Place) -> None:
    for code in ("x", "zzzzzz/1", "abcdefghjk/1", "daily/tapp_tarock/2026-01-01"):
        assert "no deal with this code" in await place.answer(place.anna, "tarock deal", code=code)
    table, dora = await place.start(place.bela, place.clara), place.come("dora")
    assert "still being played" in await place.answer(dora, "tarock deal", code=f"{table.id}/1")


async def test_an_unreadable_deal_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await finished(place)

    def unreadable(*_: object) -> None:
        raise UnreadableLogError("why")

    monkeypatch.setattr(Given, "of", unreadable)
    assert "cannot read this deal" in await place.answer(place.come("dora"), "tarock deal", code=code)


async def test_the_cards_of_the_day_are_the_same_everywhere_and_played_once(place: Place) -> None:
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    table = place.given
    assert table.now.deal is not None
    dealt, name = table.now.deal.dealt, table.now.given
    await place.play_out(place.given)
    shown = await place.answer(place.anna, "daily", game="tapp_tarock")
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
