"""Pictures of a table: the lobby, the talon and a trick. Pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.rules.cards import SUITS, TRULL, Card, Cards
from card_images.avatars import Badge, Badges
from card_images.lettering import shortened, width, write
from card_images.palette import FELT_SHADOW, GOLD_LIGHT, HONOUR_INDEX, IVORY
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, MARGIN, PICTURE_WIDTH, UNIT, Tiles, felt

_RADIUS: Final = 1500  # of the arc of the cards
_STRIP: Final = 62  # from one card to the next
_SEATS: Final = 200  # height of the seats, which are above: Discord lays its ALT over the lower edge
_LOBBY_BADGE: Final = 100
_LOBBY_NAME: Final = 44  # size of the names
_HEIGHT: Final = 500


def emblem(pack: Cards) -> tuple[Card, ...]:
    """The cards that represent a pack: its honours, and the lowest and highest card of each suit."""
    suited = {suit: [card for card in pack.sorted if card.suit == suit] for suit in SUITS}
    ends = [card for cards in suited.values() if cards for card in (cards[-1], cards[0])]
    return (*(card for card in TRULL.sorted if card in pack), *ends)


def seats(count: int) -> tuple[list[tuple[float, float]], float]:
    """Return the centres of the badges of `count` seats, and the width that each seat has."""
    step = min(270.0, (PICTURE_WIDTH - 2 * MARGIN) / count)
    left = PICTURE_WIDTH / 2 - step * (count - 1) / 2
    return [(left + number * step, 24 + _LOBBY_BADGE / 2) for number in range(count)], step


def lobby(tiles: Tiles, badges: Badges, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> Image.Image:
    """Draw a lobby, RGB: each seat, `None` if it is free, and below the cards that represent the pack."""
    image = felt(PICTURE_WIDTH, _HEIGHT)
    draw = ImageDraw.Draw(image)
    places, widest = seats(len(chairs))
    for chair, (x, y) in zip(chairs, places, strict=True):
        badges.lay(image, chair, x, y, _LOBBY_BADGE)
        name = shortened(chair.label, _LOBBY_NAME, widest - 16) if chair else ""
        write(draw, x + 2, y + _LOBBY_BADGE / 2 + 34, name, _LOBBY_NAME, FELT_SHADOW, "m")
        write(draw, x, y + _LOBBY_BADGE / 2 + 32, name, _LOBBY_NAME, IVORY, "m")
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * _STRIP / _RADIUS
        x = PICTURE_WIDTH / 2 + _RADIUS * math.sin(angle)
        y = _SEATS + MARGIN + CARD_HEIGHT / 2 + _RADIUS * (1 - math.cos(angle))
        tiles.lay(image, card, x, y, half_degrees=round(2 * math.degrees(angle)))
    return image


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
    draw = ImageDraw.Draw(image)
    draw.circle((x, y), _DISC, GOLD_LIGHT)
    write(draw, x, y, str(number), 2 * _DISC - 10, HONOUR_INDEX, "m")


WINNER_LIFT: Final = 24
_GAP: Final = 26
_BADGE: Final = 72
_NAME: Final = 42  # size of the names
_BESIDE: Final = 12  # between badge and name
NAMES: Final = 88
"""Height of the strip above the cards that holds badges and names: Discord covers the lower left corner."""


def place_x(index: int) -> float:
    return MARGIN + index * (CARD_WIDTH + _GAP) + CARD_WIDTH / 2


def trick(
    tiles: Tiles, badges: Badges, cards: Sequence[Card | None], players: Sequence[Badge], winner: int | None
) -> Image.Image:
    """Draw a trick, RGB; the card with the index `winner` is raised and glows.

    A card not played yet is `None` and leaves its place empty, so that the picture keeps its size.
    """
    size = 2 * MARGIN + len(cards) * CARD_WIDTH + (len(cards) - 1) * _GAP
    image = felt(size, 2 * MARGIN + NAMES + WINNER_LIFT + CARD_HEIGHT)
    middle = MARGIN + NAMES + WINNER_LIFT + CARD_HEIGHT / 2
    for i, (card, player) in enumerate(zip(cards, players, strict=True)):
        won = i == winner
        if card is not None:
            tiles.lay(image, card, place_x(i), middle - (WINNER_LIFT if won else 0), glow=won)
        named(image, badges, player, place_x(i), MARGIN + NAMES / 2 - 12, won=won)
    return image


def named(
    image: Image.Image, badges: Badges, player: Badge, x: float, y: float, *, won: bool = False
) -> None:
    """Draw a badge and the name next to it, centred on `x`, `y` and not wider than a card and its gap."""
    label = shortened(player.label, _NAME, CARD_WIDTH + _GAP - _BADGE - 2 * _BESIDE)
    left = x - (_BADGE + (_BESIDE + width(label, _NAME) if label else 0)) / 2
    draw = ImageDraw.Draw(image)
    if won:
        draw.circle((left + _BADGE / 2, y), _BADGE / 2 + 6, GOLD_LIGHT)
    badges.lay(image, player, left + _BADGE / 2, y, _BADGE)
    write(draw, left + _BADGE + _BESIDE + 2, y + 2, label, _NAME, FELT_SHADOW)
    write(draw, left + _BADGE + _BESIDE, y, label, _NAME, GOLD_LIGHT if won else IVORY)
