"""Determinization: placing the cards that a seat does not see, at random among the places where they may be.

All places are equally likely for a card, except where factors say which are likelier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple

from bot.computers.inference import Inference
from bot.rules.cards import ALONE, NO_CARDS, TAROCKS, Card, Cards, union
from bot.rules.determinization import Determinization
from bot.rules.layout import Seat

HAND: Final = "hand"
TALON: Final = "talon"
DISCARDS: Final = "discards"


class Count(NamedTuple):
    """How many of some cards a place holds in all, as was stated or must be so."""

    kind: str
    """`HAND` or `DISCARDS`."""
    seat: Seat
    cards: Cards
    number: int
    more: bool = False
    """Whether there may be more of them."""


@dataclass(frozen=True)
class Clues:
    """What a seat knows of hidden cards beyond the tricks: by the call, the exchange and announcements."""

    called: Card | None = None
    """The called card: in the hand of a possible partner; elsewhere only if the declarer may be alone."""
    discardable: Cards = NO_CARDS
    """The cards that may lie face down in discards."""
    held: Mapping[Seat, Cards] = field(default_factory=dict)
    """Cards that seats have in hand unless they have played them."""
    lacked: Mapping[Seat, Cards] = field(default_factory=dict)
    """Cards that seats do not have in hand."""
    counts: tuple[Count, ...] = ()
    """No two counts of one place cover the same card."""
    weight: float = 1.0
    """How likely these clues are, compared with others that are possible as well."""


class Place(NamedTuple):
    """Where some unseen cards are."""

    kind: str
    """`HAND`, `TALON` or `DISCARDS`."""
    number: int
    """The seat, or the index of the group of the talon."""
    size: int
    allowed: Cards


Factor = Callable[[Place, Card, Card | None], float]
"""By what factor a card is likelier to be in a place than anywhere else, if a card was called."""


def evenly(_place: Place, _card: Card, _called: Card | None) -> float:
    """All places are equally likely."""
    return 1.0


class Option(NamedTuple):
    """Where a card may be."""

    card: int
    """As bits."""
    where: tuple[int, ...]
    """The indexes of the places."""
    factors: tuple[float, ...]


def places(inference: Inference, clues: Clues) -> tuple[Place, ...]:
    """Return the places of all unseen cards, in parts where more is known."""
    view, public, unseen = inference.view, inference.public, inference.unseen
    held_by = clues.held if public.hands is None else dict(enumerate(public.hands))
    pinned = {seat: cards & unseen for seat, cards in held_by.items() if seat != inference.seat}
    free = unseen - union(pinned.values())
    has_partner = None not in public.candidates
    in_a_hand = ALONE[clues.called] if clues.called is not None and has_partner else NO_CARDS
    found = []
    for seat in set(range(public.seats)) - {inference.seat}:
        held = pinned.get(seat, NO_CARDS)
        may = inference.may_hold(seat) & free - clues.lacked.get(seat, NO_CARDS)
        if (
            clues.called is not None
            and seat not in public.candidates
            and (has_partner or seat != public.declarer)
        ):
            may = may.minus(clues.called)
        hand = Place(HAND, seat, public.hand_sizes[seat] - len(held), may)
        shown = public.discards_shown if seat == public.declarer else NO_CARDS
        away = free & clues.discardable - picked_up_by_others(inference, seat) - in_a_hand
        discards = Place(DISCARDS, seat, public.discard_sizes[seat] - len(shown), away)
        found += [Place(HAND, seat, len(held), held)]
        found += in_parts(hand, clues.counts, held | public.played_by(seat))
        found += in_parts(discards, clues.counts, shown)
    talon = free - picked_up_by_others(inference, None) - in_a_hand
    for at, group in enumerate(view.talon):
        if group.taker is None and not group.cards:
            found.append(Place(TALON, at, group.size, talon))
    return tuple(each for each in found if each.size)


def in_parts(place: Place, counts: tuple[Count, ...], known: Cards) -> list[Place]:
    """Divide a place by the counts of its cards.

    `counts`: all counts, of other places too.
    """
    parts, kind, seat, left, allowed = [], *place
    for count in counts:
        number = count.number - len(count.cards & known)
        if (count.kind, count.seat) == (kind, seat) and number > 0:
            parts.append(Place(kind, seat, number, allowed & count.cards))
            left -= number
        if (count.kind, count.seat) == (kind, seat) and not count.more:
            allowed -= count.cards
    return [*parts, Place(kind, seat, left, allowed)]


def picked_up_by_others(inference: Inference, seat: Seat | None) -> Cards:
    """Return the unseen cards that seats other than one have openly taken from the talon."""
    return union(cards for other, cards in inference.picked_up.items() if other != seat)


@dataclass(frozen=True)
class Placing:
    """The ways in which the unseen cards may be placed under some clues."""

    places: tuple[Place, ...]
    options: tuple[Option, ...]
    weight: float

    @classmethod
    def of(cls, inference: Inference, clues: Clues, factor: Factor = evenly) -> Placing:
        """Return the placing for what a seat knows."""
        found, options = places(inference, clues), []
        for each in inference.unseen:
            where = tuple(at for at, place in enumerate(found) if each in place.allowed)
            factors = tuple(factor(found[at], each, clues.called) for at in where)
            options.append(Option(1 << each, where, factors))
        return cls(found, tuple(options), clues.weight)

    def sample(self, random: Random) -> list[int]:
        """Return the cards of each place, as bits: every card where it may be, and every place full.

        Cards with few options are placed first, where there is most room.

        Raises:
            ValueError: There is no such placing.
        """
        chance, left = random.random, [place.size for place in self.places]
        found = [0] * len(left)
        for card, where, factors in sorted(self.options, key=lambda option: (len(option.where), chance())):
            room = [left[at] * factor for at, factor in zip(where, factors, strict=True)]
            if not any(room):
                self.make_room(card, where, found, left)
                continue
            (at,) = random.choices(where, room)
            found[at] |= card
            left[at] -= 1
        return found

    def make_room(self, card: int, where: tuple[int, ...], found: list[int], left: list[int]) -> None:
        """Put a card into a full place by moving others on, along the shortest way to a place with room."""
        came: dict[int, tuple[int, int]] = dict.fromkeys(where, (-1, card))
        queue = list(where)
        for at in queue:
            if left[at]:
                left[at] -= 1
                while at != -1:
                    before, moved = came[at]
                    found[at] |= moved
                    if before != -1:
                        found[before] ^= moved
                    at = before  # noqa: PLW2901 - the way back to the new card
                return
            for other, place in enumerate(self.places):
                movable = found[at] & place.allowed.bits
                if movable and other not in came:
                    came[other] = (at, movable & -movable)
                    queue.append(other)
        raise ValueError("the unseen cards fit nowhere")


@dataclass(frozen=True)
class Sampler:
    """Draws worlds that agree with everything a seat knows."""

    inference: Inference
    placings: tuple[Placing, ...]

    @classmethod
    def of(
        cls, inference: Inference, all_clues: Iterable[Clues], random: Random, factor: Factor = evenly
    ) -> Sampler:
        """Return a sampler for sets of clues; those that fit no placing are left out."""
        placings = []
        for clues in all_clues:
            placing = Placing.of(inference, clues, factor)
            with suppress(ValueError):
                placing.sample(random)
                placings.append(placing)
        return cls(inference, tuple(placings))

    def world(self, random: Random) -> Determinization:
        """Return a possible world; without factors all are about equally likely."""
        view, public = self.inference.view, self.inference.public
        (placing,) = random.choices(self.placings, [each.weight for each in self.placings])
        hands, discards = [NO_CARDS] * public.seats, [NO_CARDS] * public.seats
        talon = [group.cards if group.taker is None else NO_CARDS for group in view.talon]
        if public.declarer is not None:
            discards[public.declarer] = public.discards_shown
        hands[self.inference.seat] = view.hand
        discards[self.inference.seat] |= view.discards
        everywhere = {HAND: hands, DISCARDS: discards, TALON: talon}
        for place, cards in zip(placing.places, placing.sample(random), strict=True):
            everywhere[place.kind][place.number] |= Cards(cards)
        return Determinization(tuple(hands), tuple(talon), tuple(discards))


FORCED: Final = 0.02
"""How rarely a declarer has so few suit cards that tarocks must be discarded."""


def of_the_declarer(inference: Inference, clues: Clues, protected: Cards) -> tuple[Clues, ...]:
    """Return clues for a declarer who discards suit cards, and tarocks only with too few of them.

    `clues`: the other clues.
    `protected`: cards that are never discarded.
    """
    declarer, free = inference.public.declarer, inference.pack - protected - TAROCKS
    usual = replace(clues, discardable=free)
    if declarer is None or inference.public.played_by(declarer) & free:
        return (usual,)
    lacked = {**clues.lacked, declarer: clues.lacked.get(declarer, NO_CARDS) | free}
    discardable = inference.pack - protected
    return (usual, replace(clues, discardable=discardable, lacked=lacked, weight=clues.weight * FORCED))
