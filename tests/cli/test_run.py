"""The commands `run` and `play`, in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot import version
from bot.playground import Playground

TOP = Path(__file__).parents[2]
ADDRESS = re.compile(r"^  (\S+): (http://127\.0\.0\.1:\d+/p/[\w-]{20,}/)$", re.MULTILINE)


@contextlib.asynccontextmanager
async def running(*arguments: str, **settings: str | int) -> AsyncIterator[Process]:
    """The real command, killed at the end of the test if it still runs."""
    environment = os.environ | {name: str(value) for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        stdout=PIPE,
        stderr=PIPE,
        env=environment | {"PYTHONPATH": str(TOP)},
    )
    try:
        async with asyncio.timeout(60):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def until(process: Process, words: str) -> str:
    """The output up to the first line that contains a text."""
    assert process.stdout is not None
    lines = []
    while line := (await process.stdout.readline()).decode():
        lines.append(line)
        if words in line:
            return "".join(lines)
    raise AssertionError(f"{words!r} was not said, but: {''.join(lines)}")


def without_log(err: str) -> str:
    """The lines on standard error that are not log lines."""
    return "".join(line for line in err.splitlines(keepends=True) if not re.match(r"\d{4}-\d\d-\d\dT", line))


async def stopped(process: Process, by: signal.Signals) -> str:
    """Stop a bot; it ends in order. Return its log."""
    process.send_signal(by)
    _, err = await process.communicate()
    assert (process.returncode, without_log(err.decode())) == (0, "")
    return err.decode()


async def test_the_playground_opens_without_a_token() -> None:
    async with running(PLAYGROUND_PORT=0) as process:
        out = await until(process, "Ctrl+C")
        assert out.startswith("There is no DISCORD_TOKEN")
        addresses = dict(ADDRESS.findall(out))
        assert list(addresses) == ["Anna", "Béla", "Clara", "大輔"]
        async with aiohttp.ClientSession() as session:
            for address in addresses.values():
                async with session.get(address) as page:
                    assert page.status == 200
        log = await stopped(process, signal.SIGTERM)
    assert log.splitlines()[0].endswith(f" INFO bot: Skíz {version()}")
    assert Path("data/playground.db").is_file()
    assert not Path("data/playground.db-wal").exists(), "the database was not closed"
    assert not Path("data/skiz.db").exists()


async def test_play_opens_the_playground_even_with_a_token() -> None:
    async with running("play", PLAYGROUND_PORT=0, DISCORD_TOKEN="unused") as process:
        assert len(ADDRESS.findall(await until(process, "Ctrl+C"))) == 4
        await stopped(process, signal.SIGINT)


async def test_the_bot_joins_discord_with_a_token() -> None:
    playground = Playground()
    await playground.start()
    try:
        async with running(DISCORD_TOKEN=playground.token, DISCORD_ADDRESS=playground.address) as process:
            ready = "Ready: skiz is connected, servers: 1. Press Ctrl+C to stop.\n"
            assert await until(process, "Ready") == ready
            log = await stopped(process, signal.SIGTERM)
        assert playground.token not in log
        assert "voice" not in log
    finally:
        await playground.stop()


async def test_the_bot_reports_to_systemd() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("notify")
        systemd.setblocking(False)
        states = ""
        async with running(PLAYGROUND_PORT=0, NOTIFY_SOCKET="notify", WATCHDOG_USEC=20_000) as process:
            while "READY=1" not in states or not states.endswith("WATCHDOG=1"):
                states += (await asyncio.get_running_loop().sock_recv(systemd, 4096)).decode()
            process.send_signal(signal.SIGTERM)
            while not states.endswith("STOPPING=1"):
                states += (await asyncio.get_running_loop().sock_recv(systemd, 4096)).decode()
            await process.communicate()
            assert process.returncode == 0


IN_USE = os.strerror(errno.EADDRINUSE)
REFUSED = {
    "a wrong token": (
        {"DISCORD_TOKEN": "secret", "DISCORD_ADDRESS": "{place}"},
        *(2, "Discord refuses the token: copy it again from https://discord.com/"),
    ),
    "no network": (
        {"DISCORD_TOKEN": "secret", "DISCORD_ADDRESS": "http://127.0.0.1:1"},
        *(1, "Discord cannot be reached ("),
    ),
    "no token for an address": ({"DISCORD_ADDRESS": "http://127.0.0.1:1"}, 2, "DISCORD_TOKEN is missing: "),
    "several processes on a file": (
        {"DISCORD_TOKEN": "secret", "SHARDS": "1/2"},
        *(
            2,
            "SHARDS=1/2 is for several processes, which need a DATABASE in PostgreSQL; an SQLite file serves",
        ),
    ),
    "a port in use": ({"PLAYGROUND_PORT": "{port}"}, 1, f"Port {{port}} cannot be used ({IN_USE}): "),
    "a health port in use": (
        {"PLAYGROUND_PORT": "0", "HEALTH_PORT": "{port}"},
        *(2, f"HEALTH_PORT={{port}} cannot be used on HEALTH_HOST=127.0.0.1 ({IN_USE})"),
    ),
    "a path that is no folder": (
        {"PLAYGROUND_PORT": "0", "DATABASE": "file/skiz.db"},
        *(2, "The file file/playground.db cannot be written: "),
    ),
    "a wrong setting": ({"COMPUTER_PAUSE": "soon"}, 2, "COMPUTER_PAUSE=soon should be a number"),
}


@pytest.mark.parametrize(("settings", "code", "words"), REFUSED.values(), ids=REFUSED)
async def test_a_start_that_fails_is_explained_in_one_line(
    settings: dict[str, str], code: int, words: str
) -> None:
    Path("file").touch()
    playground = Playground()
    await playground.start()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = {"place": playground.address, "port": taken.getsockname()[1]}
        async with running(**{name: value.format(**place) for name, value in settings.items()}) as process:
            out, err = (said.decode() for said in await process.communicate())
    await playground.stop()
    assert process.returncode == code
    assert out.count("\n") == ("DISCORD_TOKEN" not in settings and "PLAYGROUND_PORT" in settings)
    assert without_log(err).startswith(words.format(**place))
    assert without_log(err).count("\n") == 1
    assert "secret" not in err
