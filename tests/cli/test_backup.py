"""The commands `backup`, `restore` and `move`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import Store, StoreError, copies
from bot.store.copies import Moved, Sum
from tests import postgresql
from tests.cli.conftest import Ran


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


def value_in(path: Path | str) -> str:
    with contextlib.closing(sqlite3.connect(path)) as opened:
        return str(opened.execute("SELECT value FROM settings").fetchone()[0])


def test_a_database_is_backed_up_and_restored(database: Path, ran: Ran) -> None:
    copied = (0, "The database data/skiz.db was copied to safe/copy.db.\n", "")
    assert ran("backup", "safe/copy.db") == copied
    exists = "data/skiz.db exists already; stop the bot and move it away first.\n"
    assert ran("restore", "safe/copy.db") == (2, "", exists)
    database.rename("damaged.db")
    restored = (0, "The backup safe/copy.db is now the database data/skiz.db.\n", "")
    assert ran("restore", "safe/copy.db") == restored
    assert value_in(database) == "abc"


def test_a_database_is_moved(database: Path, ran: Ran) -> None:
    code, out, err = ran("move", database, "new.db")
    assert (code, err) == (0, "")
    head, *lines, last = out.splitlines()
    assert head.split() == ["table", "rows", "checksum"]
    assert last == "Everything was copied, and both are the same. Let DATABASE in .env name the new one."
    assert all(re.fullmatch(r"\w+ +\d+  [0-9a-f]{16}  the same in both", line) for line in lines)
    assert re.search(r"^settings +1 ", out, re.MULTILINE)
    assert value_in("new.db") == "abc"


def test_a_table_that_differs_after_a_move_is_shown_for_both_databases(
    monkeypatch: pytest.MonkeyPatch, ran: Ran
) -> None:
    async def move(_source: object, _target: object, report: Callable[[Moved], None]) -> None:
        report(Moved("deals", Sum(3, 1 << 255), Sum(3, 1 << 255)))
        report(Moved("tables", Sum(2, 0), Sum(1, 1 << 252)))
        raise StoreError("They differ.")

    monkeypatch.setattr(copies, "move", move)
    done = ran("move", "old.db", "new.db")
    assert (done.code, done.err) == (2, "They differ.\n")
    assert [" ".join(line.split()) for line in done.lines[1:]] == [
        "deals 3 8000000000000000 the same in both",
        "tables 2 0000000000000000 in the source",
        "1 1000000000000000 in the target",
    ]


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
@pytest.mark.usefixtures("database")
def test_an_impossible_copy_is_refused_in_one_line(arguments: tuple[str, ...], ran: Ran) -> None:
    before = sorted(Path().rglob("*"))
    code, out, err = ran(*arguments)
    assert code == (1 if "127.0.0.1:1" in arguments[-1] else 2), "only a server may come back"
    assert (out, err.count("\n")) == ("", 1)
    assert "geheim" not in err
    assert sorted(Path().rglob("*")) == before


async def test_postgresql_is_copied_by_its_own_programs(
    server: postgresql.Server, ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = [await server.create_database() for _ in range(2)]
    await make(source)
    for command, database in (("backup", source), ("restore", target)):
        monkeypatch.setenv("DATABASE", database)
        code, _, err = ran(command, "my copy.dump")
        assert (code, err.count("\n"), database in err) == (2, 1, False)
        path = f"{server.programs}{os.pathsep}{os.environ['PATH']}"
        shell = await asyncio.create_subprocess_shell(
            err.partition(".env: ")[2], env=os.environ | {"PATH": path}
        )
        assert await shell.wait() == 0
    store = await Store.open(target)
    assert await store.settings.get("commands") == "abc"
    await store.close()
