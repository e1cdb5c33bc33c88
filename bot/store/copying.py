"""Copying an SQLite database into a file of its own, and back."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy import URL, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.errors import StoreError
from bot.store.database import Database
from bot.store.files import building, followed, refuse_taken, require_file, with_beside
from bot.store.inspection import inspect_file, reading, refuse_damaged
from bot.store.lock import refuse_used
from bot.store.remedies import in_words

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection


def backup(database: Path, target: Path) -> None:
    """Copy a database into a new file, even while others write to it.

    Raises:
        StoreError: The database does not exist, is damaged or not ours; the target exists, is a name that
            the database itself uses, or cannot be written. There is no new file then.
    """
    require_file(database, "database")
    refuse_taken(target, "name a new file")
    if followed(target.parent) / target.name in with_beside(followed(database)):
        raise StoreError(f"{target} is a name that the database itself uses; name another file.")
    if inspect_file(database) is None:
        raise StoreError(f"The file {database} holds no database of this program; check DATABASE.")
    with building(target) as part:
        _copy(database, part)
        refuse_damaged(part, str(database))


async def restore(file: Path, database: Path) -> None:
    """Make a database from a backup, and migrate it if it is older.

    Raises:
        StoreError: The backup does not exist, is damaged, newer or not ours; the database exists, is used by
            a bot or cannot be written. There is no new database then.
    """
    require_file(file, "backup")
    refuse_taken(database, "stop the bot and move it away first")
    refuse_used(database)
    if inspect_file(file) is None:
        raise StoreError(f"The file {file} is empty; name a file that was made with `backup`.")
    with building(database) as part:
        _copy(file, part)
        refuse_damaged(part, str(file))
        await (await Database.open(part)).close()


def _copy(source: Path, target: Path) -> None:
    """Copy page by page with SQLite's own backup, which no SQL and no other part of SQLAlchemy reaches."""
    made = create_engine(URL.create("sqlite", database=str(target)), poolclass=NullPool)
    with reading(source) as connection, made.connect() as copied:
        try:
            _driver(connection).backup(_driver(copied))
            # So that the copy is one file, which can be read from any medium.
            copied.exec_driver_sql("PRAGMA journal_mode = DELETE").close()
        except (sqlite3.Error, SQLAlchemyError) as error:
            raise in_words(str(source), error) from None


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
