"""The pictures of a page, as values: what is drawn on each, and what it says to people who cannot see it."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

from bot.rules.cards import NO_CARDS, Cards
from card_images import EXTENSION, Style, emblem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.layout import Seat
    from bot.rules.results import Result
    from bot.rules.tricks import Play
    from card_images import Chair, Pictures


@dataclass(frozen=True, slots=True)
class Picture(ABC):
    """A picture that is still to be drawn."""

    kind: ClassVar[str]

    description: str
    """The same content in words."""

    @abstractmethod
    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture. Takes up to a second: not for the event loop."""

    @property
    def file_name(self) -> str:
        """Different pictures have different names; the description makes no difference."""
        content = [getattr(self, field.name) for field in fields(self) if field.name != "description"]
        digest = hashlib.blake2s(repr(content).encode(), digest_size=6).hexdigest()
        return f"{self.kind}-{digest}.{EXTENSION}"


@dataclass(frozen=True, slots=True)
class HandPicture(Picture):
    """A hand, sorted."""

    kind = "hand"

    cards: Cards
    playable: Cards | None = None
    """These are raised and the others dimmed; `None` if the player is not asked for a card."""
    style: Style = Style.STANDARD
    marked: Cards = NO_CARDS
    """These have a mark: they were drawn from the talon."""

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.hand(self.cards.sorted, self.playable, self.style, self.marked)


@dataclass(frozen=True, slots=True)
class TrickPicture(Picture):
    """A trick in playing order."""

    kind = "trick"

    cards: tuple[Card | None, ...]
    """`None` for each card that is still to be played."""
    winner: int | None = None
    """The index of the card that wins, once the trick is complete."""

    @classmethod
    def of(cls, description: str, plays: Sequence[Play], players: int, winner: Seat | None) -> TrickPicture:
        """The trick of some plays, with a place for each of the players."""
        cards = (*(play.card for play in plays), *[None] * (players - len(plays)))
        return cls(description, cards, next((i for i, play in enumerate(plays) if play.seat == winner), None))

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.trick(self.cards, self.winner)


@dataclass(frozen=True, slots=True)
class TalonPicture(Picture):
    """Cards beside each other in groups: the talon, or cards discarded face up."""

    kind = "talon"

    groups: tuple[tuple[Card | None, ...], ...]
    """`None` for each card that lies face down."""
    lifted: int | None = None
    """The index of the group that is lifted."""

    @classmethod
    def of(
        cls, description: str, groups: Sequence[Cards], sizes: Sequence[int], lifted: int | None = None
    ) -> TalonPicture:
        """Groups of these sizes; those without cards lie face down."""
        known = (group.sorted or (None,) * size for group, size in zip(groups, sizes, strict=True))
        return cls(description, tuple(map(tuple, known)), lifted)

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.talon(self.groups, self.lifted)


@dataclass(frozen=True, slots=True)
class LobbyPicture(Picture):
    """The card of a lobby."""

    kind = "lobby"

    pack: Cards
    chairs: tuple[Chair, ...]

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.lobby(emblem(self.pack), self.chairs)


@dataclass(frozen=True, slots=True)
class ScoreSheetPicture(Picture):
    """The score sheet of a deal. All amounts are game points."""

    kind = "sheet"

    rows: tuple[tuple[int, ...], ...]
    """Base, factor and the amount of each seat."""
    totals: tuple[int, ...]
    """The running total of each seat."""

    @classmethod
    def of(cls, description: str, result: Result, totals: Sequence[int]) -> ScoreSheetPicture:
        """The sheet of a result, a row for each of its lines."""
        rows = tuple((line.base, line.factor, *line.amounts) for line in result.lines)
        return cls(description, rows, tuple(totals))

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.sheet(self.rows, self.totals)


@dataclass(frozen=True, slots=True)
class ChartPicture(Picture):
    """How the totals of a session ran."""

    kind = "chart"

    totals: tuple[tuple[int, ...], ...]
    """For each deal the total of each seat after it, in game points."""

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.chart(self.totals)


@dataclass(frozen=True, slots=True)
class BarsPicture(Picture):
    """What the people on a page of a leaderboard have gained or lost."""

    kind = "bars"

    places: tuple[int, ...]
    amounts: tuple[int, ...]
    """Net game points."""

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.bars(self.places, self.amounts)
