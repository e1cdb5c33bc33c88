"""What the calls of an auction tell everybody: levels, who may hold, and who has invited (4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.games.illustrated_tarokk.tables import INVITATIONS, LADDER, SOLO, XX
from bot.rules.auctions import HOLD, PASS
from bot.rules.cards import Card
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.view import View


@dataclass(frozen=True, slots=True)
class AuctionState:
    """An auction so far. Levels count from 1; 0 before the first bid."""

    high: int = 0
    holder: Seat | None = None
    held: bool = False
    bids: frozenset[tuple[Seat, int]] = frozenset()
    passed: frozenset[Seat] = frozenset()
    inviter: Seat | None = None
    shown: Card | None = None

    def may_hold(self, seat: Seat) -> bool:
        """Whether a seat has bid before, and the last bid is another's and not a hold."""
        return any(bidder == seat for bidder, _ in self.bids) and not self.held and self.holder != seat

    def yields(self, seat: Seat) -> bool:
        """Whether a pass would show the XX: the seat bid three, another two, and the rest have passed."""
        mine = {level for bidder, level in self.bids if bidder == seat}
        out = len(self.passed - {seat, self.holder}) == 2
        return self.inviter is None and mine == {1} and self.high == 2 and self.may_hold(seat) and out

    def heard(self, move: Move) -> AuctionState:
        """The auction after another call."""
        seat = move.seat
        if move.action == PASS:
            invited = replace(self, inviter=seat, shown=XX) if self.yields(seat) else self
            return replace(invited, passed=self.passed | {seat})
        level = self.level_of(move.action)
        shown = self.shown_by(seat, level)
        invited = self if shown is None else replace(self, inviter=seat, shown=shown)
        return replace(
            invited, high=level, holder=seat, held=move.action == HOLD, bids=self.bids | {(seat, level)}
        )

    def level_of(self, call: Action) -> int:
        """The level of a bid or hold."""
        return self.high if call == HOLD else LADDER.index(call.argument) + 1

    def shown_by(self, seat: Seat, level: int) -> Card | None:
        """The card that a seat would show by a call of some level; `None` if that does not invite."""
        lowest = self.high if self.may_hold(seat) else self.high + 1
        return None if self.free(level) else INVITATIONS.get(level - lowest)

    def free(self, level: int) -> bool:
        """Whether a jump is no invitation: an opening solo, after three passes, or after an invitation."""
        opening = not self.high and (level == SOLO or len(self.passed) == 3)
        return opening or self.inviter is not None


def auction_of(calls: Iterable[Move]) -> AuctionState:
    """The auction after some calls."""
    auction = AuctionState()
    for move in calls:
        auction = auction.heard(move)
    return auction


def invited_by(view: View) -> Seat | None:
    """Who asks to be called by the declarer, or by this seat during the auction; `None` if no seat does."""
    inviter = auction_of(view.open.calls).inviter
    host = view.seat if view.open.declarer is None else view.open.declarer
    return None if inviter == host else inviter
