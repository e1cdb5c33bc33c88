"""Deadlines, absent players, pauses, idle tables, and a computer's clock that is set."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from bot.computers.players import for_game
from bot.games import GAMES
from bot.ops.downtime import Downtime
from bot.rules.game import Game
from bot.store.database import Step
from bot.tables import EndCause, NewsKind, Pace, TableState
from bot.tables.deadlines import absent, let_computer_play
from bot.tables.deadlines import remind as remind_again
from bot.tables.services import SET
from bot.tables.table import Change, TurnClock
from bot.tables.tables import RETRY_SECONDS
from tests.helpers import TERMS
from tests.tables.room import (
    ANNA,
    BELA,
    CHANNEL,
    CLARA,
    LONG_TOY,
    STRANGER,
    TOY,
    Clock,
    Disk,
    OpenRoom,
    Room,
    act,
    code,
    discarded,
    facts,
    finish,
    is_paused,
    legal,
    missed,
    refused,
    request,
    revision_of,
    step,
    turn_of,
    without_bela,
)


@pytest.mark.parametrize("pace", TERMS.paces)
async def test_a_reminder_comes_once(room: Room, pace: Pace) -> None:
    table = await room.started(BELA, pace=pace)
    await room.kinds()
    before, remind = table.now.revision, TERMS.paces[pace].remind
    await room.wait(remind - 0.1)
    assert (await room.kinds(), turn_of(table).reminded) == ([], False)
    await room.wait(0.1)
    assert (await room.kinds(), turn_of(table).reminded, table.now.revision) == (
        [NewsKind.CLOCK],
        True,
        before,
    )
    assert table.now.idle_since == 1000, "a reminder is not an action of a person"
    assert remind_again(table.now, 1e9) is None
    await room.wait((TERMS.paces[pace].play or 1e5) - remind - 0.1)
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
    play = TERMS.paces[pace].play
    assert play is not None
    await room.wait(play - 0.1)
    assert (len(table.now.open_log), missed(table)) == (2, [0, 0])
    await room.wait(0.1)
    assert (len(table.now.open_log), missed(table)) == (3, [0, 1])
    assert (table.now.absent_last, table.now.away) == ((1,), ())
    for _ in range(3):
        if not table.now.away:
            await without_bela(table, room, play)
    assert (table.now.away, table.now.people) == ((BELA,), (ANNA,))


async def test_a_turn_played_in_time_ends_a_row_of_missed_ones(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(40)
    assert missed(table) == [0, 1]
    while not legal(table, BELA):
        await act(table, room, ANNA)
    await act(table, room, BELA)
    assert missed(table) == [0, 0]


async def test_players_asked_at_the_same_time_share_one_deadline(room: Room) -> None:
    table = await room.started(BELA, CLARA, pace=Pace.FAST)
    turn = table.now.turn
    await room.wait(15)
    await act(table, room, ANNA)
    assert table.now.turn == turn
    await room.wait(25)
    assert [str(move) for move in table.now.open_log] == ["0 lay ?", "1 lay ?", "2 lay ?"]
    assert missed(table) == [0, 1, 1]


async def test_a_turn_ends_with_its_trick(room: Room) -> None:
    """A player for whom the computer has won a trick has time for the lead to the next."""
    table = await room.started(BELA, game=LONG_TOY, pace=Pace.FAST)
    await discarded(table, room)
    await act(table, room, BELA)
    while not legal(table, BELA):
        await act(table, room, ANNA)
    before = len(table.now.open_log)
    await room.wait(40)
    assert len(table.now.open_log) == before + 1


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
    assert (str(table.now.open_log[-1]), missed(table)) == (f"1 {card}", [0, 0])


async def test_a_press_while_the_computer_thinks_wins(open_room: OpenRoom) -> None:
    taken = []

    class Slow:
        """A computer player that thinks while its person comes back."""

        def choose(self, view: Any) -> Any:
            asyncio.run_coroutine_threadsafe(press(), loop).result()
            return view.actions[0]

    async def press() -> None:
        taken.append(await table.act(BELA, None, legal(table, BELA)[-1:]))

    loop = asyncio.get_running_loop()
    room = await open_room(player=Slow())
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    card = legal(table, BELA)[-1]
    await room.wait(40)
    assert taken == [None]
    assert [str(move) for move in table.now.open_log][2:] == [f"1 {card}"]
    assert missed(table) == [0, 0]


async def test_a_computers_move_is_dropped_if_the_deadline_moves_meanwhile(open_room: OpenRoom) -> None:
    class Slow:
        """A computer player that thinks while the deadlines move."""

        def choose(self, view: Any) -> Any:
            if room.clock.now < 1100:
                asyncio.run_coroutine_threadsafe(room.tables.postpone(lambda _: 100), loop).result()
            return view.actions[0]

    loop = asyncio.get_running_loop()
    room = await open_room(player=Slow())
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(40)
    assert (len(table.now.open_log), missed(table)) == (2, [0, 0])
    await room.wait(100)
    assert (len(table.now.open_log), missed(table)) == (3, [0, 1])


async def test_the_others_may_let_the_computer_play_at_a_relaxed_table(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await discarded(table, room)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    await room.wait(10 * 180)
    assert len(table.now.open_log) == 3
    assert code(await table.let_computer_play(STRANGER)) == "not_seated"
    assert code(await table.let_computer_play(BELA)) == "your_turn"
    assert await table.let_computer_play(ANNA) is None
    await room.wait(0)
    await room.tables.quiet()
    assert (len(table.now.open_log), table.now.away) == (4, (BELA,))
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    assert await table.join(BELA, "Béla") is None


async def test_a_computer_that_has_yet_to_act_misses_no_turn(room: Room) -> None:
    table = await room.table(BELA, computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    assert await table.act(ANNA, None, legal(table, ANNA)[:1]) is None
    now = replace(table.now, turn=TurnClock(1000.0, None, reminded=True))
    change = let_computer_play(now, ANNA, 1180.0)
    assert isinstance(change, Change)
    assert [each and each.missed for each in change.after.occupants] == [0, 1, 0]


async def test_the_computer_plays_for_people_only_and_only_once_their_time_is_over(room: Room) -> None:
    table = await room.table(BELA, computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    now = replace(table.now, turn=TurnClock(1000.0, 1040.0))
    assert now.deal is not None
    assert now.deal.seats() == (0, 1, 2)
    assert absent(now, 1039.9) == ()
    assert absent(now, 1040.0) == (0, 1)


async def test_the_others_may_not_let_the_computer_play_at_other_paces(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"
    await room.wait(20)
    assert code(await table.let_computer_play(ANNA)) == "nobody_late"


async def test_there_is_no_pause_without_a_clock(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.NONE)
    assert code(await table.wish_pause(ANNA, wanted=True)) == "no_clock"


async def test_letting_the_computer_play_and_pausing_need_a_deal(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.let_computer_play(ANNA)) == "no_deal"
    assert code(await table.wish_pause(ANNA, wanted=True)) == "no_deal"
    await table.end(ANNA)
    assert code(await table.let_computer_play(ANNA)) == "table_ended"
    assert code(await table.wish_pause(ANNA, wanted=True)) == "table_ended"


async def test_the_host_role_moves_on_from_an_absent_host(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    while not table.now.away:
        await (act(table, room, BELA) if legal(table, BELA) else room.wait(40))
    assert (table.now.away, table.now.host_id) == ((ANNA,), BELA)


# Whole deals.


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=[*GAMES, "toy"])
async def test_a_deal_with_an_absent_person_ends_by_itself(open_room: OpenRoom, game: Game) -> None:
    """Anna acts whenever she is asked and Béla never does, in every phase of the game."""
    room = await open_room(player_for=None if game is TOY else for_game)
    seats = min(game.seats)
    table = await room.started(BELA, computers=seats - 2, game=game, pace=Pace.FAST)
    for _ in range(200):
        if table.now.state.in_deal:
            await without_bela(table, room)
    assert table.now.state is TableState.BETWEEN
    assert table.now.turn is None


@pytest.mark.parametrize("reminded", [False, True])
async def test_deadlines_go_on_after_a_restart(room: Room, reminded: bool) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(25 if reminded else 5)
    before, turn = facts(table), table.now.turn
    assert turn is not None
    again = await room.restarted(clock=Clock(room.clock.now + 1e5))
    assert (facts(again), again.now.turn) == (before, turn)
    await room.tables.postpone(lambda _: 1e5)
    room.tables.resume()
    await room.kinds()
    assert again.now.turn == turn.later(1e5)
    assert again.now.idle_since == table.now.idle_since, "a restart is not an action of a person"
    await room.wait(14.9)
    assert (len(again.now.open_log), await room.kinds()) == (0, [])
    await room.wait(0.1)
    assert len(again.now.open_log) == (3 if reminded else 0)
    assert turn_of(again).reminded is not reminded


async def test_a_reminder_due_while_no_press_arrives_comes_shortly_after(open_room: OpenRoom) -> None:
    connected = asyncio.Event()
    room = await open_room(reaches=lambda _guild_id: connected.is_set())
    table = await room.started(BELA, pace=Pace.SLOW)
    await room.wait(TERMS.paces[Pace.SLOW].remind)
    seen = [table.now.turn]
    connected.set()
    await room.wait(RETRY_SECONDS)
    seen.append(table.now.turn)
    assert [turn and turn.reminded for turn in seen] == [False, True]


async def test_the_table_pauses_while_more_than_half_wish_it(room: Room) -> None:
    table = await room.started(BELA, CLARA, pace=Pace.FAST)
    await discarded(table, room)
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert not is_paused(table)
    await room.kinds()
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert await room.kinds() == [], "the same wish again"
    assert await table.wish_pause(CLARA, wanted=True) is None
    assert is_paused(table)
    assert await room.kinds() == [NewsKind.CLOCK]
    await room.wait(1e6)
    assert len(table.now.open_log) == 3
    assert code(await table.act(BELA, None, legal(table, BELA)[:1])) == "paused"
    assert await table.wish_pause(CLARA, wanted=False) is None
    assert not is_paused(table)
    assert table.now.wishing == (), "another pause needs new wishes"
    assert turn_of(table).due_at == room.clock.now + 40
    await act(table, room, BELA)


async def test_computers_do_not_move_during_a_pause(room: Room) -> None:
    table = await room.table(computers=1, pace=Pace.FAST)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert is_paused(table), "one of one"
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.now.open_log == ()
    assert await table.wish_pause(ANNA, wanted=False) is None
    await room.tables.quiet()
    assert len(table.now.open_log) == 1


async def test_a_pause_lasts_when_players_leave_and_come_back(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await table.wish_pause(BELA, wanted=True)
    assert not is_paused(table)
    await table.leave(ANNA)
    assert is_paused(table), "one of one"
    await table.join(ANNA, "Anna")
    assert is_paused(table), "nobody wanted to go on"
    await table.wish_pause(ANNA, wanted=False)
    assert not is_paused(table)
    await table.leave(ANNA)
    await table.wish_pause(BELA, wanted=False)
    await table.join(ANNA, "Anna")
    assert not any(each.wants_pause for each in table.now.occupants if each)


async def test_wishes_for_a_pause_end_with_the_deal(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await table.wish_pause(ANNA, wanted=True)
    await finish(table, room)
    await table.next_deal(ANNA)
    assert [each and each.wants_pause for each in table.now.occupants] == [False, False]


HOUR = 60 * 60.0
DAY = 24 * HOUR


async def passed(room: Room, seconds: float) -> list[NewsKind]:
    """Let time pass, and return the news of it."""
    await room.kinds()
    room.clock.advance(seconds)
    return await room.kinds()


async def test_a_lobby_that_no_one_starts_is_closed(room: Room) -> None:
    table = await room.table()
    assert table.now.lapses_at == 1000 + 6 * HOUR
    assert await passed(room, 5 * HOUR) == []
    await table.join(BELA, "Béla")
    assert await passed(room, 5.9 * HOUR) == []
    assert await passed(room, 0.1 * HOUR) == [NewsKind.ENDED]
    assert table.now.ending == (EndCause.NOT_STARTED, None)
    assert table.now.idle_since == 1000 + 5 * HOUR, "closing is not an action of a person"
    assert room.tables.in_channel(CHANNEL) == ()


async def test_limits_that_passed_while_the_bot_was_down_apply_when_it_starts(room: Room) -> None:
    lobby, game = await room.table(), await room.create(request(BELA))
    assert await game.join(CLARA, "Clara") is None
    assert await game.start(BELA) is None
    await room.close()
    room.clock.advance(30 * DAY)
    await room.restart(clock=room.clock)
    room.tables.resume()
    room.clock.advance(0)
    await room.tables.quiet()
    assert room.tables.get(lobby.id) is None
    found = room.tables.get(game.id)
    assert found is not None
    assert found.now.asleep, "its players could not act in the meantime"
    assert found.now.lapses_at == room.clock.now + 14 * DAY


async def test_a_closed_table_has_no_timers(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    other = await room.create(request(CLARA))
    assert len(room.clock.waiting) == 3
    await table.stop()
    assert [at for at, _ in room.clock.waiting.values()] == [other.now.lapses_at]


async def test_a_game_ends_when_the_bot_has_left_its_server(room: Room) -> None:
    table = await room.started(BELA)
    room.clock.advance(60)
    assert await table.end_for(EndCause.SERVER_LEFT) is None
    assert table.now.idle_since == 1000, "closing is not an action of a person"
    assert table.now.ending == (EndCause.SERVER_LEFT, None)
    assert code(await table.end_for(EndCause.SERVER_LEFT)) == "table_ended"


@pytest.mark.parametrize(
    ("started", "seconds", "done"), [(True, 20, NewsKind.CLOCK), (False, 6 * HOUR, NewsKind.ENDED)]
)
async def test_what_the_clock_does_is_tried_again_until_it_is_saved(
    room: Room, disk: Disk, started: bool, seconds: float, done: NewsKind
) -> None:
    await (room.started if started else room.table)(BELA, pace=Pace.FAST)
    await room.kinds()
    await disk(False)
    await room.wait(seconds)
    assert await room.kinds() == []
    await disk(True)
    await room.wait(RETRY_SECONDS)
    assert await room.kinds() == [done]


async def test_idle_tables_do_not_count_towards_the_limit_of_the_channel(room: Room) -> None:
    started = await room.started(BELA)
    for host in range(4):
        await room.create(request(host))
    refusal = refused(await room.tables.create(request(CLARA)))
    assert (refusal.code, refusal.facts) == ("too_many_tables", {"count": 5})
    await room.create(request(CLARA, channel=CHANNEL + 1))
    for user_id in (ANNA, BELA):
        await started.leave(user_id)
    assert started.now.asleep
    await room.create(request(CLARA))
    assert code(await room.tables.create(request(50))) == "too_many_tables", "only one sleeps"
    room.clock.advance(HOUR)
    await room.create(request(50))


async def test_the_limits_on_idle_tables_can_be_turned_off(room: Room) -> None:
    table = await room.started(BELA)
    asleep_never = replace(table.now, terms=TERMS._replace(times=TERMS.times._replace(sleep=None)))
    assert asleep_never.lapses_at is None
    ended_never = replace(table.now, terms=TERMS._replace(times=TERMS.times._replace(close=None)))
    assert ended_never.lapses_at == table.now.lapses_at


async def test_a_suspended_table_stays_if_ending_it_cannot_be_saved(
    room: Room, open_room: OpenRoom, disk: Disk
) -> None:
    table = await room.started(BELA)
    await room.store.write(Step(text("UPDATE tables SET engine = 99, session = '{'")))
    await room.restart()
    other = await open_room()
    (suspended,) = room.tables.suspended
    assert suspended.totals == ()

    await disk(False)
    assert code(await room.tables.end_suspended(table.id)) == "storage_failed"
    await disk(True)
    assert room.tables.get_suspended(table.id) is not None
    assert await other.tables.end_suspended(table.id) is None
    assert code(await room.tables.end_suspended(table.id)) == "table_ended"


async def test_a_game_that_computers_finish_for_absent_people_waits_for_them(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(HOUR)
    assert (table.now.people, table.now.state, table.now.asleep) == ((), TableState.BETWEEN, True)
    assert await table.join(BELA, "Béla") is None
    assert (table.now.host_id, table.now.asleep) == (BELA, False)


jumps = pytest.mark.parametrize("jump", [-DAY, 2 * HOUR, 20 * DAY], ids=["back", "forward", "far forward"])
noticing = pytest.mark.parametrize("noticed", [False, True], ids=["unnoticed", "noticed"])


async def set_clock(room: Room, jump: float, *, noticed: bool = True) -> None:
    """Set the computer's clock, which the bot notices soon after."""
    room.clock.set_by += jump
    if noticed and room.steady.look():
        await room.tables.follow_clock()
        await room.tables.quiet()


@jumps
@noticing
async def test_a_turn_lasts_as_long(room: Room, jump: float, noticed: bool) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(10)
    await set_clock(room, jump, noticed=noticed)
    assert await table.join(CLARA, "Clara") is not None
    assert await table.wish_pause(ANNA, wanted=True) is None, "a change of the table counts no time"
    await room.wait(9.9)
    assert (turn_of(table).reminded, missed(table)) == (False, [0, 0])
    await room.wait(20)
    assert (turn_of(table).reminded, missed(table)) == (True, [0, 0])
    await room.wait(0.1)
    assert missed(table) == [0, 1]


@jumps
@noticing
async def test_a_game_falls_asleep_and_is_closed_after_as_long(
    room: Room, jump: float, noticed: bool
) -> None:
    table = await room.started(BELA)
    await room.wait(47 * HOUR)
    await step(table, room)
    await set_clock(room, jump, noticed=noticed)
    await room.wait(48 * HOUR - 0.1)
    asleep = table.now.asleep
    await room.wait(0.1)
    assert (asleep, table.now.asleep, table.now.state) == (False, True, TableState.PLAYING)
    await set_clock(room, jump, noticed=noticed)
    await room.wait(14 * DAY - 0.1)
    state = table.now.state
    await room.wait(0.1)
    assert (state, table.now.state) == (TableState.PLAYING, TableState.ENDED)
    assert table.now.ending == (EndCause.ASLEEP, None)
    assert room.clock.waiting == {}, "no timer is left"


@jumps
async def test_what_is_shown_and_saved_is_by_the_computers_clock(room: Room, jump: float) -> None:
    table = await room.started(BELA, pace=Pace.SLOW)
    await room.kinds()
    turn, lapses_at = table.now.turn, table.now.lapses_at
    assert turn is not None
    assert lapses_at is not None
    await set_clock(room, jump)
    assert await room.kinds() == [NewsKind.CLOCK]
    assert (table.now.turn, table.now.lapses_at) == (turn.later(jump), lapses_at + jump)
    (saved,) = await room.store.log.open_tables()
    assert saved.table.remind_at == turn.remind_at + jump
    assert saved.table.idle_since == 1000 + jump
    await room.wait(60)
    assert await table.act(ANNA, None, ()) is None
    assert await table.wish_pause(ANNA, wanted=True) is None
    (saved,) = await room.store.log.open_tables()
    assert saved.table.idle_since == 1060 + jump


async def test_small_differences_of_the_computers_clock_are_not_followed(room: Room) -> None:
    for jump in (SET - 1, 2 - SET):
        room.clock.set_by = jump
        assert room.steady.look() == 0
    assert room.steady.date() == room.steady() == 1000


@pytest.mark.parametrize(
    ("jump", "noticed"), [(-DAY, False), (-DAY, True), (2 * HOUR, False), (2 * HOUR, True), (20 * DAY, True)]
)
async def test_after_a_restart_as_much_time_is_left(room: Room, jump: float, noticed: bool) -> None:
    """The computer's clock is set while the bot runs, or while it is off."""
    uptime = Downtime(room.store, room.tables, room.steady)
    await uptime.start()
    await room.started(BELA, pace=Pace.FAST)
    await room.table(channel=7)
    await room.wait(10)
    await set_clock(room, jump, noticed=noticed)
    await uptime.stop()
    await room.restart(clock=Clock(room.clock.now + 60, room.clock.set_by))
    table, lobby = sorted(room.tables.of_user(ANNA), key=lambda each: each.now.channel_id)
    uptime = Downtime(room.store, room.tables, room.steady)
    await uptime.start()
    room.tables.resume()
    await room.wait(TERMS.paces[Pace.FAST].remind - 10.1)
    turns = [table.now.turn]
    await room.wait(0.1)
    turns.append(table.now.turn)
    assert [turn and turn.reminded for turn in turns] == [False, True]
    await room.wait(6 * HOUR)
    assert lobby.now.state is TableState.ENDED
    await uptime.stop()
