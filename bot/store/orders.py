"""What the operator orders on the command line, and a running bot finds here."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select

from bot.store.database import Part, Step, replacing
from bot.store.rows import Order, OrderRow
from bot.store.schema import columns, orders


class Orders(Part):
    async def all(self) -> tuple[OrderRow, ...]:
        """Return all orders, the oldest first."""
        query = select(*columns(orders, OrderRow)).order_by(orders.c.at, orders.c.id)
        return tuple(OrderRow(each, Order(what), at) for each, what, at in await self._database.rows(query))

    async def give(self, what: Order, ids: Iterable[int], at: float) -> None:
        """Save an order for each id; one given before is given again."""
        rows = [{"id": each, "what": what, "at": at} for each in ids]
        await self._database.write(Step(replacing(orders), rows))

    async def withdraw(self, what: Order, ids: Iterable[int]) -> None:
        which = (orders.c.what == what) & orders.c.id.in_(tuple(ids))
        await self._database.write(Step(delete(orders).where(which)))
