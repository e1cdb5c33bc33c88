"""A session: several deals by the same players, and what one deal leaves to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.rules.cards import Card
from bot.rules.deal import Deal, Game, Result, Seat


@dataclass(frozen=True, slots=True)
class Session:
    """Where a session stands between two deals."""

    game: Game
    options: Mapping[str, object]
    seats: int
    dealer: Seat
    """Who deals next."""
    inherited: Mapping[str, object]
    """What the next deal inherits."""
    totals: tuple[int, ...]
    """Game points written so far, by seat."""
    deals: int = 0
    """Deals completed, passed-out ones included."""

    @classmethod
    def first(cls, game: Game, options: Mapping[str, object], seats: int, dealer: Seat) -> Session:
        """A session before its first deal."""
        return cls(game, options, seats, dealer, game.session, (0,) * seats)

    def deal(self, deck: Sequence[Card]) -> Deal:
        """The next deal, from a shuffled pack, top card first."""
        layout = self.game.lay_out(deck, self.dealer, self.seats)
        return Deal.start(self.game, replace(layout, options=self.options, session=self.inherited))

    @property
    def seating(self) -> tuple[Seat, ...]:
        """Which seat each moves to before the next deal, in the order of their seats; nothing if all stay."""
        order = self.game.seating(self.options, self.deals)
        return () if order == tuple(range(self.seats)) else order

    def reseated(self) -> Session:
        """The session once everybody has taken the seat of the next deal, with his totals."""
        return replace(self, totals=tuple(self.totals[seat] for seat in self.seating) or self.totals)

    def after(self, result: Result) -> Session:
        """The session once a deal is over."""
        return replace(
            self,
            dealer=result.next_dealer,
            inherited=result.next_session,
            totals=tuple(map(sum, zip(self.totals, result.scores, strict=True))),
            deals=self.deals + 1,
        )

    @property
    def is_over(self) -> bool:
        """Whether all deals that were agreed beforehand are played, or the points that were."""
        agreed = self.game.deals(self.options)
        won = self.game.is_won(self.options, self.deals, self.totals)
        return won or (agreed is not None and self.deals >= agreed)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has gained from the others; it sums to nought."""
        return self.game.net(self.totals)
