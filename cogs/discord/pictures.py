"""The pictures of pages as values: what is drawn on each, and its description in words."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.layout import Seat
from bot.rules.state import Open
from bot.rules.tricks import Play
from card_images import EXTENSION, Badge, Bar, Pictures, Sheet, Style, emblem


@dataclass(frozen=True, slots=True)
class Picture(ABC):
    """A picture that is still to be drawn."""

    kind: ClassVar[str]

    description: str
    """The content in words."""

    @abstractmethod
    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture, which takes up to a second: not in the event loop."""

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the people whose avatars it shows."""
        return tuple(badge.person for badge in self._badges if badge and badge.person is not None)

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return ()

    @property
    def file_name(self) -> str:
        """A name of its own for each content; the description does not count."""
        content = [getattr(self, field.name) for field in fields(self) if field.name != "description"]
        digest = hashlib.blake2s(repr(content).encode(), digest_size=6).hexdigest()
        return f"{self.kind}-{digest}.{EXTENSION}"


@dataclass(frozen=True, slots=True)
class HandPicture(Picture):
    kind = "hand"

    cards: Cards
    playable: Cards | None = None
    """These are raised and the others dimmed; `None` if the player is not to play a card."""
    style: Style = Style.STANDARD
    marked: Cards = NO_CARDS
    """These were drawn from the talon, and have a mark."""

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.hand(self.cards.sorted, self.playable, self.style, self.marked)


@dataclass(frozen=True, slots=True)
class TrickPicture(Picture):
    """A trick in playing order."""

    kind = "trick"

    cards: tuple[Card | None, ...]
    """`None` for a card that is still to be played."""
    players: tuple[Badge, ...]
    """Who has played each card, or is to play it."""
    winner: int | None = None
    """The index of the card that wins, once the trick is complete."""

    @classmethod
    def of(
        cls,
        description: str,
        public: Open,
        plays: Sequence[Play],
        badges: Sequence[Badge],
        winner: Seat | None = None,
    ) -> TrickPicture:
        """The trick of some plays, with a place for each player; `badges` are by seat."""
        leader = plays[0].seat
        played = {play.seat: play.card for play in plays}
        order = (leader, *public.following(leader))
        cards, players = tuple(map(played.get, order)), tuple(badges[seat] for seat in order)
        return cls(description, cards, players, None if winner is None else order.index(winner))

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.players

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.trick(self.cards, self.players, self.winner)


@dataclass(frozen=True, slots=True)
class TalonPicture(Picture):
    """Groups of cards side by side: the talon, or cards discarded face up."""

    kind = "talon"

    groups: tuple[tuple[Card | None, ...], ...]
    """`None` for a card that lies face down."""
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
        return pictures.talon(self.groups, self.lifted)


@dataclass(frozen=True, slots=True)
class CardsPicture(Picture):
    """Cards that a text speaks of: groups in rows."""

    kind = "cards"

    rows: tuple[tuple[Cards, ...], ...]

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.shown_cards([[group.sorted for group in row] for row in self.rows])


@dataclass(frozen=True, slots=True)
class LobbyPicture(Picture):
    kind = "lobby"

    pack: Cards
    chairs: tuple[Badge | None, ...]
    """`None` for a free seat."""

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.chairs

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.lobby(emblem(self.pack), self.chairs)


@dataclass(frozen=True, slots=True)
class ScoreSheetPicture(Picture):
    """The score sheet of a deal."""

    kind = "sheet"

    sheet: Sheet

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.sheet.players

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.sheet(self.sheet)


@dataclass(frozen=True, slots=True)
class ChartPicture(Picture):
    """The course of the totals of a session."""

    kind = "chart"

    totals: tuple[tuple[int, ...], ...]
    """The totals of the seats after each deal, in game points."""
    players: tuple[Badge, ...]
    last: str = ""
    """The label of the last totals if they follow no deal, but the sharing of the pool."""

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.players

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.chart(self.totals, self.players, self.last)


@dataclass(frozen=True, slots=True)
class BarsPicture(Picture):
    """The gains and losses of the people on a page of a leaderboard."""

    kind = "bars"

    ranks: tuple[Bar, ...]

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return [rank.player for rank in self.ranks]

    def draw(self, pictures: Pictures) -> bytes:
        return pictures.bars(self.ranks)
