"""`python -m bot rules`: write the rules of every game as pages with pictures, in every language.

They are the pages of `/rules`, from the same source and with the figures of the same tables.
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
from bot.text import LOCALES, Words, own_name, words
from bot.text.topics import CardRows, cards_in_words, rules_pages
from card_images import Pictures
from card_images.gallery import smaller

PICTURES: Final = "pictures"
"""The folder of the pictures, which all languages share."""
COMMAND: Final = re.compile(r"</([a-z ]+)>")
"""How Discord is told of a command that can be clicked."""


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
    return "\n\n".join(parts) + "\n"


def _text(part: str) -> str:
    """A text as Markdown: commands as code, and each line a paragraph or an item of a list."""
    lines = COMMAND.sub(r"`/\1`", part).splitlines()
    return "".join(f"\n{line}" if line.startswith("- ") else f"\n\n{line}" for line in lines).strip()


def _picture(w: Words, rows: CardRows, shown: dict[str, CardRows]) -> str:
    name = f"{blake2s(repr(rows).encode(), digest_size=6).hexdigest()}.webp"
    shown[name] = rows
    return f"![{cards_in_words(w, rows)}]({PICTURES}/{name})"
