from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from card_images.palette import FACE, GOLD_LIGHT, HONOUR_INDEX, NIGHT, NIGHT_GLOW, NIGHT_INDEX, SUIT, mix
from card_images.tiles import dimmed

from .vision import EYES, contrast, distance

INDICES = {
    **{suit: (colour, FACE) for suit, colour in SUIT.items()},
    "tarock": (NIGHT_INDEX, NIGHT),
    "tarock in the glow": (NIGHT_INDEX, NIGHT_GLOW),
    "honour": (HONOUR_INDEX, GOLD_LIGHT),
}


def dim(colour: str) -> str:
    red, green, blue = dimmed(Image.new("RGB", (1, 1), colour)).tobytes()
    return f"#{red:02X}{green:02X}{blue:02X}"


@pytest.mark.parametrize(("ink", "ground"), INDICES.values(), ids=INDICES)
def test_an_index_stands_out_from_its_ground_bright_and_dimmed(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 3.3
    assert contrast(dim(ink), dim(ground)) >= 3.3


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_suits_apart(eye: str) -> None:
    for one, other in combinations(SUIT.values(), 2):
        assert distance(one, other, eye) >= 20
        assert distance(dim(one), dim(other), eye) >= 12


def test_suit_cards_are_light_and_tarocks_dark_even_when_dimmed() -> None:
    assert contrast(dim(FACE), dim(NIGHT)) > 4.5
    assert contrast(dim(FACE), NIGHT) > 4.5


def test_the_measures_agree_with_known_values() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert distance("#FFFFFF", "#000000", "normal") == pytest.approx(100, abs=0.1)
    assert distance("#FF0000", "#00A000", "deutan") < distance("#FF0000", "#00A000", "normal") / 2


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix("#000000", "#FF8000", 0) == "#000000"
    assert mix("#000000", "#FF8000", 1) == "#FF8000"
    assert mix("#000000", "#FF8000", 0.5) == "#804000"
