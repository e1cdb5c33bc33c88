"""The commands `backup`, `restore` and `move`."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import SecretStr

from bot.errors import StoreError
from bot.settings import database_named
from bot.store import moving

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.settings import Settings
    from bot.store.moving import Moved, Sum

_BY_POSTGRESQL: Final = (
    "DATABASE names a PostgreSQL database, which its own program {does}, with the address as in .env:"
    " {command}"
)


def backup(settings: Settings, target: Path) -> int:
    """Copy the database into a new file, even while the bot runs. Return the exit code.

    Raises:
        StoreError: there is no database, the target exists, or the copy cannot be written.
    """
    database = _file(settings, "copies", 'pg_dump --format=custom --dbname="$DATABASE" --file', target)
    moving.backup(database, target)
    print(f"The database {database} was copied to {target}.")
    return 0


def restore(settings: Settings, file: Path) -> int:
    """Make the database from a backup. Return the exit code.

    Raises:
        StoreError: the database exists, the file is no backup, or the database cannot be written.
    """
    database = _file(
        settings, "restores", 'pg_restore --single-transaction --no-owner --dbname="$DATABASE"', file
    )
    asyncio.run(moving.restore(file, database))
    print(f"The backup {file} is now the database {database}.")
    return 0


def move(source: str, target: str) -> int:
    """Copy everything from one database into another that is empty. Return the exit code.

    Args:
        source: a path, or the address of a PostgreSQL database.
        target: the same.

    Raises:
        StoreError: one of them cannot be used, or they differ afterwards.
    """
    moved: list[Moved] = []
    try:
        asyncio.run(moving.move(_named("FROM", source), _named("TO", target), moved.append))
    finally:
        for line in _table(moved):
            print(line)
    print("Everything was copied, and both are the same. Let DATABASE in .env name the new one.")
    return 0


_LINE: Final = "{:<14} {:>10}  {:<16}  {}"


def _table(moved: Sequence[Moved]) -> Iterator[str]:
    if moved:
        yield _LINE.format("table", "rows", "checksum", "")
    for each in moved:
        if each.source == each.target:
            yield _line(each.table, each.source, "the same in both")
        else:
            yield _line(each.table, each.source, "in the source")
            yield _line("", each.target, "in the target")


def _line(name: str, each: Sum, words: str) -> str:
    return _LINE.format(name, each.rows, f"{each.checksum:064x}"[:16], words)


def _file(settings: Settings, does: str, command: str, file: Path) -> Path:
    """Return the file of the database.

    Raises:
        StoreError: it is in PostgreSQL.
    """
    if isinstance(settings.database, Path):
        return settings.database
    raise StoreError(_BY_POSTGRESQL.format(does=does, command=f"{command} {shlex.quote(str(file))}"))


def _named(which: str, text: str) -> Path | str:
    try:
        named = database_named(text)
    except ValueError as error:
        # The text is not shown: it may hold a password.
        raise StoreError(f"{which} {error}.") from None
    return named.get_secret_value() if isinstance(named, SecretStr) else Path(text)
