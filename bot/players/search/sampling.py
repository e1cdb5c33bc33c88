"""Placing the cards that a seat does not see, at random among the places where they may be."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.players.inference import Inference
from bot.rules.cards import KINGS, NO_CARDS, TAROCKS, Card, Cards
from bot.rules.worlds import World


@dataclass(frozen=True, slots=True)
class Place:
    """Where some unseen cards are: a hand, a group of the talon, the discards of a seat."""

    kind: str
    number: int
    """The seat, or the place of the group in the talon."""
    size: int
    """How many unseen cards are there."""
    allowed: int
    """The cards that may be there, as bits."""


def places_of(inference: Inference, called: Card | None) -> tuple[Place, ...]:
    """Return all places of unseen cards.

    Args:
        inference: What the seat can tell.
        called: The card that was called, as far as the seat knows it.
    """
    view, public = inference.view, inference.public
    unseen, shown = inference.unseen, len(public.discards_shown - view.discards)
    found = []
    for seat in range(public.seats):
        if seat == inference.seat:
            continue
        allowed = inference.may_hold(seat)
        if called is not None and seat != public.declarer and seat not in public.candidates:
            allowed = allowed.minus(called) if called in allowed else allowed
        found.append(Place("hand", seat, public.hand_sizes[seat], allowed.bits))
        # Of discards that several seats had to show, it is not known here whose they were.
        open_here = min(shown, public.discard_sizes[seat])
        shown -= open_here
        hidden = public.discard_sizes[seat] - open_here
        plain = unseen - TAROCKS - KINGS
        found.append(Place("discard", seat, hidden, (plain if len(plain) >= hidden else unseen).bits))
    for number, group in enumerate(view.talon):
        if group.taker is None and not group.cards:
            found.append(Place("talon", number, group.size, unseen.bits))
    return tuple(place for place in found if place.size)


def placed(cards: int, places: tuple[Place, ...], random: Random) -> list[int]:
    """Place cards at random, each where it may be, so that every place is filled.

    Returns:
        The cards of each place, as bits.

    Raises:
        ValueError: There is no such placing.
    """
    left = [place.size for place in places]
    options: list[tuple[int, float, int, list[int]]] = []
    while cards:
        low = cards & -cards
        cards ^= low
        where = [number for number, place in enumerate(places) if place.allowed & low]
        options.append((len(where), random.random(), low, where))
    options.sort()
    found = [0] * len(places)
    for _, _, low, where in options:
        weights = [left[number] for number in where]
        total = sum(weights)
        if not total:
            make_room(low, where, places, found, left)
            continue
        at = random.random() * total
        for number, weight in zip(where, weights, strict=True):
            at -= weight
            if at < 0:
                break
        found[number] |= low
        left[number] -= 1
    return found


def make_room(
    card: int, where: list[int], places: tuple[Place, ...], found: list[int], left: list[int]
) -> None:
    """Put a card into a full place by moving others on, along the shortest way to a place with room.

    Raises:
        ValueError: No way leads to a place with room.
    """
    came: dict[int, tuple[int, int]] = {number: (-1, card) for number in where}
    queue = list(where)
    for number in queue:
        if left[number]:
            left[number] -= 1
            while number != -1:
                before, moved = came[number]
                found[number] |= moved
                if before != -1:
                    found[before] ^= moved
                number = before
            return
        inside = found[number]
        for other, place in enumerate(places):
            movable = inside & place.allowed
            if other not in came and movable:
                came[other] = (number, movable & -movable)
                queue.append(other)
    raise ValueError("the unseen cards fit nowhere")


def world(inference: Inference, places: tuple[Place, ...], random: Random) -> World:
    """Return one way in which the unseen cards may be placed, all about equally likely."""
    view = inference.view
    hands = [NO_CARDS] * view.open.seats
    discards = [NO_CARDS] * view.open.seats
    talon = [group.cards for group in view.talon]
    hands[inference.seat], discards[inference.seat] = view.hand, view.discards
    if view.open.declarer is not None:
        discards[view.open.declarer] |= view.open.discards_shown
    for place, cards in zip(places, placed(inference.unseen.bits, places, random), strict=True):
        target = {"hand": hands, "discard": discards, "talon": talon}[place.kind]
        target[place.number] |= Cards(cards)
    return World(tuple(hands), tuple(talon), tuple(discards))
