from __future__ import annotations

from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageChops, ImageColor

from card_images import Badge
from card_images.avatars import Badges
from card_images.charts import Bar, bars, chart, marked
from card_images.palette import FACE, SEATS, SUIT, felt_tones
from card_images.sheet import signed
from card_images.tiles import MARGIN, PICTURE_WIDTH

from .conftest import players

FELT = {ImageColor.getrgb(tone) for tone in felt_tones()}
Box = tuple[int, int, int, int]


def where(image: Image.Image, colour: str, box: Box | None = None) -> Box | None:
    """Return the bounding box of all pixels of exactly this colour, or `None`."""
    part = image.crop(box) if box else image
    red, green, blue = ImageColor.getrgb(colour)[:3]
    exact = [value == wanted for wanted in (red, green, blue) for value in range(256)]
    bands = part.point([255 * each for each in exact]).split()
    mask = Image.new("L", part.size, 255)
    for band in bands:
        mask = Image.composite(mask, Image.new("L", part.size), band)
    return mask.getbbox()


def colours(image: Image.Image, box: Box) -> set[object]:
    return {colour for _, colour in image.crop(box).getcolors(1 << 20) or ()}


def ranks(*points: int) -> list[Bar]:
    return [
        Bar(place, Badge(f"Anna {place}", person=place), each, signed(each))
        for place, each in enumerate(points, 1)
    ]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_chart_has_a_line_for_every_seat_and_for_no_other(seats: int, badges: Badges) -> None:
    image = chart(badges, [(9, -3, 0, -6, 2)[:seats], (12, -9, 3, -6, 5)[:seats]], players(seats))
    assert [where(image, colour) is not None for colour in SEATS] == [n < seats for n in range(5)]


def test_the_leader_ends_highest(badges: Badges) -> None:
    image = chart(badges, [(1, 5, -2, -4), (-8, 14, 2, -8)], players(4))
    right = (PICTURE_WIDTH - 330, 0, PICTURE_WIDTH, image.height)
    first, second, third, fourth = ((where(image, colour, right) or (0, 0, 0, 0))[1] for colour in SEATS[:4])
    assert second < third < min(first, fourth)


def test_labels_of_equal_totals_do_not_overlap(badges: Badges) -> None:
    image = chart(badges, [(4, 4, -4, -4)], players(4))
    right = (PICTURE_WIDTH - 310, 0, PICTURE_WIDTH, image.height)
    boxes = sorted(box for colour in SEATS if (box := where(image, colour, right)))
    rows = sorted((top, bottom) for _, top, _, bottom in boxes)
    assert len(rows) == 4
    assert all(upper[1] <= lower[0] for upper, lower in pairwise(rows))


@pytest.mark.parametrize(("highest", "lines"), [(6, 7), (7, 5), (13, 4), (61, 5), (3000, 7)])
def test_the_grid_has_at_most_six_round_steps(highest: int, lines: int, badges: Badges) -> None:
    """Near the left edge all totals are 0, so the column of pixels crosses only grid lines."""
    image = chart(badges, [*[(0, 0, 0)] * 40, (highest, 0, 0)], players(3))
    x, top = MARGIN + 156, MARGIN + 10
    column = [image.getpixel((x, y)) == ImageColor.getrgb(FACE) for y in range(top, image.height - 130)]
    assert [is_face for is_face, _ in groupby(column)].count(False) == lines


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_two_marks_share_a_deal(seats: int) -> None:
    deals = [deal for seat in range(seats) for deal in marked(40, 5, seat, seats)]
    assert len(set(deals)) == len(deals) == 7
    assert set(deals) == set(range(5, 40, 5))


def test_a_mark_lies_on_the_total_of_its_deal(badges: Badges) -> None:
    """The first seat is marked at the first deal of two, in the middle of the chart."""
    image = chart(badges, [(10, -10, 0), (0, 0, 0)], players(3))
    line = where(image, SEATS[0], (0, 0, PICTURE_WIDTH - 340, image.height))
    assert line is not None
    left, top, right, _ = line
    mark = where(image, SEATS[0], (0, top, PICTURE_WIDTH, top + 20))
    assert mark is not None
    assert (mark[0] + mark[2]) / 2 == pytest.approx((left + right) / 2, abs=4)


@pytest.mark.parametrize(
    "totals",
    [
        [(0, 0, 0)],
        [(9999, -9999, 1, -1)],
        [(number, -number, 0) for number in range(1, 200)],
        [(-10, -9, 5, 4), (-15, -13, 9, 8)],
    ],
    ids=["nothing", "much", "long", "two at each end"],
)
def test_a_chart_stays_within_its_sheet(totals: list[tuple[int, ...]], badges: Badges) -> None:
    image = chart(badges, totals, players(len(totals[0])))
    outside = MARGIN - 4
    for box in (
        (0, 0, PICTURE_WIDTH, outside),
        (0, 0, outside, image.height),
        (PICTURE_WIDTH - outside, 0, PICTURE_WIDTH, image.height),
        (0, image.height - outside, PICTURE_WIDTH, image.height),
    ):
        assert colours(image, box) <= FELT
    corner = (MARGIN + 8, MARGIN + 40, MARGIN + 12, MARGIN + 44)
    assert colours(image, corner) == {ImageColor.getrgb(FACE)}


@pytest.mark.parametrize("last", ["pool", "プール"])
@pytest.mark.parametrize("deals", [2, 3, 12, 60])
def test_the_last_totals_may_be_labelled_with_a_word_instead_of_a_number(
    last: str, deals: int, badges: Badges
) -> None:
    """The word takes the place of the last numbers, and leaves the first ones where they are."""
    totals = [(number, -number, 0) for number in range(1, deals + 1)]
    numbered, worded = (chart(badges, totals, players(3), each) for each in ("", last))
    axis = numbered.height - MARGIN - 34 - 90 + 42
    changed = ImageChops.difference(numbered, worded).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    end = PICTURE_WIDTH - MARGIN - 330
    assert end - 200 < left
    assert right <= end + 22, "clear of the badges"
    assert axis - 30 < top < bottom < axis + 30


def test_bars_of_gains_lie_right_of_those_of_losses(badges: Badges) -> None:
    image = bars(badges, ranks(50, 0, -20))
    gain, loss = where(image, SUIT["C"]), where(image, SUIT["H"])
    assert gain is not None
    assert loss is not None
    assert loss[2] <= gain[0] + 2
    assert gain[3] < loss[1]
    assert gain[2] - gain[0] == pytest.approx(2.5 * (loss[2] - loss[0]), rel=0.05)


@pytest.mark.parametrize(("points", "colour"), [(1, "C"), (-1, "H")])
def test_one_point_is_drawn_in_the_colour_of_a_gain_or_a_loss(
    points: int, colour: str, badges: Badges
) -> None:
    image = bars(badges, ranks(points))
    assert [suit for suit in "CH" if where(image, SUIT[suit])] == [colour]


@pytest.mark.parametrize("amounts", [(7,), (0, 0), (-1, -5), (12345, -12345)])
def test_any_amounts_become_bars(amounts: tuple[int, ...], badges: Badges) -> None:
    image = bars(badges, ranks(*amounts))
    assert image.width == PICTURE_WIDTH
    assert colours(image, (PICTURE_WIDTH - MARGIN + 4, 0, PICTURE_WIDTH, image.height)) <= FELT


def test_numbers_carry_their_signs() -> None:
    assert [signed(value) for value in (3, 1, 0, -1, -12)] == ["+3", "+1", "0", "−1", "−12"]
