"""The bot as its console command in a process of its own, and what its database says."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.games import GAMES
from bot.playground import Playground
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import Record, result_document
from bot.settings import VARIABLES
from bot.store import DealRow, SavedTable, Store

PATIENCE = 30.0
TOP = Path(__file__).parents[2]


@dataclass
class Console:
    """A running bot."""

    process: asyncio.subprocess.Process

    async def kill(self) -> None:
        """Kill it as the system does when memory is short, without a chance to clean up."""
        self.process.kill()
        await self.process.wait()

    async def end(self) -> tuple[int, str]:
        """Ask it to end, as a service manager does; returns its exit code and standard error."""
        self.process.terminate()
        _, complaints = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        assert self.process.returncode is not None
        return self.process.returncode, complaints.decode()


@asynccontextmanager
async def console(
    playground: Playground, folder: Path, database: Path | str, pictures: Path, thinkers: int = 0
) -> AsyncIterator[Console]:
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
            "DATABASE": str(database),
            "PICTURES": str(pictures),
            "THINKERS": str(thinkers),
            "COMPUTER_PAUSE": "0",
            "DOUBLE_PRESS": "0",
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
        # Whatever it still says is read, or its pipes would stay open. Processes that think hold them, too.
        await asyncio.wait_for(process.communicate(), PATIENCE)


@dataclass(frozen=True)
class Saved:
    """The one open table with its last deal, as the database has it."""

    table: SavedTable

    @property
    def deal(self) -> DealRow:
        assert self.table.deal is not None
        return self.table.deal

    @property
    def actions(self) -> list[str]:
        return [f"{each.seat} {each.action}" for each in self.table.actions]

    @property
    def replayed(self) -> Deal:
        """The deal played again from its log, every action of which must be legal."""
        row = self.deal
        hands = json.loads(row.hands)
        document = {
            "format": "tarock-deal/1",
            "game": self.table.table.game,
            "options": json.loads(self.table.table.options),
            "seats": len(hands),
            "dealer": row.dealer,
            "session": json.loads(row.session),
            "hands": hands,
            "talon": row.talon,
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
        assert self.deal.result is not None
        assert json.loads(self.deal.result) == result_document(deal.result)
        return deal


async def saved(database: Path | str) -> Saved:
    """What the database has of the one open table, read beside the bot or after its end."""
    store = await Store.open(database)
    (table,) = await store.log.open_tables()
    await store.close()
    return Saved(table)
