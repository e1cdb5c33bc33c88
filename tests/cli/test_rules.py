"""The command `rules`, and the pages in `docs/play` that it has written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.cli.rules import page, page_name
from bot.games import GAMES
from bot.text import LOCALES, words
from bot.text.topics import CardRows
from tests.cli.conftest import Ran

WRITTEN = Path(__file__).parents[2] / "docs" / "play"
LINKS = re.compile(r"\]\(([\w./]+)\)")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_the_documentation_are_those_of_today(game: str, locale: str) -> None:
    """`make gallery` writes them."""
    written = (WRITTEN / page_name(game, locale)).read_text(encoding="utf-8")
    assert written == page(words(locale, game), {})
    links = LINKS.findall(written)
    assert any(each.endswith(".webp") for each in links)
    assert [each for each in links if not (WRITTEN / each).is_file()] == []


def test_no_picture_is_left_over() -> None:
    shown = dict[str, CardRows]()
    for game in GAMES:
        page(words("en", game), shown)
    assert {each.name for each in (WRITTEN / "pictures").iterdir()} == {*shown}


@pytest.mark.long
def test_the_command_writes_every_page_and_picture(ran: Ran) -> None:
    folder = Path("pages")
    assert ran("rules", str(folder)).code == 0
    names = {each.relative_to(folder) for each in folder.rglob("*") if each.is_file()}
    assert names == {each.relative_to(WRITTEN) for each in WRITTEN.rglob("*") if each.is_file()}
