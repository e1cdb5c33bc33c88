"""The phase in which the hands are played out, trick by trick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.rules.cards import CARDS, Card, Cards, by_card, card, union
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.partners import come_to_light
from bot.rules.phase import InTurn, Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, placed
from bot.rules.tricks import PLAYS, Play, Trick, due, follow, winner
from bot.rules.values import cached_property, replace, value

plays: Final = by_card([Action("play", str(each)) for each in CARDS])
"""The playing of each card in a set."""


@value
class Bound:
    """The cards of a seat that announcements bind, in groups."""

    owed: tuple[Cards, ...] = ()
    """The cards they demand now, the most urgent first: where one is legal, nothing else is."""
    kept: tuple[Cards, ...] = ()
    """The cards they keep back, in the order in which they must be given up.

    They may be played only where no other card is legal.
    """

    def left(self, able: Cards) -> Cards:
        """The cards they leave of those that are legal otherwise."""
        for group in self.owed:
            if not able.isdisjoint(group):
                return able & group
        return able - self.kept_back or next(filter(None, map(able.__and__, self.kept)))

    @cached_property
    def kept_back(self) -> Cards:
        """All cards of the groups kept back."""
        return union(self.kept)


UNBOUND: Final = Bound()


@value
class Position:
    """Where the play stands: all that changes with every card, and the terms, which do not."""

    terms: Terms
    turn: Seat
    hands: tuple[Cards, ...]
    trick: tuple[Play, ...] = ()
    """The trick now being played."""
    tricks: tuple[Trick, ...] = ()

    @property
    def trick_number(self) -> int:
        """The number of the trick now being played, from 1."""
        return len(self.tricks) + 1


def nothing_bound(_position: Position, _seat: Seat, _cards: Cards) -> Bound:
    """No announcement binds this seat."""
    return UNBOUND


def any_lead(_position: Position, _seat: Seat, able: Cards) -> Cards:
    """Every card may be led."""
    return able


def to_the_end(_position: Position) -> bool:
    """The play goes on to the last card."""
    return False


@value
class Terms:
    """What is settled before the first card is played."""

    board: Board
    """The board before the first card; of what it holds, only the called card may still come to light."""
    tricks: int
    """How many tricks the deal has."""
    then: Callable[[Board], Phase]
    bound: Callable[[Position, Seat, Cards], Bound] = nothing_bound
    """Which of some cards announcements bind at a seat."""
    able: Callable[[Cards, tuple[Play, ...]], Cards] = follow
    """The cards of a hand that may be played to a trick, apart from announcements."""
    takes: Callable[[tuple[Play, ...]], Play] = winner
    """Which play wins a trick."""
    lead: Callable[[Position, Seat, Cards], Cards] = any_lead
    """What announcements leave to lead to a trick, of the cards otherwise legal."""
    decided: Callable[[Position], bool] = to_the_end
    """Whether nothing depends on the tricks that are left."""
    ouvert: bool = False
    """Whether all hands are laid open after the first trick."""

    @cached_property
    def next(self) -> Mapping[Seat, Seat]:
        """The seats that play, each with the one that plays after it."""
        active = self.board.open.active
        return dict(zip(active, (*active[1:], active[0]), strict=True))

    @cached_property
    def called(self) -> Card | None:
        """The called card."""
        return self.board.hidden.called_card

    def once_called_is_played(self) -> Terms:
        """The same once everybody has seen where the called card was."""
        return replace(self, board=come_to_light(self.board))

    def led_by(self, seat: Seat) -> Playing:
        """The play, with a seat to lead to the first trick."""
        return Playing(self, seat, self.board.hidden.hands)


@value
class Playing(Position, InTurn):
    """The hands are played out, one card at a time."""

    name = "play"

    @cached_property
    def board(self) -> Board:
        """The state of the deal, put together only when it is asked for: not for every card."""
        ouvert = self.terms.ouvert and bool(self.tricks)
        return self.terms.board.with_play(self.hands, self.trick, self.tricks, ouvert=ouvert)

    def legal(self, seat: Seat) -> Cards:
        """The cards a seat may play now."""
        terms = self.terms
        able = terms.able(self.hands[seat], self.trick)
        bound = terms.bound(self, seat, able)
        if bound is not UNBOUND:
            able = bound.left(able)
        return able if self.trick else terms.lead(self, seat, able)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One `play` for each card that may be played."""
        return plays(self.legal(seat))

    def after(self, seat: Seat, action: Action) -> Phase:
        """The card lies on the table; a trick it completes goes to its winner, who leads to the next."""
        played = card(action.argument)
        terms, hands, trick, tricks = self.terms, self.hands, self.trick, self.tricks
        if played == terms.called:
            terms = terms.once_called_is_played()
        hands, trick = placed(hands, seat, hands[seat].minus(played)), (*trick, PLAYS[seat][played])
        following = terms.next
        if len(trick) < len(following):
            return Playing(terms, following[seat], hands, trick, tricks)
        taker = terms.takes(trick).seat
        after = Playing(terms, taker, hands, (), (*tricks, Trick(trick, taker)))
        over = len(after.tricks) == terms.tricks or terms.decided(after)
        return terms.then(after.board) if over else after

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Not in the hand, not following, no tarock where one is due, not winning, or bound by a promise."""
        hand, trick, facts = self.hands[seat], self.trick, {"card": action.argument}
        if action.verb != "play":
            return Reason("not_now")
        if action.argument not in map(str, hand):
            return Reason("not_in_hand", facts)
        played = card(action.argument)
        if played not in follow(hand, trick):
            return due(hand, trick, played)
        if played not in self.terms.able(hand, trick):
            return Reason("must_win", facts)
        bound = self.terms.bound(self, seat, hand)
        if played in bound.kept_back:
            return Reason("kept_back", facts)
        return Reason("owed_now" if union(bound.owed) & hand else "no_such_lead", facts)
