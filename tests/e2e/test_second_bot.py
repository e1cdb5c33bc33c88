"""Two bots on one database, each in a process of its own: the second one does not start."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.playground import Playground
from bot.settings import VARIABLES
from bot.store import Store
from tests.e2e.console import PATIENCE, TOP, console
from tests.postgresql import Server

IN_USE: Final = "The database {} is in use by another bot; stop that one first, or set another DATABASE.\n"


@asynccontextmanager
async def started(folder: Path, *arguments: str, **settings: str) -> AsyncIterator[Process]:
    """`python -m bot` in a folder; killed in the end if it still runs."""
    others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=folder,
        env=others | {"PYTHONPATH": str(TOP), "PLAYGROUND_PORT": "0", "THINKERS": "0"} | settings,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def is_ready(process: Process) -> bool:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if line.startswith(b"Ready"):
            return True
    return False


async def refused(process: Process) -> str:
    """What a bot says that does not start, which a restart would not mend."""
    out, err = await process.communicate()
    assert (process.returncode, out) == (2, b"")
    return err.decode()


def files(folder: Path) -> dict[Path, bytes]:
    return {each: each.read_bytes() for each in sorted(folder.rglob("*.db*"))}


async def test_a_second_bot_on_the_same_file_does_not_start(tmp_path: Path) -> None:
    async with started(tmp_path, "play") as first:
        assert await is_ready(first)
        async with started(tmp_path, "play") as second:
            assert await refused(second) == IN_USE.format("data/playground.db")
        async with started(tmp_path, "play", DATABASE="other/skiz.db") as other:
            assert await is_ready(other)
        for beside in ("check", "recount"):
            async with started(tmp_path, beside, DATABASE="data/playground.db") as command:
                await command.communicate()
                assert command.returncode == 0, beside
        assert first.returncode is None
        first.kill()
        await first.wait()
    async with started(tmp_path, "play") as again:
        assert await is_ready(again), "the lock has ended with the process that held it"
        again.terminate()
        await again.communicate()
        assert again.returncode == 0


async def test_no_database_is_made_where_a_bot_is_running(tmp_path: Path) -> None:
    async with started(tmp_path, "play") as bot:
        assert await is_ready(bot)
        database = {"DATABASE": "data/playground.db"}
        async with started(tmp_path, "backup", "copy.db", **database) as copying:
            await copying.communicate()
            assert copying.returncode == 0
        (tmp_path / "aside").mkdir()
        for each in (tmp_path / "data").glob("playground.db*"):
            each.rename(tmp_path / "aside" / each.name)
        before = files(tmp_path)
        for arguments in (("restore", "copy.db"), ("move", "copy.db", "data/playground.db")):
            async with started(tmp_path, *arguments, **database) as command:
                assert "data/playground.db is in use by another bot" in await refused(command)
        assert files(tmp_path) == before


async def test_a_second_bot_on_the_same_server_does_not_start(
    tmp_path: Path, server: Server, deck_folder: Path
) -> None:
    playground, address = Playground(), await server.create()
    await playground.start()
    settings = {
        "DISCORD_TOKEN": playground.token,
        "DISCORD_ADDRESS": playground.address,
        "DATABASE": address,
    }
    try:
        async with console(playground, tmp_path, address, deck_folder) as first:
            async with started(tmp_path, **settings) as second:
                assert await refused(second) == IN_USE.format("in PostgreSQL")
            async with started(tmp_path, "recount", **settings) as command:
                await command.communicate()
                assert command.returncode == 0
            await (await Store.open(tmp_path / "new.db")).close()
            async with started(tmp_path, "move", "new.db", address) as moving:
                assert "already has a table" in await refused(moving)
            await first.kill()
        async with console(playground, tmp_path, address, deck_folder) as again:
            assert await again.end() == (0, "")
    finally:
        await playground.stop()
