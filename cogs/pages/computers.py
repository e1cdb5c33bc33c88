"""How well computers play: in words, and the list to choose it from. Made from what everybody sees alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables import Strength
from cogs.pages.custom_ids import lobby_id
from cogs.pages.names import name_of
from cogs.pages.page import Option, Select

if TYPE_CHECKING:
    from bot.tables import Table
    from bot.text import Words


def strength_of(w: Words, table: Table, own: Strength | None = None) -> str:
    """How well a computer plays at a table, that may have a strength of its own."""
    strength = (own or table.strength) if table.computers_think else Strength.QUICK
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
        if each.strength and table.computers_think
    ]
    return w("list.comma").join([strength_line(w, table), *others]) if computers else ""


def departed_lines(w: Words, table: Table) -> list[str]:
    """For whom a computer plays; empty while the table sleeps, as none does then."""
    if table.asleep:
        return []
    away = [each for each in table.occupants if each and each.away_id is not None]
    return [w("table.departed", player=name_of(w, each)) for each in away]


def strength_select(w: Words, table: Table) -> tuple[Select, ...]:
    """The list for the host: how well all computers play, or another computer of some strength.

    There is none where all play quick.
    """
    if not table.computers_think:
        return ()
    prompt = strength_line(w, table)
    verbs = ("all", "add") if None in table.occupants else ("all",)
    options = [Option(f"{verb}:{each}", w(f"strength.{verb}.{each}")) for verb in verbs for each in Strength]
    return (Select(lobby_id(table, "strength"), prompt, tuple(options)),)
