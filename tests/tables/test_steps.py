"""How long a step of computers takes: what anybody knows decides it, and no hidden card does."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.computers.players import for_game
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.tables import News, NewsKind, Pace, Strength, Table
from bot.tables.autoplay import SEARCH_SECONDS
from tests.tables.clock import Clock
from tests.tables.room import ANNA, BELA, Fixed, Room, legal, step
from tests.tables.thinkers import Thinkers

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.game import Game
    from bot.rules.moves import Action
    from bot.rules.view import View


@dataclass
class Slow(Thinkers):
    """Think for up to two seconds, and answer too late if they have less time."""

    clock: Clock = field(default_factory=Clock)
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    late: int = 0
    in_time: int = 0

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
    ) -> Action | None:
        thought = self.chance.uniform(0, 2)
        self.clock.now += min(thought, seconds)
        if thought > seconds:
            self.late += 1
            return None
        self.in_time += 1
        return view.actions[self.chance.randrange(len(view.actions))]


@dataclass
class Watch:
    """Notes when a room hears of moves, as somebody at the table would."""

    room: Room
    heard: list[tuple[float, News]] = field(default_factory=list)

    async def hear(self, _table: Table, news: News) -> None:
        self.heard.append((self.now, news))

    @property
    def now(self) -> float:
        return self.room.clock.now + sum(self.room.sleep.slept)


def choices(deal: Deal) -> list[bool]:
    """For each move of a deal, whether there was a choice."""
    now, free = Deal.start(deal.game, deal.layout), list[bool]()
    for move in deal.log:
        free.append(len(now.actions(move.seat)) > 1)
        acted = now.act(move.seat, move.action)
        assert isinstance(acted, Deal)
        now = acted
    return free


async def waits_in(table: Table, watch: Watch, room: Room) -> dict[tuple[bool, bool], set[float]]:
    """Play a deal: how long its steps took, by whether a trick was complete and there was a choice."""
    begun = watch.now
    watch.heard.clear()
    assert await table.start(ANNA) is None
    while await step(table, room):
        pass
    assert table.deal is not None
    free, waits, done = choices(table.deal), defaultdict[tuple[bool, bool], set[float]](set), 0
    before = begun, False
    for at, news in watch.heard:
        if news.kind not in {NewsKind.MOVES, NewsKind.DEAL_OVER}:
            continue
        after = done + len(news.moves)
        if news.moves and news.moves[0].seat in {1, 2, 3} and after <= len(free):
            waits[before[1], any(free[done:after])].add(round(at - before[0], 6))
        done, before = after, (at, news.trick_complete)
    return waits


@pytest.mark.parametrize("pause", [0.0, 0.3, 1.0, 1.5])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_forced_action_takes_as_long_as_a_free_one(path: Path, game: Game, pause: float) -> None:
    clock = Clock()
    thinkers = Slow(clock=clock)
    room = await Room.open(
        path, player_for=for_game, thinkers=thinkers, clock=clock, pause=pause, shuffle=Fixed("b")
    )
    watch = Watch(room)
    room.tables.listen(watch.hear)
    table = await room.table(computers=min(game.seats) - 1, game=game, pace=Pace.NONE)
    assert await table.set_strength(ANNA, Strength.STRONG) is None
    waits = await waits_in(table, watch, room)
    usual, long = max(pause, SEARCH_SECONDS), max(2 * pause, SEARCH_SECONDS)
    assert waits[False, True] == waits[False, False] == {usual}
    assert waits[True, True] | waits[True, False] == {long}
    assert thinkers.in_time
    assert thinkers.late
    await room.close()


async def test_a_turn_of_an_absent_person_takes_as_long_whatever_is_legal(path: Path) -> None:
    clock = Clock()
    thinkers = Slow(clock=clock)
    room = await Room.open(path, thinkers=thinkers, clock=clock, pause=0.3)
    watch = Watch(room)
    room.tables.listen(watch.hear)
    table = await room.started(BELA, pace=Pace.FAST)
    waits = set[float]()
    while table.state.in_deal and legal(table, ANNA):
        assert await table.act(ANNA, None, legal(table, ANNA)[:1]) is None
        await room.tables.quiet()
        while table.turn and table.turn.due_at and not legal(table, ANNA):
            slept, due_at = sum(room.sleep.slept), table.turn.due_at
            await room.wait(due_at - clock.now)
            waits.add(round(watch.heard[-1][0] - slept - due_at, 6))
            assert await table.join(BELA, "Béla") is None or not table.away
    assert waits == {0.3}
    assert thinkers.in_time
    assert thinkers.late
    await room.close()


async def test_quick_computers_do_not_wait_if_there_is_no_pause(path: Path) -> None:
    room = await Room.open(path, thinkers=Thinkers(), pause=0.0)
    table = await room.table(computers=2)
    assert await table.set_strength(ANNA, Strength.QUICK) is None
    assert await table.start(ANNA) is None
    await room.tables.quiet()
    assert legal(table, ANNA)
    assert {*room.sleep.slept} == {0.0}
    await room.close()
