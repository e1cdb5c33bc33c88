"""Reminders, turns that the computer plays for absent people, and pauses: a fake clock, a real database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.computers.players import for_game
from bot.games import GAMES
from bot.tables import NewsKind, Pace, TableState
from bot.tables.deadlines import absent, let_computer_play
from bot.tables.deadlines import remind as remind_again
from bot.tables.news import Change
from bot.tables.pace import PACES, Turn
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    Room,
    code,
    finish,
    legal,
    revision_of,
)
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.game import Game
from tests.tables.absence import act, away, discarded, missed, without_bela


async def test_no_turn_is_timed_in_the_lobby_and_between_deals(room: Room) -> None:
    table = await room.table(BELA, pace=Pace.FAST)
    assert (table.pace, table.limits, table.turn) == (Pace.FAST, PACES[Pace.FAST], None)
    await table.start(ANNA)
    await finish(table, room)
    assert (table.state, table.turn) == (TableState.BETWEEN, None)
    await room.wait(3)  # the last trick has been looked at
    assert len(room.clock.waiting) == 1, "only the limit on idle tables runs"


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
    assert table.idle_since == 1000, "a reminder is not an action of a person"
    assert remind_again(table._now, 1e9) is None
    await room.wait((PACES[pace].play or 1e5) - remind - 0.1)
    assert await room.kinds() == []


async def test_nobody_is_reminded_of_a_turn_that_has_timed_out(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.kinds()
    room.clock.advance(40)  # both the reminder and the end of the turn are due at once
    assert await room.kinds() == [NewsKind.MOVES]


@pytest.mark.parametrize("pace", [Pace.NORMAL, Pace.FAST, Pace.SLOW])
async def test_a_computer_plays_for_an_absent_player_and_later_sits_in(room: Room, pace: Pace) -> None:
    table = await room.started(BELA, pace=pace)
    await discarded(table, room)
    play = PACES[pace].play
    assert play is not None
    await room.wait(play - 0.1)
    assert (len(table.open_log), missed(table), away(table)) == (2, [0, 0], [])
    await room.wait(0.1)
    assert (len(table.open_log), missed(table), away(table)) == (3, [0, 1], [])
    assert (table.absent_last, table.away) == ((1,), ())
    for _ in range(3):
        if not away(table):
            await without_bela(table, room, play)
    assert (away(table), table.away, table.people) == ([BELA], (BELA,), (ANNA,))


async def test_acting_resets_the_count_of_missed_turns(room: Room) -> None:
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


async def test_players_asked_at_the_same_time_share_one_deadline(room: Room) -> None:
    table = await room.started(BELA, CLARA, pace=Pace.FAST)
    turn = table.turn
    await room.wait(15)
    await act(table, room, ANNA)
    assert table.turn == turn
    await room.wait(25)
    assert [str(move) for move in table.open_log] == ["0 lay ?", "1 lay ?", "2 lay ?"]
    assert missed(table) == [0, 1, 1]


async def test_a_turn_ends_with_its_trick(room: Room) -> None:
    """A player for whom the computer has won a trick has time for the lead to the next."""
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await act(table, room, BELA)
    while not legal(table, BELA):
        await act(table, room, ANNA)
    before = len(table.open_log)
    await room.wait(40)
    assert len(table.open_log) == before + 1


async def test_an_absent_player_may_return_at_any_moment(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    while not away(table):
        await without_bela(table, room)
    assert code(await table.act(BELA, None, ())) == "not_seated"
    assert await table.join(BELA, "Béla") is None
    assert (away(table), missed(table)) == ([], [0, 0])
    await finish(table, room)


@pytest.mark.parametrize("first", ["press", "deadline"])
async def test_a_press_at_the_instant_of_the_deadline_counts(room: Room, first: str) -> None:
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
            asyncio.run_coroutine_threadsafe(press(), loop).result()
            return view.actions[0]

    async def press() -> None:
        taken.append(await table.act(BELA, None, legal(table, BELA)[-1:]))

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


async def test_a_computers_move_is_dropped_if_the_deadline_moves_meanwhile(path: Path) -> None:
    class Slow:
        """A computer player that thinks while the deadlines move."""

        def choose(self, view: Any) -> Any:
            if room.clock.now < 1100:
                asyncio.run_coroutine_threadsafe(room.tables.postpone(lambda _: 100), loop).result()
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


async def test_the_others_may_let_the_computer_play_at_a_relaxed_table(room: Room) -> None:
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


async def test_a_computer_that_has_yet_to_act_misses_no_turn(room: Room) -> None:
    table = await room.table(BELA, computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    assert await table.act(ANNA, None, legal(table, ANNA)[:1]) is None
    now = replace(table._now, turn=Turn(1000.0, None, reminded=True))
    change = let_computer_play(now, ANNA, 1180.0)
    assert isinstance(change, Change)
    assert [each and each.missed for each in change.situation.occupants] == [0, 1, 0]


async def test_the_computer_plays_for_people_only_and_only_once_their_time_is_over(room: Room) -> None:
    table = await room.table(BELA, computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    now = replace(table._now, turn=Turn(1000.0, 1040.0))
    assert now.deal is not None
    assert now.deal.seats() == (0, 1, 2)
    assert absent(now, 1039.9) == ()
    assert absent(now, 1040.0) == (0, 1)


async def test_the_others_may_not_let_the_computer_play_at_other_paces(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    await room.wait(20)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"


async def test_letting_the_computer_play_and_pausing_need_a_deal(room: Room) -> None:
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
async def test_a_deal_whose_only_person_is_absent_ends_by_itself(path: Path, game: Game) -> None:
    room = await Room.open(path, player_for=for_game)
    table = await room.started(computers=min(game.seats) - 1, game=game, pace=Pace.FAST)
    await room.wait(3600)
    assert table.state is TableState.BETWEEN
    assert await table.join(ANNA, "Anna") is None or not away(table)
    assert await table.next_deal(ANNA) is None
    await room.close()
