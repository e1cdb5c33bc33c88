"""Pace, deadlines and pauses in words, and their controls. Made from what everybody sees alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.rules.layout import Seat
from bot.tables import Pace, Strength, Table, TableState
from bot.text import Words
from cogs.controls import clock_id
from cogs.discord.page import Button, Look
from cogs.table.names import name_of, names_of

LOOKS: Final[Mapping[str, Look]] = {
    "let": Look.PRIMARY,
    "pause": Look.SECONDARY,
    "no_pause": Look.SECONDARY,
    "go_on": Look.SUCCESS,
}
"""The buttons about the clock of a turn."""


def pace_line(w: Words, pace: Pace) -> str:
    """The pace of a table, by its name."""
    return w("pace.line", pace=w(f"pace.{pace}"))


def pace_in_full(w: Words, table: Table, pace: Pace) -> str:
    """A pace by its name, and what it means in seconds, minutes or hours."""
    limits = table.terms.paces.get(pace)
    if limits is None:
        meaning = w("pace.no_limit")
    elif limits.play is None:
        meaning = w("pace.others_decide", remind=w.duration(limits.remind))
    else:
        meaning = w("pace.computer_plays", remind=w.duration(limits.remind), play=w.duration(limits.play))
    return w("pace.in_full", pace=w(f"pace.{pace}"), meaning=meaning)


def clock_lines(w: Words, table: Table) -> list[str]:
    """How long the table waits for those who are asked, who has been absent, and who wishes a pause."""
    if not table.state.in_deal:
        return []
    if table.paused:
        return [_paused(w, table)]
    missed = _named(names_of(w, table), table.absent_last)
    absent = [w("clock.missed", players=w.listed(missed))] if missed else []
    due = due_line(w, table)
    return [w("clock.line", due=due) if due else "", *absent, wish_line(w, table)]


def wish_line(w: Words, table: Table) -> str:
    """Who wishes a pause that not enough people wish; empty if nobody does."""
    wishing = [] if table.paused or table.asleep else _named(names_of(w, table), table.wishing)
    needed = len(table.people) // 2 + 1
    return w("clock.pause_wished", players=w.listed(wishing), count=needed) if wishing else ""


def rest_line(w: Words, table: Table, *, asked: bool) -> str:
    """That the table rests or pauses, for a player who is asked or not; empty while it goes on."""
    if table.asleep:
        return w("panel.asleep") if asked else w("panel.rests", button=w("button.wake"))
    return _paused(w, table) if table.paused else ""


def _paused(w: Words, table: Table) -> str:
    """That the table pauses, and who goes on: half of the people, or the only one."""
    return w("clock.paused" if len(table.people) > 1 else "clock.paused_alone")


def due_line(w: Words, table: Table) -> str:
    """When the computer plays for those asked, the others may let it, or an offer ends; else empty.

    A player alone among computers may take any time at a relaxed table.
    """
    turn = table.turn
    if turn is None:
        return ""
    if table.state is TableState.OFFER:
        return w("clock.offer", when=timestamp(turn.remind_at))
    if turn.due_at is not None:
        return w("clock.due", when=timestamp(turn.due_at))
    if len(table.people) == 1:
        return ""
    return w("clock.others_may") if turn.reminded else w("clock.others", when=timestamp(turn.remind_at))


def timestamp(at: float) -> str:
    """A time in seconds since 1970 as Discord shows it in the reader's own words: `in 40 seconds`."""
    return f"<t:{round(at)}:R>"


def may_let_play(table: Table) -> bool:
    """Whether those who are asked are late, so that the others may let a computer play for them."""
    turn = table.turn
    return turn is not None and turn.reminded and turn.due_at is None


def clock_buttons(w: Words, table: Table) -> list[Button]:
    """The buttons to let a computer play, to ask for a pause or for none, and to go on."""
    offered = {
        "let": may_let_play(table),
        "pause": table.state.in_deal and table.limits is not None and not table.paused,
        "no_pause": table.state.in_deal and bool(table.wishing) and not table.paused,
        "go_on": table.state.in_deal and table.paused,
    }
    return [
        Button(clock_id(table, verb), w(f"button.{verb}"), look)
        for verb, look in LOOKS.items()
        if offered[verb]
    ]


def _named(names: Sequence[str], seats: Sequence[Seat]) -> list[str]:
    return [names[seat] for seat in seats]


def strength_of(w: Words, table: Table, own: Strength | None = None) -> str:
    """How well a computer plays at a table, that may have a strength of its own."""
    strength = (own or table.settings.strength) if table.terms.computers_think else Strength.QUICK
    return w(f"strength.{strength}")


def strength_line(w: Words, table: Table) -> str:
    """How well computers play at a table, if nothing else is said of them."""
    return w("strength.line", strength=strength_of(w, table))


def computers_line(w: Words, table: Table) -> str:
    """How well the computers at a table play; empty without any."""
    computers = [each for each in table.occupants if each and each.is_computer]
    others = [
        w("strength.of", player=name_of(w, each), strength=strength_of(w, table, each.strength))
        for each in computers
        if each.strength and table.terms.computers_think
    ]
    return w("list.comma").join([strength_line(w, table), *others]) if computers else ""


def departed_lines(w: Words, table: Table) -> list[str]:
    """For whom a computer plays; empty while the table sleeps, as none does then."""
    if table.asleep:
        return []
    away = [each for each in table.occupants if each and each.away_id is not None]
    return [w("table.departed", player=name_of(w, each)) for each in away]
