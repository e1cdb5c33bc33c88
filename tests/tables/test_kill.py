from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables.room import ANNA, Room, facts, finish

ROOT = Path(__file__).parents[2]


def play_and_be_killed(database: Path | str, steps: int) -> int:
    """Play until so many revisions are printed, then kill -9 at once; return the last one."""
    playing = subprocess.Popen(
        [sys.executable, "-m", "tests.tables.playing_alone", str(database)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert playing.stdout is not None
    with playing:
        printed = [playing.stdout.readline() for _ in range(steps)]
        playing.kill()
    assert all(printed), "the process ended by itself"
    return int(printed[-1])


@pytest.mark.parametrize("steps", [1, 3, 17])
async def test_kill_9_loses_nothing_that_was_published(database: Path | str, steps: int) -> None:
    for _ in range(2):
        printed = play_and_be_killed(database, steps)
        room = await Room.open(database)
        (table,) = room.tables.of_user(ANNA)
        assert table.revision >= printed
        (saved,) = await room.store.log.open_tables()
        assert table.deal is not None
        assert [str(move) for move in table.deal.log] == [
            f"{each.seat} {each.action}" for each in saved.actions
        ]
        before = facts(table)
        await room.close()
        room = await Room.open(database)
        (table,) = room.tables.of_user(ANNA)
        assert facts(table) == before
        room.tables.resume()
        await finish(table, room)
        assert table.deal is not None
        assert table.deal.result is not None
        await room.close()
