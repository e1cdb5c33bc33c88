"""Deadlines and pauses: what the clock or a person changes, or why it is refused.

A clock runs while people are asked. It depends only on what everybody sees: an offer that only some hands
have a right to use has the same time in every deal, at every pace but the slow one. A table that is idle for
long ends if it is in the lobby or asleep; else it falls asleep.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.rules.layout import Seat
from bot.rules.reasons import Refusal
from bot.tables.seats import seated_only
from bot.tables.settings import Pace
from bot.tables.table import (
    Change,
    EndCause,
    Ending,
    News,
    NewsKind,
    Occupant,
    Table,
    TableState,
    TurnClock,
    refuse,
)

MISSED_TURNS = 2
"""How many turns in a row the computer plays for a person before it sits in until they are back."""


def awaited_people(table: Table) -> frozenset[int]:
    """Return the user ids of the people for whom the clock runs, by what everybody knows."""
    if table.deal is None or table.state is not TableState.PLAYING or table.paused or table.asleep:
        return frozenset()
    if table.in_last_trick:
        return frozenset()
    seated = (table.occupants[seat] for seat in table.deal.open.turn)
    return frozenset(each.user_id for each in seated if each and each.user_id is not None)


def with_clock(before: Table, after: Table, now: float) -> Table:
    """Return a table with the clock of those it asks, given the table before the change.

    The clock goes on while the same players are asked at once, whatever each of them does. A player who is
    asked alone has the whole time again for each step.
    """
    limits = after.limits
    if after.state is TableState.OFFER and not after.paused and not after.asleep:
        if before.state is TableState.OFFER and before.turn and before.number == after.number:
            return after
        patient = limits.play if limits and after.settings.pace is Pace.SLOW else None
        ends_at = now + (patient or after.terms.offer_seconds)
        # Nobody is reminded of an offer.
        return replace(after, turn=TurnClock(ends_at, ends_at, reminded=True))
    if limits is None or not awaited_people(after):
        return replace(after, turn=None)
    if before.turn is not None and not _is_new(before, after):
        return after
    due_at = None if limits.play is None else now + limits.play
    return replace(after, turn=TurnClock(now + limits.remind, due_at))


def _is_new(before: Table, after: Table) -> bool:
    """Whether those whom the later table asks have only now begun to be asked."""
    if before.deal is None or after.deal is None or before.number != after.number:
        return True
    then, now = before.deal.open, after.deal.open
    if then.phase != now.phase or not awaited_people(after) <= awaited_people(before):
        return True
    return len(then.turn) == 1 and before.revision != after.revision


def is_due(table: Table, now: float) -> bool:
    """Whether the computer is to play for the people who are asked."""
    return table.state is TableState.PLAYING and table.turn is not None and table.turn.is_due(now)


def absent(table: Table, now: float) -> tuple[Seat, ...]:
    """Return the seats of people for whom the computer is to play this turn."""
    if table.deal is None or not is_due(table, now):
        return ()
    return tuple(seat for seat in table.deal.open.turn if seat not in table.computers)


def remind(table: Table, now: float) -> Change | None:
    """Remind those who are asked, once in a turn."""
    if table.turn is None or table.turn.reminded or now < table.turn.remind_at:
        return None
    reminded = replace(table, turn=table.turn._replace(reminded=True))
    return Change(reminded, News(NewsKind.CLOCK), by_person=False)


def missed(table: Table, seats: Collection[Seat]) -> Table:
    """Return the table after the computer has played a turn for some people.

    From the second turn in a row on it sits in for them, and they may take their seats back.
    """
    for seat in seats:
        occupant = table.occupants[seat]
        assert occupant is not None, "somebody sits there"
        sits_in = occupant.missed + 1 >= MISSED_TURNS
        replaced = Occupant(occupant.name, away_id=occupant.user_id)
        table = table.with_occupant(
            seat, replaced if sits_in else replace(occupant, missed=occupant.missed + 1)
        )
    return table.hosted() if seats else table


def let_computer_play(table: Table, by: int, now: float) -> Change | Refusal:
    """Let the computer sit in for the people who were reminded and have not acted.

    Refused as `no_deal`, `nobody_late`, `your_turn`.
    """
    if refusal := _refused(table, by):
        return refusal
    if table.turn is None or table.turn.due_at is not None or not table.turn.reminded or table.deal is None:
        return refuse("nobody_late")
    late = table.deal.open.turn
    if table.seat_of(by) in late:
        return refuse("your_turn")
    after = replace(table, turn=table.turn._replace(due_at=now))
    for seat, each in table.seated:
        if seat in late and not each.is_computer:
            after = after.with_occupant(seat, replace(each, missed=MISSED_TURNS - 1))
    return Change(after, News(NewsKind.CLOCK))


def wish_pause(table: Table, by: int, *, wanted: bool) -> Change | Refusal | None:
    """Ask for a pause, or to go on. The table is paused while more than half of the people seated wish it.

    Once it goes on, nobody's wish for a pause is left. Return `None` if that is the person's wish already.
    Refused as `no_deal`, `no_clock`.
    """
    if refusal := _refused(table, by):
        return refusal
    if table.settings.pace is Pace.NONE:
        return refuse("no_clock")
    seat = table.seat_of(by)
    occupant = None if seat is None else table.occupants[seat]
    if seat is None or occupant is None or occupant.wants_pause is wanted:
        return None
    after = table.with_occupant(seat, replace(occupant, wants_pause=wanted))
    if table.paused and not after.paused:
        occupants = tuple(each and replace(each, wants_pause=False) for each in after.occupants)
        after = replace(after, occupants=occupants)
    return Change(after, News(NewsKind.CLOCK))


def follow_clock(table: Table) -> Change:
    """Save and show the times by the computer's clock, which has been set: the table stays the same."""
    return Change(table, News(NewsKind.CLOCK), by_person=False)


def postpone(table: Table, seconds: float) -> Change | None:
    """Let the deadlines be later by the seconds that the bot was away, or earlier if they are negative."""
    if table.turn is None or table.turn.next_at is None or not seconds:
        return None
    return Change(replace(table, turn=table.turn.later(seconds)), News(NewsKind.CLOCK), by_person=False)


def _refused(table: Table, by: int) -> Refusal | None:
    return seated_only(table, by) or (None if table.state.in_deal else refuse("no_deal"))


def lapse(table: Table, now: float) -> Change | None:
    """Let an idle table fall asleep, or end; return `None` if it has not been idle for long enough."""
    if table.lapses_at is None or now < table.lapses_at:
        return None
    if table.state is TableState.LOBBY or table.asleep:
        cause = EndCause.ASLEEP if table.asleep else EndCause.NOT_STARTED
        return Change(table.ended(Ending(cause)), News(NewsKind.ENDED), by_person=False)
    return Change(replace(table, asleep=True, idle_since=now), News(NewsKind.LOBBY), by_person=False)
