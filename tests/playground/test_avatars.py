from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.playground.avatars import PORTRAITS, SIZE, Portrait, avatar_png, key_of


@pytest.mark.parametrize("portrait", PORTRAITS.values(), ids=PORTRAITS)
def test_a_portrait_is_a_png(portrait: Portrait) -> None:
    data = avatar_png(portrait.key)
    assert data is not None
    with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
        assert (image.size, image.mode) == ((SIZE, SIZE), "RGB")
        assert image.getpixel((2, 2)) == portrait.wall
        assert image.getpixel((SIZE // 2, SIZE // 2)) == portrait.skin
        assert image.getpixel((SIZE // 2, SIZE - 2)) == portrait.coat


def pixel(portrait: Portrait, x: int, y: int) -> tuple[int, ...]:
    """The colour of a portrait at a place, in hundredths of its width and height."""
    with Image.open(io.BytesIO(avatar_png(portrait.key) or b"")) as image:
        return image.getpixel((x * SIZE // 100, y * SIZE // 100))  # type: ignore[return-value]  # of a colour image


@pytest.mark.parametrize("portrait", PORTRAITS.values(), ids=PORTRAITS)
def test_only_long_hair_falls_beside_the_neck_and_only_a_beard_covers_the_chin(portrait: Portrait) -> None:
    assert pixel(portrait, 26, 66) == (portrait.hair if portrait.long else portrait.wall)
    assert pixel(portrait, 50, 69) == (portrait.hair if portrait.beard else portrait.skin)


def test_every_portrait_has_a_key_of_its_own() -> None:
    assert len({key_of(name) for name in PORTRAITS}) == len(PORTRAITS)
    assert key_of("bela.tarokk") is None
    assert avatar_png("0" * 32) is None
