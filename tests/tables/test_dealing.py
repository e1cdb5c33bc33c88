"""Choices of players about how the cards are dealt: they are saved like all other moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.romanian import ROMANIAN_TAPER
from bot.rules.moves import Action
from bot.tables import NewsKind
from tests.tables.room import ANNA, BELA, CLARA, Room, facts, legal, ranked, revision_of

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import LiveTable


async def restarted(room: Room, path: Path) -> tuple[Room, LiveTable]:
    """The room after a restart, with the same table."""
    await room.close()
    again = await Room.open(path)
    (table,) = again.tables.of_user(ANNA)
    return again, table


async def test_choices_about_the_dealing_survive_restarts(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(BELA, CLARA, game=ROMANIAN_TAPER)
    assert await table.set_option(ANNA, "knock_styles", value=True) is None
    assert await table.start(ANNA) is None
    for user, words in ((CLARA, "knock"), (BELA, "abeles")):
        before = facts(table)
        room, table = await restarted(room, path)
        assert facts(table) == before
        view = table.now.view(user)
        assert view is not None
        assert not view.hand
        assert await table.act(user, revision_of(table, user), [Action("deal", words)]) is None
        assert (await room.kinds())[-1] is NewsKind.MOVES
    before = facts(table)
    room, table = await restarted(room, path)
    assert facts(table) == before
    assert table.now.number == 1
    assert Action("pass") in legal(table, BELA)
    views = [table.now.view(user) for user in (ANNA, BELA, CLARA)]
    assert [len(view.hand) for view in views if view] == [12, 12, 12]
    await played_out(table)
    assert await room.store.leaderboard.size(table.now.guild_id, ranked(table.now.game.name)) == 3, (
        "all have played, the dealer too"
    )
    await room.close()


async def played_out(table: LiveTable) -> None:
    """Play a deal to its end, always by the last legal action, which in the auction is a bid."""
    while table.now.deal is not None and table.now.deal.result is None:
        user = next(each for each in (ANNA, BELA, CLARA) if legal(table, each))
        assert await table.act(user, revision_of(table, user), [legal(table, user)[-1]]) is None
