"""`python -m bot rules`: write the rules of every game as pages with pictures, in every language.

They are the pages of `/rules`, from the same source and with the figures of the same tables. An example
follows them: the guided deal of the game.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from hashlib import blake2s
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.games import GAMES
from bot.guides import ANY_ORDER, Guide, guide_to
from bot.rules.deal import Deal
from bot.rules.moves import DEAL, Move
from bot.text import LOCALES, Words, own_name, words
from bot.text.deals import account
from bot.text.moves import action_label
from bot.text.topics import CardRows, cards_in_words, rules_pages, step_sentence
from card_images import Pictures
from card_images.gallery import smaller

PICTURES: Final = "pictures"
"""The folder of the pictures, which all languages share."""
COMMAND: Final = re.compile(r"</([a-z ]+)>")
"""How Discord is told of a command that can be clicked."""
PLAYERS: Final = ("Anna", "Béla", "Clara", "Doru", "Emil")
"""The players of the example, by seat."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write the pages")


def run(parsed: Namespace) -> int:
    """Write all pages, and the pictures that they show."""
    folder: Path = parsed.folder
    shown = dict[str, CardRows]()
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for locale in LOCALES:
            w = words(locale, game)
            (folder / page_name(game, locale)).write_text(page(w, shown), encoding="utf-8", newline="\n")
    (folder / PICTURES).mkdir(exist_ok=True)
    with TemporaryDirectory() as cards:
        pictures = Pictures(Path(cards))
        for name, rows in shown.items():
            drawn = pictures.shown_cards([[group.sorted for group in row] for row in rows])
            smaller(drawn).save(folder / PICTURES / name, quality=88, method=6)
    return 0


def page_name(game: str, locale: str) -> str:
    return f"{game}.{locale}.md"


def page(w: Words, shown: dict[str, CardRows]) -> str:
    """The page of `w`'s game in Markdown. Adds the pictures that it shows to `shown`, by file name."""
    others = " · ".join(
        own_name(locale) if locale == w.locale else f"[{own_name(locale)}]({page_name(w.game, locale)})"
        for locale in LOCALES
    )
    parts = [f"# {w(f'game.{w.game}')}", others]
    for topic, pages in groupby(rules_pages(w), key=lambda each: each.topic):
        parts.append(f"## {w(f'topic.{topic}')}")
        for part in (part for each in pages for part in each.parts):
            parts += [_text(part) if isinstance(part, str) else _picture(w, part, shown)]
    if guide := guide_to(GAMES[w.game]):
        parts += _example(w, guide, shown)
    return "\n\n".join(parts) + "\n"


def _text(part: str) -> str:
    """A text as Markdown: commands as code, and each line a paragraph or an item of a list."""
    lines = COMMAND.sub(r"`/\1`", part).splitlines()
    return "".join(f"\n{line}" if line.startswith("- ") else f"\n\n{line}" for line in lines).strip()


def _picture(w: Words, rows: CardRows, shown: dict[str, CardRows]) -> str:
    name = f"{blake2s(repr(rows).encode(), digest_size=6).hexdigest()}.webp"
    shown[name] = rows
    return f"![{cards_in_words(w, rows)}]({PICTURES}/{name})"


def _example(w: Words, guide: Guide, shown: dict[str, CardRows]) -> list[str]:
    """The guided deal from the cards as dealt to the score sheet, and what its learner is told."""
    names = PLAYERS[: guide.layout.seats]
    deal, done, chosen = Deal.start(GAMES[w.game], guide.layout), 0, dict[str, list[str]]()
    for move in guide.moves:
        if move.seat == guide.seat and move.action.verb != DEAL:
            step = next(each for each in reversed(guide.steps) if each.at <= done)
            if step.at == done or move.action.verb in ANY_ORDER:  # a step lasts beyond what it speaks of
                chosen.setdefault(step.key, []).append(action_label(w, move.action, deal.open, names))
            done += 1
        deal = _after(deal, move)
    told = [(w("list.semicolon").join(labels), key) for key, labels in chosen.items()]
    result = guide.steps[-1].key
    hand = guide.layout.hands[guide.seat]
    return [
        f"## {w('topic.example')}",
        _text(w("topic.example_about", player=names[guide.seat], button=w("guide.choose"))),
        _picture(w, ((hand,),), shown),
        *(f"**{what}**  \n{step_sentence(w, key, guide.held)}" for what, key in told),
        step_sentence(w, result, guide.held),
        "\n".join(f"- {line}" for line in account(w, deal, names).splitlines()[1:]),
    ]


def _after(deal: Deal, move: Move) -> Deal:
    acted = deal.act(move.seat, move.action)
    assert isinstance(acted, Deal), "a guided deal is checked when it is read"
    return acted
