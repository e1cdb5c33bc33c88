"""Creating the tables of a new database, and bringing older ones to the newest version with Alembic."""

from __future__ import annotations

import logging
from importlib import import_module

from sqlalchemy import Connection, delete, func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import StoreError
from bot.store import schema
from bot.store.failures import in_words

RELEASED = "0003"
"""The version of 0.1.0."""

MIGRATIONS = {"0023": "bot.store.migrations.v0023_after_0_1_0"}
"""The module that leads to each version from the one before. One that was released is never changed.

The module and Alembic are imported only when a database is older.
"""

FIRST_TABLES = frozenset(
    ("tables", "seats", "deals", "actions", "standings", "messages", "people", "settings")
)
"""The tables of the first version, which every later one has."""

_LOCK = 0x53_6B_69_7A  # any number that other programs on the server do not use

_log = logging.getLogger(__name__)


def known() -> tuple[str, ...]:
    """Return the numbers of all released versions in order."""
    return RELEASED, *MIGRATIONS


def version_of(connection: Connection, name: str) -> str | None:
    """Return the version of a database's schema; `None` if it has no tables. Messages call it by the name.

    Raises:
        StoreError: The database is newer than this program, was written by a program between releases,
            belongs to another program, or does not say its version.
    """
    found, names = _stored_version(connection), inspect(connection).get_table_names()
    if found is None and not names:
        return None
    if not FIRST_TABLES.issubset(names):
        raise StoreError(f"The database {name} belongs to another program; name another one.")
    if found is None:
        raise StoreError(
            f"The database {name} does not say its version: its table {schema.versions.name} is missing or"
            " empty; restore a backup."
        )
    if found not in known():
        raise StoreError(
            f"The database {name} was written by a newer version of this program, or by one between releases"
            f" (its schema is {found}, this program knows {known()[-1]}); use that version, or update."
        )
    return found


def upgrade(connection: Connection, name: str) -> None:
    """Create the tables of a database or migrate it, within a transaction that writes. Messages use the name.

    Raises:
        StoreError: As `version_of`, or a migration failed.
    """
    if connection.dialect.name == "postgresql":
        # PostgreSQL holds the lock until the end of the transaction: of two processes, only one migrates.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    before, newest = version_of(connection, name), known()[-1]
    try:
        if before is None:
            schema.metadata.create_all(connection, checkfirst=False)
            _note_version(connection)
        elif before != newest:
            _run_migrations(connection, before)
            _log.info("Alembic has migrated the database %s from version %s to %s", name, before, newest)
    except SQLAlchemyError as error:
        cause = in_words(name, error)
        raise type(cause)(f"Migrating failed, and nothing was changed. {cause}") from None
    if connection.dialect.name == "sqlite":
        # Version 0.1.0 knows only this number, and must not open the database.
        connection.exec_driver_sql(f"PRAGMA user_version = {int(newest)}")


def _run_migrations(connection: Connection, before: str) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs even while it is imported
    from alembic.operations import Operations  # noqa: PLC0415 - it takes a fifth of the time of a start
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415 - the same

    with Operations.context(MigrationContext.configure(connection)):
        for number, module in MIGRATIONS.items():
            if number > before:
                import_module(module).upgrade()
    _note_version(connection)


def _note_version(connection: Connection) -> None:
    schema.versions.create(connection, checkfirst=True)
    connection.execute(delete(schema.versions))
    connection.execute(insert(schema.versions).values(version_num=known()[-1]))


def _stored_version(connection: Connection) -> str | None:
    if inspect(connection).has_table(schema.versions.name):
        return connection.execute(select(schema.versions.c.version_num)).scalar()
    if connection.dialect.name == "sqlite":
        # Version 0.1.0 wrote its version here.
        number = connection.exec_driver_sql("PRAGMA user_version").scalar()
        return f"{number:04}" if number else None
    return None
