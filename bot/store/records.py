"""Small records: messages, people, servers, settings of the bot, and deal records from outside."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, bindparam, case, delete, func, insert, select

from bot.store.database import Database, NewRow, Part, Step, adding_or_updating, replacing
from bot.store.rows import CardsShown, Message, Person, RecordRow, Server
from bot.store.schema import ID, calls, columns, in_order, messages, people, records, servers, settings

_log = logging.getLogger(__name__)

SOON = 1.0
"""Seconds within which a change of a message is saved."""


class SavedMessages(Part):
    """The messages that show each table, which the bot still edits after a restart.

    What they show changes with nearly every action. Such changes are saved together, once a second, so that
    actions seldom wait for them. If the process dies first, a message is edited once more after the start.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._lock = asyncio.Lock()
        self._unsaved: dict[tuple[str, str, int], Message] = {}
        """The messages to save next, by their keys."""
        self._saving: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        """Set while messages are to be saved soon."""

    async def of(self, table_id: str) -> tuple[Message, ...]:
        await self.flush()
        chosen = [messages.c[name] for name in ("kind", "user_id", "channel_id", "message_id", "digest")]
        rows, called = await self._database.read(
            in_order(messages, messages.c.table_id == table_id, of=chosen),
            in_order(
                calls, calls.c.table_id == table_id, of=(calls.c.kind, calls.c.user_id, calls.c.called_id)
            ),
        )
        users: dict[tuple[str, int], tuple[int, ...]] = {}
        for kind, user_id, called_id in called:
            users[kind, user_id] = (*users.get((kind, user_id), ()), called_id)
        found = (Message(*row) for row in rows)
        return tuple(each._replace(called=users.get((each.kind, each.user_id), ())) for each in found)

    async def put(self, table_id: str, message: Message) -> None:
        """Save a message, replacing the one of its kind for the same person."""
        self._unsaved[table_id, message.kind, message.user_id] = message
        await asyncio.shield(self._begin())

    def put_soon(self, table_id: str, message: Message) -> None:
        """Save a message within a second. If that fails, what it shows is not known after a restart."""
        self._unsaved[table_id, message.kind, message.user_id] = message
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SOON, lambda: self._begin().add_done_callback(_note))

    async def flush(self) -> None:
        """Save now what is to be saved soon. An error is logged."""
        saving = self._begin()
        await asyncio.wait([saving])
        _note(saving)

    def _begin(self) -> asyncio.Task[None]:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._saving is None:
            self._saving = asyncio.create_task(self._save())
        return self._saving

    async def _save(self) -> None:
        async with self._lock:
            unsaved, self._unsaved, self._saving = self._unsaved, {}, None
            if unsaved:
                await self._database.write(*_saving(unsaved))

    async def forget(self, table_id: str, kind: str, user_id: int = 0) -> None:
        """Delete a message if it is known."""
        which = (messages.c.table_id == table_id, messages.c.kind == kind, messages.c.user_id == user_id)
        async with self._lock:  # after a save that has begun
            self._unsaved.pop((table_id, kind, user_id), None)
            await self._database.write(Step(delete(messages).where(*which)))

    async def forget_all(self) -> None:
        """Delete all messages: a local Discord begins without any."""
        await self._database.write(Step(delete(messages)))


def _note(saving: asyncio.Task[None]) -> None:
    if not saving.cancelled() and (error := saving.exception()):
        _log.warning("What messages show cannot be saved: %s", error)


def _saving(unsaved: Mapping[tuple[str, str, int], Message]) -> tuple[Step, ...]:
    rows = [{"table_id": table_id, **each._asdict()} for (table_id, *_), each in unsaved.items()]
    keys = [{"table": table_id, "kind": kind, "user": user_id} for table_id, kind, user_id in unsaved]
    calling = [
        {**{name: row[name] for name in ("table_id", "kind", "user_id")}, "called_id": each}
        for row in rows
        for each in row.pop("called")
    ]
    return Step(replacing(messages), rows), Step(_UNCALL, keys), Step(insert(calls), calling)


_UNCALL = delete(calls).where(
    calls.c.table_id == bindparam("table"),
    calls.c.kind == bindparam("kind"),
    calls.c.user_id == bindparam("user", type_=ID),
)


_OF_PEOPLE = tuple(name for name in Person._fields if name != "user_id")


class SavedPeople(Part):
    async def get(self, user_id: int) -> Person:
        """Return what is known of a person, with default values for a new one."""
        query = select(*columns(people, Person)).where(people.c.user_id == user_id)
        for _, dm_ok, told, locale, seen_at, cards, *streaks in await self._database.rows(query):
            arrives = None if dm_ok is None else bool(dm_ok)
            return Person(user_id, arrives, bool(told), locale, seen_at, CardsShown(cards), *streaks)
        return Person(user_id)

    async def put(self, person: Person, fields: Collection[str] = _OF_PEOPLE) -> None:
        """Save a person; if there is a row, only these fields: another process may have changed others."""
        saving = adding_or_updating(people, lambda new: {each: new[each] for each in fields})
        await self._database.write(Step(saving, [person._asdict()]))


class SavedServers(Part):
    async def get(self, guild_id: int) -> Server:
        """Return the settings of a server, with default values for a new one."""
        query = select(*columns(servers, Server)).where(servers.c.guild_id == guild_id)
        return next((Server(*row) for row in await self._database.rows(query)), Server(guild_id))

    async def put(self, server: Server) -> None:
        await self._database.write(Step(replacing(servers), [server._asdict()]))


_ADD_SETTING = adding_or_updating(settings, lambda _new: {"value": settings.c.value})


class SavedSettings(Part):
    """Texts by key, such as the hash of the commands last synced."""

    async def get(self, key: str) -> str | None:
        rows = await self._database.rows(select(settings.c.value).where(settings.c.key == key))
        return str(rows[0][0]) if rows else None

    async def beginning_with(self, key: str) -> dict[str, str]:
        """Return the texts of all keys that begin with a text."""
        query = select(settings.c.key, settings.c.value).where(
            settings.c.key.startswith(key, autoescape=True)
        )
        return {str(name): str(value) for name, value in await self._database.rows(query)}

    async def first(self, key: str, value: str) -> str:
        """Save a text unless the key has one. Return the text that the key has then."""
        await self._database.write(Step(_ADD_SETTING, [{"key": key, "value": value}]))
        return await self.get(key) or value

    async def put(self, key: str, value: str) -> None:
        await self._database.write(Step(replacing(settings), [{"key": key, "value": value}]))


def _put_again(new: NewRow) -> dict[str, ColumnElement[Any]]:
    """Keep a record imported once it is, with the time of the import."""
    return {
        "imported": records.c.imported.bitwise_or(new.imported),
        "at": case((records.c.imported == 1, records.c.at), else_=new.at),
    }


_PUT = adding_or_updating(records, _put_again)
_IMPORTED = select(*columns(records, RecordRow)).where(records.c.imported == 1)


class Records(Part):
    """Deal records from outside."""

    async def put(self, *rows: RecordRow) -> None:
        """Save some records. A record that exists stays, and stays imported if it was."""
        await self._database.write(Step(_PUT, [each._asdict() for each in rows]))

    async def get(self, record_id: str) -> RecordRow | None:
        query = select(*columns(records, RecordRow)).where(records.c.id == record_id)
        return next((RecordRow(*row) for row in await self._database.rows(query)), None)

    async def imported(self, *, offset: int = 0, limit: int = 10) -> tuple[RecordRow, ...]:
        """Return some imported records, the latest first."""
        latest = _IMPORTED.order_by(records.c.at.desc(), records.c.id).limit(limit).offset(offset)
        return tuple(RecordRow(*row) for row in await self._database.rows(latest))

    async def number_imported(self) -> int:
        ((number,),) = await self._database.rows(select(func.count()).select_from(_IMPORTED.subquery()))
        return int(number)
