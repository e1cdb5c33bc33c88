"""Numbers as pictures: how the totals of a session ran, what those on a leaderboard have gained. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from card_images.palette import GOLD_DARK, LINE, SUIT
from card_images.paper import SEAT_COLOURS, SEATS, Paper, signed
from card_images.table import MARGIN, PICTURE_WIDTH

_INNER: Final = 34  # from the edge of the sheet to what stands on it
_LABELS: Final = 136  # width of the numbers left of a plot, and of the signs and totals right of it
_CHART_HEIGHT: Final = 560
_LEFT, _RIGHT = MARGIN + _LABELS, PICTURE_WIDTH - MARGIN - _LABELS - 66
_TOP, _BOTTOM = MARGIN + _INNER + 10, _CHART_HEIGHT - MARGIN - _INNER - 50
_SMALL: Final = 28  # height of capitals along the axes
_HAIR: Final = 4  # from a seat's line to the next one's where their totals are equal: all of them are seen
_GRID: Final = "#DDD5C2"
_BAR_STEP: Final = 62


def _step(span: float, most: int) -> int:
    """A round distance of grid lines, so that at most so many fit into a span."""
    step, factors = 1, (2, 2.5, 2)
    turn = 0
    while span / step > most:
        step = round(step * factors[turn % 3])
        turn += 1
    return step


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """Heights of labels moved as little as makes them stand apart, and none above or below the plot."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed_at = list(heights)
    for _ in range(len(order)):
        for upper, lower in pairwise(order):
            if (lacking := gap - (placed_at[lower] - placed_at[upper])) > 0:
                placed_at[upper] -= lacking / 2
                placed_at[lower] += lacking / 2
    back = max(0.0, _TOP - min(placed_at)) - max(0.0, max(placed_at) - _BOTTOM)
    return [height + back for height in placed_at]


@dataclass(frozen=True)
class _Plot:
    """Where totals lie on the sheet: the deals from left to right, game points upwards."""

    deals: int
    seats: int
    lowest: int
    highest: int
    step: int
    """Game points from one line of the grid to the next."""

    @classmethod
    def of(cls, courses: Sequence[Sequence[int]]) -> _Plot:
        low, high = min(map(min, courses)), max(map(max, courses))
        step = _step(max(1, high - low), 6)
        return cls(
            deals=len(courses[0]) - 1,
            seats=len(courses),
            lowest=low // step * step,
            highest=-(-max(high, low + 1) // step) * step,
            step=step,
        )

    @property
    def every(self) -> int:
        """Deals from one that is numbered to the next."""
        return _step(self.deals, 12)

    def across(self, deal: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * deal / self.deals

    def up(self, total: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (total - self.lowest) / (self.highest - self.lowest)

    def up_for(self, seat: int, total: float) -> float:
        return self.up(total) + (seat - (self.seats - 1) / 2) * _HAIR


def _axes(sheet: Paper, plot: _Plot) -> None:
    for value in range(plot.lowest, plot.highest + 1, plot.step):
        y = plot.up(value)
        sheet.line([(_LEFT, y), (_RIGHT, y)], LINE if value == 0 else _GRID, 2)
        sheet.number(_LEFT - 16, y, signed(value), LINE, "rm", _SMALL)
    for deal in range(0, plot.deals + 1, plot.every):
        sheet.number(plot.across(deal), _BOTTOM + 40, str(deal), LINE, "mm", _SMALL)


def _signs(sheet: Paper, plot: _Plot, seat: int, course: Sequence[int]) -> None:
    """The signs along a seat's line, each seat's at their own places between two deals."""
    for start in range(0, plot.deals, plot.every):
        deal = start + plot.every * (seat + 1) / (plot.seats + 1)
        if deal < plot.deals:
            before = int(deal)
            total = course[before] + (course[before + 1] - course[before]) * (deal - before)
            sheet.sign(SEATS[seat], plot.across(deal), plot.up_for(seat, total), 24)


def chart(totals: Sequence[Sequence[int]]) -> Image.Image:
    """The running totals of a session, RGB: for each deal the total of each seat."""
    courses: list[tuple[int, ...]] = list(zip(*[[0] * len(totals[0]), *totals], strict=True))
    plot, sheet = _Plot.of(courses), Paper(_CHART_HEIGHT)
    _axes(sheet, plot)
    for seat, course in enumerate(courses):
        line = [(plot.across(deal), plot.up_for(seat, total)) for deal, total in enumerate(course)]
        sheet.line(line, SEAT_COLOURS[SEATS[seat]], 5)
    for seat, course in enumerate(courses):
        _signs(sheet, plot, seat, course)
    ends = _apart([plot.up(course[-1]) for course in courses], 42)
    for suit, course, y in zip(SEATS, courses, ends, strict=False):
        sheet.sign(suit, _RIGHT + 34, y, 30)
        sheet.number(_RIGHT + 58, y, signed(course[-1]), SEAT_COLOURS[suit], "lm")
    return sheet.finished()


def bars(places: Sequence[int], amounts: Sequence[int]) -> Image.Image:
    """What each of a leaderboard has gained, RGB: a bar for each place, to the left of nought for a loss."""
    height = 2 * (MARGIN + _INNER) + _BAR_STEP * len(amounts)
    sheet = Paper(height)
    left, right = MARGIN + 100 + _LABELS, PICTURE_WIDTH - MARGIN - _INNER - _LABELS
    lowest, highest = min(0, *amounts), max(0, *amounts)
    span = max(1, highest - lowest)
    nought = left + (right - left) * -lowest / span
    sheet.line([(nought, MARGIN + _INNER), (nought, height - MARGIN - _INNER)], LINE, 2)
    for row, (place, amount) in enumerate(zip(places, amounts, strict=True)):
        y = MARGIN + _INNER + _BAR_STEP * (row + 0.5)
        end = nought + (right - left) * amount / span
        if amount:
            ink = SUIT["C"] if amount > 0 else SUIT["H"]
            sheet.box(min(nought, end), y - 18, max(nought, end), y + 18, ink)
        sheet.number(MARGIN + _INNER, y, str(place), GOLD_DARK if place == 1 else LINE, "lm", 36)
        beyond = (end - 12, "rm") if amount < 0 else (end + 12, "lm")
        sheet.number(beyond[0], y, signed(amount), LINE, beyond[1], 34)
    return sheet.finished()
