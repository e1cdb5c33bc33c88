"""Choosing the discard, in any tarock game: the hand that is kept and the discard are worth most together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bot.players.card_play import points
from bot.players.hand_strength import Weights, strength, suit_strength
from bot.players.inference import bits, weakest_first
from bot.rules.cards import SUIT, SUITS, TAROCKS, Cards, card
from bot.rules.moves import Action
from bot.rules.view import View


def worth_after(hand: Cards, discard: Cards, weights: Weights) -> float:
    """The strength of the hand that is kept, with the card points of the discard."""
    return strength(hand - discard, weights) + sum(map(points, discard))


def best_discard(
    hand: Cards, allowed: Cards, number: int, weights: Weights, *, counted: float = 1.0
) -> Cards:
    """The suit cards to discard; all of `allowed` if those are too few.

    Each suit counts by itself, so the best choice of each number of cards is found suit by suit.

    Args:
        hand: the cards to discard from.
        allowed: the suit cards among them that may be discarded.
        number: how many to discard.
        weights: what the features of a hand are worth.
        counted: what a card point in the discard is worth; negative if the other side gets it.
    """
    best = {0: (0.0, Cards())}
    for suit in SUITS:
        mine, open_cards = hand & SUIT[suit], allowed & SUIT[suit]
        worths = [
            (len(discard), worth_of_suit(mine, discard, weights, counted), discard)
            for discard in subsets(open_cards)
        ]
        longer: dict[int, tuple[float, Cards]] = {}
        for so_far, (worth, chosen) in best.items():
            for count, more, discard in worths:
                total = so_far + count
                if total <= number and (total not in longer or worth + more > longer[total][0]):
                    longer[total] = worth + more, chosen | discard
        best = longer
    return best[max(best)][1]


def next_discard(view: View, number: int, weights: Weights, *, counted: float = 1.0) -> Action:
    """The next card to discard. All are chosen together; tarocks are discarded only if suit cards run out.

    Args:
        view: what the player sees.
        number: the size of the whole discard.
        weights: what the features of a hand are worth.
        counted: what a card point in the discard is worth; negative if the other side gets it.
    """
    allowed = bits(card(action.argument) for action in view.actions if action.verb == "lay")
    missing = number - len(view.discards)
    plain = allowed - TAROCKS
    if len(plain) >= missing:
        plain = best_discard(view.hand, plain, missing, weights, counted=counted)
    return Action("lay", str(weakest_first(plain or allowed)[0]))


def worth_of_suit(mine: Cards, discard: Cards, weights: Weights, counted: float) -> float:
    """The strength of what is kept of a suit, with the card points that are discarded."""
    return suit_strength(mine - discard, weights) + counted * sum(map(points, discard))


def subsets(cards: Cards) -> Iterator[Cards]:
    """Every subset of some cards, the smallest first."""
    for number in range(len(cards) + 1):
        yield from map(bits, combinations(cards, number))
