"""The rows of the database as values. JSON stays text here: what it means is for the tables to say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: where it stands, what is played, and how far its session has come."""

    id: str
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: str
    """JSON: the house rules that differ from the game's default."""
    locale: str
    state: str
    engine: int
    """The version of the rules that the log was written under."""
    session: str | None
    """JSON: what outlives a deal, as it was before the deal now played; `None` in the lobby."""
    created_at: float
    """Seconds since 1970, as are all times."""
    ended_at: float | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; `user_id` is `None` for a computer player."""

    seat: int
    user_id: int | None
    away_id: int | None
    """Who left this seat to a computer and may come back to it."""
    name: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """The cards of a deal as dealt, and its result once it is over."""

    number: int
    """Which deal of the table, from 1."""
    dealer: int
    session: str
    """JSON: what the deal inherits."""
    hands: str
    """JSON: a text of card codes for every seat."""
    talon: str
    started_at: float
    result: str | None = None
    ended_at: float | None = None
    misdeals: str = "[]"
    """JSON: for each time the cards were dealt again first, the hands that had to be shown, by seat."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action of a deal's log."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """What one seat got out of a finished deal."""

    seat: int
    user_id: int | None
    """`None` for a computer player."""
    name: str
    points: int
    """Game points as written on the score sheet."""
    net: int
    """Game points gained from the others; a deal sums to nought."""
    computers: int
    """How many computer players sat at the table."""
    declarer: bool


@dataclass(frozen=True, slots=True)
class DealEnd:
    """What is saved together with the last action of a deal."""

    result: str
    """JSON: the result of the deal."""
    standings: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """All that is needed to go on with a table: its latest deal, and the log of that deal."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    deal: DealRow | None
    actions: tuple[ActionRow, ...]
    saved_actions: int
    """How many actions all deals of the table have together."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message that shows a table: which, for whom (0: everybody), and where it is."""

    kind: str
    user_id: int
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Person:
    """What is remembered of a person beyond any table."""

    user_id: int
    dm_ok: bool | None = None
    """Whether direct messages arrive; `None` until one was tried."""
    told_dm_closed: bool = False
    locale: str | None = None
    large_cards: bool = False
    """Whether the person has chosen cards with large figures."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a person played, how often that brought a gain, and what it brought in all."""

    deals: int
    wins: int
    """Deals with a gain."""
    net: int
    """Game points gained from the others."""

    @property
    def average(self) -> float:
        """Game points gained per deal; 0 without any deal."""
        return self.net / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the leaderboard; deals with computer players at the table are counted apart."""

    place: int
    """From 1."""
    user_id: int
    name: str
    """The name last played under."""
    people: Tally
    """Deals among people alone."""
    computers: Tally
    """Deals with at least one computer player."""
