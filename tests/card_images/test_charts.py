"""Charts and score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageChops, ImageColor

from card_images import Amount, Badge, Row, Sheet
from card_images.avatars import Badges
from card_images.charts import Bar, bars, chart, marked
from card_images.palette import BAND, FACE, LINE, MUTED, SEATS, SUIT
from card_images.sheet import HIGHEST, sheet, shown, signed
from card_images.tiles import MARGIN, PICTURE_WIDTH, covered
from tests.card_images.conftest import FELT, Box, colours, players, where


def ranks(*points: int) -> list[Bar]:
    return [
        Bar(place, Badge(f"Anna {place}", person=place), each, signed(each))
        for place, each in enumerate(points, 1)
    ]


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
    axis = numbered.height - MARGIN - 34 - 100 + 42
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


def test_numbers_carry_their_signs() -> None:
    assert [signed(value) for value in (3, 1, 0, -1, -12)] == ["+3", "+1", "0", "−1", "−12"]


HEAD: Box = (0, 0, PICTURE_WIDTH, MARGIN + 110)


def row(label: str, *points: int) -> Row:
    return Row(label, tuple(Amount(each, signed(each)) for each in points))


def sheet_of(
    rows: Sequence[Row],
    *,
    totals: Row | None = None,
    roles: tuple[str, ...] = (),
    heading: tuple[str, ...] = (),
) -> Sheet:
    columns = zip(*(each.amounts for each in rows), strict=True)
    sums = row("This deal", *(sum(amount.points for amount in column) for column in columns))
    foot = (sums, totals) if totals else (sums,)
    return Sheet(players(len(sums.amounts)), tuple(rows), foot, "More below", roles, heading)


def below(top: float, bottom: float, left: float = 480, right: float = PICTURE_WIDTH) -> Box:
    return (round(left), round(top), round(right), round(bottom))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_sheet_has_a_column_for_every_seat_and_for_no_other(seats: int, badges: Badges) -> None:
    image = sheet(badges, sheet_of([row("Game won", *[0] * seats)]))
    columns = [where(image, colour, HEAD) for colour in SEATS]
    assert [column is not None for column in columns] == [number < seats for number in range(5)]
    lefts = [column[0] for column in columns if column]
    assert lefts == sorted(lefts)


def test_a_gain_and_a_loss_stand_below_their_players(badges: Badges) -> None:
    image = sheet(badges, sheet_of([row("Game won", 1, -1, 0)]))
    heads = (where(image, colour, HEAD) for colour in SEATS[:3])
    body = below(MARGIN + 152, image.height - MARGIN - 8, 540, PICTURE_WIDTH - MARGIN - 8)
    amounts = (where(image, ink, body) for ink in (SUIT["C"], SUIT["H"], MUTED))
    for head, amount in zip(heads, amounts, strict=True):
        assert head is not None
        assert amount is not None
        assert head[0] - 10 <= 540 + (amount[0] + amount[2]) / 2 <= head[2] + 10


def test_the_role_of_a_player_stands_below_the_name(badges: Badges) -> None:
    rows = [row("Game won", 0, 0, 0)]
    plain = sheet(badges, sheet_of(rows))
    assert where(plain, SUIT["C"], below(HEAD[3], plain.height - 80)) is None
    for seat in (0, 2):
        roles = tuple("declarer" if each == seat else "" for each in range(3))
        image = sheet(badges, sheet_of(rows, roles=roles))
        badge, word = where(image, SEATS[seat], HEAD), where(image, SUIT["C"], below(HEAD[3], HEAD[3] + 150))
        assert badge is not None
        assert word is not None
        assert abs((badge[0] + badge[2]) / 2 - 480 - (word[0] + word[2]) / 2) < 10


def test_roles_are_never_smaller_than_nine_pixels_on_a_telephone(badges: Badges) -> None:
    """Those wider than their column reach into the next ones, or lie on two lines."""
    rows, role = [row("Game won", 0, 0, 0, 0, 0)], "デクレアラー"
    for roles in (("", role, "", "", ""), ("", "", "", "", role), ("", role, role, "", "")):
        image = sheet(badges, sheet_of(rows, roles=roles))
        lines = where(image, SUIT["C"], below(HEAD[3], HEAD[3] + 150, 0))
        assert lines is not None
        left, top, right, bottom = lines
        assert right < PICTURE_WIDTH - MARGIN
        assert (right - left) / len(role) * 290 / PICTURE_WIDTH > 8.5, (
            "kana are a little narrower than the size"
        )
        assert (bottom - top > 60) == (roles.count(role) > 1)


def below_band(image: Image.Image, ink: str) -> int:
    """How far the amounts of the second row, which has a band, are above its end."""
    band = where(image, BAND)
    assert band is not None
    amount = where(image, ink, (480, band[1], PICTURE_WIDTH, band[3]))
    assert amount is not None
    return band[3] - band[1] - amount[3]


@pytest.mark.parametrize(
    "labels",
    [("Trull", "Pagat"), ("Trull", "Pagat ultimo missed by a defender, announced"), ("Trull " * 30, "Pagat")],
    ids=["short", "mixed", "long"],
)
def test_the_amounts_of_all_rows_are_at_the_same_place(labels: tuple[str, str], badges: Badges) -> None:
    rows = [row(label, 1, -1, 0) for label in labels]
    one, other = (sheet(badges, sheet_of(order)) for order in (rows, rows[::-1]))
    assert one.height == other.height
    assert below_band(one, SUIT["C"]) == below_band(other, SUIT["C"])


@pytest.mark.parametrize(
    "total", ["Totals", "After everybody has settled up", "差し引きの受け払いのあとの収支"]
)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nothing_is_written_below_the_alt_badge(total: str, seats: int, badges: Badges) -> None:
    zeros = [0] * seats
    pictures = [
        sheet(badges, sheet_of([row("Game won", *zeros)], totals=row(total, *zeros))),
        chart(badges, [(9999, -9999, *zeros[2:])] * 12, players(seats)),
        bars(badges, ranks(50, 0, *[-20] * seats)),
    ]
    across, down = map(round, covered(PICTURE_WIDTH))
    for image in pictures:
        corner = (MARGIN + 24, image.height - down, across, image.height - MARGIN - 24)
        assert colours(image, corner) == {ImageColor.getrgb(FACE)}


def test_all_rows_of_a_busy_deal_are_shown(badges: Badges) -> None:
    busy = [row(f"Kakadu missed (announced by the defenders), {number}", 1, -1, 0) for number in range(4)]
    content = sheet_of(busy, heading=("Announced by Anna: trull; king ultimo",) * 6)
    assert shown(content) == tuple(busy)


def test_letters_can_be_read_on_a_telephone(badges: Badges) -> None:
    image = sheet(badges, sheet_of([row("H", 0, 0, 0)]))
    letter = where(image, LINE, below(HEAD[3] + 70, image.height - 130, 60, 200))
    assert letter is not None
    assert (letter[3] - letter[1]) * 390 / PICTURE_WIDTH >= 10, "pixels of a capital letter"


def test_only_the_most_important_of_too_many_rows_are_shown_in_order(badges: Badges) -> None:
    rows = [row(f"Line {number}", points, -points, 0) for number, points in enumerate([1, 9] * 60)]
    content = sheet_of(rows)
    kept = shown(content)
    assert kept[-1].label == "More below"
    numbers = [int(each.label.split()[1]) for each in kept[:-1]]
    assert numbers == sorted(numbers)
    assert all(number % 2 for number in numbers)
    assert sheet(badges, content).height <= HIGHEST
    assert shown(sheet_of(rows[:5])) == tuple(rows[:5])


@pytest.mark.parametrize("amount", [0, 7, -99999, 123456])
def test_a_sheet_stays_within_its_margin(amount: int, badges: Badges) -> None:
    rows = [row("ろくじゅうろく 66 " * 20, *[amount] * 5)] * 30
    image = sheet(badges, sheet_of(rows, totals=row("W" * 80, *[amount] * 5)))
    for box in (
        (0, 0, PICTURE_WIDTH, MARGIN - 4),
        (0, 0, MARGIN - 4, image.height),
        (PICTURE_WIDTH - MARGIN + 4, 0, PICTURE_WIDTH, image.height),
        (0, image.height - MARGIN + 4, PICTURE_WIDTH, image.height),
    ):
        assert colours(image, box) <= FELT
    assert where(image, FACE, (0, image.height - MARGIN - 8, PICTURE_WIDTH, image.height)) is not None
