"""Choosing cards to lay away, in any tarock game: what is kept is worth most together with what is laid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bot.players.bidding import Weights, strength, suit_strength
from bot.players.card_play import points
from bot.players.reading import bits, weakest_first
from bot.rules.cards import SUIT, SUITS, TAROCKS, Cards, card
from bot.rules.deal import Action, View


def after_laying(hand: Cards, laid: Cards, weights: Weights) -> float:
    """What is left of a hand, and the card points laid away."""
    return strength(hand - laid, weights) + sum(map(points, laid))


def best_discard(
    hand: Cards, layable: Cards, number: int, weights: Weights, *, counted: float = 1.0
) -> Cards:
    """The suit cards without which the hand is worth most, with what they are worth themselves.

    Every suit counts by itself, so the best choice of each number of cards is found suit by suit.
    All that may be laid away, where that is not enough.

    Args:
        hand: the cards to lay away from.
        layable: those of them that may be laid away.
        number: how many are laid away.
        weights: what the features of a hand are worth.
        counted: what a card point laid away is worth; less than nothing where the other side gets it.
    """
    best = {0: (0.0, Cards())}
    for suit in SUITS:
        mine, open_cards = hand & SUIT[suit], layable & SUIT[suit]
        worths = [
            (len(laid), worth_of_suit(mine, laid, weights, counted), laid) for laid in subsets(open_cards)
        ]
        longer: dict[int, tuple[float, Cards]] = {}
        for so_far, (worth, chosen) in best.items():
            for count, more, laid in worths:
                total = so_far + count
                if total <= number and (total not in longer or worth + more > longer[total][0]):
                    longer[total] = worth + more, chosen | laid
        best = longer
    return best[max(best)][1]


def next_laid(view: View, number: int, weights: Weights, *, counted: float = 1.0) -> Action:
    """The cards to lay away are chosen together, then laid one by one, tarocks only if they must go.

    Args:
        view: what the player sees.
        number: how many cards are laid away in all.
        weights: what the features of a hand are worth.
        counted: what a card point laid away is worth; less than nothing where the other side gets it.
    """
    layable = bits(card(action.argument) for action in view.actions if action.verb == "lay")
    owed = number - len(view.laid)
    plain = layable - TAROCKS
    if len(plain) >= owed:
        plain = best_discard(view.hand, plain, owed, weights, counted=counted)
    return Action("lay", str(weakest_first(plain or layable)[0]))


def worth_of_suit(mine: Cards, laid: Cards, weights: Weights, counted: float) -> float:
    """What is left of a suit, and the card points laid away of it."""
    return suit_strength(mine - laid, weights) + counted * sum(map(points, laid))


def subsets(cards: Cards) -> Iterator[Cards]:
    """Every choice of some cards, none and all among them, the smallest first."""
    for number in range(len(cards) + 1):
        yield from map(bits, combinations(cards, number))
