"""A session: several deals by the same players, and what one deal leaves to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.dealing import undealt
from bot.rules.game import Game
from bot.rules.layout import Seat, whole
from bot.rules.results import Result
from bot.rules.values import replace


@dataclass(frozen=True)
class Session:
    """Where a session stands between two deals."""

    game: Game
    options: Mapping[str, object]
    seats: int
    dealer: Seat
    """Who deals next."""
    inherited: Mapping[str, object]
    """What the last deal has left; the antes of the next one are not in the pool yet."""
    totals: tuple[int, ...]
    """Game points written so far, by seat, less the antes of the deals that are over."""
    deals: int = 0
    """Deals completed, passed-out ones included."""
    last_circle_said_at: int | None = None
    """After how many deals, during the one that follows them, a player has said that a last circle begins."""
    left: int | None = None
    """Deals still to be completed; nothing as long as that is open."""
    course: tuple[tuple[int, ...], ...] = ()
    """The totals after each deal, by the seats that everybody has now."""

    @classmethod
    def first(cls, game: Game, options: Mapping[str, object], seats: int, dealer: Seat) -> Session:
        """A session before its first deal."""
        return cls(game, options, seats, dealer, game.session, (0,) * seats).with_pool(0)

    def deal(self, deck: Sequence[Card]) -> Deal:
        """The next deal, from a shuffled pack, top card first."""
        lay_out = undealt if self.game.ceremony(self.options) else self.game.lay_out
        layout = lay_out(deck, self.dealer, self.seats)
        return Deal.start(self.game, replace(layout, options=self.options, session=self.opening))

    @property
    def seating(self) -> tuple[Seat, ...]:
        """Which seat each moves to before the next deal, in the order of their seats; nothing if all stay."""
        order = self.game.seating(self.options, self.deals)
        return () if order == tuple(range(self.seats)) else order

    def reseated(self) -> Session:
        """The session once everybody has taken the seat of the next deal, with his totals."""
        order = self.seating or range(self.seats)
        *course, totals = (tuple(each[seat] for seat in order) for each in (*self.course, self.totals))
        return replace(self, totals=totals, course=tuple(course))

    def after(self, result: Result) -> Session:
        """The session once a deal is over; with its scores its antes are booked."""
        written = zip(self.totals, result.scores, self.antes, strict=True)
        totals = tuple(total + score - ante for total, score, ante in written)
        return replace(
            self,
            dealer=result.next_dealer,
            inherited=result.next_session,
            totals=totals,
            deals=self.deals + 1,
            left=self._left(result),
            course=(*self.course, totals),
        )

    def closing(self) -> Session:
        """The session once a player has said, during a deal, that the next one opens the last circle."""
        return replace(self, last_circle_said_at=self.deals)

    def _left(self, result: Result) -> int | None:
        """The first deal dealt after those words that tells it opens the circle; void deals do not count."""
        said, left = self.last_circle_said_at, self.left
        if left is None and said is not None and self.deals > said:
            left = result.last_circle
        return left if left is None or result.void else left - 1

    def closed(self) -> Session:
        """The session once there is no other deal: the pool is shared, the rest from forehand on.

        A deal that was not played to its end counts for nothing: its antes were never booked.
        """
        each, rest = divmod(self.pool, self.seats)
        shares = (each + ((seat - self.dealer - 1) % self.seats < rest) for seat in range(self.seats))
        totals = tuple(total + share for total, share in zip(self.totals, shares, strict=True))
        return replace(self, totals=totals).with_pool(0)

    @property
    def pool(self) -> int:
        """The chips that belong to nobody; the antes of the next deal are not among them yet."""
        return whole(self.inherited.get(self.game.pool, 0))

    @property
    def antes(self) -> tuple[int, ...]:
        """What each seat puts into the pool before the next deal."""
        each, besides = self.game.antes(self.inherited, self.options, self.deals)
        return tuple(each + (besides if seat == self.dealer else 0) for seat in range(self.seats))

    @property
    def opening(self) -> Mapping[str, object]:
        """What the next deal inherits, its antes included."""
        return self.with_pool(self.pool + sum(self.antes)).inherited

    def with_pool(self, chips: int) -> Session:
        """The session with so many chips that belong to nobody, where the game knows such chips."""
        pool = self.game.pool
        return replace(self, inherited={**self.inherited, pool: chips}) if pool else self

    @property
    def is_over(self) -> bool:
        """Whether all deals are played that were agreed or that a last circle left, or points decided it."""
        agreed = self.game.deals(self.options)
        won = self.game.is_won(self.options, self.deals, self.totals)
        return won or self.left == 0 or (agreed is not None and self.deals >= agreed)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has gained from the others; together with the pool it sums to nought."""
        return self.game.net(self.totals)
