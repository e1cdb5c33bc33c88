"""How a database is, found out without changing anything in it."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import create_engine, func, inspect, select
from sqlalchemy.pool import NullPool

from bot.errors import StoreError
from bot.store import migrations
from bot.store.engines import engines
from bot.store.remedies import FAILURES, in_words
from bot.store.schema import tables
from bot.store.sqlite import BUSY_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


class Condition(NamedTuple):
    """What is found in a database."""

    version: str | None
    """The version of its schema; `None` if it has no tables."""
    may_create: bool
    """Whether our user may create tables, as migrations do."""
    open_tables: int
    newest: float
    """When a table was last opened or ended, in seconds since 1970; 0 if there is none."""

    @property
    def is_newest(self) -> bool:
        """Whether it needs no migration."""
        return self.version == migrations.known()[-1]


async def condition(database: Path | str) -> Condition:
    """Return how a database is. A file must exist.

    Raises:
        StoreError: It cannot be read, is damaged, is newer than this program, or belongs to another one.
    """
    if isinstance(database, Path):
        with reading(database) as connection:
            found = _condition(connection, str(database))
        refuse_damaged(database, str(database))
        return found
    opened = engines(database)
    try:
        async with opened.reader.connect() as connected:
            return await connected.run_sync(_condition, opened.name)
    except FAILURES as error:
        raise in_words(opened.name, error) from None
    finally:
        await opened.close()


def refuse_damaged(path: Path, name: str) -> None:
    """Check every page, index and reference of an SQLite file.

    Args:
        path: The file.
        name: What to call it.

    Raises:
        StoreError: It is damaged.
    """
    with reading(path) as connection:
        if damage := _damage(connection):
            raise StoreError(f"The database {name} is damaged ({damage}); restore a backup.")


def version_of(connection: Connection, name: str) -> str | None:
    """Return the version of a database's schema; `None` if it has no tables.

    Raises:
        StoreError: It is newer than this program, or belongs to another one.
    """
    found = migrations.version(connection)
    if found is None and not inspect(connection).get_table_names():
        return None
    if not migrations.is_ours(connection):
        raise StoreError(f"The database {name} belongs to another program; name another one.")
    migrations.refuse_newer(found, name)
    return found


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open an SQLite file for reading alone. Other programs may go on writing to it.

    Raises:
        StoreError: It cannot be read, or is no database.
    """
    # With `mode=ro`, SQLite would leave the files behind that it keeps beside a database while it is open.
    address = f"{path.absolute().as_uri()}?mode=rw"

    def connect() -> sqlite3.Connection:
        opened = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)
        opened.execute("PRAGMA query_only = ON")
        return opened

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    try:
        with engine.connect() as connection:
            yield connection
    except FAILURES as error:
        raise in_words(str(path), error) from None


def _condition(connection: Connection, name: str) -> Condition:
    found = version_of(connection, name)
    if found is None:
        return Condition(None, _may_create(connection), 0, 0.0)
    opened = select(func.count()).where(tables.c.ended_at.is_(None))
    latest = select(func.max(tables.c.created_at), func.max(tables.c.ended_at))
    times = connection.execute(latest).one()
    return Condition(
        found,
        _may_create(connection),
        connection.execute(opened).scalar_one(),
        max((at for at in times if at is not None), default=0.0),
    )


def _may_create(connection: Connection) -> bool:
    if connection.dialect.name == "sqlite":
        return True
    return bool(
        connection.execute(select(func.has_schema_privilege(func.current_schema(), "CREATE"))).scalar()
    )


def _damage(connection: Connection) -> str:
    """Return the first thing that is damaged, or `""`."""
    (said,) = connection.exec_driver_sql("PRAGMA integrity_check(1)").one()
    if said != "ok":
        # The line before it only says which database this is.
        return str(said).rpartition("\n")[2]
    orphan = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    return f"a row of {orphan[0]} belongs to none of {orphan[2]}" if orphan else ""
