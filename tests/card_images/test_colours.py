from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageColor

from card_images.build import exact_colours
from card_images.encoding import palette_image
from card_images.palette import (
    BAND,
    FACE,
    GOLD,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    LINE,
    MUTED,
    NIGHT,
    NIGHT_INDEX,
    NIGHT_RIM,
    SEATS,
    SUIT,
    TONES,
    Tone,
    felt_tones,
    mix,
)
from card_images.tiles import dimmed

Triple = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
_TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505),
)  # fmt: skip
_WHITE = (0.9505, 1.0, 1.089)


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def _linear(colour: str) -> Triple:
    parts = (value / 255 for value in ImageColor.getrgb(colour)[:3])
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((_times(_TO_XYZ, _linear(colour))[1] for colour in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _lab(colour: str, eye: str) -> Triple:
    seen = _times(EYES[eye], _linear(colour))
    clipped = (min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2])))
    ratios = (value / white for value, white in zip(_times(_TO_XYZ, clipped), _WHITE, strict=True))
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(first: str, second: str, eye: str) -> float:
    """The CIE76 distance of two colours as seen with this kind of colour vision."""
    return math.dist(_lab(first, eye), _lab(second, eye))


INDICES = {
    **{suit: (colour, FACE) for suit, colour in SUIT.items()},
    **{f"tarock {number}": (NIGHT_INDEX, tone.ground) for number, tone in enumerate(TONES)},
    **{f"star {number}": (GOLD_LIGHT, tone.ground) for number, tone in enumerate(TONES)},
    "honour": (HONOUR_INDEX, GOLD_LIGHT),
    "star of an honour": (NIGHT, GOLD_LIGHT),
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
        assert contrast(as_seen(ink), as_seen(ground)) >= 4.5
        assert contrast(as_seen(dim(ink)), as_seen(dim(ground))) >= 4.5


@pytest.mark.parametrize("ink", [LINE, MUTED, SUIT["C"], SUIT["H"]])
def test_the_text_of_a_sheet_stands_out_from_its_rows(ink: str) -> None:
    assert all(contrast(as_seen(ink), as_seen(row)) >= 4.5 for row in (FACE, BAND) for as_seen in (str, sent))


@pytest.mark.parametrize("edge", [FACE, NIGHT_RIM])
def test_a_dimmed_card_does_not_sink_into_the_felt(edge: str) -> None:
    assert all(contrast(dim(edge), tone) >= 3 for tone in felt_tones())


def test_a_dimmed_card_is_less_saturated_and_darker() -> None:
    for colour in (*SUIT.values(), *(tone.ground for tone in TONES)):
        (bright, most), (dark, least) = (
            (min(parts), max(parts)) for parts in map(ImageColor.getrgb, (colour, dim(colour)))
        )
        assert least - dark < 0.6 * (most - bright)
    assert contrast(FACE, dim(FACE)) > 1.4


@pytest.mark.parametrize(("lower", "higher"), [*pairwise(TONES)])
def test_each_group_of_tarocks_has_a_ground_of_its_own(lower: Tone, higher: Tone) -> None:
    assert distance(lower.ground, higher.ground, "normal") >= 15


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
    """Paper, indices and tarocks are flat areas, where another shade would be noticed."""
    flat = {FACE, NIGHT, NIGHT_INDEX, GOLD_LIGHT, HONOUR_INDEX, GOLD, IVORY, *SUIT.values()}
    flat |= {BAND, MUTED, *(colour for tone in TONES for colour in tone)}
    assert flat <= {*exact_colours()}


def test_suit_cards_are_light_and_tarocks_dark_even_when_dimmed() -> None:
    for tone in TONES:
        assert contrast(dim(FACE), dim(tone.ground)) > 4.5
        assert contrast(dim(FACE), tone.ground) > 4.5


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix("#000000", "#FF8000", 0) == "#000000"
    assert mix("#000000", "#FF8000", 1) == "#FF8000"
    assert mix("#000000", "#FF8000", 0.5) == "#804000"
