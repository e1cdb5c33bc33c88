"""Opening a table where the person's other one is in the way: *End it and open this one*."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.tables import LiveTable, Pace, TableState
from bot.text import words
from tests.cogs.place import Place, all_pass, id_of, ids_of, sent_privately, words_of

IN_THE_WAY = words("en")("refusal.already_playing_here").partition("{")[0].partition(":")[0]


async def offer(place: Place, who: MemberActor, **wished: str) -> list[str]:
    """Ask for another table, and return the ids of what the refusal offers."""
    answer = await place.ask(who, "tarock new", **{"game": "koenigrufen"} | wished)
    assert IN_THE_WAY in words_of(answer)
    return ids_of(answer)


def others(place: Place, table: LiveTable) -> list[LiveTable]:
    return [each for each in place.bot.tables.in_channel(place.channel.id) if each.id != table.id]


@pytest.mark.parametrize("started", [True, False], ids=["between deals", "in the lobby"])
async def test_the_host_ends_a_table_and_opens_the_one_asked_for(place: Place, *, started: bool) -> None:
    if started:
        table = await place.start(place.bela, place.clara)
        await all_pass(place, *place.people)
    else:
        table = await place.open(place.bela)
    rules = (await place.offered(place.anna, "tarock new", "options", game="koenigrufen"))[-1]
    assert len(await offer(place, place.anna, options=rules, pace="fast", hints="always")) == 2
    asked = place.last(place.anna)
    assert "End this table for everyone?" in words_of(asked)
    assert ("Running score" in words_of(asked)) is started
    await place.anna.click(asked, label="End it and open this one")
    assert table.now.state is TableState.ENDED
    (opened,) = others(place, table)
    now = opened.now
    assert (now.game.name, now.settings.pace, now.settings.hints) == ("koenigrufen", Pace.FAST, "always")
    assert [f"{name}={str(value).lower()}" for name, value in now.options.items()] == [rules.lower()]
    assert (now.host_id, now.state) == (place.anna.id, TableState.LOBBY)
    assert "has ended" in words_of(place.public[-2]), "its last message comes first"
    assert ("Running score" in words_of(place.public[-2])) is started
    assert "Königrufen: a new table" in words_of(place.shown)
    (left,) = [each for each in place.private(place.anna) if each.id == asked.id]
    assert (words_of(left).strip(), ids_of(left)) == ("The table has been ended.", [])


async def test_a_table_is_not_ended_over_the_heads_of_others(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await all_pass(place, *place.people)
    assert await offer(place, place.bela) == [], "the others have to agree"
    await place.bela.slash(place.channel, "tarock end")
    await place.bela.click(place.last(place.bela), label="End")
    await place.end(place.clara)
    assert await offer(place, place.bela) == [], "she has agreed, and the host has not"
    assert table.now.state is TableState.BETWEEN


async def test_the_next_host_may_end_it_so(place: Place) -> None:
    table = await place.start(place.bela, computers=1)
    await place.leave(place.anna)
    await place.play_out(table)
    assert place.bela.id == table.now.host_id
    assert len(await offer(place, place.bela)) == 2


async def test_a_running_deal_is_never_ended_so(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert await offer(place, place.anna) == []
    await all_pass(place, *place.people)
    await offer(place, place.anna)
    asked = place.last(place.anna)
    await place.bela.click(place.shown, label="Next deal")
    await place.anna.click(asked, label="End it and open this one")
    assert "next deal has already begun" in place.told(place.anna)
    assert table.now.state is TableState.PLAYING
    assert not others(place, table)


async def test_the_way_back_keeps_the_table(place: Place) -> None:
    table = await place.open(place.bela)
    await offer(place, place.anna)
    await place.anna.click(place.last(place.anna), label="No, carry on")
    assert "Nothing has changed" in place.told(place.anna)
    assert table.now.state is TableState.LOBBY


async def test_a_table_that_has_ended_meanwhile_is_no_longer_in_the_way(place: Place) -> None:
    table = await place.open(place.bela)
    await offer(place, place.anna)
    asked = place.last(place.anna)
    await place.end(place.anna)
    await place.anna.click(asked, label="End it and open this one")
    (opened,) = others(place, table)
    assert opened.now.game.name == "koenigrufen"


async def test_an_offer_is_forgotten_with_a_restart(place: Place) -> None:
    table = await place.open()
    await offer(place, place.anna)
    custom_id = id_of(place.last(place.anna), "n4:")
    await place.restart()
    await place.anna.user.click(await sent_privately(place, place.anna, custom_id), label="Forged")
    assert "too old" in words_of(place.directly(place.anna))
    assert not others(place, table)
    assert place.table.now.state is TableState.LOBBY


async def test_a_deal_alone_begins_in_place_of_another_table(place: Place) -> None:
    table = await place.open()
    await place.anna.slash(place.channel, "help")
    await place.anna.click(place.last(place.anna), label="Play alone now")
    await place.anna.click(place.last(place.anna), label="End it and open this one")
    (opened,) = others(place, table)
    assert opened.now.state.in_deal
    assert "deal 1" in words_of(place.shown)
