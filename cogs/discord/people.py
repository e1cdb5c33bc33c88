"""The people who play: their language, their cards, their avatars, and whether direct messages reach them."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

from bot.store import Person, StoreError

if TYPE_CHECKING:
    from bot.store import Store
    from cogs.discord.avatars import AvatarFetcher, User

DAY: Final = 24 * 60 * 60
"""Seconds."""

MOST_PEOPLE: Final = 10_000
"""How many people are remembered in memory; the one first met is forgotten first."""

logger = logging.getLogger(__name__)


class People:
    """Remembers people, in the store and in memory. If the store fails, until the next start only."""

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
