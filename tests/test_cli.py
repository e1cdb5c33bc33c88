"""The command line `python -m bot`."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import socket
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiohttp
import pytest

from bot import __version__
from bot.__main__ import main
from bot.playground import Playground
from bot.store import Store
from tests import postgresql

TOP = Path(__file__).parents[1]
ADDRESS = re.compile(r"^  (\S+): (http://127\.0\.0\.1:\d+/p/[\w-]{20,}/)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def clean_process(monkeypatch: pytest.MonkeyPatch, no_settings: None) -> None:
    """No settings, and no logging of commands that run in this process."""
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    monkeypatch.setenv("PYTHONPATH", str(TOP))


@contextlib.asynccontextmanager
async def running(*arguments: str, **settings: str | int) -> AsyncIterator[Process]:
    """The real command, killed at the end of the test if it still runs."""
    environment = os.environ | {name: str(value) for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, stdout=PIPE, stderr=PIPE, env=environment
    )
    try:
        async with asyncio.timeout(60):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def told(*arguments: str, **settings: str | int) -> tuple[int | None, str, str]:
    """The exit code, output and errors of a command that ends by itself."""
    async with running(*arguments, **settings) as process:
        out, err = await process.communicate()
        return process.returncode, out.decode(), err.decode()


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


def one_line(err: str) -> str:
    """The single line on standard error of a failed command, without its log."""
    line = without_log(err)
    assert line.count("\n") == 1, err
    return line


# -- help ----------------------------------------------------------------------------------


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told_all = capsys.readouterr().out
    for command in ("run", "play", "replay", "analyse", "check", "backup", "restore", "move"):
        assert re.search(rf"^    {command} ", told_all, re.MULTILINE), command


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Skíz {__version__}\n"


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["deal"])
    assert "invalid choice: 'deal'" in capsys.readouterr().err


async def test_replay_gets_its_own_arguments() -> None:
    code, out, err = await told("replay", "--json", str(TOP / "tests/golden/tapp_tarock.worked.jsonl"))
    assert (code, err) == (0, "")
    assert all(line.startswith('{"ok": true') for line in out.splitlines())


# -- run and play --------------------------------------------------------------------------


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
        process.send_signal(signal.SIGTERM)
        _, err = await process.communicate()
        assert (process.returncode, without_log(err.decode())) == (0, "")
    assert Path("data/playground.db").is_file()
    assert not Path("data/playground.db-wal").exists(), "the database was not closed"
    assert not Path("data/skiz.db").exists()


async def test_play_opens_the_playground_whether_or_not_there_is_a_token() -> None:
    async with running("play", PLAYGROUND_PORT=0, DISCORD_TOKEN="unused") as process:
        out = await until(process, "Ctrl+C")
        assert len(ADDRESS.findall(out)) == 4
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
        assert (process.returncode, without_log(err.decode())) == (0, "")


async def test_the_bot_joins_discord_with_a_token() -> None:
    playground = Playground()
    await playground.start()
    try:
        async with running(DISCORD_TOKEN=playground.token, DISCORD_ADDRESS=playground.address) as process:
            assert (
                await until(process, "Ready")
                == "Ready: skiz is connected, servers: 1. Press Ctrl+C to stop.\n"
            )
            process.send_signal(signal.SIGTERM)
            _, err = await process.communicate()
            assert (process.returncode, without_log(err.decode())) == (0, "")
            assert playground.token not in err.decode()
            assert "voice" not in err.decode()
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


async def test_a_wrong_token_is_reported_in_one_line() -> None:
    playground = Playground()
    await playground.start()
    try:
        code, out, err = await told(DISCORD_TOKEN="wrong-token", DISCORD_ADDRESS=playground.address)
    finally:
        await playground.stop()
    assert (code, out) == (2, "")
    assert one_line(err).startswith("Discord refuses the token: copy it again from https://discord.com/")
    assert "wrong-token" not in err


async def test_a_missing_network_is_reported_in_one_line() -> None:
    code, _, err = await told(DISCORD_TOKEN="any", DISCORD_ADDRESS="http://127.0.0.1:1")
    assert code == 1
    assert one_line(err).startswith("Discord cannot be reached (")


async def test_a_port_in_use_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = await told("play", PLAYGROUND_PORT=port)
    assert code == 1
    assert one_line(err).startswith(f"Port {port} cannot be used ({os.strerror(errno.EADDRINUSE)}): ")
    assert "set another PLAYGROUND_PORT" in err


async def test_a_database_path_that_cannot_be_written_is_reported_in_one_line() -> None:
    Path("file").touch()
    code, _, err = await told("play", PLAYGROUND_PORT=0, DATABASE="file/skiz.db")
    assert code == 2
    assert one_line(err).startswith("The file file/playground.db cannot be written: ")


async def test_a_wrong_setting_is_reported_in_one_line() -> None:
    code, _, err = await told(COMPUTER_PAUSE="soon")
    assert code == 2
    assert one_line(err).startswith("COMPUTER_PAUSE=soon should be a number")


async def test_a_health_port_in_use_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = await told("play", PLAYGROUND_PORT=0, HEALTH_PORT=port)
    assert code == 2
    refused = f"HEALTH_PORT={port} cannot be used on HEALTH_HOST=127.0.0.1 ({os.strerror(errno.EADDRINUSE)})"
    assert one_line(err).startswith(refused)


async def test_a_missing_setting_is_reported_in_one_line() -> None:
    code, _, err = await told(DISCORD_ADDRESS="http://127.0.0.1:8765")
    assert code == 2
    assert one_line(err).startswith("DISCORD_TOKEN is missing: ")


async def test_a_misspelt_setting_gives_one_warning() -> None:
    Path(".env").write_text("DISCRD_TOKEN=secret\nPOSTGRES_PASSWORD=secret\n", encoding="utf-8")
    code, _, err = await told("check")
    assert code == 0
    assert err.endswith("There is no such setting: DISCRD_TOKEN (did you mean DISCORD_TOKEN?)\n")
    assert err.count("\n") == 1


# -- copies --------------------------------------------------------------------------------


@pytest.fixture
def database() -> Path:
    """The database that the settings name by default."""
    path = Path("data/skiz.db")
    asyncio.run(make(path))
    return path


async def make(path: Path | str) -> None:
    store = await Store.open(path)
    await store.settings.put("commands", "abc")
    await store.close()


def value_in(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as opened:
        return str(opened.execute("SELECT value FROM settings").fetchone()[0])


async def test_a_database_is_backed_up_and_restored(database: Path) -> None:
    assert await told("backup", "safe/copy.db") == (
        *(0, "The database data/skiz.db was copied to safe/copy.db.\n", ""),
    )
    code, out, err = await told("restore", "safe/copy.db")
    assert (code, out) == (2, "")
    assert one_line(err) == "data/skiz.db exists already; stop the bot and move it away first.\n"
    database.rename("damaged.db")
    assert await told("restore", "safe/copy.db") == (
        *(0, "The backup safe/copy.db is now the database data/skiz.db.\n", ""),
    )
    assert value_in(database) == "abc"


async def test_a_database_is_moved(database: Path) -> None:
    code, out, err = await told("move", "data/skiz.db", "new.db")
    assert (code, err) == (0, "")
    head, *lines, last = out.splitlines()
    assert head.split() == ["table", "rows", "checksum"]
    assert last == "Everything was copied, and both are the same. Let DATABASE in .env name the new one."
    assert all(re.fullmatch(r"\w+ +\d+  [0-9a-f]{16}  the same in both", line) for line in lines)
    assert re.search(r"^settings +1 ", out, re.MULTILINE)
    assert value_in(Path("new.db")) == "abc"


@pytest.mark.parametrize(
    "arguments",
    [
        ("backup", "data/skiz.db"),
        ("backup", "data/skiz.db-wal"),
        ("backup", "/dev/null"),
        ("backup", "."),
        ("restore", "nowhere.db"),
        ("restore", "data/skiz.db"),
        ("move", "nowhere.db", "new.db"),
        ("move", "data/skiz.db", "data/skiz.db"),
        ("move", "mysql://skiz:geheim@localhost/skiz", "new.db"),
        ("move", "data/skiz.db", "postgresql://skiz:geheim@127.0.0.1:1/skiz"),
        ("move", "data/skiz.db", "postgresql://skiz:geheim/x@127.0.0.1/skiz"),
    ],
)
def test_an_impossible_copy_is_refused_in_one_line(
    database: Path, arguments: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(Path().rglob("*"))
    assert main(arguments) == (1 if "127.0.0.1:1" in arguments[-1] else 2), "only a server may come back"
    err = capsys.readouterr().err
    assert one_line(err)
    assert "geheim" not in err
    assert sorted(Path().rglob("*")) == before


def test_a_backup_without_a_database_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 2
    assert capsys.readouterr().err == "There is no database data/skiz.db; check its name.\n"
    assert not Path("data").exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("backup", 'copies, with the address as in .env: pg_dump --format=custom --dbname="$DATABASE"'),
        ("restore", "restores, with the address as in .env: pg_restore --single-transaction --no-owner"),
    ],
)
def test_a_copy_of_postgresql_is_refused_with_the_command_to_use_instead(
    command: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE", "postgresql://skiz:geheim@127.0.0.1:1/skiz")
    assert main([command, "my copy.dump"]) == 2
    err = one_line(capsys.readouterr().err)
    assert words in err
    assert err.endswith("'my copy.dump'\n")
    assert "geheim" not in err


async def test_the_commands_for_postgresql_work(server: postgresql.Server, tmp_path: Path) -> None:
    source, target = [await server.create_database() for _ in range(2)]
    await make(source)
    for command, database in (("backup", source), ("restore", target)):
        _, _, err = await told(command, "copy.dump", DATABASE=database)
        line = one_line(err).partition(".env: ")[2]
        environment = os.environ | {"DATABASE": database}
        environment["PATH"] = f"{server.programs}{os.pathsep}{environment['PATH']}"
        process = await asyncio.create_subprocess_shell(line, env=environment)
        assert await process.wait() == 0
    store = await Store.open(target)
    assert await store.settings.get("commands") == "abc"
    await store.close()
