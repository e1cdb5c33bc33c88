"""Numbers as pictures: how the totals of a session ran, what those on a leaderboard have gained. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image

from card_images.palette import FACE, GOLD, LINE, SUIT, SUIT_LIGHT
from card_images.paper import SEAT_COLOURS, SEATS, Paper, signed
from card_images.table import MARGIN, PICTURE_WIDTH

_CHART_HEIGHT: Final = 560
_BAR_STEP: Final = 62
_INNER: Final = 34
_LABELS: Final = 110  # room left of the plot for numbers, and right of it for signs and totals
_GRID: Final = "#DDD5C2"


def _step(span: float, most: int) -> int:
    """A round distance of grid lines, so that at most so many fit into a span."""
    step, factors = 1, (2, 2.5, 2)
    turn = 0
    while span / step > most:
        step = round(step * factors[turn % 3])
        turn += 1
    return step


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """Heights of labels moved as little as makes them stand apart."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed_at = list(heights)
    for _ in range(len(order)):
        for upper, lower in pairwise(order):
            if (lacking := gap - (placed_at[lower] - placed_at[upper])) > 0:
                placed_at[upper] -= lacking / 2
                placed_at[lower] += lacking / 2
    return placed_at


def chart(totals: Sequence[Sequence[int]]) -> Image.Image:
    """The running totals of a session, RGB: for each deal the total of each seat."""
    courses: list[tuple[int, ...]] = list(zip(*[[0] * len(totals[0]), *totals], strict=True))
    lowest, highest = min(map(min, courses)), max(map(max, courses))
    step = _step(max(1, highest - lowest), 6)
    lowest, highest = (lowest // step) * step, -(-max(highest, lowest + 1) // step) * step
    span = highest - lowest
    sheet = Paper(_CHART_HEIGHT)
    left, right = MARGIN + _LABELS, PICTURE_WIDTH - MARGIN - _LABELS - 66
    top, bottom = MARGIN + _INNER + 10, _CHART_HEIGHT - MARGIN - _INNER - 44

    def across(deal: float) -> float:
        return left + (right - left) * deal / len(totals)

    def up(total: int) -> float:
        return bottom - (bottom - top) * (total - lowest) / span

    for value in range(lowest, highest + 1, step):
        sheet.line([(left, up(value)), (right, up(value))], LINE if value == 0 else _GRID, 2)
        sheet.number(left - 16, up(value), signed(value), LINE, "rm", 24)
    every = _step(len(totals), 12)
    for deal in range(0, len(totals) + 1, every):
        sheet.number(across(deal), bottom + 26, str(deal), LINE, "mm", 24)
    for suit, course in zip(SEATS, courses, strict=False):
        points = [(across(deal), up(total)) for deal, total in enumerate(course)]
        sheet.line(points, FACE, 9)
        sheet.line(points, SEAT_COLOURS[suit], 5)
    for suit, course in zip(SEATS, courses, strict=False):
        for deal in range(every, len(course) - 1, every):
            sheet.sign(suit, across(deal), up(course[deal]), 24)
    ends = _apart([up(course[-1]) for course in courses], 40)
    for suit, course, y in zip(SEATS, courses, ends, strict=False):
        sheet.sign(suit, right + 34, y, 30)
        sheet.number(right + 58, y, signed(course[-1]), SEAT_COLOURS[suit], "lm")
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
            ink = SUIT["C"] if amount > 0 else SUIT_LIGHT["H"]
            sheet.box(min(nought, end), y - 18, max(nought, end), y + 18, ink)
        sheet.number(MARGIN + _INNER, y, str(place), GOLD if place == 1 else LINE, "lm", 34)
        beyond = (end - 12, "rm") if amount < 0 else (end + 12, "lm")
        sheet.number(beyond[0], y, signed(amount), LINE, beyond[1], 26)
    return sheet.finished()
