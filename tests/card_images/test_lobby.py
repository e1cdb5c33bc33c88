from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import ImageChops

from bot.games import GAMES
from bot.rules.cards import PACK_54, TRULL, Cards
from bot.rules.game import Game
from card_images import Badge, Pictures, emblem
from card_images.avatars import Badges
from card_images.deck import Deck
from card_images.palette import GOLD_LIGHT, IVORY, SEATS
from card_images.table import lobby, seats
from card_images.tiles import Tiles

from .conftest import players
from .test_charts import where


def test_an_emblem_shows_the_honours_and_the_ends_of_every_suit() -> None:
    assert Cards.of(emblem(PACK_54)) == TRULL | Cards.of("SK S7 HK H4 DK D4 CK C7")
    small = PACK_54 - Cards.of("S7 S8 S9 S10 H4 H3 H2 H1 T2")
    assert Cards.of(emblem(small)) == TRULL | Cards.of("SK SJ HK HJ DK D4 CK C7")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_an_emblem_of_cards_of_its_own_pack(game: Game) -> None:
    assert set(emblem(game.pack)) <= set(game.pack)


def test_a_seat_shows_who_sits_on_it(drawn_deck: Deck, badges: Badges) -> None:
    tiles = Tiles(drawn_deck)
    image = lobby(tiles, badges, [], [Badge("Anna", 0), Badge("Poldi", 1, computer=True), None])
    person, computer, free = (where(image, colour) for colour in (*SEATS[:2], GOLD_LIGHT))
    assert person is not None
    assert computer is not None
    assert free is not None
    assert person[2] < computer[0] < computer[2] < free[0]
    empty = lobby(tiles, badges, [], [None] * 3)
    assert where(empty, IVORY) is None


@pytest.mark.parametrize("count", sorted({count for game in GAMES.values() for count in game.seats}))
def test_no_seat_is_cut_off_or_covered(count: int, drawn_deck: Deck, badges: Badges) -> None:
    tiles = Tiles(drawn_deck)
    chairs = [None] * count
    laid, bare = (lobby(tiles, badges, pack, chairs) for pack in (emblem(PACK_54), ()))
    cards = ImageChops.difference(laid, bare).convert("L").point([0] * 24 + [255] * 232).getbbox()
    assert cards is not None
    places, width = seats(count)
    for x, y in places:
        assert y + 50 < cards[1]
        assert 12 < x - width / 2 < x + width / 2 < laid.width - 12
    assert all(math.dist(one, other) >= width for one, other in combinations(places, 2))


def test_every_seating_has_a_different_picture(pictures: Pictures) -> None:
    cards, (anna, *_) = emblem(PACK_54), players(1)
    chairs = (None, anna, Badge("Poldi", 0, computer=True))
    seatings = [(one, other, third) for one in chairs for other in chairs for third in chairs]
    assert len({pictures.lobby(cards, seating) for seating in seatings}) == 27
