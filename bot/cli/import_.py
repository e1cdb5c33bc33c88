"""`python -m bot import`: take over deal records of other tables, each checked action by action."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.cli.replay import Failure, named, record_texts, steps
from bot.errors import WRONG_USE, one_line
from bot.games import GAMES
from bot.ops.console import UnreadableFileError
from bot.rules.deal import Deal
from bot.rules.record import Record, RecordError
from bot.settings import Settings, configure
from bot.store import RecordRow, Store
from bot.tables import record_id


@dataclass
class Account:
    """What has become of the records so far."""

    found: dict[str, Record] = field(default_factory=dict)
    """Those that follow the rules, by id."""
    refused: int = 0
    known: int = 0
    """How many had been imported before."""

    def refuse(self, why: str) -> None:
        """Count a record that is not imported, and say where it is and why."""
        self.refused += 1
        print(one_line(why), file=sys.stderr)

    def conclude(self, *, as_json: bool) -> None:
        imported = len(self.found) - self.known
        if as_json:
            print(json.dumps({"imported": imported, "known": self.known, "refused": self.refused}))
        else:
            print(f"Records imported: {imported}; imported before: {self.known}; refused: {self.refused}.")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or a .jsonl with one a line")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def run(chosen: Namespace) -> int:
    """Import the records of some files, one a line in a `.jsonl`. Those that are refused change nothing.

    Return the exit code: 0, or 2 if a record was refused or a file cannot be read.
    """
    settings, account = configure(), Account()
    for file in chosen.files:
        for place, text in _texts(file, account):
            _check(place, text, account)
    if account.found:
        asyncio.run(_save(settings, account))
    account.conclude(as_json=chosen.json)
    return WRONG_USE if account.refused else 0


def _texts(file: str, account: Account) -> Iterator[tuple[str, str]]:
    """Yield the texts of a file, each with its place."""
    try:
        yield from record_texts(file)
    except UnreadableFileError as error:
        account.refuse(f"{named(file)} {error}.")


def _check(place: str, text: str, account: Account) -> None:
    """Replay a record, and keep it if every action is legal and its deal is over."""
    try:
        record = Record.parse(text, GAMES)
    except RecordError as error:
        account.refuse(f"{place}: {error}")
        return
    *_, last = steps(record)
    if isinstance(last, Failure):
        account.refuse(f"{place}: a{last.sentence[1:]}")
    elif isinstance(last, Deal) and last.result is None:
        account.refuse(f"{place}: its deal is not over")
    elif isinstance(last, Deal):
        account.found[record_id(record)] = Record.of(last)


async def _save(settings: Settings, account: Account) -> None:
    store = await Store.open(settings.database_address)
    try:
        for key in account.found:
            row = await store.records.get(key)
            account.known += row is not None and row.imported == 1
        at = time.time()
        await store.records.put(*(RecordRow(key, each.json(), 1, at) for key, each in account.found.items()))
    finally:
        await store.close()
