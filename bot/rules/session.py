"""A session: consecutive deals of the same players, and what one deal passes on to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat, as_int, undealt
from bot.rules.results import Result


class Gain(NamedTuple):
    net: int
    number: int
    """The number of the deal, from 1."""
    seat: Seat
    """The current seat of who gained it."""


@dataclass(frozen=True)
class Session:
    """The state of a session between two deals."""

    game: Game
    options: Mapping[str, object]
    seats: int
    dealer: Seat
    inherited: Mapping[str, object]
    """The session values after the last deal, before the next antes are paid."""
    totals: tuple[int, ...]
    """Game points so far by seat, minus the antes of completed deals."""
    deals: int = 0
    last_circle_announced_after: int | None = None
    """The number of completed deals when a player announced the last circle; `None` before that.

    The deal after these is still played as usual.
    """
    left: int | None = None
    """Deals left in the last circle; `None` while that is unknown."""
    history: tuple[tuple[int, ...], ...] = ()
    repeated: int = 0
    """How many of the completed deals were void and dealt again by the same dealer."""

    @classmethod
    def first(cls, game: Game, options: Mapping[str, object], seats: int, dealer: Seat) -> Session:
        return cls(game, options, seats, dealer, game.session, (0,) * seats).with_pool(0)

    @classmethod
    def given(cls, game: Game, layout: Layout) -> Session:
        """Return the session of a deal whose cards and inherited values are given, before its antes."""
        totals = (0,) * layout.seats
        return cls(game, layout.options, layout.seats, layout.dealer, layout.session, totals).before(layout)

    def before(self, layout: Layout) -> Session:
        """Return the session before a deal whose cards and inherited values are given, before its antes."""
        session = replace(self, dealer=layout.dealer, inherited=layout.session)
        return session.with_pool(session.pool - sum(session.antes))

    def deal(self, deck: Sequence[Card]) -> Deal:
        lay_out = undealt if self.game.interactive_dealing(self.options) else self.game.lay_out
        layout = lay_out(deck, self.dealer, self.seats)
        return Deal.start(self.game, replace(layout, options=self.options, session=self.for_next_deal))

    @property
    def seating(self) -> tuple[Seat, ...]:
        """The seat each player moves to before the next deal, by current seat; empty if all stay."""
        order = self.game.seating(self.options, self.deals)
        return () if order == tuple(range(self.seats)) else order

    def reseated(self) -> Session:
        order = self.seating or range(self.seats)
        *history, totals = (tuple(each[seat] for seat in order) for each in (*self.history, self.totals))
        return replace(self, totals=totals, history=tuple(history))

    def after(self, result: Result) -> Session:
        written = zip(self.totals, result.scores, self.antes, strict=True)
        totals = tuple(total + score - ante for total, score, ante in written)
        return replace(
            self,
            dealer=result.next_dealer,
            inherited=result.next_session,
            totals=totals,
            deals=self.deals + 1,
            left=self._left(result),
            history=(*self.history, totals),
            repeated=self.repeated + (result.void and result.next_dealer == self.dealer),
        )

    def announcing_last_circle(self) -> Session:
        """Return the session after a player has announced the last circle that follows the deal in play."""
        return replace(self, last_circle_announced_after=self.deals)

    def _left(self, result: Result) -> int | None:
        """The last circle begins with the first deal after the announcement that determines its length.

        Void deals do not count.
        """
        announced, left = self.last_circle_announced_after, self.left
        if left is None and announced is not None and self.deals > announced:
            left = result.last_circle
        return left if left is None or result.void else left - 1

    def closed(self) -> Session:
        """Return the session after its last deal: the pool is shared out, odd chips from forehand on.

        The antes of an unfinished deal are not counted.
        """
        each, rest = divmod(self.pool, self.seats)
        shares = (each + ((seat - self.dealer - 1) % self.seats < rest) for seat in range(self.seats))
        totals = tuple(total + share for total, share in zip(self.totals, shares, strict=True))
        return replace(self, totals=totals).with_pool(0)

    @property
    def pool(self) -> int:
        """Chips in the pool, without the antes of the next deal."""
        return as_int(self.inherited.get(self.game.pool, 0))

    @property
    def antes(self) -> tuple[int, ...]:
        each, dealer = self.game.antes(self.inherited, self.options, self.deals)
        return tuple(each + (dealer if seat == self.dealer else 0) for seat in range(self.seats))

    @property
    def for_next_deal(self) -> Mapping[str, object]:
        """The session values of the next deal, with its antes in the pool."""
        return self.with_pool(self.pool + sum(self.antes)).inherited

    def with_pool(self, chips: int) -> Session:
        """Return the session with a number of chips in the pool, or unchanged in a game without a pool."""
        pool = self.game.pool
        return replace(self, inherited={**self.inherited, pool: chips}) if pool else self

    @property
    def counted(self) -> int:
        """Completed deals of the session; a void deal that the same dealer repeats is none of them."""
        return self.deals - self.repeated

    @property
    def remaining(self) -> int | None:
        """How many deals are left of those agreed, or of the last circle; `None` while that is open."""
        agreed = self.game.deals(self.options)
        return self.left if agreed is None else agreed - self.counted

    @property
    def is_over(self) -> bool:
        """Whether no deals remain, or points have ended the session."""
        return self.remaining == 0 or self.game.is_won(self.options, self.counted, self.totals)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has gained from the others; together with the pool the sum is 0."""
        return self.game.net(self.totals)

    @property
    def best(self) -> tuple[Gain, ...]:
        """The greatest gain in a deal, of each seat that had it there; of several deals the first one.

        Empty if no deal has brought anything to anybody.
        """
        gains = [
            Gain(net, number, seat)
            for number, (before, after) in enumerate(pairwise(((0,) * self.seats, *self.history)), 1)
            for seat, net in enumerate(self.game.net(_difference(before, after)))
        ]
        best = max(gains, key=lambda gain: gain.net, default=None)
        if best is None or best.net <= 0:
            return ()
        return tuple(each for each in gains if (each.net, each.number) == (best.net, best.number))


def _difference(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before, after, strict=True))
