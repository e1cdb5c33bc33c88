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
    last_circle_said_at: int | None = None
    """After how many deals, during the one that follows them, a player has said that a last circle begins."""
    left: int | None = None
    """Deals still to be completed; nothing as long as that is open."""

    @classmethod
    def first(cls, game: Game, options: Mapping[str, object], seats: int, dealer: Seat) -> Session:
        """A session before its first deal."""
        return cls(game, options, seats, dealer, game.session, (0,) * seats)

    def deal(self, deck: Sequence[Card]) -> Deal:
        """The next deal, from a shuffled pack, top card first."""
        layout = self.game.lay_out(deck, self.dealer, self.seats)
        return Deal.start(self.game, replace(layout, options=self.options, session=self.inherited))

    def after(self, result: Result) -> Session:
        """The session once a deal is over."""
        return replace(
            self,
            dealer=result.next_dealer,
            inherited=result.next_session,
            totals=tuple(map(sum, zip(self.totals, result.scores, strict=True))),
            deals=self.deals + 1,
            left=self._left(result),
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

    @property
    def is_over(self) -> bool:
        """Whether all deals are played that were agreed beforehand, or that a last circle left."""
        agreed = self.game.deals(self.options)
        return self.left == 0 or (agreed is not None and self.deals >= agreed)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has gained from the others; it sums to nought."""
        return self.game.net(self.totals)
