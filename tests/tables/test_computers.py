"""Computer players: their steps, and what happens while they think."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event

import pytest

from bot.computers.players import Player, for_game
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action, Move
from bot.rules.view import View
from bot.tables import LiveTable, News, NewsKind, Occupant, Pace, Strength, TableState
from bot.tables.computers import Thinking
from bot.tables.play import take_over
from bot.tables.tables import SEARCH_SECONDS
from tests.tables.room import (
    ANNA,
    BELA,
    Clock,
    First,
    Fixed,
    OpenRoom,
    Room,
    Thinkers,
    deal_of,
    finish,
    legal,
    revision_of,
    session_of,
)


async def moves_heard(room: Room) -> list[list[str]]:
    """Return and forget the moves of each news, once all is quiet."""
    await room.tables.quiet()
    moves = [[str(move) for move in news.moves] for _, news in room.heard if news.moves]
    room.heard.clear()
    return moves


async def test_moves_that_have_become_illegal_are_not_taken_over(room: Room) -> None:
    table = await room.started(computers=2)
    now, (legal_move, *_) = table.now, legal(table, ANNA)
    assert take_over(now, now, [Move(0, Action("nonsense"))]) is None
    assert take_over(now, now, [Move(0, legal_move)]) is not None


async def test_a_step_is_saved_before_the_next_begins(room: Room) -> None:
    table = await room.table(computers=2)
    moved = asyncio.Event()

    async def hear(_table: LiveTable, news: News) -> None:
        if news.kind is NewsKind.MOVES:
            moved.set()

    room.tables.listen(hear)
    room.sleep.one_by_one = True
    await table.start(ANNA)
    await moved.wait()
    assert table.now.revision == 2
    (saved,) = await room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [1], "the other computer still pauses"
    await room.restart()
    room.tables.resume()
    await room.tables.quiet()
    (saved,) = await room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [1, 2], "and goes on after a restart"


async def test_computers_stop_when_a_trick_is_complete(room: Room) -> None:
    table = await room.started(computers=2)
    await moves_heard(room)
    await table.act(ANNA, revision_of(table, ANNA), legal(table, ANNA)[:1])
    first, *moves = await moves_heard(room)
    assert first == ["0 lay ?"]
    assert [len(each) for each in moves] == [1, 1], "the computers play, then Anna is asked"


async def test_moves_of_computers_do_not_reset_the_idle_time(room: Room) -> None:
    table = await room.table(computers=2)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    room.clock.advance(60)
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert (table.now.revision, table.now.idle_since) == (3, 1000)


async def test_computers_do_not_start_again_while_the_table_closes(room: Room) -> None:
    table = await room.table(computers=1)
    starting = asyncio.create_task(table.start(ANNA))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await room.close()
    assert await starting is None
    assert (table.now.state, table.tasks, room.sleep.slept) == (TableState.PLAYING, (), [])


@dataclass
class Watching(First):
    """Remembers the views it was given."""

    seen: list[View]

    def choose(self, view: View) -> Action:
        self.seen.append(view)
        return super().choose(view)


async def test_a_computer_sees_a_view_of_its_own_seat(open_room: OpenRoom) -> None:
    seen: list[View] = []
    room = await open_room(player=Watching(seen))
    table = await room.started(computers=2)
    await finish(table, room)
    assert {view.seat for view in seen} == {1, 2}
    assert all(view.open.dealt is None for view in seen)


async def test_a_computer_does_not_act_for_people(room: Room) -> None:
    table = await room.started(BELA, computers=1)
    assert deal_of(table).seats() == (0, 1)
    assert table.now.revision == 2, "the computer has discarded a card face down"
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None, "so Anna's controls stay valid"


async def test_a_failing_engine_is_reported_and_the_table_still_answers(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_anything: object) -> None:
        raise RuntimeError("no card here")

    table = await room.table(computers=1)
    with monkeypatch.context() as patched:
        patched.setattr(Thinking, "for_computers", failing)
        await table.start(ANNA)
        await room.tables.quiet()
    assert f"The computers of table {table.id} cannot go on: RuntimeError" in caplog.text
    assert await table.act(ANNA, revision_of(table, ANNA), legal(table, ANNA)[:1]) is None
    await room.tables.quiet()
    assert table.now.revision >= 3, "and the next change wakes the computers again"


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

    async def hear(self, _table: LiveTable, news: News) -> None:
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


async def waits_in(table: LiveTable, watch: Watch, room: Room) -> dict[tuple[bool, bool], set[float]]:
    """Play a deal: how long its steps took, by whether a trick was complete and there was a choice."""
    begun = watch.now
    watch.heard.clear()
    assert await table.start(ANNA) is None
    await finish(table, room)
    free, waits, done = choices(deal_of(table)), defaultdict[tuple[bool, bool], set[float]](set), 0
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
async def test_a_forced_action_takes_as_long_as_a_free_one(
    open_room: OpenRoom, game: Game, pause: float
) -> None:
    clock = Clock()
    thinkers = Slow(clock=clock)
    room = await open_room(
        player_for=for_game, thinkers=thinkers, clock=clock, pause=pause, shuffle=Fixed("b")
    )
    watch = Watch(room)
    room.tables.listen(watch.hear)
    table = await room.table(computers=min(game.seats) - 1, game=game, pace=Pace.NONE)
    assert await table.change(ANNA, "strength", Strength.STRONG) is None
    waits = await waits_in(table, watch, room)
    usual, long = max(pause, SEARCH_SECONDS), max(2 * pause, SEARCH_SECONDS)
    assert waits[False, True] == waits[False, False] == {usual}
    assert waits[True, True] | waits[True, False] == {long}
    assert thinkers.in_time
    assert thinkers.late


MORE_THAN_A_TRICK = 4
"""Cards in two hands after which an absent person's turn is not the last before the cards play themselves."""


async def test_a_turn_of_an_absent_person_takes_as_long_whatever_is_legal(open_room: OpenRoom) -> None:
    clock = Clock()
    thinkers = Slow(clock=clock)
    room = await open_room(thinkers=thinkers, clock=clock, pause=0.3)
    watch = Watch(room)
    room.tables.listen(watch.hear)
    table = await room.started(BELA, pace=Pace.FAST)
    waits = set[float]()
    while sum(deal_of(table).open.hand_sizes) > MORE_THAN_A_TRICK and legal(table, ANNA):
        assert await table.act(ANNA, None, legal(table, ANNA)[:1]) is None
        await room.tables.quiet()
        while (turn := table.now.turn) and (due_at := turn.due_at) and not legal(table, ANNA):
            slept = sum(room.sleep.slept)
            await room.wait(due_at - clock.now)
            waits.add(round(watch.heard[-1][0] - slept - due_at, 6))
            assert await table.join(BELA, "Béla") is None or not table.now.away
    assert waits == {0.3}
    assert thinkers.in_time
    assert thinkers.late


async def test_quick_computers_do_not_wait_if_there_is_no_pause(open_room: OpenRoom) -> None:
    room = await open_room(thinkers=Thinkers(), pause=0.0)
    table = await room.table(computers=2)
    assert await table.change(ANNA, "strength", Strength.QUICK) is None
    assert await table.start(ANNA) is None
    await room.tables.quiet()
    assert legal(table, ANNA)
    assert {*room.sleep.slept} == {0.0}


@dataclass
class Blocked(First):
    """Thinks until it is released."""

    thinking: Event = field(default_factory=Event)
    released: Event = field(default_factory=Event)
    thoughts: int = 0

    def choose(self, view: View) -> Action:
        self.thoughts += 1
        self.thinking.set()
        assert self.released.wait(10)
        return super().choose(view)

    async def think(self) -> None:
        """Wait until it thinks."""
        assert await asyncio.to_thread(self.thinking.wait, 10)


@pytest.fixture
def player() -> Iterator[Blocked]:
    blocked = Blocked()
    yield blocked
    blocked.released.set()


@pytest.fixture
async def blocked_room(open_room: OpenRoom, player: Blocked) -> Room:
    return await open_room(player=player)


async def test_others_act_while_a_computer_thinks(blocked_room: Room, player: Blocked) -> None:
    table = await blocked_room.table(BELA, computers=1)
    await table.start(ANNA)
    await player.think()
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    assert await table.act(BELA, None, legal(table, BELA)[:1]) is None
    assert table.now.revision == 3
    player.released.set()
    await blocked_room.tables.quiet()
    (saved,) = await blocked_room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [0, 1, 2]
    assert player.thoughts == 1, "secret actions of others do not make it think again"


async def test_a_person_leaves_and_comes_back_while_a_computer_thinks(
    blocked_room: Room, player: Blocked
) -> None:
    table = await blocked_room.table(BELA, computers=1)
    await table.start(ANNA)
    await player.think()
    assert await table.leave(BELA) is None
    assert table.now.occupants[1] == Occupant("Béla", away_id=BELA)
    assert await table.join(BELA, "Béla") is None
    assert await table.announce_last_circle(BELA) is None
    player.released.set()
    await blocked_room.tables.quiet()
    assert player.thoughts == 1, "the computer's choice is as good as before"
    assert table.now.revision == 2
    assert session_of(table).last_circle_announced_after == 0


async def test_the_computer_does_not_act_for_a_person_who_came_back_while_it_thought(
    blocked_room: Room, player: Blocked
) -> None:
    table = await blocked_room.table(BELA)
    await table.start(ANNA)
    await table.leave(BELA)
    await player.think()
    assert await table.join(BELA, "Béla") is None
    player.released.set()
    await blocked_room.tables.quiet()
    assert table.now.revision == 1
    assert await table.act(BELA, 1, legal(table, BELA)[:1]) is None


async def test_the_host_ends_the_table_while_a_computer_thinks(blocked_room: Room, player: Blocked) -> None:
    table = await blocked_room.table(computers=1)
    await table.start(ANNA)
    await player.think()
    assert await table.end(ANNA) is None
    assert await blocked_room.kinds() == [NewsKind.LOBBY, NewsKind.DEAL_STARTED, NewsKind.ENDED]
    player.released.set()
    await asyncio.gather(*table.tasks)
    assert (table.now.revision, await blocked_room.store.log.open_tables()) == (1, ())


async def test_closing_does_not_wait_for_a_computer_that_thinks(open_room: OpenRoom, player: Blocked) -> None:
    room = await open_room(player=player)
    table = await room.table(computers=1)
    await table.start(ANNA)
    await player.think()
    async with asyncio.timeout(5):
        await room.close()
    assert (table.now.revision, table.tasks) == (1, ())
    threads = [thread for thread in threading.enumerate() if thread.name == "computer player"]
    assert [thread.daemon for thread in threads] == [True], "Python does not wait for it either"


async def test_a_computer_that_hangs_takes_the_first_legal_action(
    blocked_room: Room, player: Blocked, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.computers.THINKING_SECONDS", 0.01)
    table = await blocked_room.started(computers=1)
    (saved,) = await blocked_room.store.log.open_tables()
    assert [each.action for each in saved.actions] == [f"lay {deal_of(table).layout.hands[1].sorted[0]}"]
    said = f"The quick computer player on seat 1 of table {table.id} did not answer within 0.01 seconds"
    assert said in caplog.text
    assert not [card for card in table.now.game.pack if f" {card}" in caplog.text], "no card is logged"


class Raising:
    def choose(self, view: View) -> Action:
        raise RuntimeError(f"I hold {view.hand}")


class Cheating:
    def choose(self, view: View) -> Action:
        return Action(view.actions[0].verb, "T21")


@pytest.mark.parametrize(("failing", "why"), [(Raising(), "RuntimeError"), (Cheating(), "not_in_hand")])
async def test_a_computer_that_fails_takes_the_first_legal_action(
    open_room: OpenRoom, caplog: pytest.LogCaptureFixture, failing: Player, why: str
) -> None:
    room = await open_room(player=failing)
    table = await room.started(computers=2)
    with caplog.at_level(logging.DEBUG):
        await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert f"of table {table.id}" in caplog.text
    assert why in caplog.text
    assert not [card for card in table.now.game.pack if f" {card}" in caplog.text], "no card is logged"
