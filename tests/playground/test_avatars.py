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


def test_every_portrait_has_a_key_of_its_own() -> None:
    assert len({key_of(name) for name in PORTRAITS}) == len(PORTRAITS)
    assert key_of("bela.tarokk") is None
    assert avatar_png("0" * 32) is None
