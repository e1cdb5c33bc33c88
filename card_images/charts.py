"""Charts: the running totals of a session as lines, a leaderboard as bars. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import Final, NamedTuple

from PIL import Image

from card_images.avatars import Badge, Badges
from card_images.lettering import shortened, width
from card_images.palette import GOLD_DARK, LINE, SEATS, SUIT
from card_images.sheet import Paper, plain, signed
from card_images.tiles import MARGIN, PICTURE_WIDTH

_INNER: Final = 34  # padding inside the sheet
_LABELS: Final = 136  # width of the axis labels on the left
_ENDS: Final = 330  # width of the badges, names and totals at the ends of the lines
_CHART_HEIGHT: Final = 640  # with room below: Discord covers the lower left corner
_LEFT, _RIGHT = MARGIN + _LABELS, PICTURE_WIDTH - MARGIN - _ENDS
_TOP, _BOTTOM = MARGIN + _INNER + 10, _CHART_HEIGHT - MARGIN - _INNER - 100
_SMALL: Final = 40  # size of the axis labels
_PAST: Final = 16  # how far a word for the last totals extends past their lines, short of the badges
_NAME, _TOTAL = 40, 46  # sizes
_BADGE: Final = 56
_END_STEP: Final = 86  # from one end to the next at least
_MARK: Final = 30
_KEY: Final = 26  # the mark of a seat next to its total
_SEAT_OFFSET: Final = 4  # vertical shift between the lines of two seats: equal totals do not hide each other
_GRID: Final = "#DDD5C2"
_BAR_STEP: Final = 84
_BARS_TOP: Final = MARGIN + 4
_BARS_FOOT: Final = MARGIN + 64  # Discord covers the lower left corner
_BAR_NAMES: Final = 430  # width of the places, badges and names left of the bars
_BAR_TOTALS: Final = 130  # width that the amounts need next to the bars


def _grid_step(span: float, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, ... that divides `span` into at most `most` steps."""
    step, factors = 1, cycle((2, 2.5, 2))
    while span / step > most:
        step = round(step * next(factors))
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
    free = float(_TOP)
    for each in order:
        placed_at[each] = max(placed_at[each], free)
        free = placed_at[each] + gap
    free = float(_BOTTOM)
    for each in reversed(order):
        placed_at[each] = min(placed_at[each], free)
        free = placed_at[each] - gap
    return placed_at


@dataclass(frozen=True)
class _Plot:
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
        return _grid_step(self.deals, 12)

    def x(self, deal: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * deal / self.deals

    def y(self, total: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (total - self.lowest) / (self.highest - self.lowest)

    def seat_y(self, seat: int, total: float) -> float:
        return self.y(total) + (seat - (self.seats - 1) / 2) * _SEAT_OFFSET


def _axes(sheet: Paper, plot: _Plot, last: str) -> None:
    for value in range(plot.lowest, plot.highest + 1, plot.step):
        y = plot.y(value)
        sheet.line([(_LEFT, y), (_RIGHT, y)], LINE if value == 0 else _GRID, 2)
        sheet.text(_LEFT - 16, y, signed(value), LINE, "r", _SMALL)
    y, free = _BOTTOM + 42, float(PICTURE_WIDTH)
    if last:
        sheet.text(_RIGHT + _PAST, y, last, LINE, "r", _SMALL)
        free = _RIGHT + _PAST - width(last, _SMALL) - _SMALL / 2
    for deal in range(0, plot.deals + 1, plot.label_step):
        if plot.x(deal) + width(str(deal), _SMALL) / 2 < free:
            sheet.text(plot.x(deal), y, str(deal), LINE, "m", _SMALL)


def marked(deals: int, step: int, seat: int, seats: int) -> range:
    """Return the deals at which a seat's line is marked: no two seats have the same."""
    return range(step * (1 + seat), deals, step * seats)


def _ends(sheet: Paper, plot: _Plot, players: Sequence[Badge], totals: Sequence[int]) -> None:
    heights = _without_overlap([plot.y(total) for total in totals], _END_STEP)
    for seat, (player, total, y) in enumerate(zip(players, totals, heights, strict=True)):
        sheet.badge(player, _RIGHT + 22 + _BADGE / 2, y, _BADGE)
        left = _RIGHT + 34 + _BADGE
        name = shortened(player.label, _NAME, PICTURE_WIDTH - MARGIN - left - 10)
        sheet.text(left, y - 19, name, LINE, "l", _NAME)
        sheet.mark(seat, left + _KEY / 2, y + 21, _KEY)
        sheet.text(left + _KEY + 12, y + 21, signed(total), LINE, "l", _TOTAL)


def chart(
    badges: Badges, totals: Sequence[Sequence[int]], players: Sequence[Badge], last: str = ""
) -> Image.Image:
    """Draw the running totals of a session, RGB, from the totals of all seats after each deal.

    `last` is written in place of the number of the last deal, such as "pool".
    """
    all_series = list(zip(*[[0] * len(totals[0]), *totals], strict=True))
    plot, sheet = _Plot.of(all_series), Paper(_CHART_HEIGHT, badges)
    _axes(sheet, plot, last)
    for seat, series in enumerate(all_series):
        line = [(plot.x(deal), plot.seat_y(seat, total)) for deal, total in enumerate(series)]
        sheet.line(line, SEATS[seat], 5)
    for seat, series in enumerate(all_series):
        for deal in marked(plot.deals, plot.label_step, seat, plot.seats):
            sheet.mark(seat, plot.x(deal), plot.seat_y(seat, series[deal]), _MARK)
    _ends(sheet, plot, players, totals[-1])
    return sheet.finished()


class Bar(NamedTuple):
    """A place on a leaderboard: who has it, and by how much, which may be a loss."""

    place: int
    player: Badge
    points: float
    text: str


def bars(badges: Badges, ranks: Sequence[Bar]) -> Image.Image:
    """Draw a page of a leaderboard, RGB: a bar for each place, left of zero for a loss."""
    height = _BARS_TOP + _BAR_STEP * len(ranks) + _BARS_FOOT
    sheet = Paper(height, badges)
    amounts = [rank.points for rank in ranks]
    lowest, highest = min(0, *amounts), max(0, *amounts)
    left = MARGIN + _BAR_NAMES + (_BAR_TOTALS if lowest else 0)
    right = PICTURE_WIDTH - MARGIN - _INNER / 2 - (_BAR_TOTALS if highest else 0)
    share = (right - left) / max(1, highest - lowest)
    zero = left - lowest * share
    sheet.line([(zero, _BARS_TOP + 10), (zero, height - _BARS_FOOT)], LINE, 2)
    for row, rank in enumerate(ranks):
        y = _BARS_TOP + _BAR_STEP * (row + 0.5)
        _ranked(sheet, rank, y)
        end = zero + share * rank.points
        if rank.points:
            ink = SUIT["C"] if rank.points > 0 else SUIT["H"]
            sheet.box(min(zero, end), y - 20, max(zero, end), y + 20, ink)
        label_x, anchor = (end - 12, "r") if rank.points < 0 else (end + 12, "l")
        sheet.text(label_x, y, rank.text, LINE, anchor, _TOTAL)
    return sheet.finished()


def _ranked(sheet: Paper, rank: Bar, y: float) -> None:
    left = MARGIN + _INNER - 8
    sheet.text(left + 44, y, plain(rank.place), GOLD_DARK if rank.place == 1 else LINE, "r", _TOTAL)
    sheet.badge(rank.player, left + 96, y, 64)
    widest = _BAR_NAMES - _INNER - 150
    sheet.text(left + 140, y, shortened(rank.player.label, _NAME, widest), LINE, "l", _NAME)
