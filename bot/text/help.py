"""Help in words: the rules of a game in short, what partners may agree on, and its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.text.words import Words


def rules_summary(w: Words, game: str) -> str:
    """The rules of a game on one page of Discord's markdown, and what its players mean by what they say."""
    heading = w("rules.heading", game=game, summary=w(f"summary.{game}"))
    customs = [w(f"customs.{game}")] if w.has(f"customs.{game}") else []
    return "\n\n".join([f"{heading}\n{w(f'rules.{game}')}", *customs])


def conventions(w: Words, game: str) -> str:
    """What partners may agree that their announcements tell; nothing in a game that has none of that."""
    key = f"conventions.{game}"
    return w(key) if w.has(key) else ""


def option_line(w: Words, name: str, value: object) -> str:
    """A house rule of `w`'s game and how it is set."""
    return w("option.line", option=w.term("option", name), value=option_value(w, value))


def option_value(w: Words, value: object) -> str:
    """A setting of a house rule: yes, no, a number, a term; of a table of figures, how many differ."""
    if isinstance(value, Mapping):
        return w("value.figures", count=len(value))
    if isinstance(value, bool):
        return w("value.yes" if value else "value.no")
    return w.number(value) if isinstance(value, int) else w.term("value", str(value))
