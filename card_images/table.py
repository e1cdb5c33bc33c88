"""Pictures of a table: the lobby, the talon and a trick. Pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.rules.cards import SUITS, TRULL, Card, Cards
from card_images.avatars import Badge, Badges
from card_images.canvas import placed
from card_images.lettering import fitted, width, write
from card_images.palette import FELT_LIGHT, FELT_SHADOW, GOLD_LIGHT, HONOUR_INDEX, IVORY, mix
from card_images.tiles import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN,
    PICTURE_WIDTH,
    UNIT,
    Tiles,
    covered,
    felt,
    turned,
)

_RADIUS: Final = 2600  # of the arc of the cards
_STRIP: Final = 57  # from one card to the next
_CARDS_TOP: Final = 118  # of the cards of a lobby, which are below the seats
_SHOWN: Final = 176  # of the height of a card: its index, and some more
_LOBBY_SEAT: Final = 360.0  # width of a seat at most


def emblem(pack: Cards) -> tuple[Card, ...]:
    """The cards that represent a pack: its honours, and the lowest and highest card of each suit."""
    suited = {suit: [card for card in pack.sorted if card.suit == suit] for suit in SUITS}
    ends = [card for cards in suited.values() if cards for card in (cards[-1], cards[0])]
    return (*(card for card in TRULL.sorted if card in pack), *ends)


def seats(count: int) -> tuple[list[tuple[float, float]], float]:
    """Return the centres of `count` seats, and the width that each seat has."""
    step = min(_LOBBY_SEAT, (PICTURE_WIDTH - 2 * MARGIN) / count)
    left = PICTURE_WIDTH / 2 - step * (count - 1) / 2
    return [(left + number * step, 16 + NAMES / 2) for number in range(count)], step


def lobby(tiles: Tiles, badges: Badges, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> Image.Image:
    """Draw a lobby, RGB: each seat, `None` if it is free, and below the cards that represent the pack."""
    image = felt(PICTURE_WIDTH, _CARDS_TOP + _SHOWN)
    places, widest = seats(len(chairs))
    for chair, (x, y) in zip(chairs, places, strict=True):
        if chair is None:
            badges.lay(image, None, x, y, _BADGE)
        else:
            named(image, badges, chair, x, y, widest - _BESIDE)
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * _STRIP / _RADIUS
        x = PICTURE_WIDTH / 2 + _RADIUS * math.sin(angle)
        y = _CARDS_TOP + CARD_HEIGHT / 2 + _RADIUS * (1 - math.cos(angle))
        tiles.lay(image, card, x, y, half_degrees=turned(angle))
    return image


CHOSEN_LIFT: Final = 24
_GROUP_GAP: Final = 64
_NARROWEST: Final = 62 * UNIT  # strip that still shows the whole index
_WIDEST: Final = 150 * UNIT
_MIN_WIDTH: Final = 780
_TOP: Final = 20  # above the cards
_NUMBERS: Final = 66  # height of the strip below the cards that holds the numbers of the groups
_FOOT: Final = 10  # below the numbers
_DISC: Final = 29  # radius
_CLEAR: Final = 6  # from the ALT badge to the nearest card


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


def single(size: int) -> Row:
    """Return the layout of one group, which has no number below it: it lies right of the ALT badge."""
    centred = row([size])
    across = covered(PICTURE_WIDTH)[0] + _CLEAR
    if centred.lefts[0][0] >= covered(centred.width)[0]:
        return centred
    strip = min(_WIDEST, (PICTURE_WIDTH - across - CARD_WIDTH - MARGIN) / (size - 1))
    lefts = tuple(across + i * strip for i in range(size))
    return Row(round(lefts[-1] + CARD_WIDTH + MARGIN), (lefts,))


def in_rows(sizes: Sequence[int]) -> tuple[range, ...]:
    """Return the indices of the groups in each row: one row if it fits the picture, else two."""
    one, half = range(len(sizes)), (len(sizes) + 1) // 2
    return (one,) if row(sizes).width <= PICTURE_WIDTH else (one[:half], one[half:])


def talon(tiles: Tiles, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> Image.Image:
    """Draw a talon, RGB; `None` is a card face down.

    The group with the index `chosen` is raised and the others are dimmed.
    """
    sizes = [len(group) for group in groups]
    numbered = len(groups) > 1
    laid = [
        (numbers, row([sizes[each] for each in numbers]) if numbered else single(sizes[0]))
        for numbers in in_rows(sizes)
    ]
    # Two rows get the full width, so that their cards appear as large on the screen as those of a trick.
    width = max(PICTURE_WIDTH if len(laid) > 1 else 0, *(each.width for _, each in laid))
    step = CHOSEN_LIFT + CARD_HEIGHT + MARGIN + (_NUMBERS if numbered else 0)
    image = felt(width, _TOP + len(laid) * step + _FOOT)
    for down, (numbers, line) in enumerate(laid):
        top = _TOP + down * step
        for number, lefts in zip(numbers, line.lefts, strict=True):
            y = top + CARD_HEIGHT / 2 + (0 if number == chosen else CHOSEN_LIFT)
            dim = chosen is not None and number != chosen
            shift = (width - line.width) / 2 + CARD_WIDTH / 2
            for card, left in zip(groups[number], lefts, strict=True):
                if card is None:
                    tiles.lay_back(image, left + shift, y, dim=dim)
                else:
                    tiles.lay(image, card, left + shift, y, dim=dim)
            if numbered:
                x = max((lefts[0] + lefts[-1]) / 2 + shift, covered(width)[0] + _DISC + _FOOT)
                _number(image, number + 1, x, top + CHOSEN_LIFT + CARD_HEIGHT + 16 + _DISC)
    return image


def _number(image: Image.Image, number: int, x: float, y: float) -> None:
    draw = ImageDraw.Draw(image)
    draw.circle((x, y), _DISC, GOLD_LIGHT)
    write(draw, x, y, str(number), 2 * _DISC - 10, HONOUR_INDEX, "m")


_ROW_STEP: Final = round(0.66 * CARD_HEIGHT)  # from one row of shown cards to the next
_ROW_SHOWN: Final = round(0.7 * CARD_HEIGHT)  # of the last row


def shown_cards(tiles: Tiles, rows: Sequence[Sequence[Sequence[Card]]]) -> Image.Image:
    """Draw groups of cards in rows, RGB; each row covers the lower part of the one above.

    Raises:
        ValueError: a row is wider than the picture.
    """
    image = felt(PICTURE_WIDTH, _TOP + (len(rows) - 1) * _ROW_STEP + _ROW_SHOWN)
    for number, groups in enumerate(rows):
        line = row([len(group) for group in groups])
        if line.width > PICTURE_WIDTH:
            raise ValueError(f"a row of {line.width} pixels does not fit")
        x, y = (PICTURE_WIDTH - line.width + CARD_WIDTH) / 2, _TOP + number * _ROW_STEP + CARD_HEIGHT / 2
        for cards, lefts in zip(groups, line.lefts, strict=True):
            for card, left in zip(cards, lefts, strict=True):
                tiles.lay(image, card, left + x, y)
    return image


WINNER_LIFT: Final = 24
_GAP: Final = 26
_BADGE: Final = 72
_BIG_BADGE: Final = 104
_NAME_SIZES: Final = (44, 40)
_BESIDE: Final = 12  # between badge and name
_LINE: Final = 42  # from one line of a name to the next
_LEAD: Final = 34  # half the height of the mark of the lead
_EMPTY: Final = mix(FELT_LIGHT, IVORY, 0.3)  # the outline of the place of a card not played yet
NAMES: Final = 88
"""Height of the strip above the cards that holds badges and names: Discord covers the lower left corner."""


def trick_width(count: int) -> int:
    """Return the width of a trick of `count` cards, which lie right of the ALT badge.

    A trick of three has the room of four: narrower pictures would be taller on a phone.
    """
    places = max(count, 4)
    cards = places * CARD_WIDTH + (places - 1) * _GAP
    return round((_CLEAR + cards + MARGIN) / (1 - covered(1)[0]))


def place_x(index: int, count: int) -> float:
    """Return the middle of a card of a trick of `count` cards, which share the width evenly."""
    width = trick_width(count)
    left = covered(width)[0] + _CLEAR
    return left + (index + 0.5) * (width - MARGIN - left) / count


def trick(
    tiles: Tiles, badges: Badges, cards: Sequence[Card | None], players: Sequence[Badge], winner: int | None
) -> Image.Image:
    """Draw a trick, RGB; the card with the index `winner` is raised and glows, and a mark points at the lead.

    A card not played yet is `None`: its place has the name of its player, and the picture keeps its size.
    """
    size = trick_width(len(cards))
    image = felt(size, 2 * MARGIN + NAMES + WINNER_LIFT + CARD_HEIGHT)
    middle = MARGIN + NAMES + WINNER_LIFT + CARD_HEIGHT / 2
    waiting = [i for i, card in enumerate(cards) if card is None]
    for i, (card, player) in enumerate(zip(cards, players, strict=True)):
        x, won = place_x(i, len(cards)), i == winner
        if card is None:
            _place(image, badges, player, x, middle, turn=i == waiting[0])
            continue
        tiles.lay(image, card, x, middle - (WINNER_LIFT if won else 0), glow=won)
        named(image, badges, player, x, MARGIN + NAMES / 2 - 12, CARD_WIDTH + _GAP - _BESIDE, won=won)
    _lead(image, covered(size)[0] - 1.2 * _LEAD, middle)
    return image


def _lead(image: Image.Image, x: float, y: float) -> None:
    """Draw a triangle that points right, at the card that was led."""
    fine = 4  # Pillow draws without antialiasing: draw larger, then reduce
    big = Image.new("L", (2 * _LEAD * fine, 2 * _LEAD * fine))
    ImageDraw.Draw(big).polygon(
        placed(((-0.5, -0.8), (0.6, 0), (-0.5, 0.8)), *(big.width / 2,) * 2, _LEAD * fine), 255
    )
    mask = big.reduce(fine)
    image.paste(GOLD_LIGHT, (round(x) - _LEAD, round(y) - _LEAD), mask)


def _place(image: Image.Image, badges: Badges, player: Badge, x: float, y: float, *, turn: bool) -> None:
    """Draw the place of a card that is still to be played, with its player; `turn` if it is the next one."""
    draw, half, high = ImageDraw.Draw(image), CARD_WIDTH / 2, CARD_HEIGHT / 2
    box = (x - half + 3, y - high + 3, x + half - 4, y + high - 4)
    draw.rounded_rectangle(box, 18, outline=GOLD_LIGHT if turn else _EMPTY, width=6 if turn else 4)
    size, lines = fitted(player.label, _NAME_SIZES, CARD_WIDTH - 4 * _BESIDE, 3)
    top = y - (_BIG_BADGE + 20 + _LINE * len(lines)) / 2
    badges.lay(image, player, x, top + _BIG_BADGE / 2, _BIG_BADGE)
    for number, line in enumerate(lines):
        _shadowed(draw, x, top + _BIG_BADGE + 20 + _LINE * (number + 0.5), line, size, IVORY, "m")


def named(
    image: Image.Image, badges: Badges, player: Badge, x: float, y: float, widest: float, *, won: bool = False
) -> None:
    """Draw a badge and next to it the name, in two lines if it is long, centred on `x`, `y`."""
    room = widest - _BADGE - _BESIDE
    size, fitting = fitted(player.label, _NAME_SIZES, room, 2)
    lines, ink = [line for line in fitting if line], GOLD_LIGHT if won else IVORY
    across = max((_BESIDE + width(line, size) for line in lines), default=0.0)
    left = x - (_BADGE + across) / 2
    draw = ImageDraw.Draw(image)
    if won:
        draw.circle((left + _BADGE / 2, y), _BADGE / 2 + 6, GOLD_LIGHT)
    badges.lay(image, player, left + _BADGE / 2, y, _BADGE)
    for number, line in enumerate(lines):
        below = y + _LINE * (number - (len(lines) - 1) / 2)
        _shadowed(draw, left + _BADGE + _BESIDE, below, line, size, ink, "l")


def _shadowed(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: int, colour: str, anchor: str
) -> None:
    write(draw, x + 2, y + 2, text, size, FELT_SHADOW, anchor)
    write(draw, x, y, text, size, colour, anchor)
