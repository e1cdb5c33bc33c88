"""`python -m bot report`: how much was played on each of the last days. Counts only, from the database."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from bot.settings import configure
from bot.store import DayFigures, Store
from bot.store.inspection import existing

MOST_DAYS = 366
_LINE = "{:<10} {:>8} {:>8} {:>8} {:>8}"


def number_of_days(text: str) -> int:
    """Return a number of days.

    Raises:
        ArgumentTypeError: It is not from 1 to `MOST_DAYS`.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= MOST_DAYS):
        raise ArgumentTypeError(f"{text!a} is not a number from 1 to {MOST_DAYS}")
    return int(text)


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--days", type=number_of_days, default=14, help="how many, by default 14")
    parser.add_argument("--json", action="store_true", help="print one line of JSON per day")


def run(chosen: Namespace) -> int:
    """Print a line for each day in UTC, up to today. Return the exit code."""
    today = datetime.combine(datetime.now(UTC), time(), UTC)
    days = [today + timedelta(days=number) for number in range(1 - chosen.days, 2)]
    found = asyncio.run(_figures(days))
    if not chosen.json:
        print(_LINE.format("day (UTC)", *DayFigures._fields))
    for day, figures in zip(days, found, strict=False):
        date = f"{day:%Y-%m-%d}"
        print(json.dumps({"day": date, **figures._asdict()}) if chosen.json else _LINE.format(date, *figures))
    return 0


async def _figures(days: Sequence[datetime]) -> tuple[DayFigures, ...]:
    store = await Store.open(existing(configure().database_address))
    try:
        return await store.figures.by_day([day.timestamp() for day in days])
    finally:
        await store.close()
