"""The state of a table as one value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.computers.players import Strength
from bot.rules.moves import Action, Secrecy
from bot.rules.reasons import Refusal
from bot.tables.hints import Hints
from bot.tables.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.fairness import Opened, Seal
    from bot.rules.deal import Deal
    from bot.rules.game import Game, Misdeal
    from bot.rules.layout import Seat
    from bot.rules.session import Session
    from bot.rules.view import View
    from bot.tables.match import Match
    from bot.tables.pace import Turn

READY: Final = Action("ready")
"""What a person says during an offer whose hand has no right to use. It is part of no log and no record."""


class Identity(NamedTuple):
    """What never changes about a table."""

    id: str
    guild_id: int
    channel_id: int
    game: Game
    created_at: float
    """Seconds since 1970."""


class TableState(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OFFER = "offer"
    """During a deal, while everybody is asked whether they use a right that only some hands have."""
    BETWEEN = "between"
    """Between two deals."""
    ENDED = "ended"

    @property
    def in_deal(self) -> bool:
        """Whether a deal has begun and is not over."""
        return self in (TableState.PLAYING, TableState.OFFER)


class EndCause(StrEnum):
    """Why a table has ended, other than by its last deal or by the last person leaving the lobby."""

    HOST = "host"
    MODERATOR = "moderator"
    AGREEMENT = "agreement"
    """All people seated have agreed."""
    NOT_STARTED = "not_started"
    """The lobby has waited too long."""
    ASLEEP = "asleep"
    """The table has slept too long."""
    SERVER_LEFT = "server_left"
    """The bot was removed from the server."""


class Ending(NamedTuple):
    """Why a table has ended, and who ended it: `None` if the clock did, or several people together."""

    cause: EndCause
    by: int | None = None


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
    """Whether this person wishes that the table pauses."""
    wants_end: bool = False
    """Whether this person has agreed to end the table; asked again from deal to deal."""
    strength: Strength | None = None
    """How well this computer plays; `None` for as well as the table says, and for people."""

    def follows(self, other: Occupant) -> bool:
        """Whether this person has taken the seat of somebody else, not come back to an own one."""
        own = other.user_id, other.away_id
        return self.user_id is not None and self.user_id not in own

    @property
    def is_computer(self) -> bool:
        """Whether a computer plays this seat."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a table. It is replaced as a whole, once the next one has been saved."""

    host_id: int
    occupants: tuple[Occupant | None, ...]
    state: TableState = TableState.LOBBY
    session: Session | None = None
    """What outlives a deal, as it was before the current deal; `None` in the lobby."""
    deal: Deal | None = None
    """The current deal, or the one just over; `None` in the lobby."""
    options: Mapping[str, object] = field(default_factory=dict)
    """The house rules that differ from the game's default; fixed from the first deal on."""
    number: int = 0
    """The number of the deal at this table, from 1; 0 in the lobby."""
    revision: int = 0
    """The length of the table's log: deals begun plus actions saved. It never repeats."""
    misdeals: tuple[Misdeal, ...] = ()
    """The misdeals before the current deal."""
    saves: int = 0
    """How often the table has been saved since it was opened."""
    locale: str = "en"
    """The language of the public messages, as a Discord locale or as that of a catalogue."""
    pace: Pace = Pace.RELAXED
    turn: Turn | None = None
    """The clock of the people who are asked now; `None` if none runs."""
    asleep: bool = False
    """Whether the game rests, computers too, until a person who sits or sat here takes it up again."""
    idle_since: float = 0.0
    """When a person last did something at the table or it fell asleep, in seconds since 1970."""
    ending: Ending | None = None
    """Why the table has ended; `None` if its session was over. Not known of a table that ended earlier."""
    ready: frozenset[Seat] = frozenset()
    """The seats that have answered during an offer: they have used their right, or do without any."""
    seal: Seal | None = None
    """The secret of the next deal; `None` if chance is fixed, or the table has ended."""
    opened: Opened | None = None
    """What the deck of the current deal came from; `None` if that is not known."""
    strength: Strength = Strength.STEADY
    """How well computers play that are not of a strength of their own, those that sit in too."""
    given: str = ""
    """The name of the cards that are given at this table; empty if its decks are sealed."""
    hints: Hints = Hints.ALONE
    match: Match | None = None
    """The match in which this is the second table; `None` if it plays none."""
    played_by: tuple[Occupant | None, ...] = ()
    """Who held the seats when the latest deal ended; empty while one is played, and in the lobby.

    After a restart people are known from the standings of the deal, as in `/history`: of a void deal, of who
    sat out, and in a match those who hold the seats now stand for them.
    """
    best_by: tuple[Occupant | None, ...] = ()
    """Who held the seats when the best deal of the session ended, by current seat; empty before there is one.

    After a restart they are known as those of the latest deal are.
    """
    last_look: bool = False
    """Whether the last trick of a deal that is over still stays, before its result. It is not saved."""

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints now."""
        left = [each for each in self.occupants if each and each.away_id is not None]
        alone = len(self.people) + len(left) == 1
        return self.hints is Hints.ALWAYS or (self.hints is Hints.ALONE and alone)

    def strength_of(self, seat: Seat) -> Strength:
        """Return how well a computer plays at a seat, for itself or for a person who is absent."""
        occupant = self.occupants[seat]
        return occupant.strength or self.strength if occupant else self.strength

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat a person plays, or `None`."""
        return next(
            (seat for seat, each in enumerate(self.occupants) if each and each.user_id == user_id), None
        )

    def seat_left_by(self, user_id: int) -> Seat | None:
        """Return the seat that a person has left to a computer and may take back, or `None`."""
        return next(
            (seat for seat, each in enumerate(self.occupants) if each and each.away_id == user_id), None
        )

    def revision_for(self, seat: Seat | None) -> int:
        """Return the revision as a seat can know it: secret moves of other seats do not count, answers do.

        So a control stays valid while others discard, and does not give away who was asked in secret.
        """
        log, answered = (self.deal.log, self.deal.offers) if self.deal else ((), 0)
        hidden = [move for move in log if move.seat != seat and move.secrecy is not Secrecy.OPEN]
        return self.revision - len(hidden) + answered + (seat in self.ready)

    @property
    def people(self) -> tuple[int, ...]:
        """The user ids of the people seated, in the order of their seats."""
        return tuple(each.user_id for each in self.occupants if each and each.user_id is not None)

    @property
    def for_end(self) -> tuple[Seat, ...]:
        """The seats of the people who have agreed to end the table."""
        return tuple(seat for seat, each in enumerate(self.occupants) if each and each.wants_end)

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats played by computers."""
        return tuple(seat for seat, each in enumerate(self.occupants) if each and each.is_computer)

    @property
    def wishing(self) -> tuple[Seat, ...]:
        """The seats of the people who wish a pause."""
        people = ((seat, each) for seat, each in enumerate(self.occupants) if each and not each.is_computer)
        return tuple(seat for seat, each in people if each.wants_pause)

    @property
    def paused(self) -> bool:
        """Whether the table pauses, because more than half of the people seated wish it."""
        return 2 * len(self.wishing) > len(self.people)

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats that are asked to act: during an offer all that were dealt cards, entitled or not."""
        if self.deal is None or not self.state.in_deal:
            return frozenset()
        if self.state is TableState.OFFER:
            return frozenset(self.deal.open.active) - self.ready
        return frozenset(self.deal.seats())

    @property
    def computers_asked(self) -> bool:
        """Whether a seat played by a computer is asked to act."""
        return not self.paused and not self.asleep and not self.asked.isdisjoint(self.computers)

    @property
    def trick_complete(self) -> bool:
        """Whether the last trick is complete and the next has not begun."""
        public = self.deal.open if self.deal else None
        return public is not None and bool(public.tricks) and not public.trick

    def view(self, seat: Seat | None) -> View | None:
        """Return what a seat or a spectator may know of the deal; `None` in the lobby.

        During an offer a seat without a right is asked, too: whether it is ready.
        """
        if self.deal is None:
            return None
        view = self.deal.view(seat)
        waits = self.state is TableState.OFFER and seat in self.asked and not view.actions
        return replace(view, actions=(READY,)) if waits else view

    def with_occupant(self, seat: Seat, occupant: Occupant | None) -> Situation:
        """Return the situation with another occupant on a seat; `None` frees it."""
        return replace(self, occupants=(*self.occupants[:seat], occupant, *self.occupants[seat + 1 :]))

    @property
    def is_over(self) -> bool:
        """Whether the session is over after the deal that has just ended."""
        if self.match:
            return self.match.is_over
        return bool(self.given) or (self.session is not None and self.session.is_over)

    def touched(self, at: float) -> Situation:
        """Return the situation after a person has done something: it is awake unless no person is left."""
        return replace(self, idle_since=at, asleep=self.asleep and not self.people)

    def by_clock(self, ahead: float) -> Situation:
        """Return the situation with its times by a clock that is ahead by some seconds."""
        turn = self.turn.later(ahead) if self.turn else None
        return replace(self, turn=turn, idle_since=self.idle_since + ahead)

    def hosted(self) -> Situation:
        """Return the situation with the first person seated as its host, if the host is not."""
        people = self.people
        return self if self.host_id in people or not people else replace(self, host_id=people[0])

    def ended(self, ending: Ending | None = None) -> Situation:
        """Return the situation once the table has ended, with the pool shared out."""
        session = None if self.session is None else self.session.closed()
        over = replace(self, state=TableState.ENDED, session=session, last_look=False)
        return replace(over, ending=ending, seal=None)


def refuse(code: str, **facts: str | int) -> Refusal:
    """Return a refusal by the table itself: unlike one by the rules of the game, it has no rule number."""
    return Refusal(code, "", facts)
