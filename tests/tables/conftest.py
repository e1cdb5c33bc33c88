from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tables.room import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "skiz.db"


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    opened = await Room.open(path)
    yield opened
    await opened.close()
