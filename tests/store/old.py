"""Databases as 0.1.0 left them, and migrations that a later version could add."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from alembic import op

from bot.store import migrations
from bot.store.engines import engines

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from sqlalchemy import Connection

SCRIPTS: Final = Path(__file__).parent / "v010"


def of_0_1_0(path: Path, source: Path | None = None) -> None:
    """Make a database as 0.1.0 did, with as much of another one as 0.1.0 kept."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as old:
        for script in sorted(SCRIPTS.glob("*.sql")):
            old.executescript(script.read_text(encoding="utf-8"))
        old.execute("PRAGMA user_version = 3")
        if source:
            old.execute("ATTACH ? AS source", (str(source),))
            for (name,) in old.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall():
                columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({name})"))
                old.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM source.{name}")
            old.commit()


def add_migration(monkeypatch: pytest.MonkeyPatch, statement: str) -> str:
    """Add a migration that ends with a statement, for the rest of the test, and return its number."""

    class Later(ModuleType):
        @staticmethod
        def upgrade() -> None:
            op.execute("CREATE TABLE half (x INTEGER)")
            op.execute(statement)

    number = f"{int(migrations.known()[-1]) + 1:04}"
    monkeypatch.setitem(sys.modules, f"later{number}", Later("later"))
    monkeypatch.setitem(migrations.MIGRATIONS, number, f"later{number}")
    return number


def _in_transaction(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    with connection.begin():
        return work(connection)


async def synchronously(database: Path | str, work: Callable[[Connection], Any]) -> Any:
    """Run code that awaits nothing on a database, in one transaction."""
    opened = engines(database)
    try:
        async with opened.writer.connect() as connection:
            return await connection.run_sync(_in_transaction, work)
    finally:
        await opened.close()
