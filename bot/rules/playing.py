"""The play of the tricks: the phase, and a play-out that is fast because hands are plain integers.

The play-out follows the rules of `PlayTerms`: it repeats following suit on bits and asks `PlayTerms` for
everything else. A property test compares every legal card, every winner and every score sheet with the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Protocol

from bot.rules.cards import CARDS, SUIT_OF, TAROCK, TAROCKS, Card, Cards, by_card, card, union
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import InTurn, Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, placed, with_partner_shown
from bot.rules.tricks import PLAYS, SUIT_BITS, Play, Trick, due, follow, highest_of_the_suit_led, winner

plays: Final = by_card([Action("play", str(each)) for each in CARDS])


@dataclass(frozen=True)
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
        return union(self.kept)


UNBOUND: Final = Bound()


@dataclass(frozen=True)
class Position:
    """What changes with every card, and the terms, which do not change."""

    terms: PlayTerms
    turn: Seat
    hands: tuple[Cards, ...]
    trick: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @property
    def trick_number(self) -> int:
        return len(self.tricks) + 1


def nothing_bound(_position: Position, _seat: Seat, _cards: Cards) -> Bound:
    return UNBOUND


def any_lead(_position: Position, _seat: Seat, able: Cards) -> Cards:
    return able


def to_the_end(_position: Position) -> bool:
    return False


@dataclass(frozen=True)
class PlayTerms:
    """What is settled before the first card is played."""

    board: Board
    """The board before the first card; only the called card may still come to light."""
    tricks: int
    then: Callable[[Board], Phase]
    bound: Callable[[Position, Seat, Cards], Bound] = nothing_bound
    """Which of some cards announcements bind at a seat."""
    able: Callable[[Cards, tuple[Play, ...]], Cards] = follow
    """The cards of a hand that may be played to a trick, apart from announcements."""
    takes: Callable[[tuple[Play, ...]], Play] = winner
    lead: Callable[[Position, Seat, Cards], Cards] = any_lead
    """What announcements leave to lead to a trick, of the cards otherwise legal."""
    decided: Callable[[Position], bool] = to_the_end
    ouvert: bool = False
    """Whether all hands are laid open after the first trick."""

    @cached_property
    def next(self) -> Mapping[Seat, Seat]:
        """The seats that play, each with the one that plays after it."""
        active = self.board.open.active
        return dict(zip(active, (*active[1:], active[0]), strict=True))

    @cached_property
    def called(self) -> Card | None:
        return self.board.hidden.called_card

    def once_called_is_played(self) -> PlayTerms:
        return replace(self, board=with_partner_shown(self.board))

    def led_by(self, seat: Seat) -> Playing:
        return Playing(self, seat, self.board.hidden.hands)


@dataclass(frozen=True)
class Playing(Position, InTurn):
    name = "play"

    @cached_property
    def board(self) -> Board:
        """The state of the deal, put together only when it is asked for: not for every card."""
        ouvert = self.terms.ouvert and bool(self.tricks)
        return self.terms.board.with_play(self.hands, self.trick, self.tricks, ouvert=ouvert)

    def legal(self, seat: Seat) -> Cards:
        terms = self.terms
        able = terms.able(self.hands[seat], self.trick)
        bound = terms.bound(self, seat, able)
        if bound is not UNBOUND:
            able = bound.left(able)
        return able if self.trick else terms.lead(self, seat, able)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return plays(self.legal(seat))

    def after(self, seat: Seat, action: Action) -> Phase:
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


HIGHER: Final = tuple(suit.bits >> each + 1 << each + 1 for each, suit in zip(CARDS, SUIT_OF, strict=True))
"""By card: the cards of its suit that beat it."""
BEATEN_BY: Final = {
    False: HIGHER,
    True: tuple(
        higher if each.suit == TAROCK else higher | TAROCKS.bits
        for each, higher in zip(CARDS, HIGHER, strict=True)
    ),
}
"""By whether tarocks are trumps, and by the best card of a trick: the cards that beat it."""


class Choose(Protocol):
    """Chooses a card in a play-out."""

    def __call__(self, seat: Seat, able: int, trick: list[Play], best: int, hands: Sequence[int], /) -> int:
        """Return the number of one of the cards that may be played.

        Args:
            seat: The seat that plays.
            able: The legal cards as bits, at least two.
            trick: The plays to the trick so far.
            best: The number of the best card so far (before the pagat takes the trull); -1 for a lead.
            hands: By seat: the cards still in hand, as bits; the play-out goes on with them.
        """


def play_out(position: Position, choose: Choose) -> Playing:
    """Play the tricks from a position to the end of the play.

    Args:
        position: All hands, and the trick now being played.
        choose: Called for every choice between several cards.

    Returns:
        The play after its last trick, which has yet to be scored: `end.terms.then(end.board)`.
    """
    terms, turn, trick, tricks = position.terms, position.turn, list(position.trick), list(position.tricks)
    takes, after, size = terms.takes, terms.next, len(terms.next)
    free, unbound = terms.able is follow, terms.bound is nothing_bound
    beaten_by = BEATEN_BY[takes is not highest_of_the_suit_led]
    asks = not unbound or terms.lead is not any_lead or terms.decided is not to_the_end
    hands, now = [hand.bits for hand in position.hands], position
    led, best = (SUIT_BITS[trick[0].card], int(takes(tuple(trick)).card)) if trick else (0, -1)
    while True:
        hand = hands[turn]
        if free:
            able = hand & led or hand & TAROCKS.bits or hand if trick else hand
        else:
            able = terms.able(Cards(hand), tuple(trick)).bits
        if not unbound and (bound := terms.bound(now, turn, Cards(able))) is not UNBOUND:
            able = bound.left(Cards(able)).bits
        if asks and not trick:
            able = terms.lead(now, turn, Cards(able)).bits
        number = choose(turn, able, trick, best, hands) if able & able - 1 else able.bit_length() - 1
        hands[turn] = hand ^ 1 << number
        if not trick:
            led, best = SUIT_BITS[number], number
        elif beaten_by[best] >> number & 1:
            best = number
        trick.append(PLAYS[turn][number])
        if len(trick) < size:
            turn = after[turn]
            continue
        plays = tuple(trick)
        turn = takes(plays).seat
        tricks.append(Trick(plays, turn))
        trick, best, over = [], -1, len(tricks) == terms.tricks
        if asks or over:
            now = Playing(terms, turn, tuple(map(Cards, hands)), (), tuple(tricks))
            if over or terms.decided(now):
                return now
