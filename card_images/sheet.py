"""Draw the score sheet of a deal: a row for each item, a column for each player, sums below. Pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from PIL import Image

from card_images.badges import Badge, Badges
from card_images.felt import MARGIN, PICTURE_WIDTH
from card_images.lettering import shortened, wrapped
from card_images.palette import FACE_EDGE, LINE, SUIT
from card_images.paper import Paper

HIGHEST: Final = 1240
"""Height of a picture, so that a phone shows the whole sheet in its width."""
_HEAD: Final = 152
_BADGE: Final = 76
_CROWN: Final = 38
_FOOT: Final = 14
_EDGE: Final = 30  # padding inside the sheet
_GAP: Final = 14  # between a label and the first column
_COLUMN: Final = {3: 182, 4: 156, 5: 130}  # width of a player's column, by number of players
_TEXT, _AMOUNT, _SUM = 42, 46, 52  # sizes
_LINE: Final = 46  # from one line of a label to the next
_LINES: Final = 3  # of a label at most
_ROW: Final = 24  # of a row, in addition to its lines
_SUMS: Final = 72  # height of a row of sums
_BAND: Final = "#F3EDDC"  # background of every other row


class Amount(NamedTuple):
    """Game points of a player, and how they are written."""

    points: int
    text: str


class Row(NamedTuple):
    """A row: what it is, and the amounts of all seats."""

    label: str
    amounts: tuple[Amount, ...]

    @property
    def weight(self) -> int:
        """How important the row is: the points that it moves."""
        return sum(abs(amount.points) for amount in self.amounts)


class Sheet(NamedTuple):
    """What a score sheet shows, in the words of its readers."""

    players: tuple[Badge, ...]
    rows: tuple[Row, ...]
    sums: tuple[Row, ...]
    """The sums of the deal, and of all deals where they differ."""
    more: str
    """Says that further rows stand in the text."""
    declarer: int | None = None


class _Grid:
    """Draws into the columns of a sheet."""

    def __init__(self, paper: Paper, seats: int) -> None:
        self._paper = paper
        self._seats = seats

    def amount_x(self, seat: int) -> float:
        """The centre of a player's column."""
        column = _COLUMN[self._seats]
        return PICTURE_WIDTH - MARGIN - _EDGE / 2 - column * (self._seats - seat - 0.5)

    def heads(self, sheet: Sheet) -> None:
        """Draw the badges and names of the players; the declarer wears a crown."""
        for seat, player in enumerate(sheet.players):
            x, y = self.amount_x(seat), MARGIN + 24 + _BADGE / 2
            self._paper.badge(player, x, y, _BADGE)
            if seat == sheet.declarer:
                self._paper.crown(x + _BADGE * 0.44, y - _BADGE * 0.34, _CROWN)
            name = shortened(player.label, _TEXT, _COLUMN[self._seats] - 8)
            self._paper.text(x, y + _BADGE / 2 + 24, name, LINE, "m", _TEXT)

    def rule(self, y: float, width: float) -> None:
        self._paper.line([(MARGIN + _EDGE - 10, y), (PICTURE_WIDTH - MARGIN - _EDGE + 10, y)], LINE, width)

    def band(self, top: float, bottom: float) -> None:
        left, right = MARGIN + _EDGE - 14, PICTURE_WIDTH - MARGIN - _EDGE + 14
        self._paper.box(left, top + 2, right, bottom - 2, _BAND)

    def label(self, middle: float, lines: Sequence[str]) -> None:
        for number, line in enumerate(lines):
            y = middle + (number - (len(lines) - 1) / 2) * _LINE
            self._paper.text(MARGIN + _EDGE, y, line, LINE, "l", _TEXT)

    def sum_label(self, middle: float, text: str) -> None:
        """Write beside the sums what they are: Discord covers the lower left corner."""
        right = PICTURE_WIDTH - MARGIN - _EDGE / 2 - _GAP - self._seats * _COLUMN[self._seats]
        self._paper.text(right, middle, text, LINE, "r", _TEXT)

    def amounts(self, middle: float, amounts: Sequence[Amount], size: int) -> None:
        for seat, amount in enumerate(amounts):
            ink = SUIT["C"] if amount.points > 0 else SUIT["H"] if amount.points else FACE_EDGE
            text = shortened(amount.text, size, _COLUMN[self._seats] - 4)
            self._paper.text(self.amount_x(seat), middle, text, ink, "m", size)


def _lines(label: str, seats: int) -> list[str]:
    """A label in lines."""
    room = PICTURE_WIDTH - 2 * MARGIN - 1.5 * _EDGE - _GAP - seats * _COLUMN[seats]
    return wrapped(label, _TEXT, room, _LINES)


def _height(lines: Sequence[str]) -> int:
    return _ROW + _LINE * max(1, len(lines))


def shown(sheet: Sheet) -> tuple[Row, ...]:
    """Return the rows that have room, the most important ones in their order, then how many are left out."""
    seats = len(sheet.players)
    room = HIGHEST - 2 * MARGIN - _HEAD - _FOOT - _SUMS * len(sheet.sums)
    heights = [_height(_lines(row.label, seats)) for row in sheet.rows]
    if sum(heights) <= room:
        return sheet.rows
    by_weight = sorted(range(len(heights)), key=lambda number: -sheet.rows[number].weight)
    room -= _height(_lines(sheet.more, seats))
    used = accumulate(heights[number] for number in by_weight)
    kept = sorted(number for number, height in zip(by_weight, used, strict=True) if height <= room)
    return (*(sheet.rows[number] for number in kept), Row(sheet.more, ()))


def sheet(badges: Badges, content: Sheet) -> Image.Image:
    """Draw the score sheet of a deal, RGB."""
    rows, seats = shown(content), len(content.players)
    labels = [_lines(row.label, seats) for row in rows]
    body = sum(map(_height, labels))
    paper = Paper(2 * MARGIN + _HEAD + body + _SUMS * len(content.sums) + _FOOT, badges)
    grid = _Grid(paper, seats)
    grid.heads(content)
    grid.rule(MARGIN + _HEAD, 2)
    for number, (row, label, top) in enumerate(zip(rows, labels, _tops(labels), strict=True)):
        if number % 2:
            grid.band(top, top + _height(label))
        grid.label(top + _height(label) / 2, label)
        grid.amounts(top + _height(label) / 2, row.amounts, _AMOUNT)
    top = MARGIN + _HEAD + body
    for number, row in enumerate(content.sums):
        grid.rule(top + _SUMS * number, 2 if number else 4)
        grid.sum_label(top + _SUMS * (number + 0.5), _lines(row.label, seats)[0])
        grid.amounts(top + _SUMS * (number + 0.5), row.amounts, _SUM)
    return paper.finished()


def _tops(labels: Sequence[Sequence[str]]) -> Iterator[float]:
    """The upper edge of each row."""
    top = MARGIN + _HEAD
    for label in labels:
        yield top
        top += _height(label)
