"""Pages: the text, pictures and controls of a message. Equal pages look the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import blake2s
from itertools import accumulate, pairwise
from unicodedata import east_asian_width

from bot.text import Words
from cogs.discord.pictures import Picture

TEXT_LIMIT = 3900
"""Characters of text in a message: Discord allows 4000."""
DESCRIPTION_LIMIT = 1024
ID_LIMIT = 100
LABEL_LIMIT = 80
OPTION_LIMIT = 100
PROMPT_LIMIT = 150
OPTIONS = 25
BUTTONS = 5
ROW_WIDTH = 280
"""The width of a row or a line on a phone, in CSS pixels."""


class Look(Enum):
    """Discord's button styles."""

    SECONDARY = "secondary"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    id: str
    label: str
    look: Look = Look.SECONDARY
    card: str = ""
    """The code of the card whose emoji it has; `""` for none. For private messages only."""
    enabled: bool = True
    lasts: bool = False
    """Whether it is about a finished deal, so that older messages keep it."""


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a `Select`, or of a command's autocomplete."""

    value: str
    label: str
    about: str = ""
    """A line in small print below the label; not shown in autocomplete."""
    card: str = ""
    """As for a `Button`."""


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose `least` to `most` values from."""

    id: str
    prompt: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    chosen: tuple[str, ...] = ()
    """The values that are chosen already."""
    enabled: bool = True


class ChannelSelect(Select):
    """A list of the server's channels, which Discord fills. The values are ids."""

    __slots__ = ()


Row = tuple[Button, ...] | Select | str
"""Buttons side by side, a list, or a text between them."""


@dataclass(frozen=True, slots=True)
class Page:
    parts: tuple[str | Picture, ...]
    rows: tuple[Row, ...] = ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(part for part in self.parts if isinstance(part, Picture))

    @property
    def text(self) -> str:
        """Its text, without pictures and controls."""
        return "\n".join(part for part in (*self.parts, *self.rows) if isinstance(part, str))

    @property
    def digest(self) -> str:
        return digest_of(self)

    def without_controls(self) -> Page:
        """The same page without controls but those about a finished deal."""
        rows = (
            tuple(each for each in controls_in(row) if isinstance(each, Button) and each.lasts)
            for row in self.rows
        )
        return replace(self, rows=tuple(row for row in rows if row))

    def in_words(self) -> Page:
        """The same page with descriptions instead of pictures, but for those that the text tells already."""
        parts = (each for each in self.parts if isinstance(each, str) or not each.in_text)
        return replace(
            self, parts=tuple(each if isinstance(each, str) else each.description for each in parts)
        )

    def clipped(self) -> Page:
        """The same page with its text cut to `TEXT_LIMIT`."""
        room = TEXT_LIMIT - sum(len(row) for row in self.rows if isinstance(row, str))
        parts = list[str | Picture]()
        for part in self.parts:
            if isinstance(part, str):
                parts += [part if len(part) <= room else part[: room - 1] + "…"] if room else []
                room = max(room - len(part), 0)
            else:
                parts.append(part)
        return replace(self, parts=tuple(parts))


def controls_in(row: Row) -> tuple[Button | Select, ...]:
    if isinstance(row, str):
        return ()
    return (row,) if isinstance(row, Select) else row


def digest_of(content: Page | str) -> str:
    """A short text, equal for equal content in every run of this program."""
    return blake2s(repr(content).encode(), digest_size=12).hexdigest()


def lines(*parts: str | Sequence[str]) -> str:
    """Join lines into one text, without empty ones."""
    flat = [line for part in parts for line in ([part] if isinstance(part, str) else part)]
    return "\n".join(line for line in flat if line)


def within(room: int, some: Sequence[str]) -> list[str]:
    """The first lines that fit into `room` characters, and an ellipsis for the others."""
    kept = fitting(room, some)
    return [*some[:kept], "…"] if kept < len(some) else [*some]


def fitting(room: int, some: Sequence[str]) -> int:
    """How many lines fit into `room` characters with an ellipsis below them."""
    used = accumulate(len(each) + 1 for each in some)
    return sum(end <= room - len("\n…") for end in used)


def paginated(room: int, some: Sequence[str]) -> list[str]:
    """Texts joined into pages of at most `room` lines on a phone."""
    pages, used = [""], 0
    for each in some:
        height = lines_on_a_phone(each)
        if used and used + height > room:
            pages.append("")
            used = 0
        pages[-1], used = lines(pages[-1], each), used + height
    return pages


def lines_on_a_phone(text: str) -> int:
    """About how many lines a text takes on a phone."""
    return sum(1 + int(_written(line) / ROW_WIDTH) for line in text.splitlines())


def page_buttons(w: Words, id_of: Callable[[int], str], number: int, pages: int) -> tuple[Row, ...]:
    """The buttons to the previous and the next page, if there is one."""
    ways = {"back": number - 1, "forward": number + 1}
    return in_rows([Button(id_of(to), w(f"button.{way}")) for way, to in ways.items() if 0 <= to < pages])


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in the fewest rows that fit a phone, all about equally full."""
    rows = list[list[Button]]()
    for each in buttons:
        if rows and _fits([*rows[-1], each]):
            rows[-1].append(each)
        else:
            rows.append([each])
    if not rows:
        return ()
    ends = [round(len(buttons) * number / len(rows)) for number in range(len(rows) + 1)]
    even = [buttons[start:end] for start, end in pairwise(ends)]
    return tuple(map(tuple, even if all(map(_fits, even)) else rows))


def _fits(row: Sequence[Button]) -> bool:
    return len(row) <= BUTTONS and sum(map(_width, row)) + 8 * (len(row) - 1) <= ROW_WIDTH


def _width(button: Button) -> float:
    """About how wide a button is on a phone, in CSS pixels: padding, the emoji, and letters."""
    return 28 + _written(button.label) + (26 if button.card else 0)


def _written(text: str) -> float:
    """About how wide a text is, in CSS pixels."""
    return sum(15 if east_asian_width(each) in "FW" else 13 if each in "mwMW" else 8.2 for each in text)
