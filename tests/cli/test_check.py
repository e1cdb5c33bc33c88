"""The command `check`."""

from __future__ import annotations

import asyncio
import base64
import errno
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.cli.check import EARLIEST, application_of
from bot.store import Store
from bot.text.words import FALLBACK, catalogue
from tests.cli.conftest import Ran
from tests.postgresql import Server
from tests.store.helpers import SEATS, TABLE, of_0_1_0

APPLICATION = 1160249817339527168
TOKEN = f"{base64.urlsafe_b64encode(str(APPLICATION).encode()).decode().rstrip('=')}.Gabcde.{'x' * 38}"
NAMES = (
    *("settings", "token", "permissions", "database", "pictures", "space", "clock", "health"),
    *("fonts", "words"),
)
EVERYTHING_MISSING = {"token": "note", "database": "note"}


class Found(NamedTuple):
    code: int
    levels: dict[str, str]
    words: dict[str, str]


@pytest.fixture
def found(ran: Ran) -> Callable[[], Found]:
    """What `check` finds, by the name of each check."""

    def run() -> Found:
        done = ran("check")
        levels, words = {}, {}
        for line in done.lines:
            level, name, words[name] = line.replace(":", "", 1).split(maxsplit=2)
            levels[name] = level
        assert tuple(levels) == NAMES
        return Found(done.code, levels, words)

    return run


def files() -> dict[Path, tuple[int, bytes]]:
    """All files of the working directory: when each was written, and its content."""
    every = [each for each in Path().rglob("*") if each.is_file()]
    return {each: (each.stat().st_mtime_ns, each.read_bytes()) for each in every}


def make(path: Path | str, created_at: float = TABLE.created_at) -> None:
    async def opened() -> None:
        store = await Store.open(path)
        await store.log.add_table(TABLE._replace(created_at=created_at), SEATS)
        await store.close()

    asyncio.run(opened())


def test_a_new_host_passes_and_nothing_is_changed(found: Callable[[], Found]) -> None:
    code, levels, words = found()
    assert code == 0
    assert levels == dict.fromkeys(NAMES, "ok") | EVERYTHING_MISSING
    assert words["database"] == "there is no data/skiz.db yet; the first start creates it"
    assert list(Path().iterdir()) == []


def test_a_host_with_a_database(found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch) -> None:
    make(Path("data/skiz.db"))
    before = files()
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    code, levels, words = found()
    assert code == 0
    assert levels == dict.fromkeys(NAMES, "ok")
    assert words["database"].startswith("data/skiz.db has version ")
    assert words["database"].endswith("open tables: 1")
    assert words["token"].startswith(f"looks like a token of application {APPLICATION};")
    assert "Attach Files" in words["permissions"]
    assert words["permissions"].endswith(
        f"https://discord.com/oauth2/authorize?client_id={APPLICATION}"
        "&scope=bot+applications.commands&permissions=309237746688"
    )
    assert files() == before


def test_every_fault_is_named(found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").touch()
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    monkeypatch.setenv("DATABASE", "file/skiz.db")
    monkeypatch.setenv("PICTURES", "file/pictures")
    code, levels, words = found()
    assert code == 1
    assert [name for name, level in levels.items() if level == "wrong"] == ["token", "database", "pictures"]
    assert "not-a-token" not in str(words)


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("notes.txt", "is not a database"),
        ("folder", "folder is not a file that can be read and written"),
        ("postgresql://skiz:geheim@127.0.0.1:1/skiz", "The database in PostgreSQL cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_used(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch, database: str, words: str
) -> None:
    Path("notes.txt").write_text("no database at all" * 100)
    Path("folder").mkdir()
    monkeypatch.setenv("DATABASE", database)
    looked = found()
    assert (looked.code, looked.levels["database"]) == (1, "wrong")
    assert words in looked.words["database"]
    assert "geheim" not in str(looked.words)


def test_missing_permissions_are_reported(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cli.check.os.access", lambda _path, _mode: False)
    looked = found()
    assert [name for name, level in looked.levels.items() if level == "wrong"] == ["database", "pictures"]
    assert looked.words["pictures"].endswith("check its permissions or set PICTURES in .env.")
    make(Path("data/skiz.db"))
    monkeypatch.setattr("bot.cli.check.os.access", lambda path, _mode: Path(path).is_dir())
    assert found().words["database"].startswith("data/skiz.db is not a file that can be read and")


def test_an_older_database_is_noted_and_not_migrated(found: Callable[[], Found]) -> None:
    of_0_1_0(Path("data/skiz.db"))
    before = Path("data/skiz.db").read_bytes()
    code, levels, words = found()
    assert (code, levels["database"]) == (0, "note")
    assert words["database"].endswith("The next start migrates it: take a backup before")
    assert {each: each.read_bytes() for each in Path("data").iterdir()} == {Path("data/skiz.db"): before}


async def test_postgresql(
    server: Server, found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await server.create_database()
    await server.execute("CREATE ROLE visitor LOGIN")
    await server.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC", address)
    try:
        for database, level, words in (
            (address.replace("skiz@", "visitor@", 1), "wrong", "lacks tables, which its user may not create"),
            (address, "note", "is empty; the first start creates its tables"),
        ):
            monkeypatch.setenv("DATABASE", database)
            looked = await asyncio.to_thread(found)
            assert looked.levels["database"] == level
            assert looked.words["database"].startswith(f"the database in PostgreSQL {words}")
        await asyncio.to_thread(make, address)
        looked = await asyncio.to_thread(found)
        assert (looked.code, looked.levels["database"]) == (0, "ok")
        assert looked.words["database"].endswith("open tables: 1")
    finally:
        await server.execute("DROP ROLE visitor")


@pytest.mark.parametrize(("free", "level"), [(99, "wrong"), (100, "note"), (999, "note"), (1000, "ok")])
def test_free_space(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free * 1_000_000))
    looked = found()
    assert looked.levels["space"] == level
    assert f"data {free} MB, data/pictures {free} MB" in looked.words["space"]
    assert looked.code == (1 if level == "wrong" else 0)


def test_a_clock_in_the_past(found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.check.time.time", lambda: EARLIEST - 1)
    looked = found()
    assert looked.levels["clock"] == "wrong"
    assert "which is in the past" in looked.words["clock"]


def test_a_table_from_the_future(found: Callable[[], Found]) -> None:
    make(Path("data/skiz.db"), created_at=1e12)
    assert found().levels["clock"] == "wrong"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_health_port(found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        taken = socket.create_server((host, 0), family=family)
    except OSError:
        pytest.skip("this machine has no IPv6")
    monkeypatch.setenv("HEALTH_HOST", host)
    with taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("HEALTH_PORT", str(port))
        looked = found()
        assert (looked.code, looked.levels["health"]) == (0, "note")
        refused = f"port {port} on {host} cannot be used ({os.strerror(errno.EADDRINUSE)})"
        assert looked.words["health"] == f"{refused}, unless it is the bot that does"
    assert found().words["health"] == f"port {port} on {host} is free"


def test_a_host_that_is_not_this_computer(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = "192.0.2.1"
    monkeypatch.setenv("HEALTH_HOST", host)
    monkeypatch.setenv("HEALTH_PORT", "0")
    looked = found()
    assert (looked.code, looked.levels["health"]) == (1, "wrong")
    assert looked.words["health"].count(host) == 1
    assert looked.words["health"].endswith("; correct HEALTH_PORT or HEALTH_HOST.")


def test_missing_or_broken_fonts_are_reported(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "cinzel-700" in found().words["fonts"]
    monkeypatch.setattr("bot.cli.check.FONTS", tmp_path)
    assert found().words["fonts"].startswith("there are none in ")
    tmp_path.joinpath("odd.otf").write_bytes(b"no font")
    assert "cannot be read" in found().words["fonts"]


def test_a_language_with_missing_words_is_reported(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = catalogue

    def lacking(language: str) -> object:
        return whole(language) if language == FALLBACK else type("Catalogue", (), {"keys": set()})

    monkeypatch.setattr("bot.cli.check.catalogue", lacking)
    assert "lacks" in found().words["words"]

    def unreadable(language: str) -> object:
        raise ValueError(f"{language}.po has no header")

    monkeypatch.setattr("bot.cli.check.catalogue", unreadable)
    assert found().words["words"].endswith("has no header; correct the file.")


def test_a_token_names_its_application() -> None:
    assert application_of(TOKEN) == APPLICATION
    assert application_of(TOKEN.rpartition(".")[0]) is None
    assert application_of(f"{'-' * 26}.Gabcde.{'x' * 38}") is None
    assert application_of("") is None


def test_a_range_of_shards_needs_a_database_in_postgresql(
    found: Callable[[], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHARDS", "1/2")
    assert found().words["settings"].startswith("SHARDS=1/2 is for several processes")
    monkeypatch.setenv("SHARDS", "1/1")
    assert found().levels["settings"] == "ok"
