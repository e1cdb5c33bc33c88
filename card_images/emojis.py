"""Cards as emojis: a rank and a suit sign, legible on a button 20 pixels high."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from bot.rules.cards import SKUS, TAROCK, TRULL, Card
from card_images.canvas import INDEX_FONT, SCALE, WIDTH, Canvas, placed, sign, star
from card_images.deck import drawing_version
from card_images.palette import (
    FACE,
    FACE_EDGE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    HONOUR_INDEX,
    NIGHT_INDEX,
    SUIT,
    tone,
)

SIZE: Final = 128  # width and height, pixels: what Discord recommends
_MIDDLE: Final = WIDTH / 2
_CARD: Final = (18, 3, WIDTH - 18, WIDTH - 3, 34)
"""The edges of the card and the radius of its corners; the emoji is `WIDTH` card units wide and high."""


def emoji_version() -> str:
    """Return ten hex digits that change with the drawing of the emojis."""
    return drawing_version(("palette", "canvas", "emojis"))


def emoji(card: Card) -> bytes:
    """Draw the emoji of a card: a PNG with a transparent background."""
    canvas = Canvas()
    if card.suit == TAROCK:
        _tarock(canvas, card)
    else:
        canvas.box(*_CARD, FACE, FACE_EDGE, 9)
        canvas.text(_MIDDLE, 67, card.rank, INDEX_FONT, 108, SUIT[card.suit], 150)
        sign(canvas, card.suit, _MIDDLE, 190, 88, SUIT[card.suit])
    image = canvas.image.crop((0, 0, WIDTH * SCALE, WIDTH * SCALE))
    file = io.BytesIO()
    # To reduce the picture first halves the time, and no pixel differs visibly.
    small = image.resize((SIZE, SIZE), Image.Resampling.LANCZOS, reducing_gap=3.0)
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def _tarock(canvas: Canvas, card: Card) -> None:
    """Draw nothing but the number: a sign below it would be read as a full stop."""
    honour = card in TRULL
    ground = GOLD_LIGHT if honour else tone(int(card.rank)).ground
    canvas.box(*_CARD, ground, GOLD_DARK if honour else GOLD, 11)
    ink = HONOUR_INDEX if honour else NIGHT_INDEX
    if card == SKUS:
        canvas.shape(placed(star(5, 92, 38), _MIDDLE, _MIDDLE + 6), ink)
    else:
        canvas.text(_MIDDLE, _MIDDLE, card.rank, INDEX_FONT, 160, ink, 174)
