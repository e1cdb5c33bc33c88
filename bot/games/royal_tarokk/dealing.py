"""Royal Tarokk: dealing, and the start of a deal (3, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.royal_tarokk.announcing import announcing
from bot.games.royal_tarokk.match import CATCHERS
from bot.games.royal_tarokk.tables import HAND, PARTNER, XIX, XX
from bot.rules.cards import TAROCKS, Card
from bot.rules.layout import Layout, Seat, talon_then_packets
from bot.rules.phase import Phase
from bot.rules.state import Board

PACKETS: Final = (
    (1, 1),
    (4, 1),
    *((steps, 2) for _ in range(4) for steps in (1, 2, 3, 4)),
    *((1, 1), (2, 2), (3, 2), (4, 1)),
)
"""The packets, by places after the dealer: XX and XIX, then two cards at a time until a hand is full (4)."""


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal the XX to the dealer's partner, the XIX to the dealer, and the rest two at a time (4)."""
    rest = list(deck)
    for each in (XX, XIX):
        rest.remove(each)
    return talon_then_packets([XX, XIX, *rest], dealer, seats, 0, PACKETS)


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Ten cards each (4.3)."""
    return (HAND,) * seats


FEW_TAROKKS: Final = 2


def impossible(layout: Layout) -> str | None:
    """Why a layout is invalid, or `None`: the rules prescribe XX, XIX and enough tarokks (4, 17.12)."""
    if layout.dealer not in CATCHERS:
        return "only seats 0 and 2 deal"
    if XX not in layout.hands[PARTNER[layout.dealer]] or XIX not in layout.hands[layout.dealer]:
        return "XX belongs to the dealer's right neighbour, XIX to the dealer"
    return "a hand with two tarokks or fewer is dealt again" if too_few_tarokks(layout) else None


def too_few_tarokks(layout: Layout) -> tuple[Seat, ...]:
    """The seats with two tarokks or fewer, which show their hands before a new deal (4.4)."""
    bits = TAROCKS.bits
    few = [seat for seat, hand in enumerate(layout.hands) if (hand.bits & bits).bit_count() <= FEW_TAROKKS]
    return tuple(few)


def start(layout: Layout) -> Phase:
    """Start with the announcements of the dealer's right neighbour (5.2). The dealer's team attacks (3)."""
    partner = PARTNER[layout.dealer]
    board = Board.of(layout)
    public = board.open._replace(declarer=layout.dealer, candidates=frozenset((partner,)))
    return announcing(Board(public, replace(board.hidden, partner=partner)))
