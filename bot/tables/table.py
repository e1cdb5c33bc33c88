"""A table as one frozen value, which pages read, and the changes that replace it by the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from bot.computers.players import Strength
from bot.fairness import Opened, Seal
from bot.guides import Guide, guide_to, is_guide
from bot.rules.deal import Deal
from bot.rules.game import Game, Misdeal
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.reasons import Refusal
from bot.rules.session import Session
from bot.rules.state import Open
from bot.rules.view import View
from bot.store import NO_SERVER
from bot.tables.match import Match, homes
from bot.tables.settings import Hints, Limits, TableSettings, Terms

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of ids: no two of these are easily confused."""

NO_CHANNEL = 0
"""The channel of a table that is shown only in answers to its player."""

READY = Action("ready")
"""The answer to an offer from a hand without a right to use. It enters no log and no record."""

COMPUTER_NAMES = ("Poldi", "Resi", "Ferdl", "Ilonka", "Mitzi", "Pista", "Vroni", "Gustl")
"""First names from the countries of tarock; more than any table has seats."""


class TableState(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OFFER = "offer"
    """During a deal, while everybody is asked whether they use a right that only some hands have."""
    BETWEEN = "between"
    """Between two deals."""
    ENDED = "ended"

    @property
    def in_deal(self) -> bool:
        return self in (TableState.PLAYING, TableState.OFFER)


class EndCause(StrEnum):
    """Why a table has ended, other than by its last deal or by the last person leaving the lobby."""

    HOST = "host"
    MODERATOR = "moderator"
    AGREEMENT = "agreement"
    NOT_STARTED = "not_started"
    """The lobby has waited too long."""
    ASLEEP = "asleep"
    """The table has been asleep for too long."""
    SERVER_LEFT = "server_left"
    """The bot was removed from the server."""
    EXCLUDED = "excluded"
    """The operator has excluded the server."""


class Ending(NamedTuple):
    cause: EndCause
    by: int | None = None
    """The person who ended the table; `None` for the clock or an agreement."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat: a person, or a computer player, whose `user_id` is `None`."""

    name: str
    user_id: int | None = None
    away_id: int | None = None
    """The person who left this seat to the computer, or was absent, and may take it back."""
    missed: int = 0
    """How many turns in a row the computer has played for this person."""
    wants_pause: bool = False
    wants_end: bool = False
    """Whether this person has agreed to end the table; asked again from deal to deal."""
    strength: Strength | None = None
    """How well this computer plays; `None` for people, and for computers of the table's strength."""

    def follows(self, other: Occupant) -> bool:
        """Whether this person has taken the seat of somebody else, not come back to an own one."""
        return self.user_id is not None and self.user_id not in (other.user_id, other.away_id)

    @property
    def is_computer(self) -> bool:
        return self.user_id is None


class TurnClock(NamedTuple):
    """The clock of a turn, or of several players who are asked at once. Times are seconds since 1970."""

    remind_at: float
    due_at: float | None
    """When the computer plays for those still asked; `None` until another person lets it."""
    reminded: bool = False

    def is_due(self, now: float) -> bool:
        return self.due_at is not None and self.due_at <= now

    @property
    def next_at(self) -> float | None:
        """When the next thing is due, a reminder or the turn itself; `None` if nothing is."""
        return self.due_at if self.reminded else self.remind_at

    def later(self, seconds: float) -> TurnClock:
        """Return the clock moved by some seconds that do not count."""
        due_at = None if self.due_at is None else self.due_at + seconds
        return self._replace(remind_at=self.remind_at + seconds, due_at=due_at)


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A table. It is replaced as a whole, once the next value has been saved.

    It holds all cards. A page for everybody is made from `open`, a player's from `view`.
    """

    id: str
    """Six lower-case letters and digits."""
    guild_id: int
    """The server, or `NO_SERVER`."""
    channel_id: int
    """Of a table outside servers: the direct messages in which it was opened, or `NO_CHANNEL`."""
    game: Game
    created_at: float
    """Seconds since 1970, by the computer's clock."""
    host_id: int
    """Who may start and end the table: who opened it or, once that person left, the first who stayed."""
    occupants: tuple[Occupant | None, ...]
    """By seat, `None` for a free one. Free seats are removed at the start."""
    state: TableState = TableState.LOBBY
    session: Session | None = None
    """What outlives a deal, as it was before the current deal; `None` in the lobby."""
    deal: Deal | None = None
    """The current deal, or the one just over; `None` in the lobby."""
    options: Mapping[str, object] = field(default_factory=dict)
    """The house rules that differ from the game's default; fixed from the first deal on."""
    settings: TableSettings = field(default_factory=TableSettings)
    terms: Terms = field(default_factory=Terms)
    number: int = 0
    """The number of the deal at this table, from 1; 0 in the lobby."""
    revision: int = 0
    """The length of the table's log: deals begun plus actions saved. It never repeats."""
    misdeals: tuple[Misdeal, ...] = ()
    """The misdeals before the current deal, with the hands shown to everybody."""
    saves: int = 0
    """How often the table has been saved since it was opened."""
    unsaved: bool = False
    """Whether a lasting outage of the database has refused the last change. It is not saved."""
    turn: TurnClock | None = None
    """The clock of the people who are asked now; `None` if none runs."""
    asleep: bool = False
    """Whether the game waits, computers too, until a person who sits or sat here wakes it."""
    idle_since: float = 0.0
    """When a person last acted at the table or it fell asleep, in seconds since 1970."""
    ending: Ending | None = None
    """Why the table has ended; `None` if its session was over. It is not saved."""
    ready: frozenset[Seat] = frozenset()
    """The seats that have answered an offer: they have used their right, or do without any."""
    seal: Seal | None = None
    """The secret of the next deal; `None` if chance is fixed, or the table has ended."""
    origin: Opened | None = None
    """What the deck of the current deal came from, secret until it is over; `None` if that is not known."""
    given: str = ""
    """The name of the given cards of this table; empty if its decks are sealed."""
    match: Match | None = None
    """The match in which this is the second table."""
    played_by: tuple[Occupant | None, ...] = ()
    """Who held the seats when the latest deal ended; empty while one is played, and in the lobby.

    After a restart people are known from the standings of the deal, as in `/history`: for a void deal, for a
    player who sat out, and in a match it names those who hold the seats now.
    """
    best_by: tuple[Occupant | None, ...] = ()
    """Who held the seats when the best deal of the session ended, by current seat; empty before there is one.

    After a restart they are known as those of the latest deal are.
    """
    last_look: bool = False
    """Whether the last trick of a deal that is over is still shown, before its result. It is not saved."""

    def __repr__(self) -> str:
        return f"<Table {self.id}>"  # without its cards and its secret

    @property
    def is_direct(self) -> bool:
        """Whether one person plays it outside servers: no public message shows it, nobody else joins."""
        return self.guild_id == NO_SERVER

    @property
    def seated(self) -> tuple[tuple[Seat, Occupant], ...]:
        """The seats that are not free, with their occupants."""
        return tuple((seat, each) for seat, each in enumerate(self.occupants) if each)

    @property
    def people(self) -> tuple[int, ...]:
        """The user ids of the people seated, in the order of their seats."""
        return tuple(each.user_id for _, each in self.seated if each.user_id is not None)

    @property
    def away(self) -> tuple[int, ...]:
        """The user ids of the people who have left or were absent, and may take their seats back."""
        return tuple(each.away_id for _, each in self.seated if each.away_id is not None)

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats played by computers."""
        return tuple(seat for seat, each in self.seated if each.is_computer)

    @property
    def takeable(self) -> tuple[Seat, ...]:
        """The seats that a person may take who has never sat at the table, the first one first.

        They are the free ones in the lobby, and between deals those of computers, first of those that were
        never a person's.
        """
        if self.state is TableState.LOBBY:
            return tuple(seat for seat, each in enumerate(self.occupants) if each is None)
        if self.state is not TableState.BETWEEN or self.asleep:
            return ()
        computers = ((each.away_id is not None, seat) for seat, each in self.seated if each.is_computer)
        return tuple(seat for _, seat in sorted(computers))

    @property
    def seats_allowed(self) -> tuple[int, ...]:
        """The numbers of players that can play."""
        return (self.match.seats,) if self.match else self.game.seats

    @property
    def missing(self) -> int:
        """How many players are missing until the next number that can play; 0 at a full table.

        Where four or five play, one person needs three others: with four of them somebody would sit out.
        """
        count = len(self.seated)
        return min((each for each in self.seats_allowed if each > count), default=count) - count

    @property
    def players(self) -> tuple[Occupant | None, ...]:
        """Who plays the latest deal or has played it, by seat: between deals others may hold the seats."""
        return self.played_by or self.occupants

    @property
    def best_players(self) -> tuple[Occupant | None, ...]:
        """Who played the best deal of the session, by current seat."""
        return self.best_by or self.occupants

    @property
    def taken_over(self) -> tuple[Seat, ...]:
        """The seats that people hold now who neither held nor had left them when the latest deal ended."""
        return tuple(seat for seat, now in self.seated if (was := self.players[seat]) and now.follows(was))

    @property
    def for_end(self) -> tuple[Seat, ...]:
        """The seats of the people who have agreed to end the table."""
        return tuple(seat for seat, each in self.seated if each.wants_end)

    @property
    def wishing(self) -> tuple[Seat, ...]:
        """The seats of the people who want a pause."""
        return tuple(seat for seat, each in self.seated if each.wants_pause)

    @property
    def paused(self) -> bool:
        """Whether the table is paused, because more than half of the people seated want it."""
        return 2 * len(self.wishing) > len(self.people)

    @property
    def absent_last(self) -> tuple[Seat, ...]:
        """The seats of the people whose last turn the computer has played."""
        return tuple(seat for seat, each in self.seated if each.missed)

    @property
    def homes(self) -> tuple[Seat, ...]:
        """The seat in the first deal of the player on each seat; empty in the lobby."""
        return homes(self.game, self.deal.layout, self.number - 1) if self.deal else ()

    @property
    def limits(self) -> Limits | None:
        """The times of the pace; `None` if it has none."""
        return self.terms.paces.get(self.settings.pace)

    @property
    def lapses_at(self) -> float | None:
        """When the idle table falls asleep or ends, in seconds since 1970; `None` for never."""
        if self.state is TableState.ENDED:
            return None
        times = self.terms.times
        wait = times.lobby if self.state is TableState.LOBBY else times.close if self.asleep else times.sleep
        return None if wait is None else self.idle_since + wait

    @property
    def allows_hints(self) -> bool:
        hints, alone = self.settings.hints, len(self.people) + len(self.away) == 1
        return hints is Hints.ALWAYS or (hints is Hints.ALONE and alone)

    def strength_of(self, seat: Seat) -> Strength:
        """Return how well a computer plays at a seat, for itself or for a person who is absent."""
        occupant = self.occupants[seat]
        return (occupant and occupant.strength) or self.settings.strength

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a person, or `None`."""
        return next((seat for seat, each in self.seated if each.user_id == user_id), None)

    def seat_left_by(self, user_id: int) -> Seat | None:
        """Return the seat that a person has left to a computer and may take back, or `None`."""
        return next((seat for seat, each in self.seated if each.away_id == user_id), None)

    def revision_for(self, seat: Seat | None) -> int:
        """Return the revision as a seat can know it: secret moves of other seats do not count, answers do.

        So a control stays valid while others discard, and does not give away who was asked in secret.
        """
        log, answered = (self.deal.log, self.deal.offers) if self.deal else ((), 0)
        hidden = [move for move in log if move.seat != seat and move.secrecy is not Secrecy.OPEN]
        return self.revision - len(hidden) + answered + (seat in self.ready)

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that are asked to act: during an offer all that were dealt cards, entitled or not."""
        if self.deal is None or not self.state.in_deal:
            return frozenset()
        if self.state is TableState.OFFER:
            return frozenset(self.deal.open.active) - self.ready
        return frozenset(self.deal.seats())

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that everybody knows to be asked; during an offer the people who have not answered."""
        if self.state is TableState.OFFER:
            return tuple(sorted(self.asked.difference(self.computers)))
        return () if self.open is None or not self.state.in_deal else self.open.turn

    @property
    def in_last_trick(self) -> bool:
        """Whether each player has at most one card left, so that playing it reveals no choice."""
        public = self.open
        return (
            self.state is TableState.PLAYING
            and public is not None
            and public.phase == "play"
            and max(public.hand_sizes) == 1
        )

    @property
    def automatic(self) -> frozenset[Seat]:
        """The seats for which the table acts: computers and, in the last trick, everybody."""
        return self.asked if self.in_last_trick else self.asked.intersection(self.computers)

    @property
    def acts_now(self) -> bool:
        """Whether a computer is to act now, or the last card of a player plays itself."""
        return not self.paused and not self.asleep and bool(self.automatic)

    @property
    def trick_complete(self) -> bool:
        """Whether the last trick is complete and the next has not begun."""
        return self.open is not None and bool(self.open.tricks) and not self.open.trick

    @property
    def commitment(self) -> str | None:
        """What fixes the secret of the next deal, for everybody to see; `None` if there is none."""
        return self.seal.commitment if self.seal else None

    @property
    def opened(self) -> Opened | None:
        """What the deck of the deal came from, once the deal is over or broken off; else `None`."""
        return None if self.state.in_deal else self.origin

    @property
    def open(self) -> Open | None:
        """What everybody may know of the deal; `None` in the lobby."""
        return None if self.deal is None else self.deal.open

    @property
    def open_log(self) -> tuple[Move, ...]:
        """The moves of the deal as everybody saw them, all of them once it is over; empty in the lobby."""
        return () if self.deal is None else self.deal.view(None).log

    @property
    def shows_result(self) -> bool:
        """Whether the latest deal is over, and its last trick has been looked at."""
        return self.open is not None and self.open.result is not None and not self.last_look

    def view(self, user_id: int) -> View | None:
        """Return what a person may know of the deal, as a spectator if not seated; `None` in the lobby.

        During an offer a seat without a right is asked, too: whether it is ready.
        """
        if self.deal is None:
            return None
        seat = self.seat_of(user_id)
        view = self.deal.view(seat)
        waits = self.state is TableState.OFFER and seat in self.asked and not view.actions
        return replace(view, actions=(READY,)) if waits else view

    def refusal(self, user_id: int, action: Action) -> Refusal | None:
        """Return why the rules refuse an action of a person now, or `None`."""
        seat = self.seat_of(user_id)
        return None if seat is None or self.deal is None else self.deal.refusal(seat, action)

    @property
    def guide(self) -> Guide | None:
        """The guided deal that is played here; `None` at all other tables."""
        return guide_to(self.game) if self.given and is_guide(self.given) else None

    @property
    def is_over(self) -> bool:
        """Whether the session is over after the deal that has just ended."""
        if self.match:
            return self.match.is_over
        return bool(self.given) or (self.session is not None and self.session.is_over)

    def with_occupant(self, seat: Seat, occupant: Occupant | None) -> Table:
        return replace(self, occupants=(*self.occupants[:seat], occupant, *self.occupants[seat + 1 :]))

    def by_clock(self, ahead: float) -> Table:
        """Return the table with its times by a clock that is ahead by some seconds."""
        if not ahead:
            return self
        turn = self.turn.later(ahead) if self.turn else None
        return replace(self, turn=turn, idle_since=self.idle_since + ahead)

    def hosted(self) -> Table:
        """Return the table with the first person seated as its host, if the host has left."""
        people = self.people
        return self if self.host_id in people or not people else replace(self, host_id=people[0])

    def ended(self, ending: Ending | None = None) -> Table:
        """Return the table once it has ended, with the pool shared out."""
        session = None if self.session is None else self.session.closed()
        over = replace(self, state=TableState.ENDED, session=session, last_look=False)
        return replace(over, ending=ending, seal=None)


class NewsKind(StrEnum):
    LOBBY = "lobby"
    """Seats, settings, house rules or votes changed; the table fell asleep or was woken."""
    DEAL_STARTED = "deal_started"
    MOVES = "moves"
    DEAL_OVER = "deal_over"
    RESULT = "result"
    """The last trick of a deal that is over has been looked at, and its result is shown."""
    LAST_CIRCLE = "last_circle"
    """A player announced that the session ends with a last circle."""
    CLOCK = "clock"
    """The players of a turn are reminded; or the pace, a pause or a deadline changed."""
    OUTAGE = "outage"
    """The table has not been saved for a while because the database fails; or it works again."""
    ENDED = "ended"
    RESTORED = "restored"
    """The bot restarted and the table goes on: what its messages show may be out of date."""


class News(NamedTuple):
    """Something that happened at a table, as a spectator saw it."""

    kind: NewsKind
    moves: tuple[Move, ...] = ()
    """The moves in order: a card discarded face down is a `?`, what only its player sees is left out."""
    trick_complete: bool = False
    """Whether, after these moves, the last trick is complete and the next has not begun."""
    computer_next: bool = False
    """Whether, after these moves, all seats known to be asked are a computer's, or a result follows."""
    idle: bool = False
    """Whether the table is restored although nobody has used it for long, and no time runs there."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a table becomes, and the news of it. It takes effect once it has been saved."""

    after: Table
    news: News
    by_person: bool = True
    """Whether a person has changed the table, not a computer player, the clock or the bot itself."""

    def at(self, seconds: float) -> Change:
        """Return the change as it is saved at a time: a person's also wakes a table with people."""
        if not self.by_person:
            return self
        asleep = self.after.asleep and not self.after.people
        return replace(self, after=replace(self.after, idle_since=seconds, asleep=asleep))


def refuse(code: str, **facts: str | int) -> Refusal:
    """Return a refusal by the table itself: unlike one by the rules of the game, it has no rule number."""
    return Refusal(code, "", facts)


def refusal_of(outcome: Change | Refusal | None) -> Refusal | None:
    return outcome if isinstance(outcome, Refusal) else None
