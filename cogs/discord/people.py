"""What is known of people and servers, and whether people are still in the server of their table."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from bot.store import Person, Server, StoreError
from bot.tables import TableState
from cogs.discord.budget import Priority

if TYPE_CHECKING:
    from bot.store import Store
    from bot.tables import LiveTable
    from cogs.discord.avatars import AvatarFetcher, User
    from cogs.discord.queue import Queue

DAY: Final = 24 * 60 * 60
"""Seconds."""

MOST_PEOPLE: Final = 10_000
"""How many people are remembered in memory; the one first met is forgotten first."""

GONE: Final = frozenset({10007, 10013})
"""Discord's codes for a person who is no member of a server, or has no account any more."""

FIRST_WAIT: Final = 120.0
"""Seconds for which a player who is to act may do nothing before Discord is asked."""

LONGEST_WAIT: Final = 3600.0
"""Seconds between two such questions at most; each wait is twice as long as the one before."""

BECAUSE_OF_OTHERS: Final = frozenset({"only_host", "table_full"})
"""Refusals whose reason would be gone with a person who is."""

logger = logging.getLogger(__name__)


class People:
    """Remembers the language and the cards of people, and whether direct messages reach them.

    It is kept in the store and in memory; if the store fails, until the next start only.
    """

    def __init__(self, store: Store, avatars: AvatarFetcher) -> None:
        self._store = store
        self._avatars = avatars
        self._known: dict[int, Person] = {}
        """The latest `MOST_PEOPLE` who were asked about; the store knows the others."""

    async def get(self, user_id: int) -> Person:
        """What is known of a person."""
        if user_id not in self._known:
            try:
                person = await self._store.people.get(user_id)
            except StoreError as error:
                logger.warning("A person cannot be read from the database: %s", error)
                person = Person(user_id)
            self._remember(self._known.get(user_id, person))
        return self._known[user_id]

    async def met(self, user: User, locale: str) -> None:
        """Remember the language and the avatar of a person who has just acted, and on which day that was."""
        self._avatars.met(user)
        today = time.time() // DAY * DAY
        await self._put((await self.get(user.id))._replace(locale=locale, seen_at=today))

    async def prefers(self, user_id: int, *, large_cards: bool) -> None:
        """Remember which cards a person has chosen."""
        await self._put((await self.get(user_id))._replace(large_cards=large_cards))

    async def reached(self, user_id: int) -> None:
        """Remember that direct messages arrive."""
        await self._put((await self.get(user_id))._replace(dm_ok=True, told_dm_closed=False))

    async def closed(self, user_id: int) -> None:
        """Remember that direct messages do not arrive, and that the person is informed of it."""
        await self._put((await self.get(user_id))._replace(dm_ok=False, told_dm_closed=True))

    def _remember(self, person: Person) -> None:
        self._known[person.user_id] = person
        if len(self._known) > MOST_PEOPLE:
            del self._known[next(iter(self._known))]

    async def forget(self, user_id: int) -> None:
        """Forget a person whose row has been deleted."""
        self._known.pop(user_id, None)
        await self._avatars.forget(user_id)

    async def _put(self, person: Person) -> None:
        if self._known.get(person.user_id) == person:
            return
        self._remember(person)
        try:
            await self._store.people.put(person)
        except StoreError as error:
            logger.warning("A person cannot be saved: %s", error)


class Servers:
    """Remembers what servers have chosen, in the store and in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Server] = {}

    async def get(self, guild_id: int) -> Server:
        """What a server has chosen; what a new one has if the store cannot be read."""
        if guild_id not in self._known:
            try:
                self._known[guild_id] = await self._store.servers.get(guild_id)
            except StoreError as error:
                logger.warning("A server cannot be read from the database: %s", error)
                return Server(guild_id)
        return self._known[guild_id]

    async def put(self, server: Server) -> None:
        """Change what a server has chosen.

        Raises:
            StoreError: it cannot be saved, and has not changed.
        """
        await self._store.servers.put(server)
        self._known[server.guild_id] = server


class Membership:
    """Replaces players who are no longer in the server of their table.

    No event tells the bot so without a privileged intent. So Discord is asked about one person when something
    suggests that they may be gone: a direct message is refused, which closed direct messages can explain as
    well; a player who is to act does nothing for long; somebody is refused because of who sits at the table.
    """

    def __init__(self, client: discord.Client, queue: Queue) -> None:
        self._client = client
        self._queue = queue
        self._watched: dict[str, list[int]] = {}
        """The players who were last to act, by the id of their table."""

    def suspect(self, table: LiveTable, user_id: int) -> None:
        """Ask about a player soon."""
        self._queue.put(user_id, _key(table), partial(self._check, table, user_id), Priority.FOLLOWING)

    def watch(self, table: LiveTable) -> None:
        """Ask about the players who are to act if nothing happens at the table for long."""
        for user_id in self._watched.pop(table.id, ()):
            self._queue.cancel_later(user_id, _key(table))
        if awaited := _awaited(table):
            self._watched[table.id] = awaited
        for user_id in awaited:
            self._ask_later(table, user_id, FIRST_WAIT)

    def _ask_later(self, table: LiveTable, user_id: int, wait: float) -> None:
        revision = table.now.revision

        async def job() -> None:
            if table.now.revision == revision and user_id in _awaited(table):
                await self._check(table, user_id)
                self._ask_later(table, user_id, min(2 * wait, LONGEST_WAIT))

        self._queue.put_later(wait, user_id, _key(table), job, Priority.FOLLOWING)

    async def _check(self, table: LiveTable, user_id: int) -> None:
        """Give the seat of a player up who is gone."""
        seated = table.now.seat_of(user_id) is not None and table.now.state is not TableState.ENDED
        if seated and await self._is_gone(table.now.guild_id, user_id):
            await table.leave(user_id, gone=True)

    async def _is_gone(self, guild_id: int, user_id: int) -> bool:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user_id)
        except (discord.Forbidden, discord.NotFound) as error:
            return error.code in GONE
        return False


def _awaited(table: LiveTable) -> list[int]:
    """The people who are known to be asked to act."""
    public = table.now.open
    if public is None or table.now.state is not TableState.PLAYING or table.now.asleep:
        return []
    asked = [table.now.occupants[seat] for seat in public.turn]
    return [each.user_id for each in asked if each and each.user_id is not None]


def _key(table: LiveTable) -> tuple[str, str]:
    return "member", table.id
