from __future__ import annotations

from collections.abc import Sequence

import pytest

from card_images import Amount, Badge, Row, Sheet
from card_images.badges import Badges
from card_images.felt import MARGIN, PICTURE_WIDTH
from card_images.palette import FACE, FACE_EDGE, GOLD_LIGHT, SEATS, SUIT
from card_images.paper import signed
from card_images.sheet import HIGHEST, sheet, shown

from .conftest import players
from .test_charts import FELT, Box, colours, where

HEAD: Box = (0, 0, PICTURE_WIDTH, MARGIN + 110)


def row(label: str, *points: int) -> Row:
    return Row(label, tuple(Amount(each, signed(each)) for each in points))


def sheet_of(rows: Sequence[Row], *, totals: Row | None = None, declarer: int | None = None) -> Sheet:
    columns = zip(*(each.amounts for each in rows), strict=True)
    sums = row("This deal", *(sum(amount.points for amount in column) for column in columns))
    foot = (sums, totals) if totals else (sums,)
    return Sheet(players(len(sums.amounts)), tuple(rows), foot, "More below", declarer)


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
    image = sheet(badges, sheet_of([row("Game won", 2, -2, 0)]))
    heads = (where(image, colour, HEAD) for colour in SEATS[:3])
    body = below(MARGIN + 152, image.height - MARGIN - 8, 540, PICTURE_WIDTH - MARGIN - 8)
    amounts = (where(image, ink, body) for ink in (SUIT["C"], SUIT["H"], FACE_EDGE))
    for head, amount in zip(heads, amounts, strict=True):
        assert head is not None
        assert amount is not None
        assert head[0] - 10 <= 540 + (amount[0] + amount[2]) / 2 <= head[2] + 10


def test_the_declarer_wears_a_crown(badges: Badges) -> None:
    rows = [row("Game won", 2, -2, 0)]
    assert where(sheet(badges, sheet_of(rows)), GOLD_LIGHT) is None
    crowns = [where(sheet(badges, sheet_of(rows, declarer=seat)), GOLD_LIGHT) for seat in (0, 2)]
    first, third = crowns
    assert first is not None
    assert third is not None
    assert first[2] < third[0]
    assert third[3] <= HEAD[3]


def test_totals_stand_below_the_sums(badges: Badges) -> None:
    rows = [row("Game won", 3, -3, 0)]
    with_totals = sheet(badges, sheet_of(rows, totals=row("Totals", 5, -5, 0)))
    assert with_totals.height > sheet(badges, sheet_of(rows)).height


def test_of_too_many_rows_the_most_important_are_shown_in_their_order(badges: Badges) -> None:
    rows = [row(f"Line {number}", points, -points, 0) for number, points in enumerate([1, 9] * 15)]
    content = sheet_of(rows)
    kept = shown(content)
    assert kept[-1].label == "More below"
    numbers = [int(each.label.split()[1]) for each in kept[:-1]]
    assert numbers == sorted(numbers)
    assert all(number % 2 for number in numbers)
    assert sheet(badges, content).height <= HIGHEST
    assert shown(sheet_of(rows[:5])) == tuple(rows[:5])


def test_a_long_sentence_makes_its_row_higher(badges: Badges) -> None:
    long = "Pagat ultimo missed (the declarer's Pagat was taken in the last trick)"
    one, other = (sheet(badges, sheet_of([row(each, 1, -1, 0)])) for each in ("Game won", long))
    assert other.height > one.height + 30


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


def test_another_name_is_another_sheet(badges: Badges) -> None:
    content = sheet_of([row("Game won", 1, -1, 0)])
    renamed = Sheet((Badge("Anne", 0), *content.players[1:]), content.rows, content.sums, content.more)
    assert sheet(badges, content).tobytes() != sheet(badges, renamed).tobytes()
