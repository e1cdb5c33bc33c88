"""Passing news on to listeners: in order for each table, and never delaying a move."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.tables.incidents import report
from bot.tables.news import News
from bot.tables.table import Table

Listener: TypeAlias = Callable[[Table, News], Awaitable[None]]


class Publisher:
    """Passes the news of each table on in order. A slow listener delays only later news of that table."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._waiting: dict[str, deque[tuple[Table, News]]] = {}
        self._publishing: dict[str, asyncio.Task[None]] = {}

    def listen(self, listener: Listener) -> None:
        """Pass all news from now on to a listener."""
        self._listeners.append(listener)

    def publish(self, table: Table, news: News) -> None:
        """Queue news of a table for all listeners."""
        self._waiting.setdefault(table.id, deque()).append((table, news))
        if table.id not in self._publishing:
            self._publishing[table.id] = asyncio.create_task(self._publish_all(table.id))

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The tasks now passing news on, one for each table that has any."""
        return tuple(self._publishing.values())

    async def _publish_all(self, table_id: str) -> None:
        waiting = self._waiting[table_id]
        try:
            while waiting:
                table, news = waiting.popleft()
                for listener in tuple(self._listeners):
                    await _pass_on(listener, table, news)
        finally:
            del self._waiting[table_id], self._publishing[table_id]


async def _pass_on(listener: Listener, table: Table, news: News) -> None:
    try:
        await listener(table, news)
    except Exception as error:  # noqa: BLE001 - a listener may raise anything, and the table goes on
        report(f"A listener failed on {news.kind} of table {table.id}", error)
