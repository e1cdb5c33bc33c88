"""All that *What can I do now?* shows, one page after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.controls import CHOICE_PAGES
from cogs.hands.choices import choices_page

if TYPE_CHECKING:
    from bot.tables import Table
    from bot.text import Words
    from cogs.discord.page import Page


def choice_pages(w: Words, table: Table, reader: int) -> list[Page]:
    """Every page of a reader; there are buttons for all of them."""
    pages = [choices_page(w, table, reader)]
    while (following := choices_page(w, table, reader, len(pages))) != pages[-1]:
        pages.append(following)
    assert len(pages) < CHOICE_PAGES
    return pages
