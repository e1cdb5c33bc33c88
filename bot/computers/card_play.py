"""Choosing a card to play, in any tarock game: what each would win or cost, and what it is worth to keep.

Each legal card is valued in card points: the worth of the trick times the chance that the player's side wins
it, less what the card could do later, plus what a lead achieves beyond its trick. The usual maxims follow:
smear points to a partner who is sure to win, do not beat a partner's winning card, win a trick with the
cheapest card that does, and discard the least to a lost trick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.computers.inference import Inference, above, bits, number_below
from bot.rules.cards import KINGS, NO_CARDS, PAGAT, SUIT, SUITS, TAROCK, TAROCKS, VALUE, Card, Cards
from bot.rules.layout import Seat, Side
from bot.rules.tricks import Play


class Prices(NamedTuple):
    """What the features of a play are worth, in card points."""

    empty: float = 1 / 3
    """A card without a value of its own; a third if piles are counted in threes."""
    added: float = 1.0
    """What each later player is expected to add to a trick, in addition to an empty card."""
    tarock: float = 1.0
    """Any tarock, because it can ruff."""
    master: float = 8.0
    """Added for the highest tarock; for lower ones in proportion to how many they beat."""
    kept: float = 30.0
    draw: float = 6.0
    """A lead that draws a tarock from every opponent."""
    force: float = 1.0
    """A lead of a suit that the declarer must ruff."""
    guard: float = 0.5
    """A small card that protects a high one of its suit."""
    pagat: float = 4.0
    """The pagat as long as other hands hold tarocks: later it may still win its own points."""
    own: float = 1.0
    """The share of its own points that a tarock is charged if it cannot lose them later, either."""
    exposed: float = 1.0
    """A queen, cavalier or jack that is led although a higher card of its suit is out."""
    ruffed: float = 1.0
    """A figure that is led although an opponent lacks the suit and may have tarocks."""
    lower: float = 2.0
    """Added to both if a lower card of the suit could be led."""


PRICES: Final = Prices(exposed=2.5)


def points(card: Card) -> float:
    """The card points that a card adds to a pile counted in threes."""
    return VALUE[card] - 2 / 3


class Plan(NamedTuple):
    """The aims of a player."""

    draws: bool = False
    """Whether to lead tarocks, so that the others run out of them."""
    forces: Seat | None = None
    """The declarer who should be made to ruff; `None` if there is none."""
    keeps: Cards = NO_CARDS
    prices: Prices = PRICES
    beyond: Callable[[Inference, tuple[Play, ...]], float] = lambda _reading, _trick: 0.0
    """What the last card of a trick wins or costs in addition to its card points, in card points."""
    worth: Callable[[Card], float] | None = None
    """What a card is worth to the side that wins it; `None` if that is its card points."""


def usual_plan(inference: Inference, spare: int = 1) -> Plan:
    """The declarer's side draws tarocks if it has enough of them; the defenders make the declarer ruff.

    A player with enough tarocks keeps the pagat for the last trick.

    `spare`: how many tarocks more than the longest other hand are enough.
    """
    declarers = inference.view.side == Side.DECLARER
    longer = outlasts(inference, spare)
    return Plan(
        draws=declarers and longer,
        forces=None if declarers else inference.public.declarer,
        keeps=Cards.of((PAGAT,)) & inference.view.hand if longer else NO_CARDS,
    )


def best_card(inference: Inference, plan: Plan) -> Card:
    """The card of the highest value; the weakest of several with the same value."""
    return max(inference.playable, key=lambda card: value(inference, plan, card))


def value(inference: Inference, plan: Plan, card: Card) -> float:
    """The value of playing a card: expected card points won less those lost."""
    trick = inference.trick_with(card)
    chance = inference.chance_ours(trick)
    worth = plan.worth or (lambda each: VALUE[each] - 1 + plan.prices.empty)
    stake = sum(worth(play.card) for play in trick)
    stake += len(inference.later(trick)) * (plan.prices.added + plan.prices.empty)
    purpose = plan.beyond(inference, trick)
    purpose += lead_purpose(inference, plan, card) if len(trick) == 1 else 0.0
    return (2 * chance - 1) * stake - price(inference, plan, card) + purpose


def price(inference: Inference, plan: Plan, card: Card) -> float:
    """What a card could still do later."""
    prices = plan.prices
    if card in plan.keeps:
        return prices.kept
    if card.suit != TAROCK:
        return guard_price(inference, plan, card)
    out = inference.unseen & TAROCKS
    if card == PAGAT:
        return prices.pagat if out else 0.0
    share = (number_below(card, out) + 1) / (len(out) + 1)
    return prices.tarock + share * (prices.master + prices.own * (VALUE[card] - 1))


def guard_price(inference: Inference, plan: Plan, card: Card) -> float:
    """The value of the only small card next to a high one while the king of the suit is still out."""
    same = inference.view.hand & SUIT[card.suit]
    high = [each for each in same if VALUE[each] >= 4]
    exposed = len(same) == 2 and len(high) == 1 and card not in high
    return plan.prices.guard if exposed and (KINGS & SUIT[card.suit]) <= inference.unseen else 0.0


def lead_purpose(inference: Inference, plan: Plan, card: Card) -> float:
    """What a lead achieves beyond its own trick: drawing tarocks, or making the declarer ruff."""
    if card.suit == TAROCK:
        return plan.prices.draw * drawn(inference) if plan.draws else 0.0
    figure, suit = VALUE[card] > 1, SUIT[card.suit]
    exposed = figure and bool(above(card) & inference.unseen)
    ruffed = (
        figure and inference.trumps and any(may_ruff(inference, seat, suit) for seat in inference.opponents)
    )
    purpose = -plan.prices.exposed * exposed - plan.prices.ruffed * ruffed
    if (exposed or ruffed) and any(each < card for each in inference.view.hand & suit):
        purpose -= plan.prices.lower
    if plan.forces is None:
        return purpose
    void = 1.0 - inference.chance(plan.forces, suit)
    return purpose + plan.prices.force * void * inference.chance(plan.forces, TAROCKS)


def may_ruff(inference: Inference, seat: Seat, suit: Cards) -> bool:
    """Whether a seat is known to lack a suit, and may have tarocks."""
    return not inference.may_hold(seat) & suit and inference.chance(seat, TAROCKS) > 0.0


def drawn(inference: Inference) -> float:
    """The expected share of the opponents that have a tarock."""
    chances = [inference.chance(seat, TAROCKS) for seat in inference.opponents]
    return sum(chances) / len(chances) if chances else 0.0


def outlasts(inference: Inference, spare: int = 0) -> bool:
    """Whether the player should still have a tarock when no other hand has one.

    The longest other hand is assumed to hold its even share of the unseen tarocks, rounded up.
    """
    mine = len(inference.view.hand & TAROCKS)
    hands = sum(1 for seat in inference.dealt if seat != inference.seat)
    longest = -(-len(inference.unseen & TAROCKS) // hands)
    return mine > longest + spare


def unbeatable(inference: Inference) -> bool:
    """Whether the hand wins every trick by leading tarocks until none is out, then masters only."""
    tarocks, out = inference.view.hand & TAROCKS, inference.unseen & TAROCKS
    if len(masters(tarocks, out)) < min(len(out), len(tarocks)):
        return False
    plain = [(inference.view.hand & SUIT[suit], inference.unseen & SUIT[suit]) for suit in SUITS]
    return bool(tarocks) and all(len(masters(mine, theirs)) == len(mine) for mine, theirs in plain)


def masters(mine: Cards, theirs: Cards) -> Cards:
    """Those of some cards of a suit that beat all of some others of it."""
    highest = max(theirs, default=-1)
    return bits(each for each in mine if each > highest)
