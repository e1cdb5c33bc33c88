"""The layout of hands, talons and lobbies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.games import GAMES
from bot.rules.cards import CARDS, HAND_ORDER, NO_CARDS, PACK_54, TRULL, Card, Cards, card
from bot.rules.game import Game
from card_images import Badge, emblem
from card_images.avatars import Badges
from card_images.deck import Deck
from card_images.faces import LEFT, LOWEST, Style
from card_images.hand import Place, Spread, rows, spread
from card_images.palette import GOLD_LIGHT, IVORY, SEATS
from card_images.table import in_rows, lobby, place_x, row, seats, shown_cards, talon, trick
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, PICTURE_WIDTH, UNIT, Tiles, covered
from tests.card_images.conftest import Point, mixed, on_picture, players, where


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


COUNTS = (1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)


def covers(place: Place, point: Point) -> bool:
    turn = math.radians(place.half_degrees / 2)
    a, b = point[0] - place.x, point[1] - place.y
    across, down = a * math.cos(turn) + b * math.sin(turn), -a * math.sin(turn) + b * math.cos(turn)
    return abs(across) < CARD_WIDTH / 2 and abs(down) < CARD_HEIGHT / 2


def choices(cards: tuple[Card, ...]) -> list[Cards | None]:
    some = (cards[:1], cards[-1:], cards[::2], cards[1::2])
    return [None, NO_CARDS, *map(Cards.of, some)]


def layouts(count: int, style: Style) -> Iterator[Spread]:
    """Yield the layouts of a hand of `count` cards with different cards playable."""
    cards = mixed(count)
    for playable in choices(cards):
        yield spread(cards, playable, style)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("count", COUNTS)
def test_every_index_is_fully_visible(count: int, style: Style) -> None:
    left, right = LEFT[style]
    lowest = LOWEST[style]
    for laid in layouts(count, style):
        assert tuple(place.card for place in laid.places) == mixed(count)
        for number, place in enumerate(laid.places):
            for x, y in [(x, y) for x in (left, 34, right) for y in (19, 70, lowest)]:
                point = on_picture(place, x, y)
                assert 0 < point[0] < 1200
                assert 0 < point[1] < laid.height
                assert not any(covers(later, point) for later in laid.places[number + 1 :]), place


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("count", COUNTS)
def test_no_card_sticks_out_of_the_picture_at_the_sides_or_the_top(count: int, style: Style) -> None:
    for laid in layouts(count, style):
        for place in laid.places:
            for corner in ((0, 0), (250, 0)):
                x, y = on_picture(place, *corner)
                assert 4 < x < 1196
                assert y > 4
            # A lower corner is either below the picture or within its sides.
            for corner in ((0, 400), (250, 400)):
                x, y = on_picture(place, *corner)
                assert 4 < x < 1196 or y > laid.height


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("count", COUNTS)
def test_the_bottom_edges_of_the_upper_row_are_hidden(count: int, style: Style) -> None:
    """The next row covers them, but for one in the corner below Discord's ALT badge."""
    across, down = covered(PICTURE_WIDTH)
    for laid in layouts(count, style):
        for place in laid.places:
            for corner in ((0, 400), (250, 400)):
                x, y = point = on_picture(place, *corner)
                others = [other for other in laid.places if other != place]
                below_badge = x < across and y > laid.height - down
                assert y > laid.height or below_badge or any(covers(other, point) for other in others)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("count", COUNTS)
def test_no_index_of_a_hand_is_below_the_alt_badge(count: int, style: Style) -> None:
    across, down = covered(PICTURE_WIDTH)
    for laid in layouts(count, style):
        for place in laid.places:
            for x, y in [(x, y) for x in LEFT[style] for y in range(10, LOWEST[style] + 1, 4)]:
                point = on_picture(place, x, y)
                assert point[0] >= across or point[1] <= laid.height - down


def test_a_hand_has_one_row_up_to_twelve_cards_and_two_from_thirteen() -> None:
    assert [len(rows(mixed(count))) for count in (1, 12, 13, 19)] == [1, 1, 2, 2]


def test_rows_are_split_between_suits_if_that_leaves_them_nearly_even() -> None:
    cards = Cards.of("T22 T21 T20 T15 T13 T8 T6 HK HC HJ H3 H2 SQ S9 CJ DK").sorted
    assert [len(each) for each in rows(cards)] == [7, 9]
    assert [len(each) for each in rows(HAND_ORDER[:16])] == [8, 8]


def test_only_raised_cards_in_the_upper_row_make_the_picture_taller() -> None:
    cards = mixed(16)
    upper, lower = (Cards.of(each) for each in rows(cards))
    plain = spread(cards, None).height
    assert spread(cards, lower).height == plain < spread(cards, upper).height


def test_playable_cards_are_raised_and_the_others_dimmed() -> None:
    cards = Cards.of("T9 T2 HK H1 S10").sorted
    plain = {place.card: place for place in spread(cards, None).places}
    chosen = Cards.of("HK H1")
    for place in spread(cards, chosen).places:
        assert place.raised == (place.card in chosen)
        assert place.dim != place.raised
        # The picture grows to make room for raised cards: they stay in place, the others move down.
        assert (place.y < plain[place.card].y + 4) == place.raised


def test_nothing_is_raised_or_dimmed_when_all_may_be_played() -> None:
    cards = Cards.of("T9 T2 HK").sorted
    assert spread(cards, Cards.of(cards)) == spread(cards, None)
    assert not any(place.raised or place.dim for place in spread(cards, None).places)


@pytest.mark.parametrize("sizes", [(1,), (2,), (6,), (12,), (3, 3), (2, 2, 2), (1, 1, 4), (4, 4), (1,) * 6])
def test_talon_groups_are_separate_and_every_index_is_visible(sizes: tuple[int, ...]) -> None:
    laid = row(sizes)
    assert tuple(map(len, laid.lefts)) == sizes
    flat = [left for group in laid.lefts for left in group]
    assert flat[0] >= 30
    assert flat[-1] + CARD_WIDTH <= laid.width - 29
    for group in laid.lefts:
        assert all(right - left >= 62 * UNIT for left, right in pairwise(group))
    for group, following in pairwise(laid.lefts):
        assert following[0] - (group[-1] + CARD_WIDTH) >= 50


@pytest.mark.parametrize(
    ("sizes", "rows_of"), [((3, 3), [2]), ((2, 2, 2), [3]), ((1,) * 6, [3, 3]), ((1,) * 5, [3, 2])], ids=str
)
def test_groups_too_wide_for_a_phone_lie_in_two_rows(sizes: tuple[int, ...], rows_of: list[int]) -> None:
    parts = in_rows(sizes)
    assert [len(part) for part in parts] == rows_of
    assert [number for part in parts for number in part] == list(range(len(sizes)))


DARK = 130
"""Brighter than the felt and the shadows and glows on it, darker than cards and letters."""


def brightest_below_badge(image: Image.Image) -> int:
    across, down = map(round, covered(image.width))
    return max(image.crop((0, image.height - down, across, image.height)).convert("L").tobytes())


@pytest.mark.parametrize("seat_count", [3, 4, 5])
def test_nothing_of_a_trick_or_a_lobby_is_below_the_alt_badge(
    seat_count: int, drawn_deck: Deck, badges: Badges
) -> None:
    tiles = Tiles(drawn_deck)
    cards, seated = Cards.of("T22 HK C7 SQ D1").sorted[:seat_count], players(seat_count)
    pictures = [lobby(tiles, badges, emblem(PACK_54), seated)]
    pictures += [trick(tiles, badges, cards, seated, winner) for winner in (None, 0)]
    pictures += [trick(tiles, badges, [None] * seat_count, seated, None)]
    for image in pictures:
        assert brightest_below_badge(image) < DARK


@pytest.mark.parametrize(
    "sizes", [(1,), (2,), (4,), (6,), (12,), (1, 5), (3, 3), (2, 2, 2), (1,) * 6], ids=str
)
@pytest.mark.parametrize("chosen", [None, 0])
def test_nothing_of_a_talon_is_below_the_alt_badge(
    sizes: tuple[int, ...], chosen: int | None, drawn_deck: Deck
) -> None:
    cards = iter(CARDS)
    image = talon(Tiles(drawn_deck), [[next(cards) for _ in range(size)] for size in sizes], chosen)
    assert brightest_below_badge(image) < DARK


def test_the_lead_is_marked_and_the_next_player_has_a_gold_place(drawn_deck: Deck, badges: Badges) -> None:
    tiles, seated = Tiles(drawn_deck), players(4)
    image = trick(tiles, badges, [card("H3"), None, None, None], seated, None)
    mark = (0, 0, round(covered(image.width)[0]), image.height)
    assert where(image, GOLD_LIGHT, mark) is not None
    places = [
        where(image, GOLD_LIGHT, (round(x - CARD_WIDTH / 2), 140, round(x + CARD_WIDTH / 2), image.height))
        for x in (place_x(number, 4) for number in range(1, 4))
    ]
    assert places[0] is not None
    assert places[1:] == [None, None]


def test_shown_cards_that_do_not_fit_are_refused(drawn_deck: Deck) -> None:
    tiles, suits = Tiles(drawn_deck), [Cards.of(f"{suit}K {suit}Q {suit}C").sorted for suit in "SHDC"]
    assert shown_cards(tiles, [suits[:2], suits[2:]]).width == PICTURE_WIDTH
    with pytest.raises(ValueError, match="does not fit"):
        shown_cards(tiles, [suits])
