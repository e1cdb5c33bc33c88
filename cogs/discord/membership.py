"""Whether the people at a table are still in its server.

No event tells the bot so without a privileged intent. So Discord is asked about one person when something
suggests that they may be gone: a direct message is refused, which closed direct messages can explain as well;
a player who is to act does nothing for long; somebody is refused because of who sits at the table.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from bot.tables import TableState
from cogs.discord.slots import Priority

if TYPE_CHECKING:
    from bot.tables import Table
    from cogs.discord.queue import Queue

GONE: Final = frozenset({10007, 10013})
"""Discord's codes for a person who is no member of a server, or has no account any more."""

FIRST_WAIT: Final = 120.0
"""Seconds for which a player who is to act may do nothing before Discord is asked."""

LONGEST_WAIT: Final = 3600.0
"""Seconds between two such questions at most; each wait is twice as long as the one before."""

BECAUSE_OF_OTHERS: Final = frozenset({"only_host", "table_full"})
"""Refusals whose reason would be gone with a person who is."""


class Membership:
    """Replaces players who are no longer in the server of their table."""

    def __init__(self, client: discord.Client, queue: Queue) -> None:
        self._client = client
        self._queue = queue
        self._watched: dict[str, list[int]] = {}
        """The players who were last to act, by the id of their table."""

    def suspect(self, table: Table, user_id: int) -> None:
        """Ask about a player soon."""
        self._queue.put(user_id, _key(table), partial(self._check, table, user_id), Priority.FOLLOWING)

    def watch(self, table: Table) -> None:
        """Ask about the players who are to act if nothing happens at the table for long."""
        for user_id in self._watched.pop(table.id, ()):
            self._queue.cancel_later(user_id, _key(table))
        if awaited := _awaited(table):
            self._watched[table.id] = awaited
        for user_id in awaited:
            self._ask_later(table, user_id, FIRST_WAIT)

    def _ask_later(self, table: Table, user_id: int, wait: float) -> None:
        revision = table.revision

        async def job() -> None:
            if table.revision == revision and user_id in _awaited(table):
                await self._check(table, user_id)
                self._ask_later(table, user_id, min(2 * wait, LONGEST_WAIT))

        self._queue.put_later(wait, user_id, _key(table), job, Priority.FOLLOWING)

    async def _check(self, table: Table, user_id: int) -> None:
        """Give the seat of a player up who is gone."""
        seated = table.seat_of(user_id) is not None and table.state is not TableState.ENDED
        if seated and await self._is_gone(table.guild_id, user_id):
            await table.lose(user_id)

    async def _is_gone(self, guild_id: int, user_id: int) -> bool:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user_id)
        except (discord.Forbidden, discord.NotFound) as error:
            return error.code in GONE
        return False


def _awaited(table: Table) -> list[int]:
    """The people who are known to be asked to act."""
    public = table.open
    if public is None or table.state is not TableState.PLAYING or table.asleep:
        return []
    asked = [table.occupants[seat] for seat in public.turn]
    return [each.user_id for each in asked if each and each.user_id is not None]


def _key(table: Table) -> tuple[str, str]:
    return "member", table.id
