"""Playing cards, in any tarock game: what each card would win or cost, and what it is worth to keep.

Every card that may be played is weighed in card points: what the trick is worth times how likely it goes to
the right side, less what the card could still do later, plus what a lead is good for beyond its trick. From
this follow the old maxims: smear points to a partner who wins for sure, do not beat a partner's winning card,
take a trick as cheaply as it can be taken, and throw the least under one that is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.players.reading import Reading, bits, number_below
from bot.rules.cards import KINGS, NO_CARDS, PAGAT, SUIT, SUITS, TAROCK, TAROCKS, Card, Cards
from bot.rules.deal import Play, Seat
from bot.rules.points import VALUE
from bot.rules.sides import Side


@dataclass(frozen=True, slots=True)
class Prices:
    """What things are worth, in card points."""

    empty: float = 1 / 3
    """A card that counts nothing more; a third where a pile is counted in threes."""
    added: float = 1.0
    """What each player still to come is expected to add to a trick, beyond an empty card."""
    tarock: float = 1.0
    """Any tarock, for it can ruff."""
    master: float = 8.0
    """The highest tarock, beyond that; the lower ones in proportion to how many they beat."""
    kept: float = 30.0
    """A card that is kept for the last trick."""
    draw: float = 6.0
    """A tarock led that takes two from those who play against it."""
    force: float = 1.0
    """A suit led that the declarer must spend a tarock on."""
    guard: float = 0.5
    """A small card that protects a high one of its suit."""


PRICES: Final = Prices()


def nothing_beyond(_reading: Reading, _trick: tuple[Play, ...]) -> float:
    """Only card points matter."""
    return 0.0


def points(card: Card) -> float:
    """What a card adds to a pile counted in threes."""
    return VALUE[card] - 2 / 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player is after in the play."""

    draws: bool = False
    """Leads tarocks, to empty the other hands of them."""
    forces: Seat | None = None
    """A declarer to be made to spend tarocks on plain suits."""
    keeps: Cards = NO_CARDS
    """Cards kept for the last trick."""
    prices: Prices = PRICES
    beyond: Callable[[Reading, tuple[Play, ...]], float] = nothing_beyond
    """What the last card of a trick brings or costs beside card points, in card points."""
    worth: Callable[[Card], float] | None = None
    """What a card is worth to the side that takes it, where that is not its card points."""


def usual_plan(reading: Reading, spare: int = 1) -> Plan:
    """The declarer's side draws tarocks, if it has some to spare; the others make the declarer spend them.

    Whoever has them to spare keeps the pagat for the last trick.

    Args:
        reading: the table as the player reads it.
        spare: how many tarocks more than the longest other hand are some to spare.
    """
    declarers = reading.view.side == Side.DECLARER
    longer = outlasts(reading, spare)
    return Plan(
        draws=declarers and longer,
        forces=None if declarers else reading.public.declarer,
        keeps=Cards.of((PAGAT,)) & reading.view.hand if longer else NO_CARDS,
    )


def best_card(reading: Reading, plan: Plan) -> Card:
    """The card that promises most; the weakest of several that promise the same."""
    return max(reading.playable, key=lambda card: promise(reading, plan, card))


def promise(reading: Reading, plan: Plan, card: Card) -> float:
    """What playing a card promises, in card points won rather than lost."""
    trick = reading.trick_with(card)
    chance = reading.chance_ours(trick)
    worth = plan.worth or (lambda each: VALUE[each] - 1 + plan.prices.empty)
    stake = sum(worth(play.card) for play in trick)
    stake += len(reading.later(trick)) * (plan.prices.added + plan.prices.empty)
    purpose = plan.beyond(reading, trick)
    purpose += lead_purpose(reading, plan, card) if len(trick) == 1 else 0.0
    return (2 * chance - 1) * stake - price(reading, plan, card) + purpose


def price(reading: Reading, plan: Plan, card: Card) -> float:
    """What a card could still do later."""
    prices = plan.prices
    if card in plan.keeps:
        return prices.kept
    if card.suit != TAROCK:
        return guard_price(reading, plan, card)
    if card == PAGAT:
        return 0.0
    out = reading.unseen & TAROCKS
    return prices.tarock + prices.master * (number_below(card, out) + 1) / (len(out) + 1)


def guard_price(reading: Reading, plan: Plan, card: Card) -> float:
    """The last small card beside a queen whose king is still out is worth keeping."""
    same = reading.view.hand & SUIT[card.suit]
    high = [each for each in same if VALUE[each] >= 4]
    exposed = len(same) == 2 and len(high) == 1 and card not in high
    return plan.prices.guard if exposed and (KINGS & SUIT[card.suit]) <= reading.unseen else 0.0


def lead_purpose(reading: Reading, plan: Plan, card: Card) -> float:
    """What a lead is good for beyond its own trick: drawing tarocks, or making the declarer spend them."""
    if card.suit == TAROCK:
        return plan.prices.draw * drawn(reading) if plan.draws else 0.0
    if plan.forces is None:
        return 0.0
    void = 1.0 - reading.chance(plan.forces, SUIT[card.suit])
    return plan.prices.force * void * reading.chance(plan.forces, TAROCKS)


def drawn(reading: Reading) -> float:
    """The share of the opponents who would have to give a tarock."""
    chances = [reading.chance(seat, TAROCKS) for seat in reading.opponents]
    return sum(chances) / len(chances) if chances else 0.0


def outlasts(reading: Reading, spare: int = 0) -> bool:
    """Whether the player has so many tarocks that a pagat kept back should be alone in the last trick.

    Drawing and ruffing use them up at least as fast as the longest other hand, of which each unseen tarock
    is assumed to hold its even share.
    """
    mine = len(reading.view.hand & TAROCKS)
    hands = sum(1 for seat in reading.dealt if seat != reading.seat)
    longest = -(-len(reading.unseen & TAROCKS) // hands)
    return mine > longest + spare


def unbeatable(reading: Reading) -> bool:
    """Whether every trick is won by leading from the top: tarocks until none is out, then masters only."""
    tarocks, out = reading.view.hand & TAROCKS, reading.unseen & TAROCKS
    if len(masters(tarocks, out)) < min(len(out), len(tarocks)):
        return False
    plain = [(reading.view.hand & SUIT[suit], reading.unseen & SUIT[suit]) for suit in SUITS]
    return bool(tarocks) and all(len(masters(mine, theirs)) == len(mine) for mine, theirs in plain)


def masters(mine: Cards, theirs: Cards) -> Cards:
    """Those of some cards that beat each of some others of their suit."""
    highest = max(theirs, default=-1)
    return bits(each for each in mine if each > highest)
