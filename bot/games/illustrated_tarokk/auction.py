"""The auction of Illustrated Tarokk, with jumps and passes that invite a partner (4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from bot.games.illustrated_tarokk.tables import (
    DRAWS,
    HIGH_HONOURS,
    HONOURS,
    INVITATIONS,
    LADDER,
    SOLO,
    XX,
    number,
    option,
)
from bot.rules.auctions import HOLD, PASS, bid, with_contract
from bot.rules.cards import TAROCKS, Card
from bot.rules.facts import Invitation
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move, open_move
from bot.rules.phase import InTurn, Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.view import Promise


@dataclass(frozen=True)
class Bidding(InTurn):
    """The auction: the seats that may still take the game call in turn (4.3)."""

    start: Board
    """The board before the first call."""
    turn: Seat
    then: Callable[[Board], Phase]
    moves: tuple[Move, ...] = ()
    """The calls so far."""
    invitation: Invitation | None = None
    """The invitation of this auction, of which there is at most one (4.4); `None` before it."""
    high: int = 0
    """The level of the standing bid, from 1; 0 before there is one."""
    holder: Seat | None = None
    held: bool = False
    """Whether the standing bid is a hold."""
    bids: frozenset[tuple[Seat, int]] = frozenset()
    """The calls as seat and level, holds included."""
    passed: frozenset[Seat] = frozenset()
    raising: bool = False
    """Whether the only bidder may now raise the bid (17.12)."""

    name = "auction"

    @cached_property
    def board(self) -> Board:
        """The state of the deal, put together only when it is asked for: not for every call."""
        facts = () if self.invitation is None else (self.invitation,)
        return self.start.with_open(self.start.open._replace(calls=self.moves, facts=facts))

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """The legal calls of the seat."""
        return tuple(self.calls)

    @cached_property
    def calls(self) -> dict[Action, Card | None]:
        """Each legal call of the seat whose turn it is, with the card that it shows, or `None` (4.7)."""
        seat = self.turn
        if seat == self.holder:
            return dict.fromkeys((PASS, *map(bid, LADDER[self.high :])))
        if self.start.hidden.hands[seat].isdisjoint(HONOURS):
            return dict.fromkeys((PASS, *self.trial_bids()) if self.last_hope(seat) else (PASS,))
        minimum = self.lowest(seat)
        calls: dict[Action, Card | None] = {}
        if not self.may_yield(seat):
            calls[PASS] = None
        elif self.shows(seat, XX):
            calls[PASS] = XX
        calls[HOLD if minimum == self.high else bid(LADDER[minimum - 1])] = None
        invites = self.invitation is None and not self.last_hope(seat)
        for step, card in INVITATIONS.items():
            if minimum + step <= SOLO and (not invites or self.shows(seat, card)):
                calls[bid(LADDER[minimum + step - 1])] = card if invites else None
        if self.may_open_solo(seat):
            calls[bid(LADDER[SOLO - 1])] = None
        return calls

    def promises(self, seat: Seat) -> tuple[Promise, ...]:
        """The calls that invite, each with the card that it shows (4.4)."""
        if seat != self.turn:
            return ()
        return tuple(Promise(call, card) for call, card in self.calls.items() if card is not None)

    def lowest(self, seat: Seat) -> int:
        """The level of the lowest call other than a pass (4.2.6)."""
        return self.high if self.may_hold(seat) else self.high + 1

    def trial_bids(self) -> tuple[Action, ...]:
        """The trial bids: three, or by a house rule any bid that draws cards (4.5.1, 17.10)."""
        any_level = option(self.start, "trial_bid_levels") == "any"
        drawing = (name for name, drawn in zip(LADDER, DRAWS, strict=True) if drawn[0])
        return tuple(map(bid, drawing)) if any_level else (bid(LADDER[0]),)

    def may_open_solo(self, seat: Seat) -> bool:
        """Whether a solo may open the auction (4.6.3); by a house rule only for the fourth player (17.13)."""
        if self.high:
            return False
        return option(self.start, "opening_solo") == "allowed" or self.last_hope(seat)

    def shows(self, seat: Seat, invited: Card) -> bool:
        """Whether a seat has the card of an invitation and a high honour (4.4, 17.3)."""
        hand = self.start.hidden.hands[seat]
        if invited not in hand or hand.isdisjoint(HIGH_HONOURS):
            return False
        return hand.count(TAROCKS) >= number(self.start, "invite_min_tarokks")

    def last_hope(self, seat: Seat) -> bool:
        """Whether the other three have passed without a bid (4.5, 4.6)."""
        return not self.high and len(self.passed - {seat}) == 3

    def may_hold(self, seat: Seat) -> bool:
        """Whether a seat that has bid before may hold another's bid that is no hold (4.2.5, 17.14)."""
        if self.held or self.holder in (None, seat) or not any(caller == seat for caller, _ in self.bids):
            return False
        return option(self.start, "hold_rule") == "any_earlier_bidder" or self.earlier(seat)

    def earlier(self, seat: Seat) -> bool:
        """Whether a seat comes before the holder of the standing bid, counted from forehand (17.14)."""
        active = self.start.open.active
        return self.holder is not None and seat in active[: active.index(self.holder)]

    def may_yield(self, seat: Seat) -> bool:
        """Whether a pass would yield the game: the seat's only bid is a three, and a two stands (4.4).

        The other two have then passed, or there would be a higher bid.
        """
        return self.high == 2 and {level for caller, level in self.bids if caller == seat} == {1}

    def after(self, seat: Seat, action: Action) -> Phase:
        """Record the call, and pass the turn to the next seat that could still take the game."""
        shown = self.calls[action]
        invitation = self.invitation if shown is None else Invitation(seat, shown)
        moves = (*self.moves, open_move(seat, action))
        if action == PASS:
            passed = self.passed | {seat}
            return replace(self, moves=moves, invitation=invitation, passed=passed).next_turn(seat)
        level = self.high if action == HOLD else LADDER.index(action.argument) + 1
        bids, held = self.bids | {(seat, level)}, action == HOLD
        called = replace(
            self, moves=moves, invitation=invitation, high=level, holder=seat, held=held, bids=bids
        )
        return called.next_turn(seat)

    def next_turn(self, seat: Seat) -> Phase:
        """Return the phase in which the next seat calls; an inviter passes automatically (4.4)."""
        if seat == self.holder and self.raising:
            return self._settled()
        for other in self.start.open.following(seat):
            if other in self.passed or other == self.holder or self.bound(other):
                continue
            if self.high < SOLO or self.may_hold(other):
                return replace(self, turn=other)
        if self.holder is not None and self.may_raise(self.holder):
            return replace(self, turn=self.holder, raising=True)
        return self._settled()

    def bound(self, seat: Seat) -> bool:
        """Whether a seat has invited and must pass (4.4.7, 17.2)."""
        invitation = self.invitation
        if invitation is None or invitation.seat != seat:
            return False
        return option(self.start, "inviter_must_pass") is True

    def may_raise(self, seat: Seat) -> bool:
        """Whether the only bidder may raise after three passes without an invitation (17.12).

        The bid is no solo: after a solo the others are not asked, so that they do not pass.
        """
        if len(self.passed) < 3 or self.invitation is not None or seat == self.start.open.active[-1]:
            return False
        alone = {caller for caller, _ in self.bids} == {seat}
        return alone and option(self.start, "sole_bidder_may_raise") is True

    def _settled(self) -> Phase:
        """End the auction: the holder of the highest call is declarer (4.2.7), if there is one (4.2.8)."""
        if self.holder is None:
            return self.then(self.board)
        return self.then(with_contract(self.board, LADDER[self.high - 1], self.holder))

    def explain(self, seat: Seat, action: Action) -> Reason:
        """A missing honour, no right to hold or pass, a bid too low, or a jump that shows a missing card."""
        standing = LADDER[self.high - 1] if self.high else ""
        if action == PASS:
            return Reason("must_not_pass", {"standing": standing})
        if action.verb not in ("bid", "hold"):
            return Reason("not_now")
        if self.start.hidden.hands[seat].isdisjoint(HONOURS):
            return Reason("needs_honour")
        if action == HOLD:
            return Reason("nothing_to_hold" if not self.high else "no_hold_here")
        if action.argument not in LADDER:
            return Reason("no_such_bid", {"bid": action.argument})
        level, facts = LADDER.index(action.argument) + 1, {"bid": action.argument}
        if level <= self.high:
            return Reason("bid_too_low", {**facts, "standing": standing})
        minimum = self.lowest(seat)
        if level - minimum not in INVITATIONS:
            return Reason("no_jump", {**facts, "lowest": LADDER[minimum - 1]})
        return Reason("invitation_needs", {**facts, "card": str(INVITATIONS[level - minimum])})
