"""Seats, sides, and the cards as dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from bot.rules.cards import NO_CARDS, Card, Cards

Seat: TypeAlias = int
"""The number of a place at the table, from 0 in playing order (counter-clockwise)."""


def as_int(value: object) -> int:
    """Return a house rule or session value that is known to be an integer."""
    assert isinstance(value, int), f"not an integer: {value!r}"
    return value


@dataclass(frozen=True)
class Layout:
    """The cards as dealt, by whom, and under which house rules."""

    hands: tuple[Cards, ...]
    talon: tuple[Card, ...]
    """In the order in which it was dealt."""
    dealer: Seat
    options: Mapping[str, object] = field(default_factory=dict)
    """The house rules that differ from the game's default."""
    session: Mapping[str, object] = field(default_factory=dict)
    """The session values that this deal inherits from earlier ones."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the seat a number of places further on in playing order."""
        return (seat + steps) % self.seats


class Side(StrEnum):
    """A side of a deal; in a score line, whom it concerns. The values appear in deal records."""

    DECLARER = "declarer"
    """The declarer and the partner; in a game without a declarer the dealer's team."""
    DEFENDERS = "defenders"
    EACH = "each"
    """Every player alone, in a score line of a deal without sides."""
    SEAT = "seat"
    """One player, in a score line that does not concern the rest of the side."""
    NONE = ""

    __hash__ = str.__hash__  # as it is equal to its value; that of an enumeration is slow, too

    @property
    def other(self) -> Side:
        return _OTHER[self]


SIDES: Final = (Side.DECLARER, Side.DEFENDERS)
_OTHER: Final = {Side.DECLARER: Side.DEFENDERS, Side.DEFENDERS: Side.DECLARER}


def undealt(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    return Layout((NO_CARDS,) * seats, tuple(deck), dealer)


def talon_then_rounds(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, rounds: Sequence[int]
) -> Layout:
    """Deal the talon from the top of the pack, then in each round one packet of that size to every seat.

    A round begins with the seat to the dealer's right.
    """
    packets = [(steps, size) for size in rounds for steps in range(1, seats + 1)]
    return talon_then_packets(deck, dealer, seats, talon, packets)


def talon_then_packets(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, packets: Sequence[tuple[int, int]]
) -> Layout:
    """Deal the talon from the top of the pack, then packet by packet.

    A packet is a pair: how many places after the dealer it goes, and how many cards it has.
    """
    hands: list[list[Card]] = [[] for _ in range(seats)]
    top = talon
    for steps, size in packets:
        hands[(dealer + steps) % seats] += deck[top : top + size]
        top += size
    return Layout(tuple(map(Cards.of, hands)), tuple(deck[:talon]), dealer)
