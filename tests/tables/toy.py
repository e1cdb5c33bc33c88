"""A small game made for tests: all discard a card at the same time, then each trick counts one point.

With the option `fruitless` a deal is void. Two or three may play. A last circle has a deal for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.cards import NO_CARDS, Cards, card
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.phase import Phase, Step, finished
from bot.rules.reasons import Reason
from bot.rules.results import Result
from bot.rules.state import Board, placed
from bot.rules.tricks import Play, Trick
from tests.notation import LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.view import View

HAND: Final = 4


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    hands = tuple(Cards.of(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
    return Layout(hands, tuple(deck[HAND * seats :]), dealer)


def start(layout: Layout) -> Phase:
    board = Board.of(layout)
    return Laying(board.with_open(board.open._replace(declarer=layout.next(layout.dealer))))


@dataclass(frozen=True)
class Laying(Step):
    board: Board

    name = "discard"

    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, laid in enumerate(self.board.hidden.discards) if not laid)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action("lay", str(each)) for each in self.board.hidden.hands[seat])

    def move(self, seat: Seat, action: Action) -> Move:
        return Move(seat, action, Secrecy.FACE_DOWN)

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_in_hand", {"card": action.argument})

    def after(self, seat: Seat, action: Action) -> Phase:
        board = self.board.with_discards({seat: Cards.of([card(action.argument)])}, NO_CARDS)
        after = Laying(board)
        return after if after.seats() else Playing(board, board.open.next(board.open.dealer))


@dataclass(frozen=True)
class Playing(Step):
    board: Board
    turn: Seat

    name = "play"

    def seats(self) -> tuple[Seat, ...]:
        return (self.turn,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action("play", str(each)) for each in self.board.hidden.hands[seat])

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_in_hand", {"card": action.argument})

    def after(self, seat: Seat, action: Action) -> Phase:
        public, played = self.board.open, card(action.argument)
        hands = self.board.hidden.hands
        board = self.board.with_exchange(placed(hands, seat, hands[seat].minus(played)), self.board.talon)
        plays = (*public.trick, Play(seat, played))
        if len(plays) < public.seats:
            return Playing(board.with_open(board.open._replace(trick=plays)), public.next(seat))
        best = max(plays, key=lambda play: play.card)
        tricks = (*public.tricks, Trick(plays, best.seat))
        board = board.with_open(board.open._replace(trick=(), tricks=tricks))
        return Playing(board, best.seat) if board.hidden.hands[seat] else finished(board, result(board))


def result(board: Board) -> Result:
    following = board.open.next(board.open.dealer)
    void = bool(board.open.options.get("fruitless"))
    taken = tuple(
        sum(trick.winner == seat for trick in board.open.tricks) for seat in range(board.open.seats)
    )
    lines = () if void else (LINE._replace(item="tricks", amounts=taken, rule="toy 1"),)
    doubled = 1 + int(str(board.open.session["played"]))
    return Result(board.open.seats, following, lines, void, {"played": doubled}, last_circle=board.open.seats)


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
