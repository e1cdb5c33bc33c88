"""Draw the talon: numbered groups side by side, the cards of a group overlapping. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.rules.cards import Card
from card_images.felt import MARGIN, PICTURE_WIDTH, felt
from card_images.lettering import write
from card_images.palette import GOLD_LIGHT, HONOUR_INDEX
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, UNIT, Tiles

CHOSEN_LIFT: Final = 24
_GROUP_GAP: Final = 64
_NARROWEST: Final = 62 * UNIT  # strip that still shows the whole index
_WIDEST: Final = 150 * UNIT
_MIN_WIDTH: Final = 780
_NUMBERS: Final = 66  # height of the strip below the cards that holds the numbers of the groups
_DISC: Final = 29  # radius


class Row(NamedTuple):
    """The layout of a row of groups: its width, and the left edges of the cards of each group."""

    width: int
    lefts: tuple[tuple[float, ...], ...]


def row(sizes: Sequence[int]) -> Row:
    """Lay out a row of groups with these numbers of cards."""
    gaps = max(0, len(sizes) - 1) * _GROUP_GAP
    strips = sum(size - 1 for size in sizes)
    fixed = 2 * MARGIN + len(sizes) * CARD_WIDTH + gaps
    strip = min(_WIDEST, max(_NARROWEST, (PICTURE_WIDTH - fixed) / max(1, strips)))
    width = max(_MIN_WIDTH, round(fixed + strips * strip))
    left = (width - fixed - strips * strip) / 2 + MARGIN
    lefts = []
    for size in sizes:
        lefts.append(tuple(left + i * strip for i in range(size)))
        left += (size - 1) * strip + CARD_WIDTH + _GROUP_GAP
    return Row(width, tuple(lefts))


def in_rows(sizes: Sequence[int]) -> tuple[range, ...]:
    """Return the indices of the groups in each row: one row if it fits the picture, else two."""
    one, half = range(len(sizes)), (len(sizes) + 1) // 2
    return (one,) if row(sizes).width <= PICTURE_WIDTH else (one[:half], one[half:])


def talon(tiles: Tiles, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> Image.Image:
    """Draw a talon, RGB; `None` is a card face down.

    The group with the index `chosen` is raised and the others are dimmed.
    """
    sizes = [len(group) for group in groups]
    laid = [(numbers, row([sizes[each] for each in numbers])) for numbers in in_rows(sizes)]
    # Two rows get the full width, so that their cards appear as large on the screen as those of a trick.
    width = max(PICTURE_WIDTH if len(laid) > 1 else 0, *(each.width for _, each in laid))
    step = CHOSEN_LIFT + CARD_HEIGHT + MARGIN + (_NUMBERS if len(groups) > 1 else 0)
    image = felt(width, MARGIN + len(laid) * step)
    for down, (numbers, line) in enumerate(laid):
        top = MARGIN + down * step
        for number, lefts in zip(numbers, line.lefts, strict=True):
            y = top + CARD_HEIGHT / 2 + (0 if number == chosen else CHOSEN_LIFT)
            dim = chosen is not None and number != chosen
            shift = (width - line.width) / 2 + CARD_WIDTH / 2
            for card, left in zip(groups[number], lefts, strict=True):
                if card is None:
                    tiles.lay_back(image, left + shift, y, dim=dim)
                else:
                    tiles.lay(image, card, left + shift, y, dim=dim)
            if len(groups) > 1:
                below = top + CHOSEN_LIFT + CARD_HEIGHT + 16 + _DISC
                _number(image, number + 1, (lefts[0] + lefts[-1]) / 2 + shift, below)
    return image


def _number(image: Image.Image, number: int, x: float, y: float) -> None:
    """Draw the number of a group, by which its button calls it."""
    draw = ImageDraw.Draw(image)
    draw.circle((x, y), _DISC, GOLD_LIGHT)
    write(draw, x, y, str(number), 2 * _DISC - 10, HONOUR_INDEX, "m")
