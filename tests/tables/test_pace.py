"""Reminders, turns that the computer plays for absent people, and pauses: a fake clock, a real database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.games import GAMES
from bot.players import for_game
from bot.store import StoreError
from bot.tables import NewsKind, Pace, Table, TableState
from bot.tables.autoplay import RETRY_SECONDS
from bot.tables.pace import PACES
from bot.tables.saving import save
from tests.tables.clock import Clock
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    Room,
    code,
    facts,
    finish,
    least,
    legal,
    revision_of,
)
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.game import Game


async def act(table: Table, room: Room, user_id: int) -> None:
    """Let a person take the least action."""
    action = least(legal(table, user_id))
    assert await table.act(user_id, revision_of(table, user_id), [action]) is None
    await room.tables.quiet()


async def discarded(table: Table, room: Room) -> None:
    """Let everybody discard; then Béla leads."""
    for user_id in table.people:
        await act(table, room, user_id)


def is_paused(table: Table) -> bool:
    """Whether a table pauses and no clock runs."""
    assert not (table.paused and table.turn)
    return table.paused


async def without_bela(table: Table, room: Room, seconds: float = 40) -> None:
    """Let Anna act if she is asked, else the time of a turn pass."""
    await (act(table, room, ANNA) if legal(table, ANNA) else room.wait(seconds))


def away(table: Table) -> list[int]:
    return [each.away_id for each in table.occupants if each and each.away_id is not None]


def missed(table: Table) -> list[int]:
    return [each.missed for each in table.occupants if each]


async def test_nobody_is_waited_for_in_the_lobby_and_between_deals(room: Room) -> None:
    table = await room.table(BELA, pace=Pace.FAST)
    assert (table.pace, table.limits, table.turn) == (Pace.FAST, PACES[Pace.FAST], None)
    await table.start(ANNA)
    await finish(table, room)
    assert (table.state, table.turn) == (TableState.BETWEEN, None)
    assert len(room.clock.waiting) == 1, "only the time for which a table may be left alone runs"


async def test_the_host_sets_the_pace_in_the_lobby(room: Room) -> None:
    table = await room.table(BELA)
    assert table.pace is Pace.RELAXED
    assert code(await table.set_pace(BELA, Pace.FAST)) == "only_host"
    assert await table.set_pace(ANNA, Pace.SLOW) is None
    await room.kinds()
    assert await table.set_pace(ANNA, Pace.SLOW) is None
    assert (table.pace, await room.kinds()) == (Pace.SLOW, [])
    await table.start(ANNA)
    assert code(await table.set_pace(ANNA, Pace.FAST)) == "already_started"


async def test_without_a_pace_nothing_is_due(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.NONE)
    assert (table.limits, table.turn, len(room.clock.waiting)) == (None, None, 1)


@pytest.mark.parametrize("pace", PACES)
async def test_a_reminder_comes_once(room: Room, pace: Pace) -> None:
    table = await room.started(BELA, pace=pace)
    await room.kinds()
    before, remind = table.revision, PACES[pace].remind
    await room.wait(remind - 0.1)
    assert table.turn is not None
    assert (await room.kinds(), table.turn.reminded) == ([], False)
    await room.wait(0.1)
    assert table.turn is not None
    assert (await room.kinds(), table.turn.reminded, table.revision) == ([NewsKind.CLOCK], True, before)
    await room.wait((PACES[pace].play or 1e5) - remind - 0.1)
    assert await room.kinds() == []


@pytest.mark.parametrize("pace", [Pace.NORMAL, Pace.FAST, Pace.SLOW])
async def test_the_computer_plays_the_turn_and_then_sits_in(room: Room, pace: Pace) -> None:
    table = await room.started(BELA, pace=pace)
    await discarded(table, room)
    play = PACES[pace].play
    assert play is not None
    await room.wait(play - 0.1)
    assert (len(table.open_log), missed(table), away(table)) == (2, [0, 0], [])
    await room.wait(0.1)
    assert (len(table.open_log), missed(table), away(table)) == (3, [0, 1], [])
    for _ in range(3):
        if not away(table):
            await without_bela(table, room, play)
    assert (away(table), table.people) == ([BELA], (ANNA,))


async def test_who_acts_has_missed_no_turn(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(40)
    while not legal(table, BELA):
        await act(table, room, ANNA)
    assert missed(table) == [0, 1]
    await act(table, room, BELA)
    assert missed(table) == [0, 0]
    (saved,) = await room.store.log.open_tables()
    assert [each.missed for each in saved.seats] == [0, 0]


async def test_all_who_are_asked_at_once_have_one_deadline(room: Room) -> None:
    table = await room.started(BELA, CLARA, pace=Pace.FAST)
    turn = table.turn
    await room.wait(15)
    await act(table, room, ANNA)
    assert table.turn == turn
    await room.wait(25)
    assert [str(move) for move in table.open_log] == ["0 lay ?", "1 lay ?", "2 lay ?"]
    assert missed(table) == [0, 1, 1]


async def test_a_turn_ends_with_its_trick(room: Room) -> None:
    """Whoever wins a trick by a card that the computer has played has time for the lead to the next."""
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await act(table, room, BELA)
    while not legal(table, BELA):
        await act(table, room, ANNA)
    before = len(table.open_log)
    await room.wait(40)
    assert len(table.open_log) == before + 1


async def test_back_to_the_seat_at_any_moment(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    while not away(table):
        await without_bela(table, room)
    assert code(await table.act(BELA, None, ())) == "not_seated"
    assert await table.join(BELA, "Béla") is None
    assert (away(table), missed(table)) == ([], [0, 0])
    await finish(table, room)


@pytest.mark.parametrize("first", ["press", "deadline"])
async def test_a_press_and_the_deadline_at_the_same_instant(room: Room, first: str) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(39)
    revision, card = revision_of(table, BELA), legal(table, BELA)[-1]
    room.sleep.may_wake.clear()
    pressed = table.act(BELA, revision, [card])
    if first == "press":
        assert await pressed is None
        room.clock.advance(1)
    else:
        room.clock.advance(1)
        await asyncio.sleep(0)
        assert await pressed is None
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert (str(table.open_log[-1]), missed(table)) == (f"1 {card}", [0, 0])


async def test_a_press_while_the_computer_thinks_wins(path: Path) -> None:
    taken = []

    class Slow:
        """A computer player that thinks while its person comes back."""

        def choose(self, view: Any) -> Any:
            taken.append(asyncio.run_coroutine_threadsafe(press(), loop).result())
            return view.actions[0]

    async def press() -> object:
        return await table.act(BELA, None, legal(table, BELA)[-1:])

    loop = asyncio.get_running_loop()
    room = await Room.open(path, player=Slow())
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    card = legal(table, BELA)[-1]
    await room.wait(40)
    assert taken == [None]
    assert [str(move) for move in table.open_log][2:] == [f"1 {card}"]
    assert missed(table) == [0, 0]
    await room.close()


async def test_a_deadline_that_moves_while_the_computer_thinks(path: Path) -> None:
    class Slow:
        """A computer player that thinks while the deadlines move."""

        def choose(self, view: Any) -> Any:
            if room.clock.now < 1100:
                asyncio.run_coroutine_threadsafe(room.tables.postpone(100), loop).result()
            return view.actions[0]

    loop = asyncio.get_running_loop()
    room = await Room.open(path, player=Slow())
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(40)
    assert (len(table.open_log), missed(table)) == (2, [0, 0])
    await room.wait(100)
    assert (len(table.open_log), missed(table)) == (3, [0, 1])
    await room.close()


async def test_an_old_button_does_nothing_after_the_computer_has_played(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    revision, card = revision_of(table, BELA), legal(table, BELA)[-1]
    await room.wait(40)
    assert code(await table.act(BELA, revision, [card])) == "stale"


async def test_at_a_relaxed_table_the_others_decide(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await discarded(table, room)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    await room.wait(10 * 180)
    assert len(table.open_log) == 3
    assert code(await table.let_computer_play(STRANGER)) == "not_seated"
    assert code(await table.let_computer_play(BELA)) == "your_turn"
    assert await table.let_computer_play(ANNA) is None
    await room.wait(0)
    await room.tables.quiet()
    assert (len(table.open_log), away(table)) == (4, [BELA])
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    assert await table.join(BELA, "Béla") is None


async def test_at_other_paces_nobody_need_decide(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    await room.wait(20)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"


async def test_there_is_nobody_to_wait_for_before_and_after_a_deal(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.let_computer_play(ANNA)) == "no_deal"
    assert code(await table.wish_pause(ANNA, wanted=True)) == "no_deal"
    await table.end(ANNA)
    assert code(await table.let_computer_play(ANNA)) == "table_ended"
    assert code(await table.wish_pause(ANNA, wanted=True)) == "table_ended"


async def test_the_host_role_moves_on_from_an_absent_host(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    while not away(table):
        await (act(table, room, BELA) if legal(table, BELA) else room.wait(40))
    assert (away(table), table.host_id) == ([ANNA], BELA)


# Pauses.


async def test_the_table_pauses_while_more_than_half_wish_it(room: Room) -> None:
    table = await room.started(BELA, CLARA, pace=Pace.FAST)
    await discarded(table, room)
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert not is_paused(table)
    assert table.turn is not None
    await room.kinds()
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert await room.kinds() == [], "the same wish again"
    assert await table.wish_pause(CLARA, wanted=True) is None
    assert is_paused(table)
    assert await room.kinds() == [NewsKind.CLOCK]
    await room.wait(1e6)
    assert len(table.open_log) == 3
    assert code(await table.act(BELA, None, legal(table, BELA)[:1])) == "paused"
    assert await table.wish_pause(CLARA, wanted=False) is None
    assert not is_paused(table)
    assert table.turn is not None
    assert table.turn.due_at == room.clock.now + 40
    await act(table, room, BELA)


async def test_computers_do_not_move_during_a_pause(room: Room) -> None:
    table = await room.table(computers=1, pace=Pace.FAST)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert is_paused(table), "one of one"
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.open_log == ()
    assert await table.wish_pause(ANNA, wanted=False) is None
    await room.tables.quiet()
    assert len(table.open_log) == 1


async def test_a_pause_ends_when_those_who_wish_it_leave(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    for user_id in (ANNA, BELA):
        await table.wish_pause(user_id, wanted=True)
    assert is_paused(table)
    await table.leave(ANNA)
    assert is_paused(table), "one of one"
    await table.join(ANNA, "Anna")
    assert not is_paused(table)


async def test_a_pause_is_over_with_its_deal(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await table.wish_pause(ANNA, wanted=True)
    await finish(table, room)
    await table.next_deal(ANNA)
    assert [each and each.wants_pause for each in table.occupants] == [False, False]


async def test_without_a_clock_there_is_no_pause(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.NONE)
    assert code(await table.wish_pause(ANNA, wanted=True)) == "no_clock"
    assert code(await table.wish_pause(STRANGER, wanted=True)) == "not_seated"


# Restarts and failures.


@pytest.mark.parametrize("reminded", [False, True])
async def test_deadlines_go_on_after_a_restart(path: Path, reminded: bool) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(25 if reminded else 5)
    before, turn = facts(table), table.turn
    assert turn is not None
    await room.close()

    room = await Room.open(path, clock=Clock(room.clock.now + 1e5))
    (again,) = room.tables.of_user(ANNA)
    assert (facts(again), again.turn) == (before, turn)
    await room.tables.postpone(1e5)
    room.tables.resume()
    await room.kinds()
    assert again.turn == turn.later(1e5)
    await room.wait(14.9)
    assert (len(again.open_log), await room.kinds()) == (0, [])
    await room.wait(0.1)
    assert len(again.open_log) == (3 if reminded else 0)
    assert again.turn is not None
    assert again.turn.reminded is not reminded
    await room.close()


async def test_a_turn_that_was_due_is_played_after_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(39)
    room.sleep.may_wake.clear()
    room.clock.advance(1)
    await room.close()
    assert len(table.open_log) == 0
    room = await Room.open(path, clock=room.clock)
    (again,) = room.tables.of_user(ANNA)
    room.tables.resume()
    await room.tables.quiet()
    assert (len(again.open_log), missed(again)) == (3, [1, 1])
    await room.close()


async def test_a_pause_outlives_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, pace=Pace.FAST)
    for user_id in (ANNA, BELA):
        await table.wish_pause(user_id, wanted=True)
    await room.close()
    room = await Room.open(path)
    (again,) = room.tables.of_user(ANNA)
    await room.tables.postpone(10)
    room.tables.resume()
    assert (again.paused, again.pace, again.turn, await room.kinds()) == (
        *(True, Pace.FAST, None),
        [NewsKind.RESTORED],
    )
    await room.close()


async def test_a_reminder_that_cannot_be_saved_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started(BELA, pace=Pace.SLOW)
    outcomes = iter([StoreError("full"), None])

    async def failing(*arguments: Any) -> None:
        if (error := next(outcomes)) is not None:
            raise error
        await save(*arguments)

    monkeypatch.setattr("bot.tables.saving.save", failing)
    await room.wait(PACES[Pace.SLOW].remind)
    assert table.turn is not None
    assert not table.turn.reminded
    await room.wait(RETRY_SECONDS)
    assert table.turn is not None
    assert table.turn.reminded


async def test_a_turn_that_cannot_be_saved_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(39)
    outcomes = iter([StoreError("full"), None])

    async def failing(*arguments: Any) -> None:
        if (error := next(outcomes)) is not None:
            raise error
        await save(*arguments)

    monkeypatch.setattr("bot.tables.saving.save", failing)
    await room.wait(1)
    assert room.sleep.slept[-2:] == [RETRY_SECONDS, 1.5]
    assert missed(table) == [1, 1]


# Whole deals.


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=[*GAMES, "toy"])
async def test_a_deal_with_an_absent_person_ends_by_itself(path: Path, game: Game) -> None:
    """Anna acts whenever she is asked and Béla never does, in every phase of the game."""
    room = await Room.open(path, player_for=None if game is TOY else for_game)
    seats = min(game.seats)
    table = await room.started(BELA, computers=seats - 2, game=game, pace=Pace.FAST)
    for _ in range(200):
        if table.state.in_deal:
            await without_bela(table, room)
    assert table.state is TableState.BETWEEN
    assert table.turn is None
    await room.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_deal_without_anybody_ends_by_itself(path: Path, game: Game) -> None:
    room = await Room.open(path, player_for=for_game)
    table = await room.started(computers=min(game.seats) - 1, game=game, pace=Pace.FAST)
    await room.wait(3600)
    assert table.state is TableState.BETWEEN
    assert await table.join(ANNA, "Anna") is None or not away(table)
    assert await table.next_deal(ANNA) is None
    await room.close()
