"""For all tests: the deck, drawn once; the examples of hypothesis; a run that always ends."""

from __future__ import annotations

import faulthandler
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from card_images.deck import FACES, Deck
from tests.examples import USUAL

if TYPE_CHECKING:
    from pathlib import Path

settings.load_profile(USUAL)

LAST_SECONDS = 20.0


def pytest_unconfigure() -> None:
    """End the process even if a failed test has left a thread that never ends, and show where it is."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True, file=2)


@pytest.fixture(scope="session")
def deck_folder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Path:
    """A folder with all masters of both styles, shared by the workers.

    pytest's cache keeps it from run to run: a drawing that has changed is drawn again. Without that cache
    the deck is drawn once in a run.
    """
    if request.config.pluginmanager.has_plugin("cacheprovider"):
        folder = request.config.cache.mkdir("pictures")
    else:
        own = tmp_path_factory.getbasetemp()
        folder = (own if worker_id == "master" else own.parent) / "pictures"
    deck = Deck(folder)
    # Each worker in an order of its own, so that they share the work.
    for face in random.Random(worker_id).sample(FACES, len(FACES)):
        if not deck.keeps(face):
            deck.master(*face)
    deck.prepare()
    return folder
