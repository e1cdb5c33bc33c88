from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from card_images import Pictures
from tests.e2e.house import House, opened


@pytest.fixture(scope="session")
def drawn(request: pytest.FixtureRequest) -> Path:
    """The folder of the cards: they are drawn once, and again when their drawing changes."""
    assert request.config.cache is not None
    folder = Path(request.config.cache.mkdir("pictures"))
    Pictures(folder).prepare()
    return folder


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """The bot, quick: its pictures are sketched."""
    async with opened(tmp_path, monkeypatch) as house:
        yield house
