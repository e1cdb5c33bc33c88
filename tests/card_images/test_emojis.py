"""Cards as emojis: small, different, and uploaded again only when their drawing has changed."""

from __future__ import annotations

import io

from PIL import Image, ImageChops, ImageStat

from bot.rules.cards import CARDS, card
from card_images import emoji, emoji_version
from card_images.deck import drawing_version
from card_images.emojis import SIZE

MOST_BYTES = 256 * 1024
BUTTON = 20
"""Pixels of an emoji on a button."""


def small(data: bytes, background: str) -> Image.Image:
    """An emoji as a button shows it."""
    with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
        assert image.size == (SIZE, SIZE)
        shown = Image.new("RGBA", image.size, background)
        shown.alpha_composite(image.convert("RGBA"))
    return shown.convert("L").resize((BUTTON, BUTTON), Image.Resampling.LANCZOS)


def distance(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of the pixels of two grey pictures, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(first, second)).mean[0]


def test_every_card_can_be_told_from_every_other_without_colours() -> None:
    drawn = [emoji(each) for each in CARDS]
    assert max(map(len, drawn)) < MOST_BYTES
    for background in ("#1e1f22", "#ffffff"):
        shown = [small(each, background) for each in drawn]
        pairs = [distance(a, b) for number, a in enumerate(shown) for b in shown[:number]]
        assert min(pairs) > 2


def test_a_card_looks_the_same_each_time() -> None:
    assert emoji(card("T21")) == emoji(card("T21"))
    assert emoji_version() == emoji_version()
    assert emoji_version() != drawing_version(), "a new face of a king does not change the emojis"
