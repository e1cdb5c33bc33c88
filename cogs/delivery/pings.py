"""The ping: a short message beside the table message that mentions the players who are to act.

Editing the table message notifies no one, so each change of turn has a ping of its own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import discord

from bot.store import Message
from bot.tables import TableState
from bot.text.deals import turn_line
from cogs.pages.names import mentions_of
from cogs.pages.page import digest_of
from cogs.pages.table import public_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.rules.state import Open
    from bot.tables import Table
    from cogs.delivery.messenger import Messenger
    from cogs.delivery.people import People

PING: Final = "ping"
"""The kind under which its id is saved."""


class Ping:
    """The ping of one table."""

    def __init__(
        self, table: Table, messenger: Messenger, people: People, attention: Callable[[int], float]
    ) -> None:
        self._table = table
        self._channel = messenger.channel(table.channel_id, table.guild_id)
        self._messenger = messenger
        self._people = people
        self._attention = attention
        """For how many seconds a player still needs no ping."""
        self._message: int | None = None
        self._called: tuple[int, ...] = ()
        self._digest = ""
        """Of the text it shows."""
        self._old: set[int] = set()
        """Pings that are still to be deleted."""

    def found(self, saved: Message) -> None:
        """Take over the ping from before a restart."""
        self._message, self._digest = saved.message_id, saved.digest
        self._called = tuple(json.loads(saved.called))

    async def update(self) -> float:
        """Call exactly those who are to act, once for each change of turn.

        Returns:
            The seconds after which it must be updated again, because whom to call is still looking; else 0.
        """
        public, wait = self._table.open, 0.0
        turn = public.turn if public and self._table.state is TableState.PLAYING else ()
        asked = [each for seat in turn if (each := self._table.occupants[seat])]
        users = tuple(each.user_id for each in asked if each.user_id is not None)
        if public is None or not users:
            if not asked:
                self._give_up()
            # While a computer moves the ping stays: the same player may be next again.
        elif self._message is not None and set(users) <= set(self._called):
            await self._reword(self._message, await self._sentence(public, users))
        elif wait := min(map(self._attention, users)):
            self._give_up()
        else:
            await self._send(await self._sentence(public, users), users)
        await self._delete_old()
        return wait

    async def _sentence(self, public: Open, users: Sequence[int]) -> str:
        w = public_words(self._table)
        text = turn_line(w, public, mentions_of(w, self._table, public.turn))
        closed = [user for user in users if (await self._people.get(user)).dm_ok is False]
        return f"{text} {w('ping.use_hand')}" if closed else text

    async def _reword(self, message_id: int, text: str) -> None:
        """Edit the ping so that it says what is asked now. That notifies no one."""
        if digest_of(text) != self._digest:
            await self._messenger.edit_text(self._channel, message_id, text)
            await self._shows(message_id, text, self._called)

    async def _send(self, text: str, users: tuple[int, ...]) -> None:
        mentioned = [discord.Object(user) for user in users]
        only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=mentioned)
        message = await self._channel.send(text, allowed_mentions=only)
        self._give_up()
        await self._shows(message.id, text, users)

    async def _shows(self, message_id: int, text: str, called: tuple[int, ...]) -> None:
        """Remember what the ping shows now, also for after a restart; no one who has left meanwhile."""
        self._called = tuple(each for each in called if each in self._table.people)
        self._message, self._digest = message_id, digest_of(text)
        place = self._table.channel_id, message_id
        saved = Message(PING, 0, *place, self._digest, json.dumps(self._called))
        await self._messenger.save(self._table, saved)

    def _give_up(self) -> None:
        """Let the ping be deleted that calls somebody now."""
        if self._message is not None:
            self._old.add(self._message)
        self._message, self._called = None, ()

    async def _delete_old(self) -> None:
        for message_id in tuple(self._old):
            await self._messenger.delete(self._channel, message_id)
            self._old.discard(message_id)
            if self._message is None:
                await self._messenger.forget(self._table, PING)
