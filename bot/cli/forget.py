"""`python -m bot forget`: delete everything kept about a person, as `/privacy delete` does."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace

from bot.cli.block import discord_id
from bot.ops.orders import SECONDS
from bot.settings import Settings, configure
from bot.store import Order, Store
from bot.store.inspection import existing
from card_images.avatars import Avatars

WAIT_SECONDS = 3 * SECONDS
"""How long a running bot has to let the person leave its tables, before the rest is deleted here."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("user", type=discord_id, metavar="USER", help="the id of the person")


def run(chosen: Namespace) -> int:
    """Delete a person, and print what was kept. Return the exit code."""
    asyncio.run(_forgotten(configure(), chosen.user))
    return 0


async def _forgotten(settings: Settings, user_id: int) -> None:
    store = await Store.open(existing(settings.database_address))
    try:
        kept = await store.personal.kept(user_id)
        await store.orders.give(Order.FORGET, [user_id], time.time())
        await asyncio.sleep(WAIT_SECONDS)
        # What a running bot has deleted is gone; without one this is all.
        await store.personal.erase(user_id)
    finally:
        await store.close()
    Avatars(settings.pictures).forget(user_id)
    if kept.anything:
        print(
            f"Deleted: seats {kept.seats} (at open tables {kept.open_seats}), results {kept.standings},"
            f" plays of given cards {kept.plays}, messages {kept.messages}."
        )
    else:
        print("Nothing was kept about this person.")
