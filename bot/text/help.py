"""Help in words: the rules of a game in short, its house rules, and what the terms of the field mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.text.words import Words

GLOSSARY: Final = (
    "tarock",
    "skus",
    "mond",
    "pagat",
    "trull",
    "cavalier",
    "honour",
    "forehand",
    "mein_spiel",
    "declarer",
    "calling",
    "partner",
    "defender",
    "contract",
    "negative",
    "ouvert",
    "hold",
    "invitation",
    "yielded_game",
    "talon",
    "discard",
    "annulling",
    "announcement",
    "kontra",
    "pagat_ultimo",
    "bird",
    "uhu",
    "kakadu",
    "king_ultimo",
    "four_kings",
    "double_game",
    "valat",
    "xxi_capture",
    "centrum",
    "tarokk_count",
    "trick",
    "card_points",
    "game_points",
    "doubled_deal",
    "doubling_window",
    "hat",
    "radler",
    "level",
    "pool",
)
"""The terms explained, in the order in which a newcomer meets them."""


def rules_summary(w: Words, game: str) -> str:
    """The rules of a game on one page of Discord's markdown, and what its players mean by what they say."""
    customs = [w(f"customs.{game}")] if w.has(f"customs.{game}") else []
    return "\n\n".join([w(f"rules.{game}"), *customs])


def conventions(w: Words, game: str) -> str:
    """What partners may agree that their announcements tell; nothing in a game that has none of that."""
    key = f"conventions.{game}"
    return w(key) if w.has(key) else ""


def glossary_lines(w: Words) -> list[str]:
    """What each term means, a line each."""
    return [w.term("glossary", term) for term in GLOSSARY]


def option_line(w: Words, name: str, value: object, *, default: bool = False) -> str:
    """A house rule of `w`'s game and how it is set; beside the game's own setting, that it is the default."""
    setting = option_value(w, value)
    if default:
        setting = w("option.default", value=setting)
    return w("option.line", option=w.term("option", name), value=setting)


def option_value(w: Words, value: object) -> str:
    """A setting of a house rule: yes, no, a number, a term; of a table of figures, how many differ."""
    if isinstance(value, Mapping):
        return w("value.figures", count=len(value))
    if isinstance(value, bool):
        return w("value.yes" if value else "value.no")
    return w.number(value) if isinstance(value, int) else w.term("value", str(value))
