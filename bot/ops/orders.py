"""Carries out what the operator orders with `skiz forget` and `skiz block` while the bot runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container
from contextlib import suppress

from bot.errors import reported
from bot.rules.reasons import Refusal
from bot.store import Order, OrderRow, Store, StoreError
from bot.tables import EndCause, Tables

SECONDS = 3.0
"""Between two looks at the orders."""


class Orders:
    """Follows the orders in the database. A process carries them out at its own tables."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        erase: Callable[[int], Awaitable[Refusal | None]],
        exclude: Callable[[Container[int]], None],
    ) -> None:
        """Make the follower; `start` begins to follow.

        Args:
            store: has the orders.
            tables: the open tables.
            erase: erases a person everywhere; returns a refusal if that has to be tried again.
            exclude: told the ids of all people and servers that are excluded, at every look.
        """
        self._store, self._tables = store, tables
        self._erase, self._exclude = erase, exclude
        self._done: set[OrderRow] | None = None
        """The orders that are carried out; `None` before the first look."""
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.create_task(self._run())

    def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> None:
        while True:
            await reported("Following the operator's orders", self._look_if_possible)
            await asyncio.sleep(SECONDS)

    async def _look_if_possible(self) -> None:
        with suppress(StoreError):  # an outage is logged by what saves regularly
            await self.look()

    async def look(self) -> None:
        """Read all orders, and carry out those that are new.

        Raises:
            StoreError: They cannot be read, or a person cannot be erased.
        """
        orders = await self._store.orders.all()
        self._exclude(frozenset(each.id for each in orders if each.what is Order.BLOCK))
        if self._done is None:
            # The tables were restored from a database that does not know these people any more.
            self._done = {each for each in orders if each.what is Order.FORGET}
        self._done.intersection_update(orders)
        for each in orders:
            if each not in self._done and await self._carry_out(each):
                self._done.add(each)

    async def _carry_out(self, order: OrderRow) -> bool:
        """Return whether an order is carried out, and need not be tried again."""
        if order.what is Order.FORGET:
            return await self._erase(order.id) is None
        refusals = [await table.end_for(EndCause.EXCLUDED) for table in self._tables.of_server(order.id)]
        seats = (*self._tables.of_user(order.id), *self._tables.left_by(order.id))
        refusals += [await table.forget(order.id) for table in seats]
        return not any(refusals)
