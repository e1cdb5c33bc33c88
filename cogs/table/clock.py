"""Pace, deadlines, pauses and computers in words, and their buttons: from public facts only."""

from __future__ import annotations

from typing import Final

from bot.tables import Pace, Strength, Table, TableState
from bot.text import Words
from cogs.controls import CLOCK
from cogs.discord.page import Button, Look
from cogs.table.names import name_of, names_of

LOOKS: Final = {
    "let": Look.PRIMARY,
    "pause": Look.SECONDARY,
    "no_pause": Look.SECONDARY,
    "go_on": Look.SUCCESS,
}


def pace_line(w: Words, pace: Pace) -> str:
    return w("pace.line", pace=w(f"pace.{pace}"))


def pace_in_full(w: Words, table: Table, pace: Pace) -> str:
    limits = table.terms.paces.get(pace)
    if limits is None:
        meaning = w("pace.no_limit")
    elif limits.play is None:
        meaning = w("pace.others_decide", remind=w.duration(limits.remind))
    else:
        meaning = w("pace.computer_plays", remind=w.duration(limits.remind), play=w.duration(limits.play))
    return w("pace.in_full", pace=w(f"pace.{pace}"), meaning=meaning)


def clock_lines(w: Words, table: Table) -> list[str]:
    """How long the table waits for a move, who was absent, and who wishes a pause."""
    if not table.state.in_deal:
        return []
    if table.paused:
        return [_paused(w, table)]
    names = names_of(w, table)
    missed = w.listed([names[seat] for seat in table.absent_last])
    absent = w("clock.missed", players=missed) if missed else ""
    due = due_line(w, table)
    return [w("clock.line", due=due) if due else "", absent, wish_line(w, table)]


def wish_line(w: Words, table: Table) -> str:
    """Who wishes a pause that too few people wish; empty if nobody does."""
    names = names_of(w, table)
    wishing = [] if table.paused or table.asleep else [names[seat] for seat in table.wishing]
    needed = len(table.people) // 2 + 1
    return w("clock.pause_wished", players=w.listed(wishing), count=needed) if wishing else ""


def rest_line(w: Words, table: Table, *, asked: bool) -> str:
    """That the table is asleep or paused, for a player who is asked or not; else empty."""
    if table.asleep:
        return w("panel.asleep") if asked else w("panel.rests", button=w("button.wake"))
    return _paused(w, table) if table.paused else ""


def _paused(w: Words, table: Table) -> str:
    """That the table is paused, and who can go on: half of the people, or the only one."""
    return w("clock.paused" if len(table.people) > 1 else "clock.paused_alone")


def due_line(w: Words, table: Table, *, brief: bool = False) -> str:
    """When a computer plays for those asked, the others may let it, or an offer ends; else empty.

    A player alone among computers may take any time at a relaxed table.
    """
    turn = table.turn
    if turn is None:
        return ""
    if table.state is TableState.OFFER:
        return w("clock.offer", when=timestamp(turn.remind_at))
    if turn.due_at is not None:
        return w("clock.due_brief" if brief else "clock.due", when=timestamp(turn.due_at))
    if len(table.people) == 1:
        return ""
    if turn.reminded:
        return w("clock.others_may")
    return w("clock.others_brief" if brief else "clock.others", when=timestamp(turn.remind_at))


def timestamp(at: float) -> str:
    """A time in seconds since 1970 as Discord shows it in the reader's own words: `in 40 seconds`."""
    return f"<t:{round(at)}:R>"


def may_let_play(table: Table) -> bool:
    """Whether the players who are asked are late, so that the others may let a computer play for them."""
    turn = table.turn
    return turn is not None and turn.reminded and turn.due_at is None


def clock_buttons(w: Words, table: Table) -> list[Button]:
    """The buttons to let a computer play, to wish a pause or withdraw that, and to go on."""
    offered = {
        "let": may_let_play(table),
        "pause": table.state.in_deal and table.limits is not None and not table.paused,
        "no_pause": table.state.in_deal and bool(table.wishing) and not table.paused,
        "go_on": table.state.in_deal and table.paused,
    }
    return [
        Button(CLOCK[verb].at(table), w(f"button.{verb}"), look)
        for verb, look in LOOKS.items()
        if offered[verb]
    ]


def strength_of(w: Words, table: Table, own: Strength | None = None) -> str:
    strength = (own or table.settings.strength) if table.terms.computers_think else Strength.QUICK
    return w(f"strength.{strength}")


def computers_line(w: Words, table: Table) -> str:
    """How well the computers at a table play; empty without any."""
    computers = [each for each in table.occupants if each and each.is_computer]
    all_ = w("strength.line", strength=strength_of(w, table))
    others = [
        w("strength.of", player=name_of(w, each), strength=strength_of(w, table, each.strength))
        for each in computers
        if each.strength and table.terms.computers_think
    ]
    return w("list.comma").join([all_, *others]) if computers else ""


def departed_lines(w: Words, table: Table) -> list[str]:
    if table.asleep:
        return []
    away = [each for each in table.occupants if each and each.away_id is not None]
    return [w("table.departed", player=name_of(w, each)) for each in away]
