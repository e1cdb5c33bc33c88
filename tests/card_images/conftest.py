"""The deck and its cards, read once for all tests of this folder."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from bot.rules.cards import CARDS, HAND_ORDER, Card, Cards
from card_images import Avatars, Badge, Pictures, Style
from card_images.avatars import Badges
from card_images.deck import Deck
from card_images.hand import Place
from card_images.palette import felt_tones
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, UNIT

NAMES = ("Anna", "Béla", "大輔", "Ștefan", "Őrsi Ágota")


@pytest.fixture(scope="session")
def drawn_deck(deck_folder: Path) -> Deck:
    return Deck(deck_folder)


@pytest.fixture(scope="session")
def masters(drawn_deck: Deck) -> dict[Card, Image.Image]:
    return {card: drawn_deck.master(card) for card in CARDS}


@pytest.fixture(scope="session")
def large(drawn_deck: Deck) -> dict[Card, Image.Image]:
    return {card: drawn_deck.master(card, Style.LARGE) for card in CARDS}


@pytest.fixture(scope="session")
def deck_of(
    masters: dict[Card, Image.Image], large: dict[Card, Image.Image]
) -> dict[Style, dict[Card, Image.Image]]:
    return {Style.STANDARD: masters, Style.LARGE: large}


@pytest.fixture(scope="session")
def pictures(deck_folder: Path) -> Pictures:
    return Pictures(deck_folder)


@pytest.fixture
def avatars() -> Avatars:
    return Avatars(None)


@pytest.fixture
def badges(avatars: Avatars) -> Badges:
    return Badges(avatars)


def players(count: int) -> tuple[Badge, ...]:
    return tuple(Badge(name, seat) for seat, name in enumerate(NAMES[:count]))


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "PNG"
        return image.convert("RGBA")


FELT = {ImageColor.getrgb(tone) for tone in felt_tones()}


Box = tuple[int, int, int, int]


def where(image: Image.Image, colour: str, box: Box | None = None) -> Box | None:
    """Return the bounding box of all pixels of exactly this colour, or `None`."""
    part = image.crop(box) if box else image
    red, green, blue = ImageColor.getrgb(colour)[:3]
    exact = [value == wanted for wanted in (red, green, blue) for value in range(256)]
    bands = part.point([255 * each for each in exact]).split()
    mask = Image.new("L", part.size, 255)
    for band in bands:
        mask = Image.composite(mask, Image.new("L", part.size), band)
    return mask.getbbox()


def colours(image: Image.Image, box: Box) -> set[object]:
    return {colour for _, colour in image.crop(box).getcolors(1 << 20) or ()}


Point = tuple[float, float]


def mixed(count: int) -> tuple[Card, ...]:
    """Return a hand of `count` cards, spread evenly over tarocks and suits."""
    return Cards.of(HAND_ORDER[i * len(HAND_ORDER) // count] for i in range(count)).sorted


def on_picture(place: Place, x: float, y: float) -> Point:
    """Map a point of a card (card units from its upper left corner) to the picture (pixels)."""
    turn = math.radians(place.half_degrees / 2)
    a, b = x * UNIT - CARD_WIDTH / 2, y * UNIT - CARD_HEIGHT / 2
    cosine, sine = math.cos(turn), math.sin(turn)
    return place.x + a * cosine - b * sine, place.y + a * sine + b * cosine
