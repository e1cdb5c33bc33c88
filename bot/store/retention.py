"""Deletes expired rows, in batches so small that no save waits for long."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Collection
from collections.abc import Set as AbstractSet

from sqlalchemy import ColumnElement, Table, delete, insert, select, tuple_, union

from bot.store.database import Part, Step
from bot.store.rows import NO_SERVER
from bot.store.schema import (
    deals,
    people,
    plays,
    rated,
    ratings,
    records,
    seats,
    servers,
    servers_left,
    standings,
    tables,
    tallies,
)

BATCH = 20
"""How many rows are deleted at a time; the actions of a deal and the seats of a table go with them."""


class Retention(Part):
    """Deletes rows that are kept for a time only, but nothing of tables in play.

    The methods that purge yield after each batch how many rows of which table they deleted.
    """

    async def note_servers(self, present: AbstractSet[int], at: float) -> None:
        """Save since when the bot has been away from servers that it has rows of, but is not present in."""
        known, noted = await self._database.read(_SERVERS, select(servers_left.c.guild_id))
        away, before = (
            {server for (server,) in known} - present - {NO_SERVER},
            {server for (server,) in noted},
        )
        new = [{"guild_id": server, "left_at": at} for server in sorted(away - before)]
        over = servers_left.c.guild_id.in_(before - away)
        await self._database.write(Step(insert(servers_left), new), Step(delete(servers_left).where(over)))

    async def servers_left(self, before: float) -> tuple[int, ...]:
        """Return the servers that the bot has been away from since before a time."""
        query = select(servers_left.c.guild_id).where(servers_left.c.left_at < before)
        return tuple(server for (server,) in await self._database.rows(query))

    def purge_tables(self, before: float) -> AsyncIterator[Counter[str]]:
        """Delete all tables that ended before a time, with the logs of their deals. Standings remain."""
        return self._tables(tables.c.ended_at < before)

    def purge_people(self, before: float) -> AsyncIterator[Counter[str]]:
        """Delete the people last seen before a time, unless they have a seat at a table in play."""
        return self._rows(people, (people.c.seen_at < before) & people.c.user_id.not_in(_SEATED))

    def purge_records(self, before: float) -> AsyncIterator[Counter[str]]:
        """Delete the records last attached to a command before a time. Imported records remain."""
        return self._rows(records, (records.c.at < before) & (records.c.imported == 0))

    async def purge_server(
        self, guild_id: int, suspended: Collection[str] = ()
    ) -> AsyncIterator[Counter[str]]:
        """Delete all of a server: tables that have ended or are suspended, standings, plays, settings."""
        over = tables.c.ended_at.is_not(None) | tables.c.id.in_(suspended)
        async for purged in self._tables((tables.c.guild_id == guild_id) & over):
            yield purged
        for table in (standings, tallies, rated, ratings, plays, servers):
            async for purged in self._rows(table, table.c.guild_id == guild_id):
                yield purged

    async def _tables(self, which: ColumnElement[bool]) -> AsyncIterator[Counter[str]]:
        query = select(tables.c.id).where(which).limit(BATCH)
        while found := await self._database.rows(query):
            ids = [table_id for (table_id,) in found]
            for table, key in ((deals, deals.c.table_id), (tables, tables.c.id)):
                async for purged in self._rows(table, key.in_(ids)):
                    yield purged

    async def _rows(self, table: Table, which: ColumnElement[bool]) -> AsyncIterator[Counter[str]]:
        key = tuple(table.primary_key.columns)
        while found := await self._database.rows(select(*key).where(which).limit(BATCH)):
            # The condition is checked again: a person may have been seen meanwhile.
            await self._database.write(Step(delete(table).where(tuple_(*key).in_(found), which)))
            yield Counter({table.name: len(found)})


_OPEN = select(tables.c.id).where(tables.c.ended_at.is_(None))
_SEATED = union(
    *(
        select(column).where(column.is_not(None), seats.c.table_id.in_(_OPEN))
        for column in (seats.c.user_id, seats.c.away_id)
    )
)
# Where there are standings of a person, there are tallies.
_SERVERS = select(union(*(select(each.c.guild_id) for each in (tables, tallies, plays, servers))).subquery())
