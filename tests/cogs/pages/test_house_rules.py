"""The lists of house rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.games import GAMES
from bot.tables import Table
from bot.text import words
from cogs.pages.house_rules import house_rules_page
from cogs.pages.page import OPTIONS, Select


@pytest.mark.parametrize("game", GAMES)
def test_no_two_lists_have_the_same_heading(game: str) -> None:
    table = cast("Table", SimpleNamespace(id="k7w2mz", game=GAMES[game], options={}))
    page = house_rules_page(words("en", game), table)
    headings = [row.prompt for row in page.rows if isinstance(row, Select)]
    assert len(headings) == len({*headings}) == -(-len(GAMES[game].options) // OPTIONS)
