"""The commands `block` and `unblock`: people and servers that may not use the bot, even while it runs."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime

from bot.settings import Settings, configure
from bot.store import Order, Store
from bot.store.inspection import existing


def discord_id(text: str) -> int:
    """Return an id given by Discord.

    Raises:
        ArgumentTypeError: It cannot be one.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and 0 < int(text) < 2**63):
        raise ArgumentTypeError(f"{text!a} is no id; Discord's developer mode lets you copy one")
    return int(text)


def arguments(parser: ArgumentParser) -> None:
    told = "of a person or of a server; without one, those that are excluded are listed"
    parser.add_argument("ids", nargs="*", type=discord_id, metavar="ID", help=told)


def run(chosen: Namespace) -> int:
    """Exclude some ids or end that, and print all that are excluded. Return the exit code."""
    settings = configure()
    asyncio.run(_ordered(settings, chosen.ids, ends=chosen.command == "unblock"))
    if chosen.command == "block" and chosen.ids and not settings.contact:
        print("CONTACT is empty: people who are excluded are not told how to reach you.")
    return 0


async def _ordered(settings: Settings, ids: list[int], *, ends: bool) -> None:
    store = await Store.open(existing(settings.database_address))
    try:
        if ends:
            await store.orders.withdraw(Order.BLOCK, ids)
        elif ids:
            await store.orders.give(Order.BLOCK, ids, time.time())
        excluded = [each for each in await store.orders.all() if each.what is Order.BLOCK]
    finally:
        await store.close()
    print(f"Excluded people and servers: {len(excluded)}.")
    for each in excluded:
        print(f"{each.id} since {datetime.fromtimestamp(each.at, UTC):%Y-%m-%d}")
