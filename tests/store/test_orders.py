"""Orders of the operator, and figures for the operator."""

from __future__ import annotations

import pytest

from bot.store import DayFigures, Order, OrderRow, Store
from tests.store.helpers import ANNA, BELA, add_play, play


async def test_orders_are_given_again_and_withdrawn(store: Store) -> None:
    await store.orders.give(Order.BLOCK, [3, 1], 10.0)
    await store.orders.give(Order.FORGET, [1], 11.0)
    await store.orders.give(Order.BLOCK, [1], 12.0)
    assert await store.orders.all() == (
        OrderRow(3, Order.BLOCK, 10.0),
        OrderRow(1, Order.FORGET, 11.0),
        OrderRow(1, Order.BLOCK, 12.0),
    )
    await store.orders.withdraw(Order.BLOCK, [1, 2])
    assert [each.id for each in await store.orders.all()] == [3, 1]
    await store.orders.give(Order.BLOCK, [], 13.0)
    assert len(await store.orders.all()) == 2


async def test_a_person_learns_of_an_exclusion_and_a_deletion_does_not_end_it(store: Store) -> None:
    await store.orders.give(Order.BLOCK, [ANNA, BELA], 10.0)
    await store.personal.erase(ANNA)
    kept = await store.personal.kept(ANNA)
    assert (kept.blocks, kept.anything) == (1, False)
    orders = [{"id": str(ANNA), "what": "block", "at": "1970-01-01T00:00:10.000+00:00"}]
    assert (await store.personal.document(ANNA))["orders"] == orders


@pytest.mark.parametrize("days", [1, 3])
async def test_figures_count_what_happened_on_each_day(store: Store, days: int) -> None:
    await play(store, "one", ended_at=1100.0)
    await play(store, "two", guild=2, ended_at=1999.9)
    await play(store, "late", ended_at=2000.0)
    await add_play(store, "given", BELA, 7)
    await add_play(store, "unfinished", ANNA, None)
    found = await store.figures.by_day([1000.0 * (1 + number) for number in range(days + 1)])
    assert found[0] == DayFigures(servers=2, tables=3, deals=2, people=2)
    assert found[1:] == (DayFigures(1, 0, 1, 2), DayFigures(0, 0, 0, 0))[: days - 1]
    assert await store.figures.by_day([0.0, 1000.0]) == (DayFigures(1, 0, 1, 1),), "of given cards"


async def test_people_who_were_erased_and_tables_that_were_deleted_leave_the_deals(store: Store) -> None:
    await play(store, "one", ended_at=1100.0)
    await store.personal.erase(ANNA)
    async for _ in store.retention.purge_tables(5000.0):
        pass
    assert await store.figures.by_day([1000.0, 2000.0]) == (DayFigures(1, 0, 1, 1),)
