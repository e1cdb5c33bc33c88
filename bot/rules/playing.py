"""The phase in which the hands are played out, trick by trick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.rules.cards import CARDS, Cards, by_card, card, union
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.partners import come_to_light
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.tricks import Play, Trick, due, follow, winner
from bot.rules.values import replace

plays: Final = by_card([Action("play", str(each)) for each in CARDS])
"""The playing of each card in a set."""


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
        owed, kept = self
        free = able - union(kept) if kept else able
        return next(left for cards in (*owed, free, *kept) if (left := able & cards))


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
        trick = self.board.open.trick
        able = follow(self.board.hidden.hands[seat], trick)
        if not (self.must_win and trick):
            return able
        winning = (each for each in able if self.takes((*trick, Play(seat, each))).card == each)
        return Cards.of(winning) or able

    def legal(self, seat: Seat) -> Cards:
        """The cards a seat may play now."""
        able, bound = self._able(seat), self.bound(self.board, seat)
        able = able if bound is UNBOUND else bound.left(able)
        return able if self.board.open.trick else self.lead(self.board, seat, able)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `play` for each card that may be played."""
        return plays(self.legal(seat))

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card lies on the table; a trick it completes goes to its winner, who leads to the next."""
        play = Play(seat, card(action.argument))
        board = come_to_light(self.board) if play.card == self.board.hidden.called_card else self.board
        public = board.open
        trick = (*public.trick, play)
        if len(trick) < len(public.active):
            return replace(self, board=board.with_play(play), turn=public.next_active(seat))
        taker = self.takes(trick).seat
        board = board.with_play(play, Trick(trick, taker))
        board = board.with_hands_open() if self.ouvert else board
        if len(board.open.tricks) == self.tricks or self.decided(board):
            return self.then(board)
        return replace(self, board=board, turn=taker)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Not in the hand, not following, no tarock where one is due, not winning, or bound by a promise."""
        hand, trick, facts = self.board.hidden.hands[seat], self.board.open.trick, {"card": action.argument}
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
