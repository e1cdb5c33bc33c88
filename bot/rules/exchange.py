"""The exchange: taking a group of the talon, and discarding as many cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.rules.cards import Cards, card, union
from bot.rules.layout import Seat
from bot.rules.moves import Action, Secrecy
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.values import replace

SURRENDER = Action("surrender")


@dataclass(frozen=True)
class Taking(Step):
    """The talon lies open in groups, and the declarer takes one of them into the hand."""

    board: Board
    seat: Seat
    open_to_choice: tuple[str, ...]
    """The names of the groups that may be taken."""
    then: Callable[[Board], Phase]
    surrender: Callable[[Board], Phase] | None = None
    """What follows if the declarer gives up, where that is allowed."""

    name = "talon"

    def seats(self) -> tuple[Seat, ...]:
        """The declarer."""
        return (self.seat,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `take` for each group that may be taken."""
        takes = tuple(Action("take", name) for name in self.open_to_choice)
        return takes if self.surrender is None else (*takes, SURRENDER)

    def after(self, seat: Seat, action: Action) -> Phase:
        """The cards of the group are in the declarer's hand; or the declarer gave up."""
        if action == SURRENDER and self.surrender is not None:
            return self.surrender(self.board)
        return self.then(taken_by(self.board, seat, action.argument))

    def explain(self, seat: Seat, action: Action) -> Reason:
        """There is no such group, or the contract prescribes another."""
        if action.verb != "take":
            return Reason("not_now")
        if action.argument in (group.name for group in self.board.open.talon):
            return Reason("prescribed_half", {"half": self.open_to_choice[0]})
        return Reason("no_such_half")


def talon_shown(board: Board) -> Board:
    """The board once the whole talon lies face up."""
    return board.with_talon(tuple(replace(group, shown=True) for group in board.talon))


def taken_by(board: Board, seat: Seat, *names: str) -> Board:
    """The board once a seat has taken some groups of the talon into its hand."""
    talon = tuple(replace(group, taker=seat) if group.name in names else group for group in board.talon)
    taken = union(group.cards for group in talon if group.taker == seat)
    return board.with_hand(seat, board.hidden.hands[seat] | taken).with_talon(talon)


@dataclass(frozen=True)
class Debt:
    """What a seat must still discard.

    The limits are worked out once, from the hand before its first discard: cards are discarded one at a time
    in any order that can still be completed.
    """

    seat: Seat
    number: int
    freely: Cards
    """Cards that may be discarded as they are."""
    when_short: Cards
    """Cards that may be discarded only to make up the number."""
    short: int
    """How many of those are still to come."""
    protected: Cards
    """Cards that may not be discarded at all."""

    @classmethod
    def of(cls, seat: Seat, hand: Cards, number: int, protected: Cards, last: Cards) -> Debt:
        """The debt of a hand with protected cards, and others that may go only when the rest run short."""
        freely, when_short = hand - protected - last, hand & last - protected
        return cls(seat, number, freely, when_short, max(0, number - len(freely)), protected)

    @property
    def eligible(self) -> Cards:
        """The cards that may be discarded next."""
        return self.freely | self.when_short if self.short else self.freely

    def less(self, cards: Cards) -> Debt:
        """The debt after some cards were discarded."""
        return replace(
            self,
            number=self.number - len(cards),
            freely=self.freely - cards,
            when_short=self.when_short - cards,
            short=self.short - len(cards & self.when_short),
        )


@dataclass(frozen=True)
class Discarding(Step):
    """Every seat that took cards discards as many, one at a time, in whatever order the seats choose."""

    board: Board
    debts: tuple[Debt, ...]
    shown: Cards
    """Cards that are discarded face up."""
    then: Callable[[Board], Phase]
    surrender: Callable[[Board], Phase] | None = None
    """What follows if the declarer gives up, where that is allowed."""

    name = "discard"

    def _debt(self, seat: Seat) -> Debt:
        return next(debt for debt in self.debts if debt.seat == seat)

    def seats(self) -> tuple[Seat, ...]:
        """Every seat that must still discard."""
        return tuple(debt.seat for debt in self.debts)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `lay` for each card that may go next."""
        lays = tuple(Action("lay", str(each)) for each in self._debt(seat).eligible)
        return lays if self.surrender is None else (*lays, SURRENDER)

    def to_discard(self, seat: Seat) -> int:
        """The number of the seat's debt."""
        return sum(debt.number for debt in self.debts if debt.seat == seat)

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """What is discarded face down is known to its owner alone."""
        if action == SURRENDER or card(action.argument) in self.shown:
            return Secrecy.OPEN
        return Secrecy.FACE_DOWN

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card is out of the hand; with the last one owed the phase is over. Or the declarer gave up."""
        if action == SURRENDER and self.surrender is not None:
            return self.surrender(self.board)
        gone = Cards.of((card(action.argument),))
        board = self.board.with_discard(seat, gone, gone & self.shown)
        debts = tuple(debt.less(gone) if debt.seat == seat else debt for debt in self.debts)
        debts = tuple(debt for debt in debts if debt.number)
        return replace(self, board=board, debts=debts) if debts else self.then(board)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Not a card of the hand, a protected one, or one whose turn comes only when others run short."""
        if action.verb != "lay":
            return Reason("not_now")
        if action.argument not in map(str, self.board.hidden.hands[seat]):
            return Reason("not_in_hand", {"card": action.argument})
        if card(action.argument) in self._debt(seat).protected:
            return Reason("card_protected", {"card": action.argument})
        return Reason("others_first", {"card": action.argument})
