"""Placing the cards that a seat does not see, at random among the places where they may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from bot.players.inference import Inference
from bot.rules.cards import NO_CARDS, Card, Cards, union
from bot.rules.layout import Seat
from bot.rules.state import Open
from bot.rules.worlds import World

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


@dataclass(frozen=True)
class Clues:
    """What a seat knows of hidden cards beyond the tricks: by the call, the exchange and announcements."""

    called: Card | None = None
    """The called card: in the hand of a possible partner, or with or before the declarer."""
    discardable: Cards = NO_CARDS
    """The cards that may lie face down in discards."""
    held: Mapping[Seat, Cards] = field(default_factory=dict)
    """Cards that seats have in hand unless they have played them."""
    lacked: Mapping[Seat, Cards] = field(default_factory=dict)
    """Cards that seats do not have in hand."""
    counts: tuple[Count, ...] = ()
    """Of a place, no two counts are about the same card."""
    weight: float = 1.0
    """How likely these clues are, compared with others that are possible as well."""


class Place(NamedTuple):
    """Where some unseen cards are."""

    kind: str
    """`HAND`, `TALON` or `DISCARDS`."""
    number: int
    """The seat, or the index of the group of the talon."""
    size: int
    """How many unseen cards are there."""
    allowed: Cards
    """The unseen cards that may be there."""

    def divided(self, cards: Cards, number: int) -> tuple[Place, Place]:
        """Return the place in two parts: a number of some cards, and the others."""
        return (
            self._replace(size=number, allowed=self.allowed & cards),
            self._replace(size=self.size - number, allowed=self.allowed - cards),
        )


def places(inference: Inference, clues: Clues) -> tuple[Place, ...]:
    """Return all places of unseen cards; several with the same number where parts are known."""
    found = []
    for place in whole_places(inference, clues):
        parts = [place]
        for kind, seat, cards, number in clues.counts:
            if (kind, seat) == (place.kind, place.number):
                left = max(0, number - len(cards & seen_at(inference, place)))
                *others, rest = parts
                parts = [*others, *rest.divided(cards, min(left, rest.size))]
        found += parts
    return tuple(each for each in found if each.size)


def whole_places(inference: Inference, clues: Clues) -> Iterable[Place]:
    """Yield every hand, every hidden group of the talon and every hidden discard."""
    view, public, unseen = inference.view, inference.public, inference.unseen
    nowhere_else = {seat: cards & unseen for seat, cards in clues.held.items()}
    free = unseen - union(nowhere_else.values())
    for seat in range(public.seats):
        if seat == inference.seat:
            continue
        allowed = inference.may_hold(seat) & free - clues.lacked.get(seat, NO_CARDS)
        if clues.called is not None and seat != public.declarer and seat not in public.candidates:
            allowed = allowed.minus(clues.called)
        held = nowhere_else.get(seat, NO_CARDS)
        if held:
            yield Place(HAND, seat, len(held), held)
        yield Place(HAND, seat, public.hand_sizes[seat] - len(held), allowed)
        shown = len(public.discards_shown) if seat == public.declarer else 0
        yield Place(DISCARDS, seat, public.discard_sizes[seat] - shown, free & clues.discardable)
    elsewhere = free - union(inference.picked_up.values())
    if clues.called is not None and None not in public.candidates:
        elsewhere = elsewhere.minus(clues.called)
    for number, group in enumerate(view.talon):
        if group.taker is None and not group.cards:
            yield Place(TALON, number, group.size, elsewhere)


def seen_at(inference: Inference, place: Place) -> Cards:
    """Return the cards that a seat had in its hand and has played, or that it had to show as it discarded them."""
    if place.kind == HAND:
        return played_by(inference.public, place.number)
    return inference.public.discards_shown if place.number == inference.public.declarer else NO_CARDS


def played_by(public: Open, seat: Seat) -> Cards:
    """Return the cards that a seat has played."""
    plays = [play for trick in public.tricks for play in trick.plays]
    return Cards.of(play.card for play in (*plays, *public.trick) if play.seat == seat)
