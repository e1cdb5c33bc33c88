"""Help texts: a summary of the rules, conventions between partners, and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.text.words import Words


def rules_summary(w: Words, game: str) -> str:
    """Return the rules of a game in Discord's markdown, then its bidding customs, if any."""
    heading = w("rules.heading", game=game, summary=w(f"summary.{game}"))
    customs = [w(f"customs.{game}")] if w.has(f"customs.{game}") else []
    return "\n\n".join([f"{heading}\n{w(f'rules.{game}')}", *customs])


def conventions(w: Words, game: str) -> str:
    """Return the usual meanings of announcements between partners, or `""` in a game without them."""
    key = f"conventions.{game}"
    return w(key) if w.has(key) else ""


def option_line(w: Words, name: str, value: object) -> str:
    """Return a house rule of `w`'s game with its value."""
    return w("option.line", option=w.term("option", name), value=option_value(w, value))


def option_value(w: Words, value: object) -> str:
    """Return a house rule's value: yes, no, a number or a term; for a table of points, how many differ."""
    if isinstance(value, Mapping):
        return w("value.figures", count=len(value))
    if isinstance(value, bool):
        return w("value.yes" if value else "value.no")
    return w.number(value) if isinstance(value, int) else w.term("value", str(value))
