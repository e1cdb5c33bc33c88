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
    Turn,
    refuse,
)

MISSED_TURNS = 2
"""How many turns in a row the computer plays for a person before it sits in until they are back."""


def awaited_people(now: Table) -> frozenset[int]:
    """Return the user ids of the people for whom the clock runs, by what everybody knows."""
    if now.deal is None or now.state is not TableState.PLAYING or now.paused or now.asleep:
        return frozenset()
    seated = (now.occupants[seat] for seat in now.deal.open.turn)
    return frozenset(each.user_id for each in seated if each and each.user_id is not None)


def with_clock(before: Table, after: Table, at: float) -> Table:
    """Return a table with the clock of those it asks, given the table before the change.

    The clock goes on while the same players are asked at once, whatever each of them does. A player who is
    asked alone has the whole time again for each step.
    """
    limits = after.limits
    if after.state is TableState.OFFER and not after.paused and not after.asleep:
        if before.state is TableState.OFFER and before.turn and before.number == after.number:
            return after
        patient = limits.play if limits and after.settings.pace is Pace.SLOW else None
        ends_at = at + (patient or after.terms.offer_seconds)
        return replace(after, turn=Turn(ends_at, ends_at, reminded=True))  # nobody is reminded of an offer
    if limits is None or not awaited_people(after):
        return replace(after, turn=None)
    if before.turn is not None and not _is_new(before, after):
        return after
    due_at = None if limits.play is None else at + limits.play
    return replace(after, turn=Turn(at + limits.remind, due_at))


def _is_new(before: Table, after: Table) -> bool:
    """Whether those whom the later table asks have only now begun to be asked."""
    if before.deal is None or after.deal is None or before.number != after.number:
        return True
    then, now = before.deal.open, after.deal.open
    if then.phase != now.phase or not awaited_people(after) <= awaited_people(before):
        return True
    return len(then.turn) == 1 and before.revision != after.revision


def is_due(now: Table, at: float) -> bool:
    """Whether the computer is to play for the people who are asked."""
    return now.state is TableState.PLAYING and now.turn is not None and now.turn.is_due(at)


def absent(now: Table, at: float) -> tuple[Seat, ...]:
    """Return the seats of people for whom the computer is to play this turn."""
    if now.deal is None or not is_due(now, at):
        return ()
    return tuple(seat for seat in now.deal.open.turn if seat not in now.computers)


def remind(now: Table, at: float) -> Change | None:
    """Remind those who are asked, once in a turn."""
    if now.turn is None or now.turn.reminded or at < now.turn.remind_at:
        return None
    reminded = replace(now, turn=now.turn._replace(reminded=True))
    return Change(reminded, News(NewsKind.CLOCK), by_person=False)


def missed(now: Table, seats: Collection[Seat]) -> Table:
    """Return the table after the computer has played a turn for some people.

    From the second turn in a row on it sits in for them, and they may take their seats back.
    """
    for seat in seats:
        occupant = now.occupants[seat]
        assert occupant is not None, "somebody sits there"
        sits_in = occupant.missed + 1 >= MISSED_TURNS
        replaced = Occupant(occupant.name, away_id=occupant.user_id)
        now = now.with_occupant(seat, replaced if sits_in else replace(occupant, missed=occupant.missed + 1))
    return now.hosted() if seats else now


def let_computer_play(now: Table, by: int, at: float) -> Change | Refusal:
    """Let the computer sit in for the people who were reminded and have not acted.

    Refused as `no_deal`, `nobody_late`, `your_turn`.
    """
    if refusal := _refused(now, by):
        return refusal
    if now.turn is None or now.turn.due_at is not None or not now.turn.reminded or now.deal is None:
        return refuse("nobody_late")
    late = now.deal.open.turn
    if now.seat_of(by) in late:
        return refuse("your_turn")
    after = replace(now, turn=now.turn._replace(due_at=at))
    for seat, each in now.seated:
        if seat in late and not each.is_computer:
            after = after.with_occupant(seat, replace(each, missed=MISSED_TURNS - 1))
    return Change(after, News(NewsKind.CLOCK))


def wish_pause(now: Table, by: int, *, wanted: bool) -> Change | Refusal | None:
    """Ask for a pause, or to go on. The table is paused while more than half of the people seated wish it.

    Once it goes on, nobody's wish for a pause is left. Return `None` if that is the person's wish already.
    Refused as `no_deal`, `no_clock`.
    """
    if refusal := _refused(now, by):
        return refusal
    if now.settings.pace is Pace.NONE:
        return refuse("no_clock")
    seat = now.seat_of(by)
    occupant = None if seat is None else now.occupants[seat]
    if seat is None or occupant is None or occupant.wants_pause is wanted:
        return None
    after = now.with_occupant(seat, replace(occupant, wants_pause=wanted))
    if now.paused and not after.paused:
        occupants = tuple(each and replace(each, wants_pause=False) for each in after.occupants)
        after = replace(after, occupants=occupants)
    return Change(after, News(NewsKind.CLOCK))


def follow_clock(now: Table) -> Change:
    """Save and show the times by the computer's clock, which has been set: the table stays the same."""
    return Change(now, News(NewsKind.CLOCK), by_person=False)


def postpone(now: Table, seconds: float) -> Change | None:
    """Let the deadlines be later by the seconds that the bot was away, or earlier if they are negative."""
    if now.turn is None or not seconds:
        return None
    return Change(replace(now, turn=now.turn.later(seconds)), News(NewsKind.CLOCK), by_person=False)


def _refused(now: Table, by: int) -> Refusal | None:
    return seated_only(now, by) or (None if now.state.in_deal else refuse("no_deal"))


def lapse(now: Table, at: float) -> Change | None:
    """Let an idle table fall asleep, or end; return `None` if it has not been idle for long enough."""
    if now.lapses_at is None or at < now.lapses_at:
        return None
    if now.state is TableState.LOBBY or now.asleep:
        cause = EndCause.ASLEEP if now.asleep else EndCause.NOT_STARTED
        return Change(now.ended(Ending(cause)), News(NewsKind.ENDED), by_person=False)
    return Change(replace(now, asleep=True, idle_since=at), News(NewsKind.LOBBY), by_person=False)
