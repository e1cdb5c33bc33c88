"""The pictures of a page, as values: what is drawn on each, and what it says to people who cannot see it."""

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
    """The same content in words."""

    @abstractmethod
    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture. Takes up to a second: not for the event loop."""

    @property
    def people(self) -> tuple[int, ...]:
        """The people whose avatars it shows."""
        return tuple(badge.person for badge in self._badges if badge and badge.person is not None)

    @property
    def _badges(self) -> Sequence[Badge | None]:
        """The badges that it shows."""
        return ()

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
        """The trick of some plays, with a place for each who is to play; `badges` are by seat."""
        leader = plays[0].seat
        played = {play.seat: play.card for play in plays}
        order = (leader, *public.following(leader))
        cards, players = tuple(map(played.get, order)), tuple(badges[seat] for seat in order)
        return cls(description, cards, players, None if winner is None else order.index(winner))

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.players

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.trick(self.cards, self.players, self.winner)


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
    chairs: tuple[Badge | None, ...]
    """`None` for each seat that is free."""

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.chairs

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
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
        """Draw the picture."""
        return pictures.sheet(self.sheet)


@dataclass(frozen=True, slots=True)
class ChartPicture(Picture):
    """How the totals of a session ran."""

    kind = "chart"

    totals: tuple[tuple[int, ...], ...]
    """For each deal the total of each seat after it, in game points."""
    players: tuple[Badge, ...]
    last: str = ""
    """What the last totals stand after if it is no deal: the sharing of the pool."""

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return self.players

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.chart(self.totals, self.players, self.last)


@dataclass(frozen=True, slots=True)
class BarsPicture(Picture):
    """What the people on a page of a leaderboard have gained or lost."""

    kind = "bars"

    ranks: tuple[Bar, ...]

    @property
    def _badges(self) -> Sequence[Badge | None]:
        return [rank.player for rank in self.ranks]

    def draw(self, pictures: Pictures) -> bytes:
        """Draw the picture."""
        return pictures.bars(self.ranks)
