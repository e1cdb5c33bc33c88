"""The loop that looks for orders of the operator; `tests/cogs/test_orders.py` shows what comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from typing import Any
from unittest.mock import Mock

import pytest

from bot.ops import orders
from bot.store import Order, OrderRow, StoreError


async def test_orders_are_read_again_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(orders, "SECONDS", 0.0)
    excluded = asyncio.Queue[Container[int]]()
    answers: list[Any] = [StoreError("The disk is full."), (), ZeroDivisionError()]

    async def read() -> tuple[OrderRow, ...]:
        answer = answers.pop(0) if answers else (OrderRow(7, Order.BLOCK, 1.0),)
        if isinstance(answer, Exception):
            raise answer
        found: tuple[OrderRow, ...] = answer
        return found

    store, tables = Mock(), Mock()
    store.orders.all = read
    tables.of_server.return_value = tables.of_user.return_value = tables.left_by.return_value = ()
    following = orders.Orders(store, tables, Mock(), excluded.put_nowait)
    following.start()
    async with asyncio.timeout(20):
        assert await excluded.get() == frozenset()
        assert await excluded.get() == frozenset({7})
    following.stop()
    await asyncio.sleep(0)
    assert "Following the operator's orders failed: ZeroDivisionError" in caplog.text
    assert "The disk is full" not in caplog.text, "what saves regularly says so"
    assert not [each for each in asyncio.all_tasks() if "Orders" in repr(each)]
