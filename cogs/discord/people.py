"""What the bot knows of people and servers, and whether players are still in the server of their table."""

from __future__ import annotations

import logging
import time
from functools import partial

import discord

from bot.store import CardsShown, Person, Server, Store, StoreError
from bot.tables import LiveTable, TableState
from bot.text import Words, words
from cogs.discord.avatars import AvatarFetcher
from cogs.discord.budget import Priority
from cogs.discord.queue import Queue

DAY = 24 * 60 * 60
"""Seconds."""

MOST_PEOPLE = 10_000
"""How many people are kept in memory; the one read first is dropped first."""

GONE = frozenset({10007, 10013})
"""Discord's codes for an unknown member and an unknown user."""

FIRST_WAIT = 120.0
"""Seconds for which a player may not act before the bot asks Discord about them."""

LONGEST_WAIT = 3600.0
"""The longest wait until the next such question, in seconds; each is twice as long as the one before."""

BECAUSE_OF_OTHERS = frozenset({"only_host", "table_full"})
"""Refusals that end if a player is gone: then the bot asks Discord about the players."""

logger = logging.getLogger(__name__)


class People:
    """The language, the chosen cards and the streak of people, and whether direct messages reach them.

    They are kept in the store and in memory; if the store fails, in memory only.
    """

    def __init__(self, store: Store, avatars: AvatarFetcher) -> None:
        self._store = store
        self._avatars = avatars
        self._known: dict[int, Person] = {}
        """At most `MOST_PEOPLE`; the store has the others."""

    async def get(self, user_id: int) -> Person:
        if user_id not in self._known:
            try:
                person = await self._store.people.get(user_id)
            except StoreError as error:
                logger.warning("A person cannot be read from the database: %s", error)
                person = Person(user_id)
            self._remember(self._known.get(user_id, person))
        return self._known[user_id]

    async def words_of(self, user_id: int) -> Words:
        """The words of a person's language; English for a person who has not acted yet."""
        person = await self.get(user_id)
        return words(person.locale or "en").read_aloud(wanted=person.cards is CardsShown.TEXT)

    def listens(self, user_id: int) -> bool:
        """Whether a person who has acted lately wants words instead of pictures and signs."""
        person = self._known.get(user_id)
        return person is not None and person.cards is CardsShown.TEXT

    async def met(self, user: discord.abc.User, locale: str) -> None:
        """Save the language and the avatar of a person who has just acted, and the day."""
        self._avatars.met(user)
        today = time.time() // DAY * DAY
        await self._put((await self.get(user.id))._replace(locale=locale, seen_at=today))

    async def prefers(self, user_id: int, cards: CardsShown) -> None:
        await self._put((await self.get(user_id))._replace(cards=cards))

    async def answered(self, user_id: int, *, right: bool) -> Person:
        """Count the answer to a lesson, and return the person with the streak of right answers."""
        person = await self.get(user_id)
        streak = person.streak + 1 if right else 0
        await self._put(person._replace(streak=streak, best_streak=max(streak, person.best_streak)))
        return await self.get(user_id)

    async def reached(self, user_id: int) -> None:
        """Save that a direct message has reached a person."""
        await self._put((await self.get(user_id))._replace(dm_ok=True, told_dm_closed=False))

    async def closed(self, user_id: int) -> None:
        """Save that Discord refuses direct messages to a person, and that the person is informed of it."""
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
    """The settings of servers, in the store and in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Server] = {}

    async def get(self, guild_id: int) -> Server:
        """The settings of a server; the defaults if the store cannot be read."""
        if guild_id not in self._known:
            try:
                self._known[guild_id] = await self._store.servers.get(guild_id)
            except StoreError as error:
                logger.warning("A server cannot be read from the database: %s", error)
                return Server(guild_id)
        return self._known[guild_id]

    async def put(self, server: Server) -> None:
        """Save the settings of a server.

        Raises:
            StoreError: They cannot be saved, and have not changed.
        """
        await self._store.servers.put(server)
        self._known[server.guild_id] = server


class Membership:
    """Replaces players who have left the server of their table.

    Discord sends no event for that without a privileged intent. So the bot asks about a player who may be
    gone: if Discord refuses a direct message, if the player does not act for long, or if somebody else is
    refused because of the players at the table.
    """

    def __init__(self, client: discord.Client, queue: Queue) -> None:
        self._client = client
        self._queue = queue
        self._watched: dict[str, list[int]] = {}
        """The players about whom the bot will ask, by the id of their table."""

    def suspect(self, table: LiveTable, user_id: int) -> None:
        """Ask about a player soon."""
        self._queue.put(
            user_id, ("member", table.id), partial(self._check, table, user_id), Priority.FOLLOWING
        )

    def watch(self, table: LiveTable) -> None:
        """Ask about the players who are to act if nothing happens at the table for long."""
        for user_id in self._watched.pop(table.id, ()):
            self._queue.cancel_later(user_id, ("member", table.id))
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

        self._queue.put_later(wait, user_id, ("member", table.id), job, Priority.FOLLOWING)

    async def _check(self, table: LiveTable, user_id: int) -> None:
        """Remove a player who is gone from the table."""
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
    """The people who are to act."""
    public = table.now.open
    if public is None or table.now.state is not TableState.PLAYING or table.now.asleep:
        return []
    asked = [table.now.occupants[seat] for seat in public.turn]
    return [each.user_id for each in asked if each and each.user_id is not None]
