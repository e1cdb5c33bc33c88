"""The rows of the database as values. JSON is kept as text: `bot.tables` knows what it means.

All times are seconds since 1970; a flag that is an `int` is 1 or 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

NO_SERVER: Final = 0
"""The server of tables outside any server, where one person plays with computers: no leaderboard lists it."""


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
    """1 if this declarer made the contract, -1 if not; 0 for the others, or if no contract was played."""
    kept: int = 0
    """How many announcements of this seat succeeded; `missed`: how many failed."""
    missed: int = 0


class SavedStanding(NamedTuple):
    """A standing with its deal, and when that ended. The last fields are those of `StandingRow`."""

    table_id: str
    deal: int
    guild_id: int
    game: str
    at: float
    seat: int
    user_id: int | None
    name: str
    points: int
    net: int
    computers: int
    declarer: bool
    contract: int
    kept: int
    missed: int


class TallyRow(NamedTuple):
    """The sums of the standings of one person in one game on one server."""

    game: str
    period: str
    """A month or a year in UTC, such as `2026-11` or `2026`; `""` for all time."""
    computers: int
    """1 for deals with at least one computer player, 0 for deals among people."""
    name: str
    """The name in the latest deal."""
    named_at: float
    """When that deal ended."""
    deals: int
    wins: int
    """Deals with a gain."""
    net: int
    made: int
    """How many contracts the person made as declarer; `failed`: how many not."""
    failed: int
    kept: int
    """How many of the person's announcements succeeded; `missed`: how many failed."""
    missed: int
    best: int
    """The highest net of a deal, and the first deal that brought it."""
    best_table: str
    best_deal: int
    worst: int
    """The lowest net of a deal, and the first deal that brought it."""
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
    """`None` for a deleted person."""
    name: str
    team: int
    """Equal for partners."""
    points: int
    """Game points gained in the whole session."""
    at: float
    """When the session ended."""
    sessions: int
    """How many rated sessions of that game the person had played, including this one."""
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class RatingRow(NamedTuple):
    """The rating of a person at the end of a period. `game` and `period` as in `RatedRow` and `TallyRow`."""

    game: str
    period: str
    name: str
    named_at: float
    sessions: int
    """How many rated sessions the person had played by then."""
    mu: float
    """The skill that openskill estimates, and `sigma`, its uncertainty."""
    sigma: float
    rating: int
    """The number shown for both."""


class TableRow(NamedTuple):
    """A table: its state, what is played, and its session."""

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
    """JSON: what outlives a deal, as it was before the current deal; `None` in the lobby."""
    created_at: float
    ended_at: float | None = None
    saves: int = 0
    """How often the table has been saved since it was opened, including this time."""
    pace: str = "none"
    remind_at: float | None = None
    """When the people to act are reminded; `None` if no clock runs for them."""
    due_at: float | None = None
    """When the computer plays for them; `None` if it does not."""
    reminded: bool = False
    asleep: int = 0
    idle_since: float = 0.0
    """When a person last acted at the table or it fell asleep."""
    ready: str = "[]"
    """JSON: the seats that have answered the open offer."""
    secret: str = ""
    """The sealed secret of the next deal; empty if there is none."""
    rematch: str | None = None
    """The id of the rematch of this ended table."""
    strength: str = "steady"
    given: str = ""
    """The name of the given cards; empty if the decks of the table are sealed."""
    hints: str = "alone"
    match: str = ""
    """JSON: the match in which this is the second table; empty if there is none."""

    def __repr__(self) -> str:
        return f"<TableRow {self.id}>"  # without its secret


class SeatRow(NamedTuple):
    seat: int
    user_id: int | None
    """`None` for a computer player."""
    away_id: int | None
    """The person who left this seat to a computer and may take it back."""
    name: str
    missed: int = 0
    """How many turns in a row the computer has played for this person."""
    wants_pause: bool = False
    wants_end: int = 0
    strength: str | None = None
    """The strength of this computer player; `None` for that of the table."""


class DealRow(NamedTuple):
    """The cards of a deal, and its result when it is over."""

    number: int
    """The number of the deal at its table, from 1."""
    dealer: int
    session: str
    """JSON: what the deal inherits."""
    hands: str
    """JSON: a string of card codes for each seat, as dealt."""
    talon: str
    started_at: float
    result: str | None = None
    ended_at: float | None = None
    misdeals: str = "[]"
    """JSON: for each misdeal before this deal, the hands shown, by seat."""
    secret: str = ""
    """The deck came from this secret and the press; empty if that is not known."""
    press: int | None = None
    """The id that Discord gave to the press that began the deal."""
    summary: str | None = None
    """JSON: the deal on the sheet of its session; `None` if it is not over, or was saved without."""

    def __repr__(self) -> str:
        return f"<DealRow {self.number}>"  # without its cards and its secret


class ActionRow(NamedTuple):
    """One action of a deal's log."""

    seat: int
    action: str


class Played(NamedTuple):
    """The result of a play of given cards."""

    points: int | None = None
    """Game points gained from the other players; `None` if the deal is not finished."""
    contract: str = ""
    """The id of the contract; empty if there was none."""
    declarer: int = 0
    """1 if the person was the declarer, else 0."""
    card_points: int | None = None
    """Of the declarer's side; `None` where the game does not count them."""


class PlayRow(NamedTuple):
    """A person's play of given cards. The last fields are those of `Played`."""

    table_id: str
    given: str
    """The name of the cards."""
    guild_id: int
    user_id: int | None
    """`None` for a deleted person."""
    name: str
    seat: int
    at: float
    """When it began."""
    points: int | None = None
    contract: str = ""
    declarer: int = 0
    card_points: int | None = None


class Elsewhere(NamedTuple):
    """The finished plays of given cards on other servers: their number, and their game points."""

    number: int
    best: int
    mean: float


class DealEnd(NamedTuple):
    """What is saved together with the last action of a deal."""

    result: str
    """JSON: the result of the deal."""
    standings: tuple[StandingRow, ...]
    played: Played | None = None
    """At a table of given cards, which has no standings."""
    summary: str | None = None
    """JSON: the deal on the sheet of its session."""


class SessionEnd(NamedTuple):
    """The end of a session, whose people are then rated."""

    at: float
    teams: tuple[tuple[int, ...], ...]
    """The seats that play together in every deal; empty where each deal has its own sides."""


class SavedTable(NamedTuple):
    """All that is needed to restore a table: its latest deal, and the log of that deal."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    deal: DealRow | None
    actions: tuple[ActionRow, ...]
    saved_actions: int
    """How many actions the deals of the table have in total."""
    standings: Mapping[int, tuple[StandingRow, ...]] = {}
    """The standings of its finished deals, void ones aside, by the numbers of the deals."""

    @property
    def closed_in_lobby(self) -> bool:
        """Whether it has ended before any cards were dealt."""
        return self.table.ended_at is not None and self.deal is None


class SavedDeal(NamedTuple):
    """A deal with its log, and the standings saved for it."""

    table: TableRow
    deal: DealRow
    actions: tuple[ActionRow, ...]
    standings: tuple[SavedStanding, ...]
    play: PlayRow | None
    """The play of its cards, if they were given."""


class RecordRow(NamedTuple):
    """A deal record from outside."""

    id: str
    """Equal for equal cards and actions."""
    record: str
    """JSON: the record, as `bot.rules.record` writes it."""
    imported: int
    """1 if the operator has imported it, else 0."""
    at: float
    """When it was imported, or last attached to a command."""


class SavedPlayer(NamedTuple):
    """All that is saved about one person's deals on one server."""

    guild_id: int
    user_id: int
    standings: tuple[SavedStanding, ...]
    tallies: tuple[TallyRow, ...]
    rated: tuple[RatedRow, ...]
    """By game, in the order in which the sessions ended."""
    ratings: tuple[RatingRow, ...]


class SavedSession(NamedTuple):
    """What the deals of a session brought, and what they did to the ratings of its people."""

    table_id: str
    standings: tuple[SavedStanding, ...]
    """By deal and seat."""
    rated: tuple[RatedRow, ...]
    """Empty if the session was not rated."""
    ended_at: float | None
    """When its table ended; `None` if that is no longer kept."""


BEING_POSTED = 0
"""The id of a message that is being posted. If the bot is killed meanwhile, Discord may have the message."""


class Message(NamedTuple):
    """A message that shows a table."""

    kind: str
    user_id: int
    """The person it is for; 0: everybody."""
    channel_id: int
    message_id: int
    """`BEING_POSTED` until Discord has given the id."""
    digest: str = ""
    """Equal for equal content; empty if the content is not known."""
    called: tuple[int, ...] = ()
    """The ids of the users whom a ping has called."""


class CardsShown(StrEnum):
    """How a person wants to see cards."""

    STANDARD = "standard"
    LARGE = "large"
    """With large indices."""
    TEXT = "text"
    """In words, without pictures: for screen readers."""


class Person(NamedTuple):
    """What is known of a person, independent of any table."""

    user_id: int
    dm_ok: bool | None = None
    """Whether direct messages arrive; `None` until one has been tried."""
    told_dm_closed: bool = False
    locale: str | None = None
    seen_at: float = 0.0
    """The beginning of the day, in UTC, on which the person was last active; 0: never."""
    cards: CardsShown = CardsShown.STANDARD
    streak: int = 0
    """How many lessons in a row the person has answered right, up to now."""
    best_streak: int = 0


class Server(NamedTuple):
    """The settings of a server for the tables opened there."""

    guild_id: int
    locale: str | None = None
    """The language of its tables; `None`: that of their hosts."""
    pace: str = "relaxed"
    strength: str = "steady"
    place: str = "here"
    hints: str = "alone"
    channels: str = "[]"
    """JSON: the ids of the channels where tables may be opened; none: everywhere."""
    greeted: bool = False
    """Whether the bot has introduced itself there."""


class Order(StrEnum):
    """What the operator can order about a person or a server."""

    BLOCK = "block"
    """Refuse everything that a person does, or that is done in a server."""
    FORGET = "forget"
    """Forget a person, who has been erased from the database: a running bot still knows the person."""


class OrderRow(NamedTuple):
    id: int
    """Of a person or of a server."""
    what: Order
    at: float


class DayFigures(NamedTuple):
    """What was played on one day, as far as it is still stored."""

    servers: int
    """Those where a table was opened or a deal was finished."""
    tables: int
    """How many were opened."""
    deals: int
    """How many were finished."""
    people: int
    """How many have finished a deal."""


class Kept(NamedTuple):
    """How many rows are kept about a person."""

    people: int
    """1 if the person's language and cards are known, else 0."""
    seats: int
    open_seats: int
    """Those at tables that have not ended."""
    standings: int
    servers: int
    """The servers that the standings belong to."""
    messages: int
    plays: int = 0
    blocks: int = 0
    """1 if the operator has excluded the person, which a deletion does not end."""

    @property
    def anything(self) -> bool:
        return bool(self.people or self.seats or self.standings or self.messages or self.plays)


class Tally(NamedTuple):
    """A tally as a page shows it; see `TallyRow`. A deal is named like `k3m9xp/4`."""

    deals: int
    wins: int
    net: int
    made: int = 0
    failed: int = 0
    kept: int = 0
    missed: int = 0
    best: int = 0
    best_deal: str = ""
    worst: int = 0
    worst_deal: str = ""

    @property
    def average(self) -> float:
        """Game points gained per deal; 0 before the first deal."""
        return self.net / self.deals if self.deals else 0.0


class Rating(NamedTuple):
    value: int
    sessions: int
    """How many sessions have been rated."""


class Rank(NamedTuple):
    """A line of a leaderboard."""

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
