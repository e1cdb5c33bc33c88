"""The auction: seats pass, bid or hold in turn until one is left or no higher call is possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from bot.rules.layout import Seat
from bot.rules.moves import Action, Move, open_move
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board

PASS = Action("pass")
HOLD = Action("hold")


@cache
def bid(contract: str) -> Action:
    return Action("bid", contract)


def with_call(board: Board, call: Move) -> Board:
    return board.with_open(board.open._replace(calls=(*board.open.calls, call)))


def with_contract(board: Board, contract: str, declarer: Seat) -> Board:
    return board.with_open(board.open._replace(contract=contract, declarer=declarer))


@dataclass(frozen=True)
class Standing:
    """The highest call so far."""

    level: int
    """The index of the contract in the ladder."""
    holder: Seat


def never_closed(_auction: Auction) -> bool:
    return False


@dataclass(frozen=True)
class Auction(Step):
    """The seats that have not passed call in turn."""

    board: Board
    order: tuple[Seat, ...]
    """The seats in calling order, which is also their seniority: the most senior first."""
    ladder: tuple[str, ...]
    """The contracts that can be bid, lowest first."""
    may: Callable[[Auction, Seat], tuple[Action, ...]]
    """The legal calls of the seat whose turn it is."""
    why_not: Callable[[Auction, Seat, Action], Reason]
    """Why a bid that is high enough is not legal for a seat."""
    then: Callable[[Board], Phase]
    left: tuple[Seat, ...]
    """The seats that have not passed, in calling order from the one whose turn it is."""
    closed: Callable[[Auction], bool] = never_closed
    """Whether the highest call can no longer be overcalled."""
    bound: Seat | None = None
    """The seat that must play if all others pass; `None` if all may pass."""
    standing: Standing | None = None

    name = "auction"

    def senior(self, seat: Seat, other: Seat) -> bool:
        return self.order.index(seat) < self.order.index(other)

    def seats(self) -> tuple[Seat, ...]:
        return self.left[:1]

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return self.may(self, seat)

    def after(self, seat: Seat, action: Action) -> Phase:
        board, left = with_call(self.board, open_move(seat, action)), self.left[1:]
        standing = self.standing
        if action != PASS:
            left, standing = (*left, seat), self._raised(seat, action)
        rules = (self.order, self.ladder, self.may, self.why_not, self.then)
        called = Auction(board, *rules, left, self.closed, self.bound, standing)
        return self.then(called.settled()) if called.over() else called

    def _raised(self, seat: Seat, action: Action) -> Standing:
        if action == HOLD and self.standing is not None:
            return Standing(self.standing.level, seat)
        return Standing(self.ladder.index(action.argument), seat)

    def over(self) -> bool:
        if self.standing is None:
            return self.left in ((), (self.bound,))
        return len(self.left) == 1 or self.closed(self)

    def settled(self) -> Board:
        if self.standing is None:
            return self.board
        return with_contract(self.board, self.ladder[self.standing.level], self.standing.holder)

    def explain(self, seat: Seat, action: Action) -> Reason:
        standing = self.standing
        if action == HOLD:
            return Reason("nothing_to_hold" if standing is None else "hold_needs_seniority")
        if action.verb != "bid":
            return Reason("not_now")
        if action.argument not in self.ladder:
            return Reason("no_such_bid", {"bid": action.argument})
        if standing is not None and self.ladder.index(action.argument) <= standing.level:
            return Reason("bid_too_low", {"bid": action.argument, "standing": self.ladder[standing.level]})
        return self.why_not(self, seat, action)
