from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.tables.room import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
def path(tmp_path: Path, new_database: Path) -> Path:
    return Path(shutil.copy(new_database, tmp_path / "skiz.db"))


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    opened = await Room.open(path)
    yield opened
    await opened.close()
