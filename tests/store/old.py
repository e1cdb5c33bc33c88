"""Databases as earlier versions left them, and migrations that a later version could add."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from bot.store import migrations
from bot.store.engines import engines
from bot.store.migrations import known

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

SCRIPTS: Final = Path(__file__).parent / "v010"
LATER: Final = """
from alembic import op
revision, down_revision = "{number}", "{before}"
def upgrade():
    op.execute("CREATE TABLE half (x INTEGER)")
    op.execute("{statement}")
"""


def of_version(path: Path, number: int) -> None:
    """Make a database as 0.1.0 and its forerunners did."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as old:
        for script in sorted(SCRIPTS.glob("*.sql"))[:number]:
            old.executescript(script.read_text(encoding="utf-8"))
        old.execute(f"PRAGMA user_version = {number}")


def copied_migrations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a copy of the migrations, to which others can be added, for the rest of the test."""
    copy = folder / "migrations"
    shutil.copytree(migrations.FOLDER, copy)
    monkeypatch.setattr(migrations, "FOLDER", copy)
    return copy


def add_migration(copy: Path, statement: str) -> str:
    """Add a migration that ends with a statement, and return its number."""
    before = known()[-1]
    number = f"{int(before) + 1:04}"
    content = LATER.format(number=number, before=before, statement=statement)
    (copy / "versions" / f"{number}_more.py").write_text(content)
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
