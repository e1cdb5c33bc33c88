"""What the calls of an auction have said: levels, who could hold, and who has invited (4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.rules.auctions import HOLD, PASS
from bot.rules.cards import Card, card
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.view import View

LADDER: Final = ("three", "two", "one", "solo")
JUMPS: Final[Mapping[int, Card]] = {1: card("T19"), 2: card("T18")}
"""The card that a jump over so many levels shows."""
XX: Final = card("T20")


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction as far as it has come. Levels count from 1; 0 before there is a bid."""

    high: int = 0
    holder: Seat | None = None
    held: bool = False
    bids: frozenset[tuple[Seat, int]] = frozenset()
    passed: frozenset[Seat] = frozenset()
    inviter: Seat | None = None
    shown: Card | None = None

    def may_hold(self, seat: Seat) -> bool:
        """Whether a seat has bid before, and the standing bid is another's and no hold."""
        return any(bidder == seat for bidder, _ in self.bids) and not self.held and self.holder != seat

    def yields(self, seat: Seat) -> bool:
        """Whether a pass would show the XX: a three of one's own, and two over it with all others out."""
        mine = {level for bidder, level in self.bids if bidder == seat}
        out = len(self.passed - {seat, self.holder}) == 2
        return self.inviter is None and mine == {1} and self.high == 2 and self.may_hold(seat) and out

    def heard(self, move: Move) -> Auction:
        """The auction with one call more."""
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
        """The card that a seat would show by a call of some level, if that is a jump that invites."""
        lowest = self.high if self.may_hold(seat) else self.high + 1
        return None if self.free(level) else JUMPS.get(level - lowest)

    def free(self, level: int) -> bool:
        """Whether a jump invites nobody: to open with solo, after three passes, or after an invitation."""
        opening = not self.high and (level == len(LADDER) or len(self.passed) == 3)
        return opening or self.inviter is not None


def auction_of(calls: Iterable[Move]) -> Auction:
    """What some calls have come to."""
    auction = Auction()
    for move in calls:
        auction = auction.heard(move)
    return auction


def invited_by(view: View) -> Seat | None:
    """Who has invited somebody else than the present declarer or speaker to be called, if anybody has."""
    inviter = auction_of(view.open.calls).inviter
    host = view.seat if view.open.declarer is None else view.open.declarer
    return None if inviter == host else inviter
