"""What the standings of a server say about its players, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Tally(NamedTuple):
    """What the deals of a person come to."""

    deals: int
    wins: int
    """Deals with a gain."""
    net: int
    """Game points gained from the other players."""
    made: int = 0
    """How many contracts the person made as declarer, and how many not."""
    failed: int = 0
    kept: int = 0
    """How many of the person's announcements came true, and how many did not."""
    missed: int = 0
    best: int = 0
    """The highest net of a deal, and a deal that brought it, such as `k3m9xp/4`."""
    best_deal: str = ""
    worst: int = 0
    """The same of the lowest net."""
    worst_deal: str = ""

    @property
    def average(self) -> float:
        """Game points gained per deal; 0 before the first deal."""
        return self.net / self.deals if self.deals else 0.0


class Rating(NamedTuple):
    """How well a person plays, as far as the rated sessions show."""

    value: int
    sessions: int
    """How many sessions have been rated."""


class Rank(NamedTuple):
    """A line of the standings."""

    place: int
    """From 1."""
    user_id: int
    name: str
    """The name in the latest deal."""
    tally: Tally | None
    """`None` across all games, whose points cannot be added up, and without such deals."""
    rating: Rating | None
    """`None` before enough sessions have been rated."""


class Statistics(NamedTuple):
    """What is known of one person's deals on one server."""

    name: str
    """The name in the latest deal; empty if there is none."""
    tallies: Mapping[str, tuple[Tally | None, Tally | None]]
    """By game: deals among people, deals with computers."""
    ratings: Mapping[str, Rating]
    """By game, `""` across all games."""
