"""Private answers that explain how a table stands now: none of them outlives the moment it speaks of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from cogs.discord.queue import Queue
    from cogs.discord.tokens import Tokens

Place: TypeAlias = tuple[str, int]
"""A person at a table: the table's id and the person's."""


class Asides:
    """Keeps one such answer for each person and table, and deletes it as long as its token works."""

    def __init__(self, queue: Queue, tokens: Tokens) -> None:
        self._queue = queue
        self._tokens = tokens
        self._shown: dict[Place, int] = {}

    def show(self, table_id: str, user_id: int, message_id: int | None) -> None:
        """Let a new answer take the place of the last one; `None` if it cannot be deleted later."""
        self.clear(table_id, user_id)
        if message_id is not None:
            self._shown[table_id, user_id] = message_id

    def clear(self, table_id: str, user_id: int) -> None:
        """Delete the answer of a person, who has gone on."""
        if message_id := self._shown.pop((table_id, user_id), None):
            self._queue.put(user_id, ("aside", message_id), partial(self._tokens.delete, message_id))

    def forget(self, table_id: str) -> None:
        """Leave the answers of a table that has ended."""
        self._shown = {place: shown for place, shown in self._shown.items() if place[0] != table_id}
