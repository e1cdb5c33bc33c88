"""What is brought up to date when something has happened at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables import NewsKind

if TYPE_CHECKING:
    from bot.tables import News, Table
    from cogs.delivery.hand_message import HandMessages
    from cogs.delivery.table_message import TableMessages


class Updates:
    """Listens to the news of the tables."""

    def __init__(self, table_messages: TableMessages, hand_messages: HandMessages) -> None:
        self._table_messages = table_messages
        self._hand_messages = hand_messages

    async def show(self, table: Table, news: News) -> None:
        """Bring the messages of a table up to date."""
        ended = news.kind is NewsKind.ENDED
        if not news.continues:
            self._table_messages.of(table).refresh()
        for user_id in table.people:
            self._hand_messages.refresh(table, user_id)
            if ended:
                self._hand_messages.forget(table, user_id)
        if ended:
            self._table_messages.forget(table)
