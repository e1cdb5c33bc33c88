"""`/tarock match`, `/tarock deal` and `/daily`: the same cards at other tables, and results side by side."""

from __future__ import annotations

from typing import Final

import discord
import pytest
from simcord import MemberActor

from bot.store import Listing, Measure
from bot.tables import Given, LiveTable, Tables, TableState, UnreadableLogError
from cogs.controls import given_id
from tests.cogs.place import Place, act, finished, id_of, ids_of, solo_lost, usable, words_of


async def second_table(place: Place, who: MemberActor, name: str) -> LiveTable:
    """The lobby of a match, with computers on the other seats."""
    await who.slash(place.channel, "tarock match", table=name)
    assert f"1 deal of table `{name.partition('/')[0].lower()}` again, with the same cards" in words_of(
        place.shown
    )
    for _ in range(2):
        await who.click(place.shown, label="Add computer")
    return place.table


async def test_both_tables_are_compared(place: Place) -> None:
    code = await finished(place)
    first = code.partition("/")[0]
    assert f"/tarock match table:{first}" in words_of(place.shown)
    dora = place.come("dora")
    table = await second_table(place, dora, code.upper())
    assert "options" not in usable(place.shown), "both tables have the same rules"
    await dora.click(place.shown, label="Start")
    assert "Duplicate match" in words_of(place.shown)
    while table.now.state.in_deal:
        await act(place, dora)
    assert table.now.state is TableState.ENDED
    assert "balance" in words_of(place.panel(dora))
    said = words_of(place.shown)
    assert "Duplicate match over: 1 deal" in said
    assert "anna at the first table" in said
    assert "dora here" in said
    assert f"/tarock match table:{table.id}" not in said
    assert "no standings" not in said
    assert await place.services.store.history.deals_of(table.id)
    assert [each async for each in place.services.store.history.sessions()][-1].rated == ()
    await place.come("emma").slash(place.channel, "tarock deal", code=f"{table.id}/1")
    assert place.given.now.given == code, "the same cards"


async def test_only_an_ended_table_of_the_same_server_can_have_a_match(place: Place) -> None:
    code = await finished(place)
    table, dora = await place.start(place.bela, place.clara), place.come("dora")
    for name in (table.id, "nosuch", f"{table.id}/1"):
        assert "There is no finished table" in await place.answer(dora, "tarock match", table=name)
    other = place.env.create_guild()
    channel, member = other.create_text_channel("elsewhere"), other.add_member(dora.user)
    await member.slash(channel, "tarock match", table=code)
    assert "There is no finished table" in words_of(channel.history(viewer=member)[-1])


async def test_a_person_who_knows_the_cards_neither_opens_nor_joins_a_match(place: Place) -> None:
    code = await finished(place)
    assert "know the cards" in await place.answer(place.anna, "tarock match", table=code)
    dora = place.come("dora")
    await second_table(place, dora, code)
    await dora.click(place.shown, label="Remove one")
    await place.bela.click(place.shown, label="Join")
    assert "know the cards" in place.told(place.bela)
    await dora.slash(place.channel, "tarock deal", code=f"{place.table.id}/1")
    assert "no deal with this code" in place.told(dora)


CLOSED: Final = "You are playing these cards in a match"


async def test_the_cards_are_hidden_from_people_who_have_yet_to_play_them(place: Place) -> None:
    code = await finished(place)
    sheet = place.shown
    dora, emma = place.come("dora"), place.come("emma")
    table = await second_table(place, dora, code)
    ways = (("history", "deal"), ("export", "deal"), ("verify", "deal"), ("tarock deal", "code"))
    for begun in (False, True):
        if begun:
            await dora.click(place.shown, label="Start")
        for command, option in ways:
            assert CLOSED in await place.answer(dora, command, **{option: code}), command
        await dora.click(sheet, custom_id=id_of(sheet, "f1:"))
        assert CLOSED in place.told(dora)
    assert "anna" in await place.answer(emma, "history", deal=code)
    await place.leave(dora)
    assert CLOSED in await place.answer(dora, "history", deal=code), "her seat is kept for her"
    await dora.slash(place.channel, "tarock join", table=table.id)
    await place.play_out(table)
    for deal in (code, f"{table.id}/1"):
        assert f"deal {deal}" in await place.answer(dora, "history", deal=deal)


async def test_players_of_a_second_table_cannot_see_the_deals_of_another(place: Place) -> None:
    code = await finished(place)
    dora, emma = place.come("dora"), place.come("emma")
    table = await second_table(place, dora, code)
    await dora.click(place.shown, label="Start")
    await place.play_out(table)
    await second_table(place, emma, code)
    assert CLOSED in await place.answer(emma, "history", deal=f"{table.id}/1")


async def test_no_one_plays_the_cards_twice(place: Place) -> None:
    code = await finished(place)
    dora, emma = place.come("dora"), place.come("emma")
    table = await second_table(place, dora, code)
    other = place.guild.create_text_channel("other")
    await dora.slash(other, "tarock match", table=code)
    assert not place.bot.tables.in_channel(other.id), "she is about to play them"
    await dora.click(place.shown, label="Leave")
    assert place.bot.tables.get(table.id) is None
    table = await second_table(place, dora, code)
    await dora.click(place.shown, label="Start")
    await place.play_out(table)
    assert "know the cards" in await place.answer(dora, "tarock match", table=code)
    await emma.slash(place.channel, "tarock deal", code=code)
    assert "know the cards" in await place.answer(emma, "tarock match", table=code)


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
    for name in (code, f"{table.id}/1"):
        shown = await place.answer(dora, "tarock deal", code=name)
        assert "1. 🥇 **dora**" in shown
        assert "When it was first played" in shown
    (thread,) = place.channel.threads
    last = [each for each in thread.history() if given_id(code) in ids_of(each)][-1]
    await dora.click(last, label="Results")
    assert "1. 🥇 **dora**" in "".join(map(words_of, thread.history(viewer=dora)))
    erik = place.come("erik")
    await erik.click(last, label="Results")
    assert "Play these cards yourself first" in "".join(map(words_of, thread.history(viewer=erik)))
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
    assert "Play these cards yourself first" in refused
    await place.play_out(place.given)
    assert "Play these cards yourself first" in await place.answer(erik, "history", deal=f"{table.id}/1")
    assert f"deal {table.id}/1" in await place.answer(dora, "history", deal=f"{table.id}/1")
    # Béla sat at the first table, and knows the cards.
    assert "dora" in await place.answer(place.bela, "tarock deal", code=code)
    assert "it has no seal" in await place.answer(dora, "verify", deal=f"{table.id}/1")


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
    assert "plays the deal of the day" in said


async def test_tables_of_given_cards_do_not_count_towards_the_channel_limit(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.lobby.opening.TABLES_PER_CHANNEL", 1)
    await place.anna.slash(place.channel, "daily", game="tapp_tarock")
    assert "1 unfinished replay" in await place.answer(place.anna, "daily", game="koenigrufen")
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
    monkeypatch.setattr(Tables, "match_against", unreadable)
    for command, option in (("deal", "code"), ("match", "table")):
        said = await place.answer(place.come(f"dora {command}"), f"tarock {command}", **{option: code})
        assert "can't read this deal" in said


async def test_given_cards_take_as_many_seats_as_they_were_dealt_to(place: Place) -> None:
    await place.anna.slash(place.channel, "daily", game="illustrated_tarokk")
    table = place.given
    assert len(table.now.occupants) == 4
    await place.play_out(table)
    assert table.now.state is TableState.ENDED


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
