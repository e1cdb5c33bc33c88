"""Help texts: the rules of a game in short, conventions between partners, and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.text.words import Words


def rules_summary(w: Words, game: str) -> str:
    """The rules of a game on one page of Discord's markdown, then its customs of bidding, if any."""
    heading = w("rules.heading", game=game, summary=w(f"summary.{game}"))
    customs = [w(f"customs.{game}")] if w.has(f"customs.{game}") else []
    return "\n\n".join([f"{heading}\n{w(f'rules.{game}')}", *customs])


def conventions(w: Words, game: str) -> str:
    """What partners may agree that their announcements mean; `""` in a game without such conventions."""
    key = f"conventions.{game}"
    return w(key) if w.has(key) else ""


def option_line(w: Words, name: str, value: object) -> str:
    """A house rule of `w`'s game and its value."""
    return w("option.line", option=w.term("option", name), value=option_value(w, value))


def option_value(w: Words, value: object) -> str:
    """A value of a house rule: yes, no, a number or a term; for a table of figures, how many differ."""
    if isinstance(value, Mapping):
        return w("value.figures", count=len(value))
    if isinstance(value, bool):
        return w("value.yes" if value else "value.no")
    return w.number(value) if isinstance(value, int) else w.term("value", str(value))
