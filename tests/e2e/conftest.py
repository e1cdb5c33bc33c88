from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.e2e.house import House, opened


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """The bot, quick: its pictures are sketched."""
    async with opened(tmp_path, monkeypatch) as house:
        yield house


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A local Discord without a bot."""
    place = Playground()
    await place.start()
    yield place
    await place.stop()
