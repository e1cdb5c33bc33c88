"""Tricks: what may be played to one, who wins it, and the phase in which the hands are played out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.rules.cards import NO_CARDS, PAGAT, SUIT, TAROCK, TAROCKS, TRULL, Card, Cards, card, union
from bot.rules.deal import Action, Board, Phase, Play, Seat, Step, Trick
from bot.rules.reasons import Reason
from bot.rules.sides import come_to_light


def follow(hand: Cards, trick: tuple[Play, ...]) -> Cards:
    """The cards that may be played to a trick: of the suit led, failing that tarocks, failing that any."""
    if not trick:
        return hand
    return hand & SUIT[trick[0].card.suit] or hand & TAROCKS or hand


def winner(trick: tuple[Play, ...]) -> Play:
    """The play that wins: the highest tarock, else the highest card of the suit led."""
    able = SUIT[trick[0].card.suit] | TAROCKS
    return max((play for play in trick if play.card in able), key=lambda play: play.card)


def highest_of_the_suit_led(trick: tuple[Play, ...]) -> Play:
    """The play that wins where tarocks are no trumps: a tarock wins only when one was led."""
    able = SUIT[trick[0].card.suit]
    return max((play for play in trick if play.card in able), key=lambda play: play.card)


def pagat_takes_trull(trick: tuple[Play, ...]) -> Play:
    """The play that wins where the pagat takes Sküs and XXI if all three fall together."""
    if len(Cards.of(play.card for play in trick) & TRULL) == len(TRULL):
        return next(play for play in trick if play.card == PAGAT)
    return winner(trick)


def must_win(able: Cards, trick: tuple[Play, ...]) -> Cards:
    """Of the cards that follow, those that would win the trick as it lies; if none would, all of them."""
    if not trick:
        return able
    best = winner(trick).card
    higher = Cards.of(each for each in able & (SUIT[best.suit] | TAROCKS) if each > best)
    return higher or able


def no_cards(_board: Board, _seat: Seat) -> Cards:
    """No announcement demands a card of this seat."""
    return NO_CARDS


def nothing_kept(_board: Board, _seat: Seat) -> tuple[Cards, ...]:
    """No announcement binds this seat."""
    return ()


def any_that_follows(able: Cards, _trick: tuple[Play, ...]) -> Cards:
    """Nobody has to win a trick."""
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
    kept: Callable[[Board, Seat], tuple[Cards, ...]] = nothing_kept
    """The cards announcements keep back, in the order in which they must be given up.

    They may be played only where no other card is legal.
    """
    owed: Callable[[Board, Seat], Cards] = no_cards
    """The cards an announcement demands now: where one is legal, nothing else is."""
    heading: Callable[[Cards, tuple[Play, ...]], Cards] = any_that_follows
    """Of the cards that follow, those that may be played: where tricks must be won, the winning ones."""
    takes: Callable[[tuple[Play, ...]], Play] = winner
    """Which play wins a trick."""
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
        return self.heading(follow(self.board.hands[seat], self.board.trick), self.board.trick)

    def legal(self, seat: Seat) -> Cards:
        """The cards a seat may play now."""
        able, kept = self._able(seat), self.kept(self.board, seat)
        choices = (able & self.owed(self.board, seat), able - union(kept), *(able & group for group in kept))
        return next(choice for choice in choices if choice)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `play` for each card that may be played."""
        return tuple(Action("play", str(each)) for each in self.legal(seat))

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card lies on the table; a trick it completes goes to its winner, who leads to the next."""
        played = card(action.argument)
        board = self.board.with_hand(seat, self.board.hands[seat].minus(played))
        trick = (*board.trick, Play(seat, played))
        board = come_to_light(board) if played == board.called_card else board
        if len(trick) < len(board.active):
            return replace(self, board=replace(board, trick=trick), turn=board.following(seat)[0])
        won = Trick(trick, self.takes(trick).seat)
        board = replace(board, trick=(), tricks=(*board.tricks, won), ouvert=self.ouvert)
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
        return Reason("kept_back" if played in union(self.kept(self.board, seat)) else "owed_now", facts)


def due(hand: Cards, trick: tuple[Play, ...], played: Card) -> Reason:
    """What the led card demands of a hand that answered it with a card it may not play."""
    led = trick[0].card.suit
    if led == TAROCK or not hand & SUIT[led]:
        return Reason("must_play_tarock", {"card": str(played)})
    return Reason("must_follow", {"suit": led, "card": str(played)})
