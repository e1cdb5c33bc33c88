"""Playing the tricks of a deal to the end, quickly: hands are plain integers, one bit for each card.

The rules are those of `Terms`: following suit is repeated here on bits, everything else is asked of them. A
property test compares every legal card, every winner and every score sheet with the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.rules.cards import CARDS, SUIT_OF, TAROCK, TAROCKS, Cards
from bot.rules.layout import Seat
from bot.rules.playing import Bound, Playing, Position, Terms, any_lead, nothing_bound, to_the_end
from bot.rules.tricks import Play, Trick, highest_of_the_suit_led, winner

ALL_TAROCKS: Final = TAROCKS.bits
SAME_SUIT: Final = tuple(suit.bits for suit in SUIT_OF)
"""By card: all cards of its suit."""
HIGHER: Final = tuple(suit.bits >> each + 1 << each + 1 for each, suit in zip(CARDS, SUIT_OF, strict=True))
"""By card: the cards of its suit that beat it."""
BEATEN_BY: Final = {
    False: HIGHER,
    True: tuple(
        higher if each.suit == TAROCK else higher | ALL_TAROCKS
        for each, higher in zip(CARDS, HIGHER, strict=True)
    ),
}
"""By whether tarocks are trumps, and by the best card of a trick: the cards that beat it."""


class Choose(Protocol):
    """Chooses a card in a play-out."""

    def __call__(self, seat: Seat, able: int, trick: list[Play], best: int, /) -> int:
        """Return the number of one of the cards that may be played.

        Args:
            seat: The seat that plays.
            able: The legal cards as bits, at least two.
            trick: The plays to the trick so far.
            best: The number of the best card so far (before the pagat takes the trull); -1 for a lead.
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
    must_win, kaiserstich = terms.must_win, takes not in (winner, highest_of_the_suit_led)
    beaten_by = BEATEN_BY[takes is not highest_of_the_suit_led]
    asks = terms.bound is not nothing_bound or terms.lead is not any_lead or terms.decided is not to_the_end
    now, bound = position, bound_cards(position) if asks else ()
    hands = [hand.bits for hand in position.hands]
    led, best = (SAME_SUIT[trick[0].card], int(takes(tuple(trick)).card)) if trick else (0, -1)
    while True:
        hand = hands[turn]
        able = hand & led or hand & ALL_TAROCKS or hand if trick else hand
        if must_win and trick:
            beating = winning(terms, turn, able, trick) if kaiserstich else able & beaten_by[best]
            able = beating or able
        if bound:
            able = bound[turn].left(Cards(able)).bits
        if asks and not trick:
            able = terms.lead(now, turn, Cards(able)).bits
        number = choose(turn, able, trick, best) if able & able - 1 else able.bit_length() - 1
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
        if asks or len(tricks) == terms.tricks:
            now = Playing(terms, turn, tuple(map(Cards, hands)), (), tuple(tricks))
            if len(tricks) == terms.tricks or terms.decided(now):
                return now
            bound = bound_cards(now)


def bound_cards(position: Position) -> Sequence[Bound]:
    """By seat: the cards that announcements bind during the current trick; empty if none can."""
    if position.terms.bound is nothing_bound:
        return ()
    return [position.terms.bound(position, seat) for seat in range(len(position.hands))]


def winning(terms: Terms, seat: Seat, able: int, trick: list[Play]) -> int:
    """Return those of some cards that would win a trick in which the pagat may take the whole trull."""
    return Cards.of(each for each in Cards(able) if terms.takes((*trick, Play(seat, each))).card == each).bits
