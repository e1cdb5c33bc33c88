"""One drawing of the deck for all tests of this folder."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.rules.cards import CARDS, Card
from card_images import Pictures
from card_images.deck import Deck

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def drawn_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all 54 masters."""
    folder = tmp_path_factory.mktemp("deck")
    Deck(folder).prepare()
    return folder


@pytest.fixture(scope="session")
def drawn_deck(drawn_folder: Path) -> Deck:
    return Deck(drawn_folder)


@pytest.fixture(scope="session")
def masters(drawn_folder: Path) -> dict[Card, Image.Image]:
    deck = Deck(drawn_folder)
    return {card: deck.master(card) for card in CARDS}


@pytest.fixture(scope="session")
def pictures(drawn_folder: Path) -> Pictures:
    return Pictures(drawn_folder)


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "WEBP"
        return image.convert("RGBA")
