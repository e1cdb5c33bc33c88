"""What can be read of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.reasons import Refusal
from bot.tables import playing, seating
from bot.tables.match import homes
from bot.tables.situation import TableState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.computers.players import Strength
    from bot.fairness import Opened
    from bot.rules.deal import Deal
    from bot.rules.game import Game, Misdeal
    from bot.rules.layout import Seat
    from bot.rules.moves import Action, Move
    from bot.rules.session import Session
    from bot.rules.state import Open
    from bot.rules.view import View
    from bot.tables.hints import Hints
    from bot.tables.match import Match
    from bot.tables.news import Change
    from bot.tables.pace import Limits, Pace, Paces, Turn
    from bot.tables.services import TableServices
    from bot.tables.situation import Ending, Identity, Occupant, Situation


class TableFacts:
    """The read side of a table: what it is, who sits there, and what a person could do now."""

    def __init__(self, identity: Identity, situation: Situation, services: TableServices) -> None:
        self._identity = identity
        self._now = situation
        self._services = services
        self._is_unsaved = False

    @property
    def id(self) -> str:
        """A short name of lower-case letters and digits."""
        return self._identity.id

    @property
    def guild_id(self) -> int:
        """The server it belongs to."""
        return self._identity.guild_id

    @property
    def channel_id(self) -> int:
        """The channel it is played in."""
        return self._identity.channel_id

    @property
    def game(self) -> Game:
        """The game played at the table."""
        return self._identity.game

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules that differ from the game's default."""
        return self._now.options

    @property
    def locale(self) -> str:
        """The language of the public messages."""
        return self._now.locale

    @property
    def host_id(self) -> int:
        """Who may start and end the table: who opened it or, once that person left, the first who stayed."""
        return self._now.host_id

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who holds each seat, `None` for a free one. Free seats are removed at the start."""
        return self._now.occupants

    @property
    def players(self) -> tuple[Occupant | None, ...]:
        """Who plays the latest deal or has played it, by seat: between deals others may hold the seats."""
        return self._now.played_by or self._now.occupants

    @property
    def best_players(self) -> tuple[Occupant | None, ...]:
        """Who played the best deal of the session, by the seats of now."""
        return self._now.best_by or self._now.occupants

    @property
    def taken_over(self) -> tuple[Seat, ...]:
        """The seats that people hold now who did not when the latest deal ended, nor had left them."""
        seats = enumerate(zip(self.players, self.occupants, strict=True))
        return tuple(seat for seat, (before, now) in seats if before and now and now.follows(before))

    @property
    def people(self) -> tuple[int, ...]:
        """The user ids of the people seated, in the order of their seats."""
        return self._now.people

    @property
    def state(self) -> TableState:
        """The state of the table."""
        return self._now.state

    @property
    def asleep(self) -> bool:
        """Whether the game rests until a person who sits or sat here takes it up again."""
        return self._now.asleep

    @property
    def idle_since(self) -> float:
        """When a person last did something here or the table fell asleep, in seconds since 1970."""
        return self._now.idle_since

    @property
    def lapses_at(self) -> float | None:
        """When the clock closes the table or lets it sleep, by the computer's clock; `None` for never."""
        return self._services.times.lapses_at(self._now.by_clock(self._services.ahead()))

    @property
    def takeable(self) -> tuple[Seat, ...]:
        """The seats that a person may take who has never sat here."""
        return seating.takeable(self._now)

    @property
    def for_end(self) -> tuple[Seat, ...]:
        """The seats of the people who have agreed to end the table."""
        return self._now.for_end

    @property
    def ending(self) -> Ending | None:
        """Why the table has ended; `None` while it is open, and if its session was over."""
        return self._now.ending

    @property
    def session(self) -> Session | None:
        """Totals and dealer, without the current deal; `None` in the lobby."""
        return self._now.session

    @property
    def given(self) -> str:
        """The name of the cards that are given at this table; empty if its decks are sealed."""
        return self._now.given

    @property
    def match(self) -> Match | None:
        """The match in which this is the second table; `None` if it plays none."""
        return self._now.match

    @property
    def homes(self) -> tuple[Seat, ...]:
        """The seat in the first deal of the player on each seat; empty in the lobby."""
        return homes(self.game, self.deal.layout, self.number - 1) if self.deal else ()

    @property
    def deal(self) -> Deal | None:
        """The current deal, or the one just over; `None` in the lobby. It holds all cards."""
        return self._now.deal

    @property
    def number(self) -> int:
        """The number of the deal at this table, from 1; 0 in the lobby."""
        return self._now.number

    @property
    def pace(self) -> Pace:
        """How long the table waits for a person who is asked."""
        return self._now.pace

    @property
    def strength(self) -> Strength:
        """How well computers play that are not of a strength of their own."""
        return self._now.strength

    @property
    def computers_think(self) -> bool:
        """Whether computers of any strength but *quick* play as such: they need processes to think in."""
        return self._services.thinkers is not None

    @property
    def hints(self) -> Hints:
        """When players may ask for hints."""
        return self._now.hints

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints now."""
        return self._now.allows_hints

    @property
    def limits(self) -> Limits | None:
        """The times of the pace; `None` if it has none."""
        return self.paces.get(self.pace)

    @property
    def paces(self) -> Paces:
        """The times of each pace that has any."""
        return self._services.paces

    @property
    def turn(self) -> Turn | None:
        """The clock of the people who are asked now, by the computer's clock; `None` if none runs."""
        return self._now.by_clock(self._services.ahead()).turn

    @property
    def is_unsaved(self) -> bool:
        """Whether the last change was refused in an outage of the database that lasts."""
        return self._is_unsaved

    @property
    def paused(self) -> bool:
        """Whether the table pauses."""
        return self._now.paused

    @property
    def wishing(self) -> tuple[Seat, ...]:
        """The seats of the people who wish a pause."""
        return self._now.wishing

    @property
    def absent_last(self) -> tuple[Seat, ...]:
        """The seats of the people whose last turn the computer has played."""
        return tuple(seat for seat, each in enumerate(self.occupants) if each and each.missed)

    @property
    def away(self) -> tuple[int, ...]:
        """The user ids of the people who have left or were absent, and may take their seats back."""
        return tuple(each.away_id for each in self.occupants if each and each.away_id is not None)

    @property
    def misdeals(self) -> tuple[Misdeal, ...]:
        """The misdeals before the current deal, with the hands shown to everybody."""
        return self._now.misdeals

    @property
    def commitment(self) -> str | None:
        """What fixes the secret of the next deal, for everybody to see; `None` if there is none."""
        return self._now.seal.commitment if self._now.seal else None

    @property
    def opened(self) -> Opened | None:
        """What the deck of the deal came from, once the deal is over or broken off; else `None`."""
        return None if self._now.state.in_deal else self._now.opened

    @property
    def revision(self) -> int:
        """The length of the log: it grows with every deal begun and every action, and never repeats."""
        return self._now.revision

    def revision_for(self, seat: Seat | None) -> int:
        """Return the revision as a seat can know it: secret moves of other seats do not count."""
        return self._now.revision_for(seat)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat a person plays, or `None`."""
        return self._now.seat_of(user_id)

    def seat_left_by(self, user_id: int) -> Seat | None:
        """Return the seat that a person has left to a computer and may take back, or `None`."""
        return self._now.seat_left_by(user_id)

    def view(self, user_id: int) -> View | None:
        """Return what a person may know of the deal, as a spectator if not seated; `None` in the lobby."""
        return self._now.view(self.seat_of(user_id))

    @property
    def open(self) -> Open | None:
        """What everybody may know of the deal; `None` in the lobby."""
        return None if self._now.deal is None else self._now.deal.open

    @property
    def shows_result(self) -> bool:
        """Whether the latest deal is over, and its last trick has been looked at."""
        return self.open is not None and self.open.result is not None and not self._now.last_look

    @property
    def open_log(self) -> tuple[Move, ...]:
        """The moves of the deal as everybody saw them, all of them once it is over; empty in the lobby."""
        return () if self._now.deal is None else self._now.deal.view(None).log

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that everybody knows to be asked; during an offer the people who have not answered."""
        if self.state is TableState.OFFER:
            return tuple(sorted(self._now.asked.difference(self._now.computers)))
        return () if self.open is None or not self.state.in_deal else self.open.turn

    def refusal(self, user_id: int, action: Action) -> Refusal | None:
        """Return why a person may not do something in the deal now, or `None`."""
        seat, deal = self.seat_of(user_id), self.deal
        return None if seat is None or deal is None else deal.refusal(seat, action)

    def options_refused(self, by: int) -> Refusal | None:
        """Return why a person could not set house rules now, or `None`."""
        return seating.refused_in_lobby(self._now, by)

    def end_refused(self, by: int, *, moderator: bool = False) -> Refusal | None:
        """Return why a person could neither end the table now nor agree to it, or `None`."""
        return _refusal(seating.end(self._now, by, moderator=moderator))

    def leave_refused(self, by: int) -> Refusal | None:
        """Return why a person could not leave now, or `None`."""
        return _refusal(seating.leave(self._now, by))

    @property
    def missing(self) -> int:
        """How many players a lobby lacks until the next number that can play; 0 at a full table."""
        return seating.missing(self._now, self.game)

    def last_circle_refused(self, by: int) -> Refusal | None:
        """Return why a person could not announce the last circle now, or `None`."""
        return _refusal(playing.announce_last_circle(self._now, by, self.game))


def _refusal(outcome: Change | Refusal) -> Refusal | None:
    return outcome if isinstance(outcome, Refusal) else None
