"""How tall messages are on a phone 390 CSS pixels wide: every phase, every game, every language."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest

from bot.games import GAMES
from bot.guides import GUIDE, guide_to
from bot.lessons import lessons_of
from bot.playground import Playground
from bot.rules.deal import Deal
from bot.store import CardsShown
from bot.tables import Occupant, Pace, Table, TableSettings, TableState, at_lesson
from bot.text import LOCALES, words
from bot.text.topics import rules_pages
from card_images import Pictures
from cogs.discord.page import Page
from cogs.hands.page import player_page
from cogs.help.page import greeting_page, topic_page
from cogs.lessons.page import Asked, Streak, answer_page, question_page
from cogs.play.controls import NO_CHOICE, Choice
from cogs.table.page import table_page
from tests.cogs.panels import at_a_table, choice_pages, lobby
from tests.cogs.reading import Party, Reader, Screen
from tests.conformance.random_deals import random_layout
from tests.playground.browsers import browser, needs_browser
from tests.playground.screens import Screens

pytestmark = [pytest.mark.browser, needs_browser]

PANEL, MESSAGE, CHOICES = 650, 800, 900
"""CSS pixels: what a phone shows of a chat, with a line to spare; a lobby or a result; a page of choices."""


@pytest.fixture
async def screens(deck_folder: Path) -> AsyncIterator[Screens]:
    playground = Playground()
    await playground.start()
    async with browser() as opened:
        yield await Screens.open(opened, playground, Pictures(deck_folder))
    await playground.stop()


def messages(game: str, locale: str) -> Iterator[tuple[str, Page, int]]:
    """What players see of a deal with random bids and announcements: a phase, a page, and its limit."""
    w, chance = words(locale, game), Random(game)
    reader, seats = Reader(w, chance), min(GAMES[game].seats)
    for others in ([None] * (seats - 1), [Occupant("Resi"), *[Occupant("Ferdl")] * (seats - 2)]):
        yield "lobby", table_page(lobby(game, Occupant("Anna", 0), *others), w), MESSAGE
    party, phase = Party(w, Deal.start(GAMES[game], random_layout(GAMES[game], chance))), ""
    while asked := party.deal.seats():
        seat, before = chance.choice(asked), phase
        phase = party.deal.open.phase
        if phase != before or phase != "play" or chance.random() < 0.2:
            choice = party.choices.get(seat, NO_CHOICE)
            page = player_page(w, party.table, seat, choice=choice)
            assert page is not None
            yield phase, page, PANEL
        if phase != before and seat not in party.choices:
            yield from ((f"choices of {phase}", each, CHOICES) for each in choice_pages(w, party.table, seat))
        party.press(seat, reader.press(Screen.of(party.page(seat))))
    over = at_a_table(party.deal, state=TableState.BETWEEN)
    result = player_page(w, over, 0)
    assert result is not None
    yield "result", table_page(over, w), MESSAGE
    yield "result", result, PANEL


def guided_table(deal: Deal, name: str, state: TableState = TableState.PLAYING) -> Table:
    """A table of a guided deal, which has no clock."""
    return replace(
        at_a_table(deal, state=state), given=name, settings=TableSettings(pace=Pace.NONE), turn=None
    )


def guided(game: str, locale: str) -> Iterator[tuple[str, Page, int]]:
    """What a learner sees at each decision, when asked about another choice, and at the end."""
    w, guide = words(locale, game), guide_to(GAMES[game])
    assert guide is not None, "every game has one"
    deal, name = Deal.start(GAMES[game], guide.layout), f"{GUIDE}/{game}"
    for move in guide.moves:
        if move.seat == guide.seat:
            table = guided_table(deal, name)
            other = next(each for each in reversed(deal.actions(guide.seat)))
            for choice in (NO_CHOICE, Choice(asked=(other,), lost=12)):
                page = player_page(w, table, guide.seat, choice=choice)
                assert page is not None
                # A talon of six single cards is tall by itself.
                yield f"guide: {move}", page, MESSAGE if move.action.verb == "take" else PANEL
        acted = deal.act(move.seat, move.action)
        assert isinstance(acted, Deal)
        deal = acted
    over = guided_table(deal, name, TableState.ENDED)
    result = player_page(w, over, guide.seat)
    assert result is not None
    yield "guide: result", result, MESSAGE


def rules(game: str, locale: str) -> Iterator[tuple[str, Page, int]]:
    w = words(locale, game)
    for number, page in enumerate(rules_pages(w)):
        yield f"rules: {page.topic}", topic_page(w, number), MESSAGE


def lessons(game: str, locale: str) -> Iterator[tuple[str, Page, int]]:
    """Some questions, and the answers to them: a phone shows a whole question."""
    w = words(locale, game)
    for lesson in islice(lessons_of(game).values(), 0, None, 4):
        asked = Asked(lesson, at_lesson(lesson, 0, "Anna"), lesson.view, CardsShown.STANDARD)
        yield f"question: {lesson.kind}", question_page(w, asked), PANEL
        yield f"answer: {lesson.kind}", answer_page(w, asked, 0, Streak(12, 34)), MESSAGE


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_ways_to_begin_are_no_taller_than_a_phone(screens: Screens, locale: str) -> None:
    w = words(locale)
    assert await screens.height(greeting_page(w), locale) <= MESSAGE


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
async def test_no_message_is_taller_than_a_phone(screens: Screens, game: str, locale: str) -> None:
    tall = [
        (phase, height)
        for phase, page, limit in chain(
            messages(game, locale), guided(game, locale), rules(game, locale), lessons(game, locale)
        )
        if (height := await screens.height(page, locale)) > limit
    ]
    assert not tall
