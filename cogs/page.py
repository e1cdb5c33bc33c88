"""What a message shows, as a value: words, pictures, controls. Equal pages look the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from card_images import EXTENSION, Style, emblem

if TYPE_CHECKING:
    from bot.rules.cards import Card, Cards
    from bot.rules.layout import Seat
    from bot.rules.results import Result
    from bot.rules.tricks import Play
    from bot.text import Words
    from card_images import Chair, Pictures

TEXT_LIMIT: Final = 3900
"""Characters of text in a message: Discord allows 4000."""
DESCRIPTION_LIMIT: Final = 1024
ID_LIMIT: Final = 100
LABEL_LIMIT: Final = 80
OPTION_LIMIT: Final = 100
PROMPT_LIMIT: Final = 150
OPTIONS: Final = 25
BUTTONS: Final = 5

BAIZE: Final = 0x2F6B4F
"""The colour beside every message: the cloth of a card table."""


class Look(Enum):
    """How a button looks."""

    PLAIN = "secondary"
    MAIN = "primary"
    GOOD = "success"
    GRAVE = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press."""

    id: str
    label: str
    look: Look = Look.PLAIN


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things a list offers."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A list to choose from."""

    id: str
    prompt: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


Row: TypeAlias = tuple[Button, ...] | Choice


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture still to be drawn."""

    kind: str
    groups: tuple[tuple[Card | None, ...], ...]
    """Cards by group, one group for a hand or a trick; what lies face down, or is still to be played, is not
    given."""
    mark: Cards | int | None
    """The playable cards of a hand, the winner's place in a trick, the group of the talon that is lifted."""
    description: str
    style: Style = Style.STANDARD
    numbers: tuple[tuple[int, ...], ...] = ()
    """Who sits on the chairs of a lobby, the totals and the rows of a score sheet, the totals of a chart by
    deal, the places and amounts of bars."""

    @classmethod
    def hand(cls, hand: Cards, playable: Cards | None, description: str, *, large: bool = False) -> Drawing:
        """A hand; what may be chosen is raised, and the figures are large for whoever has chosen that."""
        return cls("hand", (hand.sorted,), playable, description, Style.LARGE if large else Style.STANDARD)

    @classmethod
    def trick(cls, plays: Sequence[Play], players: int, winner: Seat | None, description: str) -> Drawing:
        """A trick in playing order, with places for all who play to it."""
        cards = (*(play.card for play in plays), *[None] * (players - len(plays)))
        lifted = next((place for place, play in enumerate(plays) if play.seat == winner), None)
        return cls("trick", (cards,), lifted, description)

    @classmethod
    def talon(
        cls, groups: Sequence[Cards], sizes: Sequence[int], chosen: int | None, description: str
    ) -> Drawing:
        """The talon, its groups apart; those that are not known lie face down, with so many cards."""
        laid = (group.sorted or (None,) * size for group, size in zip(groups, sizes, strict=True))
        return cls("talon", tuple(laid), chosen, description)

    @classmethod
    def lobby(cls, pack: Cards, chairs: Sequence[Chair], description: str) -> Drawing:
        """The card of a lobby."""
        return cls("lobby", (emblem(pack),), None, description, numbers=(tuple(chairs),))

    @classmethod
    def sheet(cls, result: Result, totals: Sequence[int], description: str) -> Drawing:
        """The score sheet of a deal, with what each seat has in all."""
        rows = ((line.base, line.factor, *line.amounts) for line in result.lines)
        return cls("sheet", (), None, description, numbers=(tuple(totals), *rows))

    @classmethod
    def chart(cls, totals: Sequence[tuple[int, ...]], description: str) -> Drawing:
        """How the totals of a session ran, deal by deal."""
        return cls("chart", (), None, description, numbers=tuple(totals))

    @classmethod
    def bars(cls, places: Sequence[int], amounts: Sequence[int], description: str) -> Drawing:
        """What those on a page of a leaderboard have gained or lost."""
        return cls("bars", (), None, description, numbers=(tuple(places), tuple(amounts)))

    @property
    def name(self) -> str:
        """The name of its file: another one for every other picture."""
        facts = repr((self.groups, self.mark, self.style, self.numbers)).encode()
        return f"{self.kind}-{hashlib.blake2s(facts, digest_size=6).hexdigest()}.{EXTENSION}"

    def paint(self, pictures: Pictures) -> bytes:
        """Draw it: slow, not for the event loop."""
        number = self.mark if isinstance(self.mark, int) else None
        playable = None if isinstance(self.mark, int) else self.mark
        cards = [each for group in self.groups[:1] for each in group if each is not None]
        painters: dict[str, Callable[[], bytes]] = {
            "hand": lambda: pictures.hand(cards, playable, self.style),
            "trick": lambda: pictures.trick(self.groups[0], number),
            "talon": lambda: pictures.talon(self.groups, number),
            "lobby": lambda: pictures.lobby(cards, self.numbers[0]),
            "sheet": lambda: pictures.sheet(self.numbers[1:], self.numbers[0]),
            "chart": lambda: pictures.chart(self.numbers),
            "bars": lambda: pictures.bars(*self.numbers),
        }
        return painters[self.kind]()


@dataclass(frozen=True, slots=True)
class Page:
    """A whole message."""

    parts: tuple[str | Drawing, ...]
    rows: tuple[Row, ...] = ()

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """Its pictures, in order."""
        return tuple(part for part in self.parts if isinstance(part, Drawing))

    @property
    def pictures(self) -> list[str]:
        """The names of its pictures' files: equal for equal pictures, whatever is said of them."""
        return [drawing.name for drawing in self.drawings]

    @property
    def text(self) -> str:
        """Its words."""
        return "\n".join(part for part in self.parts if isinstance(part, str))

    def frozen(self) -> Page:
        """The page without anything to press."""
        return replace(self, rows=())

    def clipped(self) -> Page:
        """The page with no more text than a message holds: what comes last is cut."""
        room, parts = TEXT_LIMIT, list[str | Drawing]()
        for part in self.parts:
            if isinstance(part, str):
                parts += [part if len(part) <= room else part[: room - 1] + "…"] if room else []
                room = max(room - len(part), 0)
            else:
                parts.append(part)
        return replace(self, parts=tuple(parts))


def lines(*parts: str | Sequence[str]) -> str:
    """Some lines as one text; what is empty takes no line."""
    flat = [line for part in parts for line in ([part] if isinstance(part, str) else part)]
    return "\n".join(line for line in flat if line)


def within(room: int, some: Sequence[str]) -> list[str]:
    """As many lines as have room, and a mark where the others are left out."""
    held, used = list[str](), 0
    for each in some:
        used += len(each) + 1
        if used > room - 2:
            return [*held, "…"]
        held.append(each)
    return held


def pages_of(room: int, some: Sequence[str]) -> list[str]:
    """Lines as pages, in each as many as have room."""
    pages = [""]
    for each in some:
        if len(pages[-1]) + len(each) >= room:
            pages.append("")
        pages[-1] = lines(pages[-1], each)
    return pages


def turning(w: Words, id_of: Callable[[int], str], number: int, pages: int) -> tuple[Row, ...]:
    """The buttons that turn to the page before and to the one after, where there is one."""
    ways = {"back": number - 1, "forward": number + 1}
    return in_rows([Button(id_of(to), w(f"button.{way}")) for way, to in ways.items() if 0 <= to < pages])


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in rows of five."""
    return tuple(tuple(buttons[start : start + BUTTONS]) for start in range(0, len(buttons), BUTTONS))
