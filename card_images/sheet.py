"""Draw the score sheet of a deal: a row for each scored item, a column for each seat, sums below. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from card_images.felt import MARGIN, PICTURE_WIDTH
from card_images.palette import FACE_EDGE, LINE, SUIT
from card_images.paper import SEATS, Paper, plain, signed

ROWS: Final = 14
"""The most rows shown, so that a phone shows the whole sheet; the last one sums up any further rows."""
_HEAD: Final = 84
_STEP: Final = 62
_SUM: Final = 76
_FOOT: Final = 14
_EDGE: Final = 36  # padding inside the sheet
_NUMBERS: Final = 50  # width of the column of row numbers
_CALCULATION: Final = 270  # width of everything left of the seats: row number and calculation
_BAND: Final = "#F3EDDC"  # background of every other row
_PALE: Final = "#8A8070"
_SMALL, _LARGE = 34, 38  # cap heights


class _Row(NamedTuple):
    """A row as it is drawn."""

    number: str
    calculation: str
    amounts: Sequence[int]


class _Grid:
    """Draws into the columns of a sheet."""

    def __init__(self, paper: Paper, seats: int) -> None:
        self._paper = paper
        self._left = MARGIN + _EDGE
        self._right = PICTURE_WIDTH - MARGIN - _EDGE
        self._seats = seats

    def column_x(self, seat: int) -> float:
        """The centre of a seat's column."""
        first = self._left + _CALCULATION
        return first + (self._right - first) * (seat + 0.5) / self._seats

    def signs(self, y: float) -> None:
        for seat in range(self._seats):
            self._paper.sign(SEATS[seat], self.column_x(seat), y, 46)

    def rule(self, y: float, width: float) -> None:
        self._paper.line([(self._left - 10, y), (self._right + 10, y)], LINE, width)

    def band(self, y: float) -> None:
        self._paper.box(self._left - 14, y - _STEP / 2 + 2, self._right + 14, y + _STEP / 2 - 2, _BAND)

    def label(self, y: float, number: str, calculation: str) -> None:
        self._paper.number(self._left + _NUMBERS - 8, y, number, _PALE, "rm", _SMALL)
        self._paper.number(self._left + _CALCULATION - 8, y, calculation, LINE, "rm", _SMALL)

    def amounts(self, y: float, amounts: Sequence[int], size: int) -> None:
        for seat, amount in enumerate(amounts):
            ink = SUIT["C"] if amount > 0 else SUIT["H"] if amount else FACE_EDGE
            self._paper.number(self.column_x(seat), y, signed(amount), ink, "mm", size)

    def row(self, y: float, row: _Row, *, shaded: bool) -> None:
        if shaded:
            self.band(y)
        self.label(y, row.number, row.calculation)
        self.amounts(y, row.amounts, _SMALL)

    def sigma(self, y: float) -> None:
        """Draw a capital sigma for the totals; the font has none."""
        right, left = self._left + _CALCULATION - 10, self._left + _CALCULATION - 38
        corners = [(right, y - 18), (left, y - 18), (left + 15, y), (left, y + 18), (right, y + 18)]
        self._paper.line(corners, LINE, 5)


def _shown(rows: Sequence[Sequence[int]]) -> list[_Row]:
    """Return number, calculation and amounts of each row; rows beyond the limit are summed in the last."""
    too_many = len(rows) > ROWS
    kept = rows[: ROWS - 1] if too_many else rows
    shown = [
        _Row(str(number), " \u00d7 ".join(map(plain, [base] if factor == 1 else [base, factor])), amounts)
        for number, (base, factor, *amounts) in enumerate(kept, 1)
    ]
    if too_many:
        rest = [amounts for _, _, *amounts in rows[ROWS - 1 :]]
        shown.append(_Row("", "…", [sum(column) for column in zip(*rest, strict=True)]))
    return shown


def sheet(rows: Sequence[Sequence[int]], totals: Sequence[int]) -> Image.Image:
    """Draw the score sheet of a deal, RGB.

    Args:
        rows: For each scored item its base in game points, its factor, and the game points of each seat.
        totals: Game points of each seat including earlier deals; drawn only if they differ from the sums.
    """
    sums = [sum(column) for column in zip(*(amounts for _, _, *amounts in rows), strict=True)]
    shown, with_totals = _shown(rows), list(totals) != sums
    height = 2 * MARGIN + _HEAD + _STEP * len(shown) + _SUM * (1 + with_totals) + _FOOT
    paper = Paper(height)
    grid = _Grid(paper, len(sums))
    y: float = MARGIN + _HEAD / 2 + 4
    grid.signs(y)
    y = MARGIN + _HEAD
    grid.rule(y, 2)
    for index, row in enumerate(shown):
        grid.row(y + _STEP * (index + 0.5), row, shaded=index % 2 == 1)
    y += _STEP * len(shown)
    grid.rule(y, 4)
    grid.label(y + _SUM / 2, "", "=")
    grid.amounts(y + _SUM / 2, sums, _LARGE)
    if with_totals:
        grid.rule(y + _SUM, 2)
        grid.sigma(y + _SUM * 1.5)
        grid.amounts(y + _SUM * 1.5, totals, _LARGE)
    return paper.finished()
