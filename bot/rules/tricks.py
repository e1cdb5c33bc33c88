"""Tricks: what may be played to one, who wins it, and the phase in which the hands are played out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from bot.rules.cards import CARDS, PAGAT, SUIT, SUIT_OF, TAROCK, TAROCKS, TRULL, Card, Cards, card, union
from bot.rules.deal import Action, Board, Phase, Play, Seat, Step, Trick
from bot.rules.reasons import Reason
from bot.rules.sides import come_to_light
from bot.rules.values import replace

CARD: Final = attrgetter("card")
PLAYS: Final = tuple(Action("play", str(each)) for each in CARDS)
"""The playing of each card, by its number."""


def follow(hand: Cards, trick: tuple[Play, ...]) -> Cards:
    """The cards that may be played to a trick: of the suit led, failing that tarocks, failing that any."""
    if not trick:
        return hand
    return hand & SUIT_OF[trick[0].card] or hand & TAROCKS or hand


def winner(trick: tuple[Play, ...]) -> Play:
    """The play that wins: the highest tarock, else the highest card of the suit led."""
    return highest_of(SUIT_OF[trick[0].card] | TAROCKS, trick)


def highest_of_the_suit_led(trick: tuple[Play, ...]) -> Play:
    """The play that wins where tarocks are no trumps: a tarock wins only when one was led."""
    return highest_of(SUIT_OF[trick[0].card], trick)


def highest_of(able: Cards, trick: tuple[Play, ...]) -> Play:
    """The play of the highest of some cards, at least one of which lies in the trick."""
    return max((play for play in trick if play.card in able), key=CARD)


def pagat_takes_trull(trick: tuple[Play, ...]) -> Play:
    """The play that wins where the pagat takes Sküs and XXI if all three fall together."""
    if len(Cards.of(play.card for play in trick) & TRULL) == len(TRULL):
        return next(play for play in trick if play.card == PAGAT)
    return winner(trick)


class Bound(NamedTuple):
    """The cards of a seat that announcements bind, in groups."""

    owed: tuple[Cards, ...] = ()
    """The cards they demand now, the most urgent first: where one is legal, nothing else is."""
    kept: tuple[Cards, ...] = ()
    """The cards they keep back, in the order in which they must be given up.

    They may be played only where no other card is legal.
    """

    def left(self, able: Cards) -> Cards:
        """The cards they leave of those that are legal otherwise."""
        owed, kept = ((able & group for group in groups) for groups in self)
        return next(filter(None, (*owed, able - union(self.kept), *kept)))


UNBOUND: Final = Bound()


def nothing_bound(_board: Board, _seat: Seat) -> Bound:
    """No announcement binds this seat."""
    return UNBOUND


def any_lead(_board: Board, _seat: Seat, able: Cards) -> Cards:
    """Every card may be led."""
    return able


def to_the_end(_board: Board) -> bool:
    """The play goes on to the last card."""
    return False


@dataclass(frozen=True)
class Playing(Step):
    """The hands are played out, one card at a time."""

    board: Board
    turn: Seat
    tricks: int
    """How many tricks the deal has."""
    then: Callable[[Board], Phase]
    bound: Callable[[Board, Seat], Bound] = nothing_bound
    """The cards that announcements bind at a seat."""
    must_win: bool = False
    """Whether of the cards that follow only those may be played that would win, if there are any."""
    takes: Callable[[tuple[Play, ...]], Play] = winner
    """Which play wins a trick."""
    lead: Callable[[Board, Seat, Cards], Cards] = any_lead
    """What announcements leave to lead to a trick, of the cards otherwise legal."""
    decided: Callable[[Board], bool] = to_the_end
    """Whether nothing depends on the tricks that are left."""
    ouvert: bool = False
    """Whether all hands are laid open after the first trick."""

    name = "play"

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def _able(self, seat: Seat) -> Cards:
        """The cards a seat may play as far as the trick alone goes."""
        trick = self.board.trick
        able = follow(self.board.hands[seat], trick)
        if not (self.must_win and trick):
            return able
        winning = (each for each in able if self.takes((*trick, Play(seat, each))).card == each)
        return Cards.of(winning) or able

    def legal(self, seat: Seat) -> Cards:
        """The cards a seat may play now."""
        able, bound = self._able(seat), self.bound(self.board, seat)
        able = able if bound == UNBOUND else bound.left(able)
        return able if self.board.trick else self.lead(self.board, seat, able)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `play` for each card that may be played."""
        return tuple([PLAYS[each] for each in self.legal(seat)])

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card lies on the table; a trick it completes goes to its winner, who leads to the next."""
        played = card(action.argument)
        board = self.board if played != self.board.called_card else come_to_light(self.board)
        hands, trick = board.hands_after(seat, played), (*board.trick, Play(seat, played))
        if len(trick) < len(board.active):
            board = replace(board, hands=hands, trick=trick)
            return replace(self, board=board, turn=board.following(seat)[0])
        won = Trick(trick, self.takes(trick).seat)
        board = replace(board, hands=hands, trick=(), tricks=(*board.tricks, won), ouvert=self.ouvert)
        if len(board.tricks) == self.tricks or self.decided(board):
            return self.then(board)
        return replace(self, board=board, turn=won.winner)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Not in the hand, not following, no tarock where one is due, not winning, or bound by a promise."""
        hand, trick, facts = self.board.hands[seat], self.board.trick, {"card": action.argument}
        if action.verb != "play":
            return Reason("not_now")
        if action.argument not in map(str, hand):
            return Reason("not_in_hand", facts)
        played = card(action.argument)
        if played not in follow(hand, trick):
            return due(hand, trick, played)
        if played not in self._able(seat):
            return Reason("must_win", facts)
        bound = self.bound(self.board, seat)
        if played in union(bound.kept):
            return Reason("kept_back", facts)
        return Reason("owed_now" if union(bound.owed) & hand else "no_such_lead", facts)


def due(hand: Cards, trick: tuple[Play, ...], played: Card) -> Reason:
    """What the led card demands of a hand that answered it with a card it may not play."""
    led = trick[0].card.suit
    if led == TAROCK or not hand & SUIT[led]:
        return Reason("must_play_tarock", {"card": str(played)})
    return Reason("must_follow", {"suit": led, "card": str(played)})
