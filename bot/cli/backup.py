"""`python -m bot backup`: copy the database into a new file, even while the bot runs."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.errors import StoreError
from bot.settings import configure
from bot.store import moving


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the new file")


def run(chosen: Namespace) -> int:
    """Copy the database. Return the exit code."""
    database = sqlite_file("copies", 'pg_dump --format=custom --dbname="$DATABASE" --file', chosen.file)
    moving.backup(database, chosen.file)
    print(f"The database {database} was copied to {chosen.file}.")
    return 0


def sqlite_file(does: str, command: str, file: Path) -> Path:
    """Return the file of the database.

    Args:
        does: what the command does with it, as the third person of a verb.
        command: what does the same with PostgreSQL.
        file: the argument of the command.

    Raises:
        StoreError: the database is in PostgreSQL.
        WrongSettingError: a setting is invalid.
    """
    database = configure().database
    if isinstance(database, Path):
        return database
    raise StoreError(
        f"DATABASE names a PostgreSQL database, which its own program {does}, with the address as in .env:"
        f" {command} {shlex.quote(str(file))}"
    )
