"""The glossary: what the words of a game mean, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.games import GAMES
from bot.text.glossary import glossary_lines
from cogs.names import words_id
from cogs.page import TEXT_LIMIT, Page, lines, pages_of, turning
from cogs.respond import Interaction, reader, update

if TYPE_CHECKING:
    from bot.text import Words
    from cogs.desk import Desk

ROOM: Final = TEXT_LIMIT - 200
"""Characters for the words themselves: something stands above and below them."""


def glossary_page(w: Words, number: int = 0) -> Page:
    """A page, counted from 0, of the words of `w`'s game; the last where there are not so many."""
    pages = pages_of(ROOM, glossary_lines(w, GAMES[w.game].announcements))
    number = min(number, len(pages) - 1)
    footer = w("words.page", number=number + 1, pages=len(pages)) if len(pages) > 1 else ""
    text = lines(w("words.heading", game=w.game), pages[number], footer)
    return Page((text,), turning(w, lambda to: words_id(w.game, to), number, len(pages)))


class Glossary:
    """Answers the buttons of the glossary."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def pressed(self, interaction: Interaction, rest: str) -> None:
        """Turn to a page: `<game>:<page from 0>`."""
        game, _, number = rest.partition(":")
        page = glossary_page(reader(interaction).of(game), int(number))
        await update(interaction, await self._desk.painter.render(page))
