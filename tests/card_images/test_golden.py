"""Every picture matches its golden picture; `make gallery` writes new ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from card_images import Pictures
from card_images.deck import Deck
from card_images.gallery import gallery, sheets, smaller

GOLDEN = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = sorted(file.stem for file in GOLDEN.glob("*.webp"))
# Lossy WebP changes colours at edges, so the means of 3 x 3 pixels are compared.
MEAN = 3.5  # of 255
FAR = 25
FAR_SHARE = 0.0005


@pytest.fixture(scope="module")
def drawn(pictures: Pictures, drawn_deck: Deck) -> Mapping[str, bytes]:
    return {**gallery(pictures), **sheets(drawn_deck)}


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures differ by no more than the tolerance, transparent corners included."""
    if one.size != other.size:
        return False
    flattened = []
    for image in (one, other):
        page = Image.new("RGBA", image.size, "#FF00FF")
        page.alpha_composite(image)
        flattened.append(page.convert("RGB").reduce(3))
    difference = ImageChops.difference(*flattened)
    far = sum(difference.convert("L").histogram()[FAR:]) / (difference.width * difference.height)
    return max(ImageStat.Stat(difference).mean) <= MEAN and far <= FAR_SHARE


def golden(name: str) -> Image.Image:
    with Image.open(GOLDEN / f"{name}.webp") as image:
        return image.convert("RGBA")


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_matches_its_golden_picture(name: str, drawn: Mapping[str, bytes]) -> None:
    assert alike(smaller(drawn[name]), golden(name))
