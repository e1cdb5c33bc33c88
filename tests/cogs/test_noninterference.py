"""No page tells what its reader may not know: exchange hidden cards, and it stays the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.text import words
from cogs.discord.page import Page
from cogs.hands.page import player_page
from cogs.hands.panel import SeatPanelKey, panel_key
from cogs.table.page import auction_page, spectator_page, table_page
from cogs.table.ping import ping_text
from tests.cogs.panels import as_held, choice_pages
from tests.conformance.random_deals import position, reshuffled
from tests.examples import examples

SPECTATOR = 99


def pages(deal: Deal, seat: Seat | None) -> tuple[Page | None, ...]:
    """All that a seat, or a spectator, is shown of a deal, the own panel first."""
    table, w = as_held(deal), words("en", deal.game.name)
    reader = SPECTATOR if seat is None else seat
    explained = choice_pages(w, table, reader)
    called = Page((ping_text(w, table, deal.open.turn),))
    public = table_page(table), called, spectator_page(w, table, reader), auction_page(w, table)
    return player_page(w, table, reader), *public, *explained


def keys(deal: Deal, seat: Seat) -> SeatPanelKey | None:
    """The key of a seat's panel, which decides when it is made again."""
    return panel_key(as_held(deal), seat)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(30)
@given(rng=st.randoms(use_true_random=True))
def test_pages_do_not_depend_on_hidden_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.choice([None, *range(deal.layout.seats)])
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    assert pages(world, seat) == pages(deal, seat)
    if seat is not None:
        assert keys(world, seat) == keys(deal, seat)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_page_depends_on_the_cards_of_its_reader(game: Game) -> None:
    deal = position(game, Random(3))
    seat = next(seat for seat in range(deal.layout.seats) if deal.view(seat).hand)
    others = [each for each in range(deal.layout.seats) if each != seat]
    own, spectators = pages(deal, seat)[0], pages(deal, None)[0]
    assert own is not None
    assert spectators is None
    assert all(pages(deal, each)[0] != own for each in others)
