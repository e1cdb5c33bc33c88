"""Help texts: rules by topic and in short, the glossary, partners' conventions, house rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bot.games import GAMES
from bot.text.facts import item_id
from bot.text.words import Words

TOPICS: Final = ("aim", "cards", "bidding", "calling", "talon", "announcing", "play", "scoring", "values")
"""What a newcomer reads about a game, in this order. A game may do without some."""

RULES: Final = Path(__file__).with_name("rules")
"""The folder with a file of each game, in a folder of each language.

`# <topic>` begins a topic; `{name}` is a number of the game's `figures`.
"""

_TOPIC: Final = re.compile(r"^# (\w+)\n", re.MULTILINE)


@cache
def _topics(locale: str, game: str) -> Mapping[str, str]:
    text = (RULES / locale / f"{game}.md").read_text(encoding="utf-8")
    _, *parts = _TOPIC.split(text)
    return dict(zip(parts[::2], map(str.strip, parts[1::2]), strict=True))


def topics_of(w: Words) -> tuple[str, ...]:
    """Return the topics of the rules of `w`'s game."""
    return tuple(topic for topic in TOPICS if topic in _topics(w.locale, w.game))


def topic_text(w: Words, topic: str) -> str:
    """Return what a newcomer should know of a topic of `w`'s game, with the numbers of its tables."""
    return _topics(w.locale, w.game)[topic].format_map(GAMES[w.game].figures)


def aim_line(w: Words) -> str:
    """What wins a deal of `w`'s game, in one line with the game's own figures."""
    figures = GAMES[w.game].figures
    return w.term("lobby", "aim", **{name: figures.get(name, 0) for name in ("to_win", "total")})


def rules_summary(w: Words) -> str:
    """Return the rules of `w`'s game in Discord's markdown, then its bidding customs, if any."""
    heading = w("rules.heading", game=w.game, summary=w(f"summary.{w.game}"))
    customs = [w(f"customs.{w.game}")] if w.has(f"customs.{w.game}") else []
    rules = w(f"rules.{w.game}", **GAMES[w.game].figures)
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
