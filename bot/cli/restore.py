"""`python -m bot restore`: make the database from a backup."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.cli.backup import sqlite_file
from bot.store import moving


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")


def run(chosen: Namespace) -> int:
    """Restore the database. Return the exit code."""
    command = 'pg_restore --single-transaction --no-owner --dbname="$DATABASE"'
    database = sqlite_file("restores", command, chosen.file)
    asyncio.run(moving.restore(chosen.file, database))
    print(f"The backup {chosen.file} is now the database {database}.")
    return 0
