from __future__ import annotations

import pytest

from card_images.felt import MARGIN, PICTURE_WIDTH
from card_images.palette import FACE, FACE_EDGE, SUIT
from card_images.paper import SEAT_COLOURS, SEATS
from card_images.sheet import ROWS, sheet
from tests.card_images.test_charts import FELT, Box, colours, where

HEAD: Box = (0, 0, PICTURE_WIDTH, MARGIN + 80)


def below(top: float, bottom: float, left: float = 360, right: float = PICTURE_WIDTH) -> Box:
    return (round(left), round(top), round(right), round(bottom))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_sheet_has_a_column_for_every_seat_and_for_no_other(seats: int) -> None:
    image = sheet([(1, 1, *[0] * seats)], [0] * seats)
    columns = [where(image, SEAT_COLOURS[suit], HEAD) for suit in SEATS]
    assert [column is not None for column in columns] == [number < seats for number in range(5)]
    lefts = [column[0] for column in columns if column]
    assert lefts == sorted(lefts)


def test_a_gain_and_a_loss_stand_below_their_seats() -> None:
    image = sheet([(2, 1, 2, -2, 0)], (2, -2, 0))
    spades, hearts, diamonds = (where(image, SEAT_COLOURS[suit], HEAD) for suit in "SHD")
    body = below(HEAD[3], image.height - MARGIN - 8, right=PICTURE_WIDTH - MARGIN - 8)
    gain, loss, zero = (where(image, ink, body) for ink in (SUIT["C"], SUIT["H"], FACE_EDGE))
    for sign, amount in ((spades, gain), (hearts, loss), (diamonds, zero)):
        assert sign is not None
        assert amount is not None
        middle = 360 + (amount[0] + amount[2]) / 2
        assert sign[0] - 10 <= middle <= sign[2] + 10


def test_totals_stand_below_the_sums_only_where_they_differ() -> None:
    row = (3, 1, 3, -3)
    assert sheet([row], (5, -5)).height > sheet([row], (3, -3)).height


def test_rows_without_end_are_summed_in_the_last() -> None:
    many = [(1, 1, 1, -1)] * (ROWS + 20)
    cut, just = sheet(many, (0, 0)), sheet(many[:ROWS], (0, 0))
    assert cut.size == just.size
    # The last row and the sums differ, those before do not.
    difference = [
        cut.crop(band).tobytes() != just.crop(band).tobytes()
        for band in (below(HEAD[3], HEAD[3] + 62 * (ROWS - 2)), below(just.height - 200, just.height))
    ]
    assert difference == [False, True]


@pytest.mark.parametrize("amount", [0, 7, -99999, 123456])
def test_a_sheet_stays_within_its_margin(amount: int) -> None:
    image = sheet([(amount, 16, *[amount] * 5)] * 30, [amount] * 5)
    for box in (
        (0, 0, PICTURE_WIDTH, MARGIN - 4),
        (0, 0, MARGIN - 4, image.height),
        (PICTURE_WIDTH - MARGIN + 4, 0, PICTURE_WIDTH, image.height),
        (0, image.height - MARGIN + 4, PICTURE_WIDTH, image.height),
    ):
        assert colours(image, box) <= FELT
    assert where(image, FACE, (0, image.height - MARGIN - 8, PICTURE_WIDTH, image.height)) is not None
