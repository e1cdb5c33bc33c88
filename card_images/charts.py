"""Charts: the running totals of a session as lines, a leaderboard as bars. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from card_images.felt import MARGIN, PICTURE_WIDTH
from card_images.palette import GOLD_DARK, LINE, SUIT
from card_images.paper import SEAT_COLOURS, SEATS, Paper, signed

_INNER: Final = 34  # padding inside the sheet
_LABELS: Final = 136  # width of the axis labels on the left, and of the signs and totals on the right
_CHART_HEIGHT: Final = 560
_LEFT, _RIGHT = MARGIN + _LABELS, PICTURE_WIDTH - MARGIN - _LABELS - 66
_TOP, _BOTTOM = MARGIN + _INNER + 10, _CHART_HEIGHT - MARGIN - _INNER - 50
_SMALL: Final = 28  # cap height of the axis labels
_SEAT_OFFSET: Final = 4  # vertical shift between the lines of two seats: equal totals do not hide each other
_GRID: Final = "#DDD5C2"
_BAR_STEP: Final = 62


def _grid_step(span: float, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, ... that divides `span` into at most `most` steps."""
    step, factors = 1, (2, 2.5, 2)
    turn = 0
    while span / step > most:
        step = round(step * factors[turn % 3])
        turn += 1
    return step


def _without_overlap(heights: Sequence[float], gap: float) -> list[float]:
    """Move labels apart where they are closer than `gap` pixels, and keep them within the plot."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed_at = list(heights)
    for _ in range(len(order)):
        for upper, lower in pairwise(order):
            if (overlap := gap - (placed_at[lower] - placed_at[upper])) > 0:
                placed_at[upper] -= overlap / 2
                placed_at[lower] += overlap / 2
    shift = max(0.0, _TOP - min(placed_at)) - max(0.0, max(placed_at) - _BOTTOM)
    return [height + shift for height in placed_at]


@dataclass(frozen=True)
class _Plot:
    """Maps deals (left to right) and game points (upwards) to pixels."""

    deals: int
    seats: int
    lowest: int
    highest: int
    step: int
    """Game points between two grid lines."""

    @classmethod
    def of(cls, all_series: Sequence[Sequence[int]]) -> _Plot:
        low, high = min(map(min, all_series)), max(map(max, all_series))
        step = _grid_step(max(1, high - low), 6)
        return cls(
            deals=len(all_series[0]) - 1,
            seats=len(all_series),
            lowest=low // step * step,
            highest=-(-max(high, low + 1) // step) * step,
            step=step,
        )

    @property
    def label_step(self) -> int:
        """Deals between two labels of the axis."""
        return _grid_step(self.deals, 12)

    def x(self, deal: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * deal / self.deals

    def y(self, total: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (total - self.lowest) / (self.highest - self.lowest)

    def seat_y(self, seat: int, total: float) -> float:
        return self.y(total) + (seat - (self.seats - 1) / 2) * _SEAT_OFFSET


def _axes(sheet: Paper, plot: _Plot) -> None:
    for value in range(plot.lowest, plot.highest + 1, plot.step):
        y = plot.y(value)
        sheet.line([(_LEFT, y), (_RIGHT, y)], LINE if value == 0 else _GRID, 2)
        sheet.number(_LEFT - 16, y, signed(value), LINE, "rm", _SMALL)
    for deal in range(0, plot.deals + 1, plot.label_step):
        sheet.number(plot.x(deal), _BOTTOM + 40, str(deal), LINE, "mm", _SMALL)


def _signs(sheet: Paper, plot: _Plot, seat: int, series: Sequence[int]) -> None:
    """Mark a seat's line with its sign; every seat has its own places between two labels of the axis."""
    for start in range(0, plot.deals, plot.label_step):
        deal = start + plot.label_step * (seat + 1) / (plot.seats + 1)
        if deal < plot.deals:
            before = int(deal)
            total = series[before] + (series[before + 1] - series[before]) * (deal - before)
            sheet.sign(SEATS[seat], plot.x(deal), plot.seat_y(seat, total), 24)


def chart(totals: Sequence[Sequence[int]]) -> Image.Image:
    """Draw the running totals of a session, RGB; `totals` holds the totals of all seats after each deal."""
    all_series: list[tuple[int, ...]] = list(zip(*[[0] * len(totals[0]), *totals], strict=True))
    plot, sheet = _Plot.of(all_series), Paper(_CHART_HEIGHT)
    _axes(sheet, plot)
    for seat, series in enumerate(all_series):
        line = [(plot.x(deal), plot.seat_y(seat, total)) for deal, total in enumerate(series)]
        sheet.line(line, SEAT_COLOURS[SEATS[seat]], 5)
    for seat, series in enumerate(all_series):
        _signs(sheet, plot, seat, series)
    ends = _without_overlap([plot.y(series[-1]) for series in all_series], 42)
    for suit, series, y in zip(SEATS, all_series, ends, strict=False):
        sheet.sign(suit, _RIGHT + 34, y, 30)
        sheet.number(_RIGHT + 58, y, signed(series[-1]), SEAT_COLOURS[suit], "lm")
    return sheet.finished()


def bars(places: Sequence[int], amounts: Sequence[int]) -> Image.Image:
    """Draw a page of a leaderboard, RGB: a bar for each place, left of zero for a loss."""
    height = 2 * (MARGIN + _INNER) + _BAR_STEP * len(amounts)
    sheet = Paper(height)
    left, right = MARGIN + 100 + _LABELS, PICTURE_WIDTH - MARGIN - _INNER - _LABELS
    lowest, highest = min(0, *amounts), max(0, *amounts)
    span = max(1, highest - lowest)
    zero = left + (right - left) * -lowest / span
    sheet.line([(zero, MARGIN + _INNER), (zero, height - MARGIN - _INNER)], LINE, 2)
    for row, (place, amount) in enumerate(zip(places, amounts, strict=True)):
        y = MARGIN + _INNER + _BAR_STEP * (row + 0.5)
        end = zero + (right - left) * amount / span
        if amount:
            ink = SUIT["C"] if amount > 0 else SUIT["H"]
            sheet.box(min(zero, end), y - 18, max(zero, end), y + 18, ink)
        sheet.number(MARGIN + _INNER, y, str(place), GOLD_DARK if place == 1 else LINE, "lm", 36)
        label_x, anchor = (end - 12, "rm") if amount < 0 else (end + 12, "lm")
        sheet.number(label_x, y, signed(amount), LINE, anchor, 34)
    return sheet.finished()
