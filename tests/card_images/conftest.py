"""The deck and its cards, read once for all tests of this folder."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.rules.cards import CARDS, Card
from card_images import Avatars, Badge, Pictures, Style
from card_images.avatars import Badges
from card_images.deck import Deck

if TYPE_CHECKING:
    from pathlib import Path


NAMES = ("Anna", "Béla", "大輔", "Ștefan", "Őrsi Ágota")


@pytest.fixture(scope="session")
def drawn_deck(deck_folder: Path) -> Deck:
    return Deck(deck_folder)


@pytest.fixture(scope="session")
def masters(drawn_deck: Deck) -> dict[Card, Image.Image]:
    return {card: drawn_deck.master(card) for card in CARDS}


@pytest.fixture(scope="session")
def large(drawn_deck: Deck) -> dict[Card, Image.Image]:
    """The masters of the large style."""
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
    """People by seat, without avatars."""
    return tuple(Badge(name, seat) for seat, name in enumerate(NAMES[:count]))


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "PNG"
        return image.convert("RGBA")
