"""The commands `backup` and `restore`: copy the database into a new file, and make it from such a file."""

from __future__ import annotations

import asyncio
import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.errors import StoreError
from bot.settings import configure
from bot.store import copies


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")


def run(chosen: Namespace) -> int:
    """Copy or restore the database. Return the exit code."""
    restores = chosen.command == "restore"
    database = configure().database
    if not isinstance(database, Path):
        does, command = (
            ("restores", 'pg_restore --single-transaction --no-owner --dbname="$DATABASE"')
            if restores
            else ("copies", 'pg_dump --format=custom --dbname="$DATABASE" --file')
        )
        raise StoreError(
            f"DATABASE names a PostgreSQL database, which its own program {does}, with the address as in"
            f" .env: {command} {shlex.quote(str(chosen.file))}"
        )
    if restores:
        asyncio.run(copies.restore(chosen.file, database))
        print(f"The backup {chosen.file} is now the database {database}.")
    else:
        copies.backup(database, chosen.file)
        print(f"The database {database} was copied to {chosen.file}.")
    return 0
