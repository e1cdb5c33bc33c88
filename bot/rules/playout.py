"""Playing the tricks of a deal to the end, quickly: hands are plain integers, one bit for each card.

There is one definition of the rules, in `bot.rules.playing` and the games: what is here only follows suit by
bits. Whatever announcements bind is asked of the terms of the deal, and only while a seat still holds a card
that is bound. A property test compares every legal card and every winner with the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from bot.rules.cards import CARDS, SUIT_OF, TAROCK, TAROCKS, Cards, union
from bot.rules.layout import Seat
from bot.rules.playing import Position, Terms, any_lead, nothing_bound, to_the_end
from bot.rules.tricks import Play, Trick, highest_of_the_suit_led

SAME_SUIT: Final = tuple(SUIT_OF[each].bits for each in CARDS)
HIGHER: Final = tuple(SUIT_OF[each].bits >> each + 1 << each + 1 for each in CARDS)
"""By card: the cards of its suit that beat it."""
ALL_TAROCKS: Final = TAROCKS.bits
BEATEN_BY: Final = {
    False: HIGHER,
    True: tuple(HIGHER[each] if each.suit == TAROCK else HIGHER[each] | ALL_TAROCKS for each in CARDS),
}
"""By whether tarocks are trumps, and by the best card of a trick: the cards that beat it."""


class Choose(Protocol):
    """Chooses a card to play, as its number."""

    def __call__(self, seat: Seat, hand: int, able: int, trick: list[Play], best: int) -> int:
        """Return one of the cards that may be played.

        Args:
            seat: Who plays.
            hand: The cards of the seat.
            able: Those that may be played, two at least.
            trick: What was played to the trick so far.
            best: The card that is winning it; -1 if none has been played.
        """


def play_out(position: Position, choose: Choose) -> list[Trick]:
    """Play the tricks from a position to the end of the play.

    Args:
        position: All hands, and the trick now being played.
        choose: Called for every choice between several cards.

    Returns:
        All tricks of the deal, those before the position included.
    """
    terms, turn, dealt, begun, before = position
    hands, trick, tricks = [hand.bits for hand in dealt], list(begun), list(before)
    bound, binds = terms.bound, pledged(position)
    beaten_by = BEATEN_BY[terms.takes is not highest_of_the_suit_led]
    size, after, last = len(terms.next), terms.next, terms.tricks
    takes, decided, must_win = terms.takes, terms.decided, terms.must_win
    led = SAME_SUIT[trick[0].card] if trick else 0
    best = int(takes(tuple(trick)).card) if trick else -1
    while True:
        hand = hands[turn]
        if trick:
            able = hand & led or hand & ALL_TAROCKS or hand
            if must_win:
                able = able & beaten_by[best] or able
        else:
            able = hand
        if hand & binds[turn]:
            able = bound(as_position(terms, turn, hands, tricks), turn).left(Cards(able)).bits
        if not trick and terms.lead is not any_lead:
            able = terms.lead(as_position(terms, turn, hands, tricks), turn, Cards(able)).bits
        number = choose(turn, hand, able, trick, best) if able & able - 1 else able.bit_length() - 1
        hands[turn] = hand ^ 1 << number
        if not trick:
            led, best = SAME_SUIT[number], number
        elif beaten_by[best] >> number & 1:
            best = number
        trick.append(Play(turn, CARDS[number]))
        if len(trick) < size:
            turn = after[turn]
            continue
        plays = tuple(trick)
        turn = takes(plays).seat
        tricks.append(Trick(plays, turn))
        trick, best = [], -1
        if len(tricks) == last:
            return tricks
        if decided is not to_the_end and decided(as_position(terms, turn, hands, tricks)):
            return tricks


def pledged(position: Position) -> list[int]:
    """By seat: the cards of the hand that announcements bind now or may bind later."""
    terms, hands = position.terms, position.hands
    if terms.bound is nothing_bound:
        return [0] * len(hands)
    found = (terms.bound(position, seat) for seat in range(len(hands)))
    return [(union(each.owed) | union(each.kept)).bits for each in found]


def as_position(terms: Terms, turn: Seat, hands: list[int], tricks: list[Trick]) -> Position:
    """Return where the play stands between two tricks, as far as announcements ask."""
    return Position(terms, turn, tuple(map(Cards, hands)), (), tuple(tricks))
