"""The phase in which the hands are played out, trick by trick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.rules.cards import Cards, card, union
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.partners import come_to_light
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.tricks import Play, Trick, due, follow, winner


def nothing_bound(_board: Board, _seat: Seat) -> tuple[Cards, ...]:
    """No announcement binds this seat."""
    return ()


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
    kept: Callable[[Board, Seat], tuple[Cards, ...]] = nothing_bound
    """The cards announcements keep back, in the order in which they must be given up.

    They may be played only where no other card is legal.
    """
    owed: Callable[[Board, Seat], tuple[Cards, ...]] = nothing_bound
    """The cards announcements demand now, the most urgent first: where one is legal, nothing else is."""
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
        able, kept = self._able(seat), self.kept(self.board, seat)
        demanded = (able & group for group in self.owed(self.board, seat))
        choices = (*demanded, able - union(kept), *(able & group for group in kept))
        chosen = next(choice for choice in choices if choice)
        return chosen if self.board.open.trick else self.lead(self.board, seat, chosen)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `play` for each card that may be played."""
        return tuple(Action("play", str(each)) for each in self.legal(seat))

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card lies on the table; a trick it completes goes to its winner, who leads to the next."""
        played = card(action.argument)
        board = self.board.with_play(Play(seat, played))
        board = come_to_light(board) if played == board.hidden.called_card else board
        trick = board.open.trick
        if len(trick) < len(board.open.active):
            return replace(self, board=board, turn=board.open.following(seat)[0])
        board = self._completed(board, Trick(trick, self.takes(trick).seat))
        if len(board.open.tricks) == self.tricks or self.decided(board):
            return self.then(board)
        return replace(self, board=board, turn=board.open.tricks[-1].winner)

    def _completed(self, board: Board, trick: Trick) -> Board:
        """The board with a trick turned down before its winner; perhaps all hands are laid open now."""
        tricks = (*board.open.tricks, trick)
        hands = board.hidden.hands if self.ouvert else None
        return replace(board, open=replace(board.open, trick=(), tricks=tricks, hands=hands))

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
        if played in union(self.kept(self.board, seat)):
            return Reason("kept_back", facts)
        return Reason("owed_now" if union(self.owed(self.board, seat)) & hand else "no_such_lead", facts)
