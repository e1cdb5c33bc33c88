from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import ImageChops, ImageColor

from bot.games import GAMES
from bot.rules.cards import PACK_54, TRULL, Cards
from bot.rules.game import Game
from card_images import Chair, Pictures, emblem
from card_images.deck import Deck
from card_images.lobby import lobby, seats
from card_images.palette import GOLD_LIGHT, STEEL
from card_images.tiles import Tiles


def test_a_pack_is_known_by_its_honours_and_the_ends_of_its_suits() -> None:
    assert Cards.of(emblem(PACK_54)) == TRULL | Cards.of("SK S7 HK H4 DK D4 CK C7")
    small = PACK_54 - Cards.of("S7 S8 S9 S10 H4 H3 H2 H1 T2")
    assert Cards.of(emblem(small)) == TRULL | Cards.of("SK SJ HK HJ DK D4 CK C7")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_an_emblem_of_cards_of_its_own_pack(game: Game) -> None:
    assert set(emblem(game.pack)) <= set(game.pack)


def test_a_chair_shows_who_sits_on_it(drawn_deck: Deck) -> None:
    tiles = Tiles(drawn_deck)
    image = lobby(tiles, emblem(PACK_54), [Chair.PERSON, Chair.COMPUTER, Chair.FREE])
    seen = {colour for _, colour in image.crop((930, 0, 1200, 330)).getcolors(1 << 20) or ()}
    assert {ImageColor.getrgb(GOLD_LIGHT), ImageColor.getrgb(STEEL)} <= seen
    empty = lobby(tiles, emblem(PACK_54), [Chair.FREE] * 3)
    seen = {colour for _, colour in empty.crop((930, 0, 1200, 330)).getcolors(1 << 20) or ()}
    assert ImageColor.getrgb(STEEL) not in seen


@pytest.mark.parametrize("count", sorted({count for game in GAMES.values() for count in game.seats}))
def test_no_chair_is_cut_off_or_covers_anything(count: int, drawn_deck: Deck) -> None:
    tiles = Tiles(drawn_deck)
    chairs = [Chair.FREE] * count
    laid, bare = lobby(tiles, emblem(PACK_54), chairs), lobby(tiles, [], chairs)
    # What is left of the shadow of the last card is too weak to be seen.
    cards = ImageChops.difference(laid, bare).convert("L").point([0] * 24 + [255] * 232).getbbox()
    assert cards is not None
    places, radius = seats(count)
    for x, y in places:
        assert cards[2] < x - radius
        assert x + radius < laid.width - 12
        assert 12 < y - radius < y + radius < laid.height - 12
    assert all(math.dist(one, other) > 2 * radius for one, other in combinations(places, 2))


def test_every_seating_is_another_picture(pictures: Pictures) -> None:
    cards = emblem(PACK_54)
    seatings = [(one, other, third) for one in Chair for other in Chair for third in Chair]
    assert len({pictures.lobby(cards, seating) for seating in seatings}) == 27
