"""The strength of a hand before the play, in any tarock game, and the discard that leaves the best hand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from bot.computers.card_play import points
from bot.computers.causes import Cause, tenths
from bot.computers.inference import bits, weakest_first
from bot.rules.cards import (
    KINGS,
    MOND,
    PAGAT,
    SKUS,
    SUIT,
    SUITS,
    TAROCK,
    TAROCKS,
    VALUE,
    Card,
    Cards,
    card,
)
from bot.rules.moves import Action
from bot.rules.view import View

QUEENS: Final = Cards.of("SQ HQ DQ CQ")
XV_TO_XX: Final = Cards.of("T15 T16 T17 T18 T19 T20")
"""The tarocks below the two highest that win most tricks they are played to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What the features of a hand are worth, in expected card points; each game has its own figures."""

    base: float = 0.0
    tarock: float
    """Each tarock; the figures for single ones below are added to it."""
    skus: float
    mond: float
    pagat: float
    high: float
    """Each tarock from XV to XX."""
    king: float
    king_and_queen: float = 0.0
    """King and queen of a suit, in addition to the king."""
    void: float
    """A suit without a card."""
    singleton: float = 0.0
    """One card of a suit, other than its king."""
    queen_alone: float = 0.0
    """A queen without its king."""


AS_PLAYED: Final = Weights(
    base=-5.0,
    tarock=1.5,
    skus=5.7,
    mond=5.2,
    pagat=2.7,
    high=0.6,
    king=5.7,
    void=5.0,
    singleton=0.2,
)
"""For a hand as it is played, without the discard."""


def strength(hand: Cards, weights: Weights) -> float:
    """The expected card points of a hand."""
    tarocks = hand & TAROCKS
    worth = (
        weights.base
        + weights.tarock * len(tarocks)
        + weights.high * len(tarocks & XV_TO_XX)
        + weights.skus * (SKUS in tarocks)
        + weights.mond * (MOND in tarocks)
        + weights.pagat * (PAGAT in tarocks)
    )
    return worth + sum(suit_strength(hand & SUIT[suit], weights) for suit in SUITS)


def suit_strength(cards: Cards, weights: Weights) -> float:
    """The expected card points of the cards of one suit; of a void if there are none."""
    if not cards:
        return weights.void
    king, queen = bool(cards & KINGS), bool(cards & QUEENS)
    worth = weights.king * king
    worth += weights.king_and_queen * (king and queen) + weights.queen_alone * (queen and not king)
    return worth + weights.singleton * (len(cards) == 1 and not king)


HIGHEST_FIVE: Final = Cards.of("T22 T21 T20 T19 T18")


def length(hand: Cards) -> int:
    """How long the tarocks of a hand will last: each counts double, the five highest once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST_FIVE)


class LateTrick(NamedTuple):
    """A low tarock that is to win one of the last tricks: its chance grows with the length of the tarocks.

    The line was fitted to deals in which computers tried it.
    """

    card: Card
    hopeless: float
    """The length at which the chance is 0."""
    gain: float
    """How much the chance grows with each point of length."""

    def chance(self, hand: Cards, spare: int = 0) -> float:
        """The chance that a hand wins the trick with the card, if it can spare so much length."""
        if self.card not in hand:
            return 0.0
        return min(1.0, max(0.0, self.gain * (length(hand) - spare - self.hopeless)))


def best_discard(
    hand: Cards, allowed: Cards, number: int, weights: Weights, *, counted: float = 1.0
) -> Cards:
    """The suit cards to discard; all of `allowed` if those are too few.

    Each suit counts by itself, so the best choice of each number of cards is found suit by suit.

    `allowed`: the suit cards among them that may be discarded.
    `number`: how many to discard.
    `weights`: what the features of a hand are worth.
    `counted`: what a card point in the discard is worth; negative if the other side gets it.
    """
    best = {0: (0.0, Cards())}
    for suit in SUITS:
        mine, open_cards = hand & SUIT[suit], allowed & SUIT[suit]
        discards = (
            bits(each) for count in range(len(open_cards) + 1) for each in combinations(open_cards, count)
        )
        worths = [
            (len(each), suit_strength(mine - each, weights) + counted * sum(map(points, each)), each)
            for each in discards
        ]
        longer: dict[int, tuple[float, Cards]] = {}
        for so_far, (worth, chosen) in best.items():
            for count, more, discard in worths:
                total = so_far + count
                if total <= number and (total not in longer or worth + more > longer[total][0]):
                    longer[total] = worth + more, chosen | discard
        best = longer
    return best[max(best)][1]


def half_worths(view: View, weights: Weights, denied: float = 0.0) -> dict[Action, float]:
    """What the hand and the best discard are worth with each half of the talon, in card points.

    `denied`: what a card point of the half is worth in addition, because the other side does not get it.
    """
    halves = {group.name: group.cards for group in view.open.talon}

    def worth(half: Cards) -> float:
        hand = view.hand | half
        discard = best_discard(hand, hand - KINGS - TAROCKS, len(half), weights)
        return strength(hand - discard, weights) + sum(map(points, discard)) + denied * sum(map(points, half))

    return {each: worth(halves[each.argument]) for each in view.actions if each.argument in halves}


def best_half(view: View, weights: Weights, denied: float = 0.0) -> Action:
    """The half of the talon that makes the hand strongest after the best discard."""
    worths = half_worths(view, weights, denied)
    return max(worths, key=worths.__getitem__)


def why_half(view: View, action: Action, weights: Weights) -> Cause | None:
    """The card points to expect with each half; where there are more with the other, this one was denied."""
    worths = half_worths(view, weights)
    others = [worth for half, worth in worths.items() if half != action]
    if not others:
        return None
    figures = {"points": tenths(worths[action]), "other": tenths(max(others))}
    return Cause("half" if worths[action] >= max(others) else "half_denied", figures)


def planned_discard(view: View, number: int, weights: Weights, *, counted: float = 1.0) -> Cards:
    """The cards to discard from now on. Tarocks are among them only if suit cards run out.

    `number`: the size of the whole discard.
    `weights`: what the features of a hand are worth.
    `counted`: what a card point in the discard is worth; negative if the other side gets it.
    """
    allowed = bits(card(action.argument) for action in view.actions if action.verb == "lay")
    missing = number - len(view.discards)
    plain = allowed - TAROCKS
    if len(plain) >= missing:
        plain = best_discard(view.hand, plain, missing, weights, counted=counted)
    return plain or allowed


def next_discard(view: View, number: int, weights: Weights, *, counted: float = 1.0) -> Action:
    """The next card of a planned discard."""
    return Action("lay", str(weakest_first(planned_discard(view, number, weights, counted=counted))[0]))


def why_discarded(
    view: View, action: Action, number: int, weights: Weights, *, counted: float = 1.0
) -> Cause:
    """What a discard is for: a void, points in the own pile, or the least harm to the hand."""
    laid = card(action.argument)
    if laid.suit == TAROCK:
        return Cause("lay_tarock")
    planned = planned_discard(view, number, weights, counted=counted)
    if not view.hand & SUIT[laid.suit] - planned:
        return Cause("lay_void", {"suit": laid.suit})
    if counted < 0:
        return Cause("lay_low")
    safe = sum(VALUE[each] for each in planned if VALUE[each] > 1)
    return Cause("lay_points", {"count": safe}) if safe else Cause("lay_least")
