"""The rules of a game by topic: pages of text and cards, from one source for a chat and for other readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bot.games import GAMES
from bot.rules.cards import TAROCKS, VALUE, Cards, card
from bot.rules.game import Game
from bot.text.cards import suit_groups
from bot.text.facts import item_id
from bot.text.words import Words

TOPICS: Final = ("aim", "cards", "bidding", "calling", "talon", "announcing", "play", "scoring", "values")
"""What a newcomer reads about a game, in this order. A game may do without some."""

RULES: Final = Path(__file__).with_name("rules")
"""The folder with a file of each game, in a folder of each language.

- `# <topic> <section> ...` begins a topic, which explains these sections of the game's numbered rules.
- `---` begins another page of the topic.
- `[cards: T22 T21, SK / T1]` is a picture of cards: `,` separates groups of cards, and `/` the rows.
- `[items: small]` lists the announcements of a group with their points, and `[explained: small]` also with
  their meanings.
- `{name}` is a number of `figures_of`, and `</name>` a command.
"""

_TOPIC: Final = re.compile(r"^# (.+)\n", re.MULTILINE)
_PAGE: Final = re.compile(r"^---\n", re.MULTILINE)
_ITEMS: Final = re.compile(r"\[(items|explained): (\w+)\]")
_CARDS: Final = re.compile(r"^\[cards: (.+)\]\n?", re.MULTILINE)

CardRows = tuple[tuple[Cards, ...], ...]
"""Groups of cards in rows; each group is in the order of a hand."""


class RulesPage(NamedTuple):
    """A page of a topic, with its number from 1."""

    topic: str
    sections: tuple[str, ...]
    """The sections of the numbered rules that the topic explains."""
    number: int
    pages: int
    parts: tuple[str | CardRows, ...]


class _Topic(NamedTuple):
    sections: tuple[str, ...]
    pages: tuple[tuple[str | CardRows, ...], ...]


@cache
def _topics(locale: str, game: str) -> dict[str, _Topic]:
    text = (RULES / locale / f"{game}.md").read_text(encoding="utf-8")
    _, *parts = _TOPIC.split(text)
    topics = {}
    for heading, content in zip(parts[::2], parts[1::2], strict=True):
        name, *sections = heading.split()
        pages = tuple(tuple(_parts(page)) for page in _PAGE.split(content))
        topics[name] = _Topic(tuple(sections), pages)
    return {name: topics[name] for name in TOPICS if name in topics}


def _parts(page: str) -> Iterator[str | CardRows]:
    for number, part in enumerate(_CARDS.split(page)):
        if number % 2:
            yield tuple(tuple(map(Cards.of, row.split(","))) for row in part.split("/"))
        elif part.strip():
            yield part.strip()


def topics_of(w: Words) -> tuple[str, ...]:
    """Return the topics of the rules of `w`'s game."""
    return tuple(_topics(w.locale, w.game))


def rules_pages(w: Words) -> list[RulesPage]:
    """Return all pages of the rules of `w`'s game, with the numbers of its tables."""
    return [
        RulesPage(name, topic.sections, number, len(topic.pages), tuple(_filled(w, part) for part in page))
        for name, topic in _topics(w.locale, w.game).items()
        for number, page in enumerate(topic.pages, 1)
    ]


def _filled(w: Words, part: str | CardRows) -> str | CardRows:
    """A part of a page with the numbers of the game's tables."""
    if not isinstance(part, str):
        return part
    listed = _ITEMS.sub(lambda found: _items(w, found[2], explained=found[1] == "explained"), part)
    return listed.format_map(figures_of(GAMES[w.game]))


def _items(w: Words, group: str, *, explained: bool) -> str:
    """The announcements of a group with their points, a line each, and if `explained` with their meanings.

    One with points that depend on a number, such as that of tarocks, has a line for each number.
    """
    figures = GAMES[w.game].figures
    lines = []
    for item in (item for item, its_group in GAMES[w.game].groups.items() if its_group == group):
        if explained and item in figures:
            meaning = w.term("meaning", item)
            lines.append(w("rules.item_explained", item=item, points=figures[item], meaning=meaning))
        else:
            forms = (each for each in figures if item_id(each) == item)
            lines += [w("rules.item", item=each, points=figures[each]) for each in forms]
    return "\n".join(lines)


def first_page(w: Words, topic: str) -> int:
    """The index in `rules_pages` of a topic's first page; 0 if `w`'s game does without that topic."""
    return next((index for index, page in enumerate(rules_pages(w)) if page.topic == topic), 0)


def topic_of_rule(w: Words, rule: str) -> str:
    """The topic of `w`'s game that explains a rule; `""` if there is none."""
    game, _, number = rule.rpartition(" ")
    if not game or game not in w.games:
        return ""
    explained = {
        section: name for name, topic in _topics(w.locale, w.game).items() for section in topic.sections
    }
    parts = number.split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((explained[prefix] for prefix in prefixes if prefix in explained), "")


def cards_in_words(w: Words, rows: CardRows) -> str:
    """The description of a picture of cards, row by row."""
    told = [w("list.semicolon").join(suit_groups(w, group) for group in row) for row in rows]
    return w("rules.row", cards=told[0]) if len(told) == 1 else w("rules.rows", upper=told[0], lower=told[1])


def figures_of(game: Game) -> dict[str, int]:
    """The numbers that the rules pages of a game quote: those of the tables of all games, then its own."""
    ranks = {"king": "SK", "queen": "SQ", "cavalier": "SC", "jack": "SJ", "pip": "S10"}
    return {
        "pack": len(game.pack),
        "tarocks": game.pack.count(TAROCKS),
        "hand": game.hand_size,
        "talon": game.talon_size,
        **{name: VALUE[card(code)] for name, code in ranks.items()},
        **game.figures,
    }


def step_sentence(w: Words, key: str, held: int) -> str:
    """What a step of the guided deal of `w`'s game says; the learner was dealt `held` tarocks."""
    return w.term("guide", key, **figures_of(GAMES[w.game]), held=held)
