"""`python -m bot move`: copy everything from one database into another that is empty."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import SecretStr

from bot.errors import StoreError
from bot.settings import configure, database_named
from bot.store import copies
from bot.store.copies import Moved, Sum

_LINE = "{:<14} {:>10}  {:<16}  {}"


def arguments(parser: ArgumentParser) -> None:
    for name, words in (("from", "the database now"), ("to", "the new one")):
        parser.add_argument(name, metavar=name.upper(), help=f"{words}: a file, or postgresql://...")


def run(chosen: Namespace) -> int:
    """Copy everything, and print a line for each table. Return the exit code."""
    configure()
    source, target = _named("FROM", getattr(chosen, "from")), _named("TO", chosen.to)
    moved: list[Moved] = []
    try:
        asyncio.run(copies.move(source, target, moved.append))
    finally:
        for line in _table(moved):
            print(line)
    print("Everything was copied, and both are the same. Let DATABASE in .env name the new one.")
    return 0


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


def _named(which: str, text: str) -> Path | str:
    try:
        named = database_named(text)
    except ValueError as error:
        # The text is not shown: it may hold a password.
        raise StoreError(f"{which} {error}.") from None
    return named.get_secret_value() if isinstance(named, SecretStr) else Path(text)
