"""The bot as its console command in a process of its own, and what its database says."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.games import GAMES
from bot.playground import Playground
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import Record, result_document
from bot.settings import VARIABLES

PATIENCE = 30.0
TOP = Path(__file__).parents[2]


@dataclass
class Console:
    """A running bot."""

    process: asyncio.subprocess.Process

    async def kill(self) -> None:
        """Kill it as the system does when memory is short: nothing can be put in order."""
        self.process.kill()
        await self.process.wait()

    async def end(self) -> tuple[int, str]:
        """Ask it to end, as a service manager does; its exit code and what it said on standard error."""
        self.process.terminate()
        _, complaints = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        assert self.process.returncode is not None
        return self.process.returncode, complaints.decode()


@asynccontextmanager
async def console(playground: Playground, folder: Path, pictures: Path) -> AsyncIterator[Console]:
    """`python -m bot`, joined to a local Discord and ready."""
    others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        cwd=folder,
        env=others
        | {
            "PYTHONPATH": str(TOP),  # the checkout under test, wherever the environment was installed from
            "DISCORD_TOKEN": playground.token,
            "DISCORD_ADDRESS": playground.address,
            "DATABASE": str(folder / "skiz.db"),
            "PICTURES": str(pictures),
            "COMPUTER_PAUSE": "0",
            "LOG_LEVEL": "WARNING",
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert line.startswith(b"Ready"), line
        yield Console(process)
    finally:
        if process.returncode is None:
            process.kill()
        # Whatever it still says is read, or its pipes would stay open.
        await process.communicate()


@dataclass(frozen=True)
class Saved:
    """The last deal of the one table, as the database has it."""

    row: dict[str, Any]
    actions: list[str]

    @property
    def replayed(self) -> Deal:
        """The deal played again from its log, every action of which must be legal."""
        row = self.row
        document = {
            "format": "tarock-deal/1",
            "game": row["game"],
            "options": json.loads(row["options"]),
            "seats": len(json.loads(row["hands"])),
            "dealer": row["dealer"],
            "session": json.loads(row["inherited"]),
            "hands": json.loads(row["hands"]),
            "talon": row["talon"],
            "actions": self.actions,
        }
        record = Record.parse(json.dumps(document), GAMES)
        deal = Deal.start(record.game, record.layout)
        for move in record.moves:
            after = deal.act(move.seat, move.action)
            assert not isinstance(after, Refusal), f"{move} is refused: {after.code}"
            deal = after
        return deal

    def assert_scored_as_replayed(self) -> Deal:
        """The result in the database is what the log comes to."""
        deal = self.replayed
        assert deal.result is not None
        assert json.loads(self.row["result"]) == result_document(deal.result)
        return deal


def saved(folder: Path) -> Saved:
    """What the database has of the last deal, read beside the bot or after its end."""
    with closing(sqlite3.connect(folder / "skiz.db")) as database:
        database.row_factory = sqlite3.Row
        row = database.execute(
            "SELECT game, options, number, deals.session AS inherited, dealer, hands, talon, result"
            " FROM deals JOIN tables ON id = table_id ORDER BY number DESC LIMIT 1"
        ).fetchone()
        actions = database.execute(
            "SELECT seat || ' ' || action FROM actions WHERE deal = ? ORDER BY seq", (row["number"],)
        ).fetchall()
    return Saved(dict(row), [each[0] for each in actions])
