"""Rows of what deals and sessions came to, as values."""

from __future__ import annotations

from typing import NamedTuple


class StandingRow(NamedTuple):
    """What a finished deal brought to one seat."""

    seat: int
    user_id: int | None
    """`None` for a computer player."""
    name: str
    points: int
    """Game points as written on the score sheet."""
    net: int
    """Game points gained from the other players; those of a deal sum to zero."""
    computers: int
    """How many computer players sat at the table."""
    declarer: bool
    contract: int = 0
    """1 if this declarer made the contract, -1 if not; 0 for the others, or if it was not played for."""
    kept: int = 0
    """How many announcements of this seat came true, and how many did not."""
    missed: int = 0


class SavedStanding(NamedTuple):
    """A standing with what was saved about its deal."""

    table_id: str
    deal: int
    guild_id: int
    game: str
    at: float
    """When the deal ended."""
    row: StandingRow


class TallyRow(NamedTuple):
    """What standings of one person in one game on one server add up to."""

    game: str
    period: str
    """A month or a year in UTC, such as `2026-11` or `2026`; `""` for all time."""
    computers: int
    """1 for deals with at least one computer player, 0 for those among people."""
    name: str
    """The name in the latest deal."""
    named_at: float
    """When that deal ended."""
    deals: int
    wins: int
    """Deals with a gain."""
    net: int
    made: int
    """How many contracts the person made as declarer, and how many not."""
    failed: int
    kept: int
    """How many of the person's announcements came true, and how many did not."""
    missed: int
    best: int
    """The highest net of a deal, and a deal that brought it."""
    best_table: str
    best_deal: int
    worst: int
    """The same of the lowest net."""
    worst_table: str
    worst_deal: int


class RatedRow(NamedTuple):
    """What a session did to the rating of one of its people."""

    table_id: str
    game: str
    """`""` for the rating across all games."""
    player: int
    """From 0, in an order that means nothing."""
    guild_id: int
    user_id: int | None
    """`None` for a person who has been deleted."""
    name: str
    team: int
    """Equal for partners."""
    points: int
    """Game points gained in the whole session."""
    at: float
    """When the session ended."""
    sessions: int
    """How many rated sessions of that game the person had played, with this one."""
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class RatingRow(NamedTuple):
    """The rating of a person as it was at the end of a period."""

    game: str
    """`""` for the rating across all games."""
    period: str
    """As in a `TallyRow`."""
    name: str
    named_at: float
    sessions: int
    """How many rated sessions the person had played by then."""
    mu: float
    """The skill, as openskill estimates it, and how uncertain that is."""
    sigma: float
    rating: int
    """What is shown of both."""
