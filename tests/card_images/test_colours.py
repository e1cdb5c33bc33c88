from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from card_images.build import exact_colours
from card_images.encoding import palette_image
from card_images.palette import (
    FACE,
    FLOWERS,
    GOLD,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    NIGHT,
    NIGHT_INDEX,
    SEATS,
    SUIT,
    felt_tones,
    mix,
)
from card_images.tiles import dimmed
from tests.card_images.vision import EYES, contrast, distance

INDICES = {
    **{suit: (colour, FACE) for suit, colour in SUIT.items()},
    "tarock": (NIGHT_INDEX, NIGHT),
    "honour": (HONOUR_INDEX, GOLD_LIGHT),
}


def dim(colour: str) -> str:
    red, green, blue = dimmed(Image.new("RGB", (1, 1), colour)).tobytes()
    return f"#{red:02X}{green:02X}{blue:02X}"


def sent(colour: str) -> str:
    """A colour as it is sent: the nearest one of the PNG palette."""
    pixel = Image.new("RGB", (1, 1), colour)
    quantized = pixel.quantize(palette=palette_image(), dither=Image.Dither.NONE).convert("RGB")
    return f"#{quantized.tobytes().hex().upper()}"


@pytest.mark.parametrize(("ink", "ground"), INDICES.values(), ids=INDICES)
def test_an_index_stands_out_from_its_ground_bright_and_dimmed(ink: str, ground: str) -> None:
    for as_seen in (str, sent):
        assert contrast(as_seen(ink), as_seen(ground)) >= 3.3
        assert contrast(as_seen(dim(ink)), as_seen(dim(ground))) >= 3.3


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_suits_apart(eye: str) -> None:
    for one, other in combinations(SUIT.values(), 2):
        for as_seen in (str, sent):
            assert distance(as_seen(one), as_seen(other), eye) >= 20
            assert distance(as_seen(dim(one)), as_seen(dim(other)), eye) >= 12


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_seats_apart_and_from_the_felt(eye: str) -> None:
    for as_seen in (str, sent):
        for one, other in combinations(SEATS, 2):
            assert distance(as_seen(one), as_seen(other), eye) >= 30
        for seat in SEATS:
            assert all(distance(as_seen(seat), tone, eye) >= 13 for tone in felt_tones())


@pytest.mark.parametrize("seat", SEATS)
def test_the_colour_of_a_seat_contrasts_with_paper_and_with_its_initials(seat: str) -> None:
    for as_seen in (str, sent):
        assert contrast(as_seen(seat), as_seen(FACE)) >= 3
        assert contrast(as_seen(seat), as_seen(IVORY)) >= 3


@pytest.mark.parametrize("colour", exact_colours())
def test_colours_that_must_be_exact_are_sent_unchanged(colour: str) -> None:
    hint = "rebuild the palette: python -m card_images.build palette"
    assert distance(sent(colour), colour, "normal") < 3, hint


def test_the_colours_of_a_card_are_among_the_exact_ones() -> None:
    """Paper, indices and flowers are flat areas, where another shade would be noticed."""
    flat = {FACE, NIGHT, NIGHT_INDEX, GOLD_LIGHT, HONOUR_INDEX, GOLD, IVORY, *SUIT.values()}
    flat |= {tone for flower in FLOWERS for tone in flower}
    assert flat <= {*exact_colours()}


def test_suit_cards_are_light_and_tarocks_dark_even_when_dimmed() -> None:
    assert contrast(dim(FACE), dim(NIGHT)) > 4.5
    assert contrast(dim(FACE), NIGHT) > 4.5


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix("#000000", "#FF8000", 0) == "#000000"
    assert mix("#000000", "#FF8000", 1) == "#FF8000"
    assert mix("#000000", "#FF8000", 0.5) == "#804000"
