"""The ping: a short message beside the table message that mentions the players who are to act.

Editing the table message notifies no one, so each change of turn has a ping of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.store import BEING_POSTED, Message
from bot.tables import TableState
from cogs.discord.messenger import Text
from cogs.discord.page import digest_of
from cogs.table.clock import due_line
from cogs.table.page import public_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.tables import LiveTable
    from cogs.discord.messenger import Messenger
    from cogs.discord.people import People

PING: Final = "ping"
"""The kind under which its id is saved."""

REMINDER: Final = "reminder"
"""The kind instead, once it has reminded the players whom it calls."""


class Ping:
    """The ping of one table."""

    def __init__(
        self, table: LiveTable, messenger: Messenger, people: People, attention: Callable[[int], float]
    ) -> None:
        self._table = table
        self._channel = messenger.channel(table.now.channel_id, table.now.guild_id)
        self._messenger = messenger
        self._people = people
        self._attention = attention
        """For how many seconds a player still needs no ping."""
        self._kind = PING
        self._message: int | None = None
        self._called: tuple[int, ...] = ()
        self._digest = ""
        """Of the text it shows."""
        self._old: set[int] = set()
        """Pings that are still to be deleted."""

    def found(self, saved: Message) -> None:
        """Take over the ping from before a restart."""
        self._kind, self._message, self._digest = saved.kind, saved.message_id, saved.digest
        self._called = saved.called

    async def update(self) -> float:
        """Call exactly those who are to act, once for each change of turn, and once more to remind them.

        Returns:
            The seconds after which it must be updated again, because whom to call is still looking; else 0.
        """
        public, wait = self._table.now.open, 0.0
        called = self._table.now.state is TableState.PLAYING and not (
            self._table.now.paused or self._table.now.asleep
        )
        turn = public.turn if public and called else ()
        asked = [each for seat in turn if (each := self._table.now.occupants[seat])]
        users = tuple(each.user_id for each in asked if each.user_id is not None)
        if not users:
            if not asked or self._kind == REMINDER:
                self._give_up()
            # While a computer moves another ping stays: the same player may be next again.
        elif self._message is not None and self._suffices(users):
            await self._reword(self._message, await self._sentence(users))
        elif wait := min(map(self._attention, users)):
            self._give_up()
        else:
            await self._send(Text(await self._sentence(users), users))
        if self._old:
            await self._delete_old()
            await self._messenger.forget(self._table, self._kind)
        return wait

    @property
    def _wanted(self) -> str:
        """The kind of ping that is wanted now."""
        clock = self._table.now.turn
        return REMINDER if clock and clock.reminded else PING

    def _suffices(self, users: Sequence[int]) -> bool:
        """Whether the ping that there is has called some users as it should."""
        return set(users) <= set(self._called) and self._wanted in (PING, self._kind)

    async def _sentence(self, users: Sequence[int]) -> str:
        """What the ping says: the same for whatever is asked, so that it need not be edited within a turn."""
        w = public_words(self._table.now)
        text = w("ping.turn", players=w.listed([f"<@{user}>" for user in users]))
        if self._wanted == REMINDER:
            text = f"{text}\n{w('ping.reminder', due=due_line(w, self._table.now))}"
        closed = [user for user in users if (await self._people.get(user)).dm_ok is False]
        return w("list.sentences", first=text, second=w("ping.use_hand")) if closed else text

    async def _reword(self, message_id: int, text: str) -> None:
        """Edit the ping so that it names those who are still asked. That notifies no one."""
        if digest_of(text) != self._digest or self._wanted != self._kind:
            await self._messenger.edit_text(self._channel, message_id, text)
            await self._shows(message_id, Text(text, self._called))

    async def _send(self, call: Text) -> None:
        """Send the ping in place of the one that there is.

        The old one is deleted first, because what is saved of it is overwritten. One that may have been sent
        for others is found, and then replaced.
        """
        self._give_up()
        await self._delete_old()
        await self._save(BEING_POSTED, call)
        message_id, sent = await self._messenger.send_text((PING, self._table.id), self._channel, call)
        await self._shows(message_id, sent)
        if sent.users != call.users or not sent.content.startswith(call.content):
            await self._send(call)

    async def _shows(self, message_id: int, call: Text) -> None:
        """Remember what the ping shows now; no one who has left meanwhile."""
        users = tuple(each for each in call.users if each in self._table.now.people)
        self._message, self._called, self._digest = message_id, users, digest_of(call.content)
        await self._save(message_id, Text(call.content, users))

    async def _save(self, message_id: int, call: Text) -> None:
        """Save what a ping shows, or is about to show, to be found after a restart."""
        replaced, self._kind = self._kind, self._wanted
        place = self._table.now.channel_id, message_id
        saved = Message(self._kind, 0, *place, digest_of(call.content), call.users)
        instead_of = replaced if replaced != self._kind else ""
        await self._messenger.save(self._table, saved, instead_of=instead_of)

    def _give_up(self) -> None:
        """Let the ping be deleted that calls somebody now."""
        if self._message is not None:
            self._old.add(self._message)
        self._message, self._called = None, ()

    async def _delete_old(self) -> None:
        for message_id in tuple(self._old):
            await self._messenger.delete(self._channel, message_id)
            self._old.discard(message_id)
