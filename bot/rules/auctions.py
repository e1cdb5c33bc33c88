"""The auction: passing, bidding and holding in turn, until one player is left or nobody may go higher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.values import replace

PASS = Action("pass")
HOLD = Action("hold")


@cache
def bid(contract: str) -> Action:
    """The bid of a contract."""
    return Action("bid", contract)


def with_call(board: Board, call: Move) -> Board:
    """The board with one more call of the auction."""
    return board.with_open(replace(board.open, calls=(*board.open.calls, call)))


def with_contract(board: Board, contract: str, declarer: Seat) -> Board:
    """The board once somebody plays a contract."""
    return board.with_open(replace(board.open, contract=contract, declarer=declarer))


@dataclass(frozen=True, slots=True)
class Standing:
    """The highest call so far: the level of its contract on the ladder, from 0, and who stands by it."""

    level: int
    holder: Seat


def never_closed(_auction: Auction) -> bool:
    """Everybody is asked until all but one have passed."""
    return False


@dataclass(frozen=True)
class Auction(Step):
    """The seats that have not passed speak in turn."""

    board: Board
    order: tuple[Seat, ...]
    """The seats as they speak, which is also their seniority: most senior first."""
    ladder: tuple[str, ...]
    """The contracts that can be bid, lowest first."""
    may: Callable[[Auction, Seat], tuple[Action, ...]]
    """The calls open to a seat whose turn it is."""
    why_not: Callable[[Auction, Seat, Action], Reason]
    """Why a bid that is high enough is not open to a seat."""
    then: Callable[[Board], Phase]
    turn: Seat
    closed: Callable[[Auction], bool] = never_closed
    """Whether nobody could take the standing call away any more."""
    bound: Seat | None = None
    """Who has to play if everybody else passes."""
    passed: frozenset[Seat] = frozenset()
    standing: Standing | None = None

    name = "auction"

    @property
    def speaking(self) -> tuple[Seat, ...]:
        """The seats that have not passed, most senior first."""
        return tuple(seat for seat in self.order if seat not in self.passed)

    def senior(self, seat: Seat, other: Seat) -> bool:
        """Whether a seat speaks before another."""
        return self.order.index(seat) < self.order.index(other)

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """What the rules of the game let the seat call."""
        return self.may(self, seat)

    def after(self, seat: Seat, action: Action) -> Phase:
        """The next seat that has not passed is asked; or the auction is over, with or without a declarer."""
        called = replace(self, board=with_call(self.board, Move(seat, action))).heard(seat, action)
        if called.over():
            return self.then(called.settled())
        later = self.order.index(seat) + 1
        turn = next(each for each in self.order[later:] + self.order[:later] if each not in called.passed)
        return replace(called, turn=turn)

    def heard(self, seat: Seat, action: Action) -> Auction:
        """The auction with a call taken in; the turn has not moved on yet."""
        if action == PASS:
            return replace(self, passed=self.passed | {seat})
        if action == HOLD and self.standing is not None:
            return replace(self, standing=Standing(self.standing.level, seat))
        return replace(self, standing=Standing(self.ladder.index(action.argument), seat))

    def over(self) -> bool:
        """Whether all have passed, one is left by a standing call or bound, or no call can be taken away."""
        left = self.speaking
        if self.standing is None:
            return left in ((), (self.bound,))
        return len(left) == 1 or self.closed(self)

    def settled(self) -> Board:
        """The board with what the auction came to."""
        if self.standing is None:
            return self.board
        return with_contract(self.board, self.ladder[self.standing.level], self.standing.holder)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """No call at all, a hold without right, a bid too low, or one the game does not allow this seat."""
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
