"""The score sheet of a deal: a row for everything scored, a column for every seat, the sums below. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from card_images.palette import FACE_EDGE, LINE, SUIT
from card_images.paper import SEATS, Paper, plain, signed
from card_images.table import MARGIN, PICTURE_WIDTH

ROWS: Final = 14
"""So many rows at most, that a phone shows the whole sheet; the last stands for all that are left."""
_HEAD: Final = 84
_STEP: Final = 62
_SUM: Final = 76
_FOOT: Final = 14
_EDGE: Final = 36  # from the edge of the sheet to the first and the last figure
_NUMBERS: Final = 50  # width of the column of row numbers
_RECKONING: Final = 270  # width of the columns left of the seats, row numbers included
_BAND: Final = "#F3EDDC"  # under every other row, for the eye to run along
_PALE: Final = "#8A8070"
_SMALL, _LARGE = 34, 38  # heights of capitals


class _Grid:
    """The columns of a sheet."""

    def __init__(self, paper: Paper, seats: int) -> None:
        self._paper = paper
        self._left = MARGIN + _EDGE
        self._right = PICTURE_WIDTH - MARGIN - _EDGE
        self._seats = seats

    def at(self, seat: int) -> float:
        """The middle of a seat's column."""
        first = self._left + _RECKONING
        return first + (self._right - first) * (seat + 0.5) / self._seats

    def signs(self, y: float) -> None:
        for seat in range(self._seats):
            self._paper.sign(SEATS[seat], self.at(seat), y, 46)

    def rule(self, y: float, width: float) -> None:
        self._paper.line([(self._left - 10, y), (self._right + 10, y)], LINE, width)

    def band(self, y: float) -> None:
        self._paper.box(self._left - 14, y - _STEP / 2 + 2, self._right + 14, y + _STEP / 2 - 2, _BAND)

    def label(self, y: float, number: str, reckoning: str) -> None:
        self._paper.number(self._left + _NUMBERS - 8, y, number, _PALE, "rm", _SMALL)
        self._paper.number(self._left + _RECKONING - 8, y, reckoning, LINE, "rm", _SMALL)

    def amounts(self, y: float, amounts: Sequence[int], size: int) -> None:
        for seat, amount in enumerate(amounts):
            ink = SUIT["C"] if amount > 0 else SUIT["H"] if amount else FACE_EDGE
            self._paper.number(self.at(seat), y, signed(amount), ink, "mm", size)

    def sigma(self, y: float) -> None:
        """The sign of a sum, which the font lacks."""
        right, left = self._left + _RECKONING - 10, self._left + _RECKONING - 38
        corners = [(right, y - 18), (left, y - 18), (left + 15, y), (left, y + 18), (right, y + 18)]
        self._paper.line(corners, LINE, 5)


def _shown(rows: Sequence[Sequence[int]]) -> list[tuple[str, str, Sequence[int]]]:
    """Each row's number, reckoning and amounts; rows beyond the last are summed in that."""
    beyond = len(rows) > ROWS
    own = rows[: ROWS - 1] if beyond else rows
    shown: list[tuple[str, str, Sequence[int]]] = [
        (str(number), " \u00d7 ".join(map(plain, [base] if factor == 1 else [base, factor])), amounts)
        for number, (base, factor, *amounts) in enumerate(own, 1)
    ]
    if beyond:
        left = [amounts for _, _, *amounts in rows[ROWS - 1 :]]
        shown.append(("", "…", [sum(column) for column in zip(*left, strict=True)]))
    return shown


def sheet(rows: Sequence[Sequence[int]], totals: Sequence[int]) -> Image.Image:
    """The score sheet of a deal, RGB.

    Args:
        rows: for everything scored its base and its factor in game points, and the amount of each seat.
        totals: what each seat has in all, this deal included; the same as the sums after the first deal.
    """
    sums = [sum(column) for column in zip(*(amounts for _, _, *amounts in rows), strict=True)]
    shown, further = _shown(rows), list(totals) != sums
    height = 2 * MARGIN + _HEAD + _STEP * len(shown) + _SUM * (1 + further) + _FOOT
    paper = Paper(height)
    grid = _Grid(paper, len(sums))
    y: float = MARGIN + _HEAD / 2 + 4
    grid.signs(y)
    y = MARGIN + _HEAD
    grid.rule(y, 2)
    for index, (number, reckoning, amounts) in enumerate(shown):
        middle = y + _STEP * (index + 0.5)
        if index % 2:
            grid.band(middle)
        grid.label(middle, number, reckoning)
        grid.amounts(middle, amounts, _SMALL)
    y += _STEP * len(shown)
    grid.rule(y, 4)
    grid.label(y + _SUM / 2, "", "=")
    grid.amounts(y + _SUM / 2, sums, _LARGE)
    if further:
        grid.rule(y + _SUM, 2)
        grid.sigma(y + _SUM * 1.5)
        grid.amounts(y + _SUM * 1.5, totals, _LARGE)
    return paper.finished()
