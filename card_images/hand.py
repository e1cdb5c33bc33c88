"""Draw a hand: one fan of up to twelve cards, two rows of thirteen or more.

Pixels; angles are in half degrees, clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.rules.cards import NO_CARDS, Card, Cards
from card_images.faces import Style
from card_images.palette import GOLD_DARK, GOLD_LIGHT
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, MARGIN, PICTURE_WIDTH, Tiles, covered, felt, turned

LONGEST_FAN: Final = 12
LIFT: Final = 46  # how far a playable card is raised along its own axis
_SUIT_GAP: Final = 1.22  # strips between two suits; a strip is what a covered card shows
_WIDEST_STRIP: Final = 0.62 * CARD_WIDTH
_SIDE: Final = 56  # room for the corners of rotated cards on either side of a row
_PAST_ALT: Final = covered(PICTURE_WIDTH)[0] + 4  # the same on the left of a lower row
_MARK: Final = 15  # radius of the mark on the upper edge of a card
_ROW_STEP: Final = {Style.STANDARD: 0.48, Style.LARGE: 0.6}  # card heights between the two rows


class _Fan(NamedTuple):
    """The radius of the arc through the centres of the cards, and the visible share of a card's height."""

    radius: int
    shown: float


_ONE_ROW: Final = {Style.STANDARD: _Fan(2300, 0.61), Style.LARGE: _Fan(8000, 0.72)}
"""Flat enough that the index of the first card ends above the ALT badge."""
_TWO_ROWS: Final = _Fan(1900, 0.46)


class Place(NamedTuple):
    """The centre and angle of a card, and whether it is raised or dimmed."""

    card: Card
    x: float
    y: float
    half_degrees: int
    raised: bool
    dim: bool


class Spread(NamedTuple):
    """The layout of a hand, bottommost card first, and the height of its picture."""

    height: int
    places: tuple[Place, ...]


def rows(cards: Sequence[Card]) -> tuple[Sequence[Card], ...]:
    """Split a hand into one or two rows, between two suits if that keeps the rows nearly even."""
    if len(cards) <= LONGEST_FAN:
        return (cards,)
    half = len(cards) / 2
    near_half = [i for i in range(1, len(cards)) if abs(i - half) <= 1.5]
    between_suits = [i for i in near_half if cards[i - 1].suit != cards[i].suit]
    cut = min(between_suits, key=lambda i: abs(i - half), default=math.ceil(half))
    return cards[:cut], cards[cut:]


def _steps(cards: Sequence[Card]) -> list[float]:
    """Return the distance of each card from the first, in strips."""
    steps = [0.0]
    for left, right in pairwise(cards):
        steps.append(steps[-1] + (1.0 if left.suit == right.suit else _SUIT_GAP))
    return steps


def _row(
    cards: Sequence[Card], playable: Cards | None, fan: _Fan, left: float, top: float
) -> tuple[list[Place], float]:
    """Lay out one row on an arc whose middle is at `top`; it starts at `left` or further right.

    Also return how far its ends drop below `top`.
    """
    steps = _steps(cards)
    strip = min(_WIDEST_STRIP, (PICTURE_WIDTH - CARD_WIDTH - left - _SIDE) / max(1.0, steps[-1]))
    first = max(left + CARD_WIDTH / 2 - PICTURE_WIDTH / 2, -steps[-1] / 2 * strip)  # from the middle
    places = []
    for card, step in zip(cards, steps, strict=True):
        angle = (first + step * strip) / fan.radius
        raised = playable is not None and card in playable
        radius = fan.radius + (LIFT if raised else 0)
        x = PICTURE_WIDTH / 2 + radius * math.sin(angle)
        y = top + CARD_HEIGHT / 2 + fan.radius - radius * math.cos(angle)
        places.append(Place(card, x, y, turned(angle), raised, playable is not None and not raised))
    outermost = (first + steps[-1] * strip) / fan.radius
    return places, fan.radius * (1 - math.cos(outermost)) + CARD_WIDTH / 2 * math.sin(outermost)


def spread(cards: Sequence[Card], playable: Cards | None, style: Style = Style.STANDARD) -> Spread:
    """Lay out a hand: playable cards are raised and the others dimmed, unless all cards are playable.

    `None` for `playable` means that the hand is only shown: no card is raised or dimmed.
    """
    if playable is not None and Cards.of(cards) <= playable:
        playable = None
    split = rows(cards)
    fan = _ONE_ROW[style] if len(split) == 1 else _TWO_ROWS
    top: float = MARGIN + (0 if playable is None or not Cards.of(split[0]) & playable else LIFT)
    places: list[Place] = []
    drop = 0.0
    for number, row in enumerate(split):
        top += round(_ROW_STEP[style] * CARD_HEIGHT) if number else 0
        row_places, drop = _row(row, playable, fan, _PAST_ALT if number else _SIDE, top)
        places += row_places
    return Spread(round(top + drop + CARD_HEIGHT * fan.shown), tuple(places))


@cache
def _mark() -> Image.Image:
    fine = 4  # Pillow draws without antialiasing: draw larger, then reduce
    size = 2 * _MARK * fine
    disc = Image.new("RGBA", (size, size))
    ImageDraw.Draw(disc).ellipse((0, 0, size - 1, size - 1), GOLD_LIGHT, GOLD_DARK, 3 * fine)
    return disc.reduce(fine)


def _put_mark(image: Image.Image, place: Place) -> None:
    """Mark a card on its upper edge, near the corner that the next card leaves free."""
    angle = math.radians(place.half_degrees / 2)
    right, down = _MARK * 2 - CARD_WIDTH / 2, -CARD_HEIGHT / 2
    x = place.x + right * math.cos(angle) - down * math.sin(angle)
    y = place.y + right * math.sin(angle) + down * math.cos(angle)
    image.paste(_mark(), (round(x) - _MARK, round(y) - _MARK), _mark())


def hand(
    tiles: Tiles,
    cards: Sequence[Card],
    playable: Cards | None,
    style: Style = Style.STANDARD,
    marked: Cards = NO_CARDS,
) -> Image.Image:
    """Draw a hand, RGB, 1200 pixels wide; some cards can have a mark on their upper edge."""
    layout = spread(cards, playable, style)
    image = felt(PICTURE_WIDTH, layout.height)
    for place in layout.places:
        card, x, y, half_degrees, _, dim = place
        tiles.lay(image, card, x, y, half_degrees=half_degrees, dim=dim, style=style)
    for place in layout.places:
        if place.card in marked:
            _put_mark(image, place)
    return image
