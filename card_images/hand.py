"""A hand: one fan of up to twelve cards, two rows from thirteen. Pixels; angles clockwise in half degrees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from bot.rules.cards import Card, Cards
from card_images.indices import Style
from card_images.table import MARGIN, PICTURE_WIDTH, felt
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, Tiles

LONGEST_FAN: Final = 12
LIFT: Final = 46  # of a card that may be played, along its own axis
_RADIUS: Final = 1900  # of the arc on which the middles of the cards lie
_SUIT_GAP: Final = 1.22  # strips between two suits
_WIDEST_STRIP: Final = 0.62 * CARD_WIDTH
_SIDES: Final = 112  # left and right of the fan together, for the turned corners
_SHOWN: Final = (0.58, 0.46)  # of a card's height below the arc, in one row or two: the rest says nothing new
_ROW_STEP: Final = {Style.STANDARD: 0.48, Style.LARGE: 0.6}  # card heights from the upper row to the lower


@dataclass(frozen=True)
class Place:
    """Where a card of the hand lies: its middle, its angle, and whether it is raised or dimmed."""

    card: Card
    x: float
    y: float
    half_degrees: int
    raised: bool
    dim: bool


@dataclass(frozen=True)
class Spread:
    """A hand laid out, the lowest card first, in a picture of a height."""

    height: int
    places: tuple[Place, ...]


def rows(cards: Sequence[Card]) -> tuple[Sequence[Card], ...]:
    """The rows of a hand; two rows part between suits where that leaves them nearly even."""
    if len(cards) <= LONGEST_FAN:
        return (cards,)
    half = len(cards) / 2
    seams = [i for i in range(1, len(cards)) if cards[i - 1].suit != cards[i].suit and abs(i - half) <= 1.5]
    cut = min(seams, key=lambda i: abs(i - half), default=math.ceil(half))
    return cards[:cut], cards[cut:]


def _steps(cards: Sequence[Card]) -> list[float]:
    """How many strips each card lies right of the first."""
    steps = [0.0]
    for left, right in pairwise(cards):
        steps.append(steps[-1] + (1.0 if left.suit == right.suit else _SUIT_GAP))
    return steps


def _row(cards: Sequence[Card], playable: Cards | None, top: float) -> tuple[list[Place], float]:
    """The places of a row whose highest card begins at `top`, and how far its ends drop below that."""
    steps = _steps(cards)
    strip = min(_WIDEST_STRIP, (PICTURE_WIDTH - CARD_WIDTH - _SIDES) / max(1.0, steps[-1]))
    half = steps[-1] / 2
    places = []
    for card, step in zip(cards, steps, strict=True):
        turn = (step - half) * strip / _RADIUS
        raised = playable is not None and card in playable
        radius = _RADIUS + (LIFT if raised else 0)
        x = PICTURE_WIDTH / 2 + radius * math.sin(turn)
        y = top + CARD_HEIGHT / 2 + _RADIUS - radius * math.cos(turn)
        places.append(
            Place(card, x, y, round(2 * math.degrees(turn)), raised, playable is not None and not raised)
        )
    angle = half * strip / _RADIUS
    return places, _RADIUS * (1 - math.cos(angle)) + CARD_WIDTH / 2 * math.sin(angle)


def spread(cards: Sequence[Card], playable: Cards | None, style: Style = Style.STANDARD) -> Spread:
    """Lay out a hand: what may be played is raised and the rest dimmed, unless all of it may be played."""
    if playable is not None and Cards.of(cards) <= playable:
        playable = None
    parted = rows(cards)
    top: float = MARGIN + (0 if playable is None or not Cards.of(parted[0]) & playable else LIFT)
    places: list[Place] = []
    drop = 0.0
    for number, row in enumerate(parted):
        top += round(_ROW_STEP[style] * CARD_HEIGHT) if number else 0
        laid, drop = _row(row, playable, top)
        places += laid
    return Spread(round(top + drop + CARD_HEIGHT * _SHOWN[len(parted) - 1]), tuple(places))


def hand(
    tiles: Tiles, cards: Sequence[Card], playable: Cards | None, style: Style = Style.STANDARD
) -> Image.Image:
    """The picture of a hand, RGB, 1200 pixels wide."""
    laid = spread(cards, playable, style)
    table = felt(PICTURE_WIDTH, laid.height)
    for place in laid.places:
        tiles.lay(
            table, place.card, place.x, place.y, half_degrees=place.half_degrees, dim=place.dim, style=style
        )
    return table
