"""A small game made for tests: all discard a card at the same time, then each trick counts one point.

With the option `fruitless` a deal is void. Two or three may play. A last circle has a deal for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.rules.board import Action, Board, Layout, Move, Play, Seat, Secrecy, Trick
from bot.rules.cards import NO_CARDS, Cards, card
from bot.rules.deal import Game, Phase, Step
from bot.rules.ending import Over
from bot.rules.reasons import Reason
from bot.rules.results import Result
from tests.notation import LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.deal import View

HAND: Final = 4


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    hands = tuple(Cards.of(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
    return Layout(hands, tuple(deck[HAND * seats :]), dealer)


def start(layout: Layout) -> Phase:
    board = Board(layout, layout.hands, laid=(NO_CARDS,) * layout.seats, declarer=layout.next(layout.dealer))
    return Laying(board)


@dataclass(frozen=True)
class Laying(Step):
    board: Board

    name = "discard"

    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, laid in enumerate(self.board.laid) if not laid)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action("lay", str(each)) for each in self.board.hands[seat])

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        return Secrecy.FACE_DOWN

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_in_hand", {"card": action.argument})

    def after(self, seat: Seat, action: Action) -> Phase:
        laid = card(action.argument)
        board = self.board.with_hand(seat, self.board.hands[seat].minus(laid))
        board = replace(board, laid=(*board.laid[:seat], Cards.of([laid]), *board.laid[seat + 1 :]))
        after = Laying(board)
        return after if after.seats() else Playing(board, board.layout.next(board.layout.dealer))


@dataclass(frozen=True)
class Playing(Step):
    board: Board
    turn: Seat

    name = "play"

    def seats(self) -> tuple[Seat, ...]:
        return (self.turn,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action("play", str(each)) for each in self.board.hands[seat])

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_in_hand", {"card": action.argument})

    def after(self, seat: Seat, action: Action) -> Phase:
        played = card(action.argument)
        board = self.board.with_hand(seat, self.board.hands[seat].minus(played))
        plays = (*board.trick, Play(seat, played))
        if len(plays) < board.seats:
            return Playing(replace(board, trick=plays), board.layout.next(seat))
        best = max(plays, key=lambda play: play.card)
        board = replace(board, trick=(), tricks=(*board.tricks, Trick(plays, best.seat)))
        return Playing(board, best.seat) if board.hands[seat] else Over(board, result(board))


def result(board: Board) -> Result:
    following = board.layout.next(board.layout.dealer)
    void = bool(board.layout.options.get("fruitless"))
    taken = tuple(sum(trick.winner == seat for trick in board.tricks) for seat in range(board.seats))
    lines = () if void else (replace(LINE, item="tricks", amounts=taken, rule="toy 1"),)
    doubled = 1 + int(str(board.layout.session["played"]))
    return Result(board.seats, following, lines, void, {"played": doubled}, last_circle=board.seats)


def net(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(scores) * score - sum(scores) for score in scores)


TOY: Final = Game(
    name="toy",
    seats=(2, 3),
    pack=Cards.of("T22 T9 T8 T1 SK SQ S7 HK H1 H4 DK D4 CK CQ"),
    contracts=(),
    announcements=(),
    options={"fruitless": (False, True)},
    rules=dict.fromkeys(("deal_over", "not_your_turn", "not_in_hand"), "toy 2"),
    lay_out=lay_out,
    hand_sizes=lambda _dealer, seats: (HAND,) * seats,
    talon_size=2,
    session={"played": 0},
    start=start,
    net=net,
    last_circle=True,
)


class First:
    """A computer player that takes the first legal action."""

    def choose(self, view: View) -> Action:
        return view.actions[0]


def spoken(moves: Sequence[Move]) -> list[str]:
    return [str(move) for move in moves]
