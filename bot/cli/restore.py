"""`python -m bot restore`: make the database from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.backup import sqlite_file
from bot.store import moving

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")


def run(chosen: Namespace) -> int:
    """Restore the database. Return the exit code."""
    command = 'pg_restore --single-transaction --no-owner --dbname="$DATABASE"'
    database = sqlite_file("restores", command, chosen.file)
    asyncio.run(moving.restore(chosen.file, database))
    print(f"The backup {chosen.file} is now the database {database}.")
    return 0
