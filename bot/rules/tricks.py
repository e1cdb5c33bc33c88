"""Tricks: what may be played to one, who wins it, and the phase in which the hands are played out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.rules.cards import SUIT, TAROCK, TAROCKS, Card, Cards, card
from bot.rules.deal import Action, Board, Phase, Play, Seat, Step, Trick
from bot.rules.reasons import Reason


def follow(hand: Cards, trick: tuple[Play, ...]) -> Cards:
    """The cards that may be played to a trick: of the suit led, failing that tarocks, failing that any."""
    if not trick:
        return hand
    return hand & SUIT[trick[0].card.suit] or hand & TAROCKS or hand


def winner(trick: tuple[Play, ...]) -> Play:
    """The play that wins: the highest tarock, else the highest card of the suit led."""
    able = SUIT[trick[0].card.suit] | TAROCKS
    return max((play for play in trick if play.card in able), key=lambda play: play.card)


@dataclass(frozen=True)
class Playing(Step):
    """The hands are played out, one card at a time."""

    board: Board
    turn: Seat
    tricks: int
    """How many tricks the deal has."""
    kept: Callable[[Board, Seat], Cards]
    """The cards an announcement keeps back: they may be played only where no other card is legal."""
    then: Callable[[Board], Phase]

    name = "play"

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def legal(self, seat: Seat) -> Cards:
        """The cards a seat may play now."""
        able = follow(self.board.hands[seat], self.board.trick)
        return able - self.kept(self.board, seat) or able

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `play` for each card that may be played."""
        return tuple(Action("play", str(each)) for each in self.legal(seat))

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card lies on the table; a trick it completes goes to its winner, who leads to the next."""
        played = card(action.argument)
        board = self.board.with_hand(seat, self.board.hands[seat].minus(played))
        trick = (*board.trick, Play(seat, played))
        if len(trick) < sum(1 for hand in self.board.layout.hands if hand):
            return replace(self, board=replace(board, trick=trick), turn=self._next(seat))
        won = Trick(trick, winner(trick).seat)
        board = replace(board, trick=(), tricks=(*board.tricks, won))
        if len(board.tricks) == self.tricks:
            return self.then(board)
        return replace(self, board=board, turn=won.winner)

    def _next(self, seat: Seat) -> Seat:
        """The next seat in playing order that was dealt cards."""
        layout = self.board.layout
        return next(
            other
            for other in (layout.next(seat, steps) for steps in range(1, layout.seats + 1))
            if layout.hands[other]
        )

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Not a card of the hand, not the suit led, no tarock where one is due, or one that is kept back."""
        hand, trick = self.board.hands[seat], self.board.trick
        if action.verb != "play":
            return Reason("not_now")
        if action.argument not in map(str, hand):
            return Reason("not_in_hand", {"card": action.argument})
        if card(action.argument) in follow(hand, trick):
            return Reason("kept_back", {"card": action.argument})
        return due(hand, trick, card(action.argument))


def due(hand: Cards, trick: tuple[Play, ...], played: Card) -> Reason:
    """What the led card demands of a hand that answered it with a card it may not play."""
    led = trick[0].card.suit
    if led == TAROCK or not hand & SUIT[led]:
        return Reason("must_play_tarock", {"card": str(played)})
    return Reason("must_follow", {"suit": led, "card": str(played)})
