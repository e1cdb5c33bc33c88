""""""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from bot.cli.recount import Account, recounted
from bot.games import GAMES
from bot.store.database import Database
from bot.store.schema import actions, rated
from tests.examples import examples
from tests.tables.playing_alone import SESSIONS
from tests.tables.room import ANNA, TOY, Room, facts, finish

ROOT = Path(__file__).parents[2]
KILLS = examples(3).max_examples
MOST_ACTIONS = 60
MOST_SECONDS = 0.05

logger = logging.getLogger(__name__)


def play_and_be_killed(database: Path | str, chance: Random) -> set[str]:
    """Play until some random moment, then kill -9; return the actions and ratings that were confirmed."""
    command = [sys.executable, "-m", "tests.tables.playing_alone", str(database), str(chance.random())[2:]]
    playing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    with playing:
        assert playing.stdout is not None
        printed = [playing.stdout.readline() for _ in range(chance.randint(1, MOST_ACTIONS))]
        time.sleep(chance.uniform(0, MOST_SECONDS))
        assert playing.poll() is None, "the process ended by itself"
        playing.kill()
        printed += playing.stdout.readlines()
    return {each.removesuffix("\n") for each in printed if each.endswith("\n")}


async def saved(database: Path | str) -> set[str]:
    """All actions and rated sessions in the database, as the process prints them."""
    opened = await Database.open(database)
    columns = (actions.c.table_id, actions.c.deal, actions.c.seq, actions.c.seat, actions.c.action)
    taken, sessions = await opened.read(select(*columns), select(rated.c.table_id).distinct())
    await opened.close()
    return {" ".join(map(str, row)) for row in taken} | {f"{table_id} rated" for (table_id,) in sessions}


async def test_kill_9_loses_nothing_that_was_confirmed(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cli.recount.GAMES", {**GAMES, TOY.name: TOY})
    chance = Random(3)
    confirmed: set[str] = set()
    for _ in range(KILLS):
        before = await saved(database) if confirmed else set()
        confirmed |= play_and_be_killed(database, chance)
        found = await saved(database)
        assert confirmed <= found
        assert before <= found, "what was saved has changed"
    assert (await recounted(database, Account(as_json=False))).differences == 0
    sessions = {each for each in await saved(database) if each.endswith(" rated")}
    assert sessions, "no session came to its end"
    room = await Room.open(database)
    tables = [each for each in room.tables.of_user(ANNA) if each.now.channel_id != SESSIONS]
    assert len(tables) == len(GAMES), "every log can be replayed"
    room.tables.resume()
    for table in tables:
        await finish(table, room)
    played = [facts(table) for table in tables]
    await room.close()
    room = await Room.open(database)
    again = [each for each in room.tables.of_user(ANNA) if each.now.channel_id != SESSIONS]
    assert [facts(table) for table in again] == played
    await room.close()
    logger.info(
        "%d kills, %d confirmed actions and ratings, none lost; %d sessions rated",
        *(KILLS, len(confirmed), len(sessions)),
    )
