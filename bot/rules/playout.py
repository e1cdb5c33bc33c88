"""Playing the tricks of a deal to the end, quickly: hands are plain integers, one bit for each card.

The rules are those of `Terms`: following suit is repeated here on bits, everything else is asked of them. A
property test compares every legal card, every winner and every score sheet with the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.rules.cards import CARDS, SUIT_OF, TAROCK, TAROCKS, Cards
from bot.rules.layout import Seat
from bot.rules.playing import UNBOUND, Playing, Position, any_lead, nothing_bound, to_the_end
from bot.rules.tricks import PLAYS, Play, Trick, follow, highest_of_the_suit_led

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
    led, best = (SAME_SUIT[trick[0].card], int(takes(tuple(trick)).card)) if trick else (0, -1)
    while True:
        hand = hands[turn]
        if free:
            able = hand & led or hand & ALL_TAROCKS or hand if trick else hand
        else:
            able = terms.able(Cards(hand), tuple(trick)).bits
        if not unbound and (bound := terms.bound(now, turn, Cards(able))) is not UNBOUND:
            able = bound.left(Cards(able)).bits
        if asks and not trick:
            able = terms.lead(now, turn, Cards(able)).bits
        number = choose(turn, able, trick, best, hands) if able & able - 1 else able.bit_length() - 1
        hands[turn] = hand ^ 1 << number
        if not trick:
            led, best = SAME_SUIT[number], number
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
