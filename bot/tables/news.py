"""What is told of a table once it has been saved, and the telling: in order, and never in anybody's way."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from bot.tables.incidents import report
from bot.tables.situation import TableState

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.tables.situation import Situation
    from bot.tables.table import Table


class NewsKind(StrEnum):
    """What happened at a table."""

    LOBBY = "lobby"
    """Somebody sat down or got up; once cards are dealt, a computer for a person or a person again."""
    DEAL_STARTED = "deal_started"
    MOVES = "moves"
    DEAL_OVER = "deal_over"
    LAST_CIRCLE = "last_circle"
    """A player has said that the session ends with a last circle."""
    ENDED = "ended"
    RESTORED = "restored"
    """The bot has started again and the table goes on: what people see of it may be older than it is."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at a table, as a spectator saw it."""

    kind: NewsKind
    moves: tuple[Move, ...] = ()
    """What was done, in order: a card laid away face down is a `?`, what nobody sees is left out."""

    @classmethod
    def of(cls, before: Situation, after: Situation) -> News:
        """The news that lies between two situations."""
        if before.state is not after.state and after.state is TableState.ENDED:
            return cls(NewsKind.ENDED)
        if after.deal is None or after.revision == before.revision:
            return cls(NewsKind.LAST_CIRCLE if _closing(after) and not _closing(before) else NewsKind.LOBBY)
        if after.number > before.number:
            return cls(NewsKind.DEAL_STARTED)
        moves = after.deal.log[len(before.deal.log) if before.deal else 0 :]
        kind = NewsKind.DEAL_OVER if after.deal.result else NewsKind.MOVES
        return cls(kind, tuple(seen for move in moves if (seen := move.seen_by(None))))


def _closing(now: Situation) -> bool:
    return now.session is not None and now.session.last_circle_said_at is not None


Listener: TypeAlias = Callable[["Table", News], Awaitable[None]]


class Teller:
    """Tells listeners the news of each table in order. A slow one delays its table's later news, no move."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._untold: dict[str, deque[tuple[Table, News]]] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}

    def listen(self, listener: Listener) -> None:
        """Tell somebody all news from now on."""
        self._listeners.append(listener)

    def tell(self, table: Table, news: News) -> None:
        """Put news in its table's queue; the listeners hear it soon."""
        self._untold.setdefault(table.id, deque()).append((table, news))
        if table.id not in self._telling:
            self._telling[table.id] = asyncio.create_task(self._tell_all(table.id))

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """Those now telling."""
        return tuple(self._telling.values())

    async def _tell_all(self, table_id: str) -> None:
        untold = self._untold[table_id]
        try:
            while untold:
                table, news = untold.popleft()
                for listener in tuple(self._listeners):
                    await _tell(listener, table, news)
        finally:
            del self._untold[table_id], self._telling[table_id]


async def _tell(listener: Listener, table: Table, news: News) -> None:
    try:
        await listener(table, news)
    except Exception as error:  # noqa: BLE001 - whatever a listener does, the table goes on
        report(f"A listener failed on {news.kind} of table {table.id}", error)
