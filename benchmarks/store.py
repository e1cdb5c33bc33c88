"""How fast the store saves actions and reads leaderboards, on SQLite and PostgreSQL.

Run it with `python -m benchmarks.store`. Actions are saved beside the bare driver, which runs the same
statements in turns with the store. Everything is written as in a real database, with fsync.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.databases import DEAL, SEATS, TABLE, Kind, by_store, milliseconds
from benchmarks.standings import pages
from bot.store import Store
from tests import postgresql


async def appends(kind: Kind, number: int) -> dict[str, Any]:
    """Append through the store and through the bare driver in turns."""
    store = await Store.open(kind.address)
    for name in ("ours", "theirs"):
        table = TABLE._replace(id=name)
        await store.log.add_table(table, SEATS)
        await store.log.start_deal(table._replace(saves=1), SEATS, DEAL)
    ours, theirs = [], []
    async with kind.bare() as append:
        for each in range(number):
            ours.append(await milliseconds(by_store(store)(each)))
            theirs.append(await milliseconds(append(each)))
    await store.close()
    return {
        "database": kind.name,
        "appends": number,
        "store_ms": round(median(ours), 3),
        "driver_ms": round(median(theirs), 3),
        "speed_of_driver": round(median(theirs) / median(ours), 2),
    }


async def measure(kind: str, counts: Sequence[int], number: int) -> AsyncIterator[dict[str, Any]]:
    """Yield the figures of one kind of database; each is measured in a new one."""
    server = None
    if kind == "postgresql":
        programs = postgresql.programs()
        if programs is None:
            yield {"database": kind, "missing": True}
            return
        server = postgresql.Server(programs, options={"shared_buffers": "128MB"})
    with tempfile.TemporaryDirectory(prefix="skiz-") as folder:
        try:
            if server:
                server.start()
            for deals in (0, *counts):
                address = await server.create() if server else Path(folder, f"{deals}.db")
                each = Kind(kind, address)
                yield await (pages(each, deals, max(20, number // 10)) if deals else appends(each, number))
        finally:
            if server:
                server.close()


def in_words(line: dict[str, Any]) -> str:
    """Return a line for people."""
    name = line["database"]
    if "missing" in line:
        return f"{name}: there is none on this machine"
    if "appends" in line:
        return (
            f"{name}: {line['appends']} actions saved, median {line['store_ms']} ms;"
            f" the bare driver {line['driver_ms']} ms: {line['speed_of_driver']} of its speed"
        )
    times = {
        key: "{} / {} / {} ms".format(*line[key])
        for key in ("page_ms", "statistics_ms", "history_ms", "save_ms", "save_beside_pages_ms")
    }
    return (
        f"{name}, {line['deals']} deals: opened in {line['open_ms']} ms; median / 95 % / maximum: a page"
        f" {times['page_ms']}, a player's statistics {times['statistics_ms']}, the history"
        f" {times['history_ms']}, a deal saved {times['save_ms']}, beside pages"
        f" {times['save_beside_pages_ms']}; pages by measure: "
        + ", ".join(f"{key} {each[0]} / {each[2]} ms" for key, each in line["page_by_measure_ms"].items())
    )


async def run(kinds: Sequence[str], counts: Sequence[int], number: int, *, as_json: bool) -> None:
    for kind in kinds:
        async for line in measure(kind, counts, number):
            print(json.dumps(line) if as_json else in_words(line), flush=True)


def positive(text: str) -> int:
    """A number above 0.

    Raises:
        ValueError: the text is no such number.
    """
    number = int(text)
    if not 0 < number < math.inf:
        raise ValueError(text)
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.store", description=(__doc__ or "").splitlines()[0]
    )
    kinds = ("sqlite", "postgresql")
    parser.add_argument("--database", choices=kinds, action="append", help="one kind only (default: both)")
    parser.add_argument("--appends", type=positive, default=1000, help="how many actions (default: 1000)")
    parser.add_argument(
        "--deals",
        type=positive,
        nargs="*",
        default=[100_000],
        help="sizes of a leaderboard (default: 100000)",
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each figure")
    chosen = parser.parse_args(arguments)
    asyncio.run(run(chosen.database or kinds, chosen.deals, chosen.appends, as_json=chosen.json))
    return 0


if __name__ == "__main__":
    sys.exit(main())
