"""Score sheets, and the sheet of paper on the felt that charts share. Pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from card_images.avatars import Badge, Badges
from card_images.canvas import Points, ellipse, placed, star
from card_images.lettering import fitted, shortened, width, wrapped, write
from card_images.palette import BAND, FACE, FACE_EDGE, LINE, MUTED, SEATS, SUIT
from card_images.tiles import MARGIN, PICTURE_WIDTH, covered, felt

_SCALE: Final = 2  # drawn this many times as large, then averaged down
_MARKS: Final[tuple[Points, ...]] = (
    ellipse(0, 0, 48),
    ((-44, -44), (44, -44), (44, 44), (-44, 44)),
    ((0, -62), (62, 0), (0, 62), (-62, 0)),
    ((0, -60), (58, 44), (-58, 44)),
    star(5, 64, 28),
)
"""The mark of each seat on its line: colours alone would not tell the lines apart."""


def plain(value: int) -> str:
    """Format a number, with a typographic minus sign."""
    return str(value).replace("-", "\u2212")


def signed(value: int) -> str:
    """Format a gain with a plus and a loss with a minus sign."""
    return f"+{value}" if value > 0 else plain(value)


class Paper:
    """A sheet of paper with a margin of felt. Coordinates are pixels of the picture."""

    def __init__(self, height: int, badges: Badges) -> None:
        self._height = height
        self._badges = badges
        self._laid: list[Callable[[Image.Image], None]] = []
        self._paper = Image.new("RGB", (PICTURE_WIDTH * _SCALE, height * _SCALE), FACE)
        self._draw = ImageDraw.Draw(self._paper)
        self._draw.rounded_rectangle(_outline(height), 20 * _SCALE, outline=FACE_EDGE, width=2 * _SCALE)

    def _scaled(self, points: Points) -> list[tuple[float, float]]:
        return [(x * _SCALE, y * _SCALE) for x, y in points]

    def line(self, points: Points, colour: str, width: float) -> None:
        self._draw.line(self._scaled(points), fill=colour, width=round(width * _SCALE), joint="curve")

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        corners = self._scaled([(left, top), (right, bottom)])
        self._draw.rounded_rectangle(corners, 6 * _SCALE, fill=colour)

    def mark(self, seat: int, x: float, y: float, size: float) -> None:
        """Draw the mark of a seat centred on a point, on a light halo."""
        for ring, colour in ((1.4, FACE), (1.0, SEATS[seat])):
            self._draw.polygon(self._scaled(placed(_MARKS[seat], x, y, size * ring / 100)), fill=colour)

    def text(self, x: float, y: float, text: str, colour: str, anchor: str, size: int) -> None:
        write(self._draw, x * _SCALE, y * _SCALE, text, size * _SCALE, colour, anchor)

    def badge(self, badge: Badge, x: float, y: float, size: int) -> None:
        self._laid.append(lambda image: self._badges.lay(image, badge, x, y, size))

    def finished(self) -> Image.Image:
        image = felt(PICTURE_WIDTH, self._height)
        image.paste(self._paper.reduce(_SCALE), (0, 0), _mask(self._height))
        for lay in self._laid:
            lay(image)
        return image


def _outline(height: int) -> tuple[int, int, int, int]:
    """The box of the sheet on a picture of this height, in supersampled pixels."""
    edge = MARGIN * _SCALE
    return edge, edge, PICTURE_WIDTH * _SCALE - edge, height * _SCALE - edge


@lru_cache(maxsize=8)
def _mask(height: int) -> Image.Image:
    mask = Image.new("L", (PICTURE_WIDTH * _SCALE, height * _SCALE))
    ImageDraw.Draw(mask).rounded_rectangle(_outline(height), 20 * _SCALE, fill=255)
    return mask.reduce(_SCALE)


HIGHEST: Final = PICTURE_WIDTH * 5 // 4
"""Height of a picture: only deals with very many announcements have more lines."""
_HEAD: Final = 158  # badges and names
_NAMES: Final = (50, 44, 40)  # sizes of the names
_NAME_LINE: Final = 40  # a second line of names
_ROLES: Final = 46  # what some players are, below their names
_BADGE: Final = 76
_TOP: Final = 20  # above the first line
_FOOT: Final = 14
_EDGE: Final = 30  # padding inside the sheet
_GAP: Final = 14  # between a label and the first column
_COLUMN: Final = {3: 220, 4: 196, 5: 166}  # width of a player's column, by number of players
_TEXT, _ROLE, _AMOUNT, _SUM = (
    48,
    44,
    54,
    60,
)  # sizes: kanji of a role have 9 pixels on a phone, where a picture has 290
_LINE: Final = 51  # from one line of a label to the next
_LINES: Final = 4  # of a label at most
_ROW: Final = 18  # of a row, in addition to its lines
_SUMS: Final = 26  # of a row of sums, in addition to its lines
_WIDE: Final = PICTURE_WIDTH - 2 * (MARGIN + _EDGE)  # of a line over the whole sheet


class Amount(NamedTuple):
    points: int
    text: str


class Row(NamedTuple):
    label: str
    amounts: tuple[Amount, ...]
    reckoning: str = ""
    """The factors of the amounts, in a line of their own; `""` if there are none."""

    @property
    def weight(self) -> int:
        """How important the row is: the points that it moves."""
        return sum(abs(amount.points) for amount in self.amounts)


class Sheet(NamedTuple):
    players: tuple[Badge, ...]
    rows: tuple[Row, ...]
    sums: tuple[Row, ...]
    """The sums of the deal, and of all deals where they differ."""
    more: str
    """Says that the text has further rows."""
    roles: tuple[str, ...] = ()
    """What each player is, such as the declarer, `""` for none; empty if all are none."""
    heading: tuple[str, ...] = ()


class _Block(NamedTuple):
    row: Row
    lines: tuple[str, ...]
    """The amounts are next to the last one."""
    padding: int

    @property
    def height(self) -> int:
        return self.padding + _LINE * len(self.lines)

    @property
    def middle(self) -> float:
        """Where the amounts are, from its upper edge."""
        return self.height - (self.padding + _LINE) / 2


class _Grid:
    def __init__(self, paper: Paper, seats: int) -> None:
        self._paper = paper
        self._seats = seats

    def heads(self, top: float, sheet: Sheet) -> None:
        below = 0
        for seat, player in enumerate(sheet.players):
            x, y = _amount_x(seat, self._seats), top + _BADGE / 2
            self._paper.badge(player, x, y, _BADGE)
            size, lines = _name(player, self._seats)
            below = max(below, len(lines) - 1)
            for number, line in enumerate(lines):
                down = y + _BADGE / 2 + 32 + number * _NAME_LINE
                self._paper.text(x, down, line, LINE, "m", size)
        for middle, row, role in _roles(sheet):
            y = top + _HEAD + below * _NAME_LINE + _ROLES * (row + 0.5) - 16
            self._paper.text(middle, y, role, SUIT["C"], "m", _ROLE)

    def rule(self, y: float, width: float) -> None:
        self._paper.line([(MARGIN + _EDGE - 10, y), (PICTURE_WIDTH - MARGIN - _EDGE + 10, y)], LINE, width)

    def band(self, top: float, bottom: float) -> None:
        left, right = MARGIN + _EDGE - 14, PICTURE_WIDTH - MARGIN - _EDGE + 14
        self._paper.box(left, top + 2, right, bottom - 2, BAND)

    def text(self, top: float, lines: Sequence[str]) -> None:
        for number, line in enumerate(lines):
            self._paper.text(MARGIN + _EDGE, top + _LINE * (number + 0.5), line, LINE, "l", _TEXT)

    def row(self, top: float, block: _Block) -> None:
        self.text(top + block.padding / 2, block.lines)
        self._amounts(top + block.middle, block.row.amounts, _AMOUNT)

    def sums(self, top: float, block: _Block) -> None:
        """Write sums with their labels close to them: Discord covers the lower left corner."""
        right = MARGIN + _EDGE + _beside(self._seats)
        *above, last = block.lines
        self.text(top + block.padding / 2, above)
        self._paper.text(right, top + block.middle, last, LINE, "r", _TEXT)
        self._amounts(top + block.middle, block.row.amounts, _SUM)

    def _amounts(self, middle: float, amounts: Sequence[Amount], size: int) -> None:
        for seat, amount in enumerate(amounts):
            ink = SUIT["C"] if amount.points > 0 else SUIT["H"] if amount.points else MUTED
            text = shortened(amount.text, size, _COLUMN[self._seats] - 4)
            self._paper.text(_amount_x(seat, self._seats), middle, text, ink, "m", size)


def _amount_x(seat: int, seats: int) -> float:
    return PICTURE_WIDTH - MARGIN - _EDGE / 2 - _COLUMN[seats] * (seats - seat - 0.5)


def _name(player: Badge, seats: int) -> tuple[int, list[str]]:
    return fitted(player.label, _NAMES, _COLUMN[seats] - 8, 2)


def _roles(sheet: Sheet) -> list[tuple[float, int, str]]:
    """Where each role is: its middle, and its line, which is the second one where two would overlap."""
    placed_at, ends = [], [0.0, 0.0]
    for seat, role in enumerate(sheet.roles):
        half = width(role, _ROLE) / 2
        x = min(_amount_x(seat, len(sheet.players)), PICTURE_WIDTH - MARGIN - _GAP - half)
        line = 0 if x - half >= ends[0] + _GAP else 1
        if role:
            placed_at.append((x, line, role))
            ends[line] = x + half
    return placed_at


def _beside(seats: int) -> float:
    """The room for a line next to the amounts."""
    return _WIDE + _EDGE / 2 - _GAP - seats * _COLUMN[seats]


def _wrapped(parts: Sequence[str]) -> list[str]:
    """Paragraphs in lines over the whole sheet; empty ones are left out."""
    return [line for part in parts if part for line in wrapped(part, _TEXT, _WIDE, _LINES)]


def _blocks(rows: Sequence[Row], seats: int) -> list[_Block]:
    """Lay out the rows of a deal: the amounts are at the same place in each.

    They are next to the labels if all of these are short enough, and otherwise below them, where only the
    factors may be on their left.
    """
    short = all(width(_label(row), _TEXT) <= _beside(seats) for row in rows if row.amounts)
    return [
        _Block(row, (_label(row),) if short else _apart(row, seats), _ROW)
        if row.amounts
        else _Block(row, tuple(_wrapped([row.label])), _ROW)
        for row in rows
    ]


def _label(row: Row) -> str:
    return "  ".join(filter(None, (row.label, row.reckoning)))


def _apart(row: Row, seats: int) -> tuple[str, ...]:
    """The lines of a row whose amounts are below its label."""
    if width(row.reckoning, _TEXT) <= _beside(seats):
        return (*_wrapped([row.label]), row.reckoning)
    return (*_wrapped([row.label, row.reckoning]), "")


def _sums(rows: Sequence[Row], seats: int) -> list[_Block]:
    """Lay out sums: their labels are next to the amounts, or above them if one would reach the ALT badge."""
    room = MARGIN + _EDGE + _beside(seats) - covered(PICTURE_WIDTH)[0]
    short = all(width(row.label, _TEXT) <= room for row in rows)
    return [_Block(row, (row.label,) if short else (*_wrapped([row.label]), ""), _SUMS) for row in rows]


def _top(content: Sheet) -> int:
    seats = len(content.players)
    names = max(len(_name(player, seats)[1]) for player in content.players) - 1
    roles = max((line + 1 for _, line, _ in _roles(content)), default=0)
    heading = _LINE * len(_wrapped(content.heading))
    return MARGIN + _TOP + heading + _HEAD + names * _NAME_LINE + roles * _ROLES


def shown(sheet: Sheet) -> tuple[Row, ...]:
    """The rows that have room: the most important ones in their order, then how many are left out."""
    seats = len(sheet.players)
    sums = sum(each.height for each in _sums(sheet.sums, seats))
    room = HIGHEST - _top(sheet) - sums - _FOOT - MARGIN
    more = Row(sheet.more, ())
    heights = [each.height for each in _blocks((*sheet.rows, more), seats)]
    if sum(heights[:-1]) <= room:
        return sheet.rows
    by_weight = sorted(range(len(sheet.rows)), key=lambda number: -sheet.rows[number].weight)
    used = accumulate(heights[number] for number in by_weight)
    kept = sorted(
        number for number, height in zip(by_weight, used, strict=True) if height <= room - heights[-1]
    )
    return (*(sheet.rows[number] for number in kept), more)


def sheet(badges: Badges, content: Sheet) -> Image.Image:
    seats = len(content.players)
    rows, sums = _blocks(shown(content), seats), _sums(content.sums, seats)
    top, heading = _top(content), _wrapped(content.heading)
    paper = Paper(top + sum(each.height for each in (*rows, *sums)) + _FOOT + MARGIN, badges)
    grid = _Grid(paper, seats)
    grid.text(MARGIN + _TOP, heading)
    grid.heads(MARGIN + _TOP + _LINE * len(heading) + 4, content)
    grid.rule(top, 2)
    for number, block in enumerate(rows):
        if number % 2:
            grid.band(top, top + block.height)
        grid.row(top, block)
        top += block.height
    for number, block in enumerate(sums):
        grid.rule(top, 2 if number else 4)
        grid.sums(top, block)
        top += block.height
    return paper.finished()
