"""Help texts: the rules in short, the glossary, partners' conventions, house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.games import GAMES
from bot.text.facts import item_id
from bot.text.topics import figures_of
from bot.text.words import Words


def aim_line(w: Words) -> str:
    """What wins a deal of `w`'s game, in one line with the game's own figures."""
    figures = figures_of(GAMES[w.game])
    return w.term("lobby", "aim", **{name: figures.get(name, 0) for name in ("to_win", "total")})


def rules_summary(w: Words) -> str:
    """Return the rules of `w`'s game in Discord's markdown, then its bidding customs, if any."""
    heading = w("rules.heading", game=w.game, summary=w(f"summary.{w.game}"))
    customs = [w(f"customs.{w.game}")] if w.has(f"customs.{w.game}") else []
    rules = w(f"rules.{w.game}", **figures_of(GAMES[w.game]))
    return "\n\n".join([f"{heading}\n{rules}", *customs])


def conventions(w: Words) -> str:
    """Return the usual meanings of announcements between partners, or `""` in a game without them."""
    key = f"conventions.{w.game}"
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


def glossary_lines(w: Words, announcements: Iterable[str]) -> list[str]:
    """Return the terms of `w`'s game explained, a line each; then its announcements, where explained.

    `announcements`: the ids of all announcements of the game.
    """
    terms = [w.term("glossary", term) for term in GAMES[w.game].glossary.split()]
    items = dict.fromkeys(map(item_id, announcements))
    return terms + [
        w("words.item", item=item, meaning=w.term("meaning", item))
        for item in items
        if w.own("meaning", item)
    ]
