"""The settings of a table in words, and the lists to choose them from. All follow from their rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tables import SETTINGS, Pace, Strength, Table
from bot.text import LOCALES, Words, own_name, words
from cogs.controls import lobby_id
from cogs.discord.page import Option, Page, Select, lines
from cogs.table.clock import pace_in_full, strength_of

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    name: row.values or tuple(LOCALES) for name, row in SETTINGS.items()
}
"""The values of each setting."""


def setting_line(w: Words, table: Table, name: str) -> str:
    """The value of a setting."""
    return w(f"{name}.line", **{name: _told(w, table, name, getattr(table.settings, name))})


def setting_page(w: Words, table: Table, name: str, notice: str = "") -> Page:
    """The list from which the host chooses the value of a setting."""
    options = tuple(Option(each, _told(w, table, name, each)) for each in VALUES[name])
    chosen = words(table.settings.locale).locale if name == "locale" else getattr(table.settings, name)
    choice = Select(lobby_id(table, f"set_{name}"), w(f"{name}.choose"), options, chosen=(chosen,))
    warning = w("panel.notice", notice=notice) if notice else ""
    about = w(f"{name}.about") if w.has(f"{name}.about") else ""
    return Page((lines(warning, setting_line(w, table, name), about),), (choice,))


def strength_select(w: Words, table: Table) -> tuple[Select, ...]:
    """The list for the host: how well all computers play, or another computer of some strength.

    There is none where all play quick.
    """
    if not table.terms.computers_think:
        return ()
    verbs = ("all", "add") if None in table.occupants else ("all",)
    options = [Option(f"{verb}:{each}", w(f"strength.{verb}.{each}")) for verb in verbs for each in Strength]
    return (Select(lobby_id(table, "strength"), setting_line(w, table, "strength"), tuple(options)),)


def _told(w: Words, table: Table, name: str, value: str) -> str:
    """A value of a setting in words; where computers do not search, all play quick."""
    if name == "locale":
        return own_name(words(value).locale)
    if name == "pace":
        return pace_in_full(w, table, Pace(value))
    return strength_of(w, table, Strength(value)) if name == "strength" else w(f"{name}.{value}")
