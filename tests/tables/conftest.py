from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.store.database import Step
from tests.tables.room import Disk, OpenRoom, Room


@pytest.fixture
def path(tmp_path: Path, new_database: Path) -> Path:
    return Path(shutil.copy(new_database, tmp_path / "skiz.db"))


@pytest.fixture
async def open_room(path: Path) -> AsyncIterator[OpenRoom]:
    """Opens rooms on one database, and closes them in the end."""
    rooms: list[Room] = []

    async def opened(database: Path | str = path, **how: Any) -> Room:
        rooms.append(await Room.open(database, **how))
        return rooms[-1]

    yield opened
    for each in rooms:
        await each.close()


@pytest.fixture
async def room(open_room: OpenRoom) -> Room:
    return await open_room()


TRIGGERS = [
    f"CREATE TRIGGER full_{table}_{event} BEFORE {event} ON {table} BEGIN SELECT raise(ABORT, 'no disk'); END"
    for table, event in [("actions", "INSERT"), ("tables", "INSERT"), ("tables", "UPDATE")]
]


@pytest.fixture
def disk(room: Room) -> Disk:
    """Switches whether anything can be written."""

    async def works(working: bool) -> None:
        for trigger in TRIGGERS:
            name = trigger.split()[2]
            await room.store.write(Step(text(f"DROP TRIGGER {name}" if working else trigger)))

    return works
