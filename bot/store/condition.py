"""How a database is, found out without changing anything in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import func, select

from bot.store import migrations
from bot.store.engines import engines
from bot.store.inspection import inspect_file, reading, refuse_damaged
from bot.store.remedies import connecting
from bot.store.schema import tables

if TYPE_CHECKING:
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


_EMPTY: Final = Condition(None, may_create=True, open_tables=0, newest=0.0)


async def condition(database: Path | str) -> Condition:
    """Return how a database is. A file need not exist.

    Raises:
        StoreError: It cannot be read, is damaged, is newer than this program, or belongs to another one.
    """
    if isinstance(database, Path):
        if inspect_file(database) is None:
            return _EMPTY
        refuse_damaged(database, str(database))
        with reading(database) as connection:
            return _condition(connection, str(database))
    opened = engines(database)
    try:
        with connecting(opened.name):
            async with opened.reader.connect() as connected:
                return await connected.run_sync(_condition, opened.name)
    finally:
        await opened.close()


def _condition(connection: Connection, name: str) -> Condition:
    found = migrations.version_of(connection, name)
    if found is None:
        return _EMPTY._replace(may_create=_may_create(connection))
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
