"""The glossary of a game, shown page by page to the person who asks."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.text import LOCALES, words
from bot.text.glossary import glossary_lines
from cogs.pages.glossary import glossary_page
from cogs.pages.page import TEXT_LIMIT
from tests.cogs.place import Place, ids_of, words_of


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", GAMES)
def test_all_words_are_on_some_page_and_no_page_is_cut(name: str, locale: str) -> None:
    w = words(locale, name)
    pages = [glossary_page(w)]
    while f"w1:{name}:{len(pages)}" in repr(pages[-1].rows):
        pages.append(glossary_page(w, len(pages)))
    told = "\n".join(page.text for page in pages).split("\n")
    assert all(told.count(line) == 1 for line in glossary_lines(w, GAMES[name].announcements))
    assert all(len(page.text) <= TEXT_LIMIT for page in pages)
    assert glossary_page(w, len(pages)) == pages[-1]


async def test_the_glossary_is_shown_privately_page_by_page(place: Place) -> None:
    await place.clara.slash(place.channel, "tarock glossary", game="royal_tarokk")
    first = place.private(place.clara)[-1]
    assert "**Trophy**" in words_of(first)
    assert ids_of(first) == ["w1:royal_tarokk:1", "r1:royal_tarokk"]
    await place.clara.click(first, label="Next ▶")
    second = place.private(place.clara)[-1]
    assert second.id == first.id
    assert "Golgotha" in words_of(second)
    assert not place.public


async def test_the_rules_lead_to_the_glossary_of_their_game(place: Place) -> None:
    await place.open()
    await place.bela.click(place.shown, label="Rules")
    await place.bela.click(place.private(place.bela)[-1], label="Glossary")
    (answer,) = place.private(place.bela)
    assert "**Hold**" in words_of(answer)
    assert "Uhu" not in words_of(answer), "that is of another game"
    await place.bela.click(answer, label="Rules")
    (back,) = place.private(place.bela)
    assert back.id == answer.id
    assert "**Hold**" not in words_of(back)
