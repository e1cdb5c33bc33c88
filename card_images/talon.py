"""The talon laid open: its groups apart, the cards of a group overlapping. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.rules.cards import Card
from card_images.table import MARGIN, PICTURE_WIDTH, felt
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, UNIT, Tiles

CHOSEN_LIFT: Final = 24
_GROUP_GAP: Final = 64
_NARROWEST: Final = 62 * UNIT  # the whole index shows
_WIDEST: Final = 150 * UNIT
_FEWEST_PIXELS: Final = 780


@dataclass(frozen=True)
class Row:
    """The left edges of the cards, group by group, and the picture's width."""

    width: int
    lefts: tuple[tuple[float, ...], ...]


def row(sizes: Sequence[int]) -> Row:
    """Lay out groups of so many cards."""
    gaps = max(0, len(sizes) - 1) * _GROUP_GAP
    strips = sum(size - 1 for size in sizes)
    fixed = 2 * MARGIN + len(sizes) * CARD_WIDTH + gaps
    strip = min(_WIDEST, max(_NARROWEST, (PICTURE_WIDTH - fixed) / max(1, strips)))
    width = max(_FEWEST_PIXELS, round(fixed + strips * strip))
    left = (width - fixed - strips * strip) / 2 + MARGIN
    lefts = []
    for size in sizes:
        lefts.append(tuple(left + i * strip for i in range(size)))
        left += (size - 1) * strip + CARD_WIDTH + _GROUP_GAP
    return Row(width, tuple(lefts))


def talon(tiles: Tiles, groups: Sequence[Sequence[Card]], chosen: int | None) -> Image.Image:
    """The picture of a talon, RGB; the group with the index `chosen` is lifted, the others are dimmed."""
    groups = [group for group in groups if group]
    laid = row([len(group) for group in groups])
    table = felt(laid.width, 2 * MARGIN + CHOSEN_LIFT + CARD_HEIGHT)
    for i, (group, lefts) in enumerate(zip(groups, laid.lefts, strict=True)):
        y = MARGIN + CARD_HEIGHT / 2 + (0 if i == chosen else CHOSEN_LIFT)
        for card, left in zip(group, lefts, strict=True):
            tiles.lay(table, card, left + CARD_WIDTH / 2, y, dim=chosen is not None and i != chosen)
    return table
