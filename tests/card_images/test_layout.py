from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.rules.cards import HAND_ORDER, NO_CARDS, Card, Cards
from card_images.hand import Place, Spread, rows, spread
from card_images.pips import LEFT, LOWEST, Style
from card_images.table import in_rows, row
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, UNIT

COUNTS = (1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)
Point = tuple[float, float]


def mixed(count: int) -> tuple[Card, ...]:
    """Return a hand of `count` cards, spread evenly over tarocks and suits."""
    return Cards.of(HAND_ORDER[i * len(HAND_ORDER) // count] for i in range(count)).sorted


def on_picture(place: Place, x: float, y: float) -> Point:
    """Map a point of a card (card units from its upper left corner) to the picture (pixels)."""
    turn = math.radians(place.half_degrees / 2)
    a, b = x * UNIT - CARD_WIDTH / 2, y * UNIT - CARD_HEIGHT / 2
    cosine, sine = math.cos(turn), math.sin(turn)
    return place.x + a * cosine - b * sine, place.y + a * sine + b * cosine


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
    for laid in layouts(count, style):
        for place in laid.places:
            for corner in ((0, 400), (250, 400)):
                point = on_picture(place, *corner)
                others = [other for other in laid.places if other != place]
                assert point[1] > laid.height or any(covers(other, point) for other in others)


def test_a_hand_has_one_row_up_to_twelve_cards_and_two_from_thirteen() -> None:
    assert [len(rows(mixed(count))) for count in (1, 12, 13, 19)] == [1, 1, 2, 2]


def test_rows_are_split_between_suits_if_that_leaves_them_nearly_even() -> None:
    cards = Cards.of("T22 T21 T20 T15 T13 T8 T6 HK HC HJ H3 H2 SQ S9 CJ DK").sorted
    assert [len(each) for each in rows(cards)] == [7, 9]
    assert [len(each) for each in rows(HAND_ORDER[:16])] == [8, 8]


def test_rows_split_between_suits_only_if_that_is_within_one_card_of_the_middle() -> None:
    tarocks, hearts = HAND_ORDER[:9], [each for each in HAND_ORDER if each.suit == "H"]
    assert [len(each) for each in rows([*tarocks, *hearts[:5]])] == [7, 7]
    assert [len(each) for each in rows([*tarocks[:8], *hearts[:6]])] == [8, 6]


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


def test_everything_is_dimmed_when_nothing_may_be_played() -> None:
    assert all(place.dim and not place.raised for place in spread(mixed(9), NO_CARDS).places)


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
