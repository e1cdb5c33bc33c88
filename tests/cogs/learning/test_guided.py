"""Guided deals at the table: step by step, leaving the guide, and a restart in the middle."""

from __future__ import annotations

import discord
import pytest

from bot.games import GAMES
from bot.guides import Guide, guide_to
from bot.rules.moves import Action
from bot.tables import Hints, LiveTable, TableState
from bot.tables.table import READY
from tests.cogs.place import Place, choose, id_of, ids_of, options_of, take, words_of


async def learn(place: Place, game: str) -> LiveTable:
    """Choose a game to learn from /help."""
    await place.anna.slash(place.channel, "help")
    answer = place.last(place.anna)
    await place.anna.select(answer, [game], custom_id=id_of(answer, "n6:"))
    return place.given


def guide_at(table: LiveTable) -> Guide:
    guide = table.now.guide
    assert guide is not None
    return guide


def panel(place: Place) -> discord.Message:
    return place.panel(place.anna)


async def do(place: Place, *actions: Action) -> None:
    """Do what a learner wants by the controls of the panel."""
    named = [*map(str, actions)]
    if named[0].startswith(("lay", "announce")):
        await take(place.anna.user, lambda: panel(place), *named)
    elif named[0] in options_of(panel(place), ":?choose"):
        await choose(place, place.anna, named[0])
    else:
        ids = [each for each in ids_of(panel(place)) if each.endswith(f":{named[0]}")]
        await place.anna.user.click(panel(place), custom_id=ids[0])


async def follow(place: Place, table: LiveTable, upto: int | None = None) -> None:
    """Do what the guide says, until the deal is over or a number of own moves are made."""
    guide = guide_at(table)
    while table.now.state.in_deal:
        view = place.view(place.anna)
        own = sum(move.seat == guide.seat for move in view.log)
        if upto is not None and own >= upto:
            return
        if view.actions == (READY,):
            await place.ready()
            continue
        planned = guide.next_of(guide.seat, view.log)
        assert "Now:" in words_of(panel(place))
        assert planned
        assert {*planned} & {*view.actions}
        await do(place, *(planned if planned[0].verb == "lay" else planned[:1]))
    await place.settle()


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if guide_to(game)])
async def test_a_whole_guided_deal_is_played_by_its_steps(place: Place, game: str) -> None:
    table = await learn(place, game)
    assert table.now.channel_id == place.channel.id
    assert f"{len(place.view(place.anna).hand)} cards" in place.told(place.anna), "the hand is shown"
    assert "guided deal" in words_of(place.shown)
    await follow(place, table)
    guide = guide_at(table)
    assert sorted(map(str, table.now.open_log)) == sorted(map(str, guide.moves))
    assert table.now.state is TableState.ENDED
    assert "A line each" in words_of(panel(place)) or game != "koenigrufen", (
        "the last step explains the sheet"
    )
    assert await place.services.store.finished.page(place.guild.id, place.anna.id) == ()
    await place.anna.click(place.shown, label="A deal with hints")
    again = place.table
    assert again.now.settings.hints is Hints.ALWAYS
    assert again.now.state.in_deal


async def test_another_choice_is_asked_about_and_may_be_taken_back(place: Place) -> None:
    table = await learn(place, "tapp_tarock")
    await follow(place, table, upto=6)
    await do(place, Action("play", "CJ"))
    assert "the guide does something else" in words_of(panel(place))
    await place.anna.user.click(panel(place), label="Go back")
    assert "Now:" in words_of(panel(place))
    assert place.moves[-1] == "0 done"
    await follow(place, table, upto=7)
    assert "1 play T21" in place.moves


async def test_whoever_does_it_anyway_plays_on_without_the_guide(place: Place) -> None:
    table = await learn(place, "tapp_tarock")
    await place.anna.slash(place.channel, "bid", bid="pass")
    await place.anna.click(place.last(place.anna), label="Do it anyway")
    assert "1 pass" in place.moves
    assert "Now:" not in words_of(panel(place))
    await place.play_out(table)
    assert table.now.state is TableState.ENDED
    assert "Now:" not in words_of(panel(place))


async def test_a_guided_deal_goes_on_after_a_restart_and_leads_on(place: Place) -> None:
    table = await learn(place, "koenigrufen")
    await follow(place, table, upto=8)
    await place.restart()
    table = place.given
    assert "Now:" in words_of(await place.hand(place.anna))
    await follow(place, table)
    assert sorted(map(str, table.now.open_log)) == sorted(map(str, guide_at(table).moves))
    await place.anna.click(place.shown, label="Practise")
    assert "q2:koenigrufen:" in " ".join(ids_of(place.last(place.anna)))
    await learn(place, "koenigrufen")
    assert place.given.now.state.in_deal


async def test_the_lobby_offers_the_guided_deal_of_its_game(place: Place) -> None:
    await place.open()
    await place.bela.click(place.shown, label="Learn it")
    assert place.given.now.host_id == place.bela.id
    assert "Now:" in place.told(place.bela)


async def test_anybody_may_look_at_a_guided_deal_that_is_over(place: Place) -> None:
    table = await learn(place, "tapp_tarock")
    await place.play_out(table)
    assert f"deal {table.id}/1" in await place.answer(place.bela, "history", deal=f"{table.id}/1")
