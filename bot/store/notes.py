"""Small records: the messages that show a table, what is known of people, the bot's settings."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING

from bot.store.rows import Message, Person

if TYPE_CHECKING:
    from bot.store.database import Database


class SavedMessages:
    """The messages that show each table, to be edited after a restart too. Methods raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str) -> tuple[Message, ...]:
        """Return all messages that show a table."""
        rows = await self._database.rows(
            "SELECT kind, user_id, channel_id, message_id FROM messages WHERE table_id = ?"
            " ORDER BY kind, user_id",
            (table_id,),
        )
        return tuple(Message(*row) for row in rows)

    async def put(self, table_id: str, message: Message) -> None:
        """Save a message, replacing the one of its kind for the same person."""
        await self._database.write(
            "INSERT OR REPLACE INTO messages (table_id, kind, user_id, channel_id, message_id)"
            " VALUES (?, ?, ?, ?, ?)",
            (table_id, *astuple(message)),
        )

    async def forget(self, table_id: str, kind: str, user_id: int = 0) -> None:
        """Delete a message if it is known."""
        await self._database.write(
            "DELETE FROM messages WHERE table_id = ? AND kind = ? AND user_id = ?", (table_id, kind, user_id)
        )


class SavedPeople:
    """What is known of people. Methods raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Person:
        """Return what is known of a person, with default values for a new one."""
        rows = await self._database.rows(
            "SELECT dm_ok, told_dm_closed, locale, large_cards FROM people WHERE user_id = ?", (user_id,)
        )
        if not rows:
            return Person(user_id)
        dm_ok, told, locale, large = rows[0]
        return Person(user_id, None if dm_ok is None else bool(dm_ok), bool(told), locale, bool(large))

    async def put(self, person: Person) -> None:
        """Save what is known of a person."""
        await self._database.write(
            "INSERT OR REPLACE INTO people (user_id, dm_ok, told_dm_closed, locale, large_cards)"
            " VALUES (?, ?, ?, ?, ?)",
            astuple(person),
        )


class SavedSettings:
    """Texts by key, such as the hash of the commands last synced. Methods raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """Return the text of a key, or `None`."""
        rows = await self._database.rows("SELECT value FROM settings WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    async def put(self, key: str, value: str) -> None:
        """Save a text, replacing the one the key had."""
        await self._database.write("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value))
