"""The rules of a game in short, and its glossary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.games import GAMES
from bot.text.glossary import glossary_lines
from bot.text.help import conventions, rules_summary
from cogs.pages.custom_ids import glossary_id, rules_id
from cogs.pages.page import TEXT_LIMIT, Button, Page, lines, page_buttons, paginated

if TYPE_CHECKING:
    from bot.text import Words

ROOM: Final = TEXT_LIMIT - 200
"""Characters for the entries; the rest is for the heading and the footer."""


def rules_page(w: Words) -> Page:
    """The rules of `w`'s game in short, what partners may agree on, and a button to the glossary."""
    texts = (rules_summary(w, w.game), conventions(w, w.game))
    glossary = Button(glossary_id(w.game, 0), w("button.words"))
    return Page(tuple(text for text in texts if text), ((glossary,),))


def glossary_page(w: Words, number: int = 0) -> Page:
    """A page of the glossary of `w`'s game, counted from 0; the last one if there are fewer."""
    pages = paginated(ROOM, glossary_lines(w, GAMES[w.game].announcements))
    number = min(number, len(pages) - 1)
    footer = w("words.page", number=number + 1, pages=len(pages)) if len(pages) > 1 else ""
    text = lines(w("words.heading", game=w.game), pages[number], footer)
    turning = page_buttons(w, lambda to: glossary_id(w.game, to), number, len(pages))
    return Page((text,), (*turning, (Button(rules_id(w.game), w("button.rules")),)))
