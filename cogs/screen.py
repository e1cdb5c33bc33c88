"""The table message: one for each deal, kept up to date and near the bottom, and the ping beside it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.store import Message, StoreError
from bot.tables import TableState
from bot.text.deals import turn_line
from cogs.boards import page_of, public_words
from cogs.items import without_controls
from cogs.names import mentions_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.state import Open
    from bot.tables import Table
    from cogs.desk import Desk
    from cogs.page import Page

logger = logging.getLogger(__name__)

BURIED: Final = 3
"""After so many other messages of ours below it a table message is posted anew."""

GONE: Final = 10008
NO_CHANNEL: Final = frozenset({10003, 50001, 50013, 160005})
"""Unknown channel, missing access, missing permissions, thread locked."""

MESSAGE: Final = "deal"
PING: Final = "ping"


class Screen:
    """What the channel shows of one table."""

    def __init__(self, desk: Desk, table: Table) -> None:
        self._desk = desk
        self._table = table
        self._shown: Page | None = None
        self._message: int | None = None
        self._number = 0
        """The deal that the message shows."""
        self._ping: int | None = None
        self._called: tuple[int, ...] = ()
        """Whose turn it was when somebody was last called, by mention or not."""
        self._call_text = ""
        self._below = 0
        self._recalled = False
        self._lost = 0
        """The deal, counted from 1, for which the channel is known to be out of reach."""
        self.held = 0
        """How many answers to interactions are about to change the message themselves."""

    def refresh(self) -> None:
        """Show the table as it is, soon."""
        self._desk.outbox.put(self._table.channel_id, ("screen", self._table.id), self._paint)

    def posted_below(self) -> None:
        """Count another message of ours below the table message."""
        self._below += 1

    def bury(self) -> None:
        """Let the message be posted anew at the bottom of the channel."""
        self._below = BURIED
        self._lost = 0
        self.refresh()

    async def adopt(self, message_id: int, page: Page) -> None:
        """Take over a message that the answer to an interaction has made."""
        self._recalled = True
        self._message, self._number, self._below = message_id, self._table.number, 0
        self._shown = page
        await self._remember(MESSAGE, message_id)

    async def page_for(self, message_id: int) -> Page | None:
        """What a message should show now: the table, or, once the next deal has its own, nothing to press.

        Nothing for a message that is not the table message.
        """
        await self._recall()
        if message_id != self._message:
            return None
        if self._number == self._table.number:
            return page_of(self._table)
        return self._shown.frozen() if self._shown else None

    def changed(self, page: Page) -> None:
        """Take note of what the answer to an interaction has made the table message show."""
        self._shown = page

    @property
    def shown(self) -> Page | None:
        """The page last shown."""
        return self._shown

    async def _paint(self) -> None:
        if self.held or self._lost == self._table.number + 1:
            return
        await self._recall()
        try:
            await self._show(page_of(self._table))
            await self._call()
        except discord.HTTPException as error:
            self._shown = None
            if error.code not in NO_CHANNEL:
                raise
            await self._lose()

    async def _show(self, page: Page) -> None:
        if self._message is not None and self._number != self._table.number:
            await self._retire()
        if self._message is not None and self._below >= BURIED:
            await self._delete(self._message)
            self._message = None
        if self._message is not None and page == self._shown:
            return
        if self._message is None or not await self._edit(page):
            await self._post(page)
        self._shown = page

    async def _edit(self, page: Page) -> bool:
        """Change the message; whether it is still there."""
        assert self._message is not None, "there is no message to change"
        rendered = await self._desk.painter.render(page, self._shown)
        try:
            await self._channel.get_partial_message(self._message).edit(**rendered.change)
        except discord.NotFound as error:
            if error.code != GONE:
                raise
            return False
        return True

    async def _post(self, page: Page) -> None:
        rendered = await self._desk.painter.render(page)
        message = await self._channel.send(
            view=rendered.view, files=rendered.files, allowed_mentions=discord.AllowedMentions.none()
        )
        self._desk.posted(self._table)
        self._message, self._number, self._below = message.id, self._table.number, 0
        await self._remember(MESSAGE, message.id)

    async def _retire(self) -> None:
        """Leave the message of the last deal as it is, with nothing to press."""
        assert self._message is not None, "there is no message to leave"
        if self._shown is None:
            await self._freeze(self._message)
        elif self._shown.rows:
            await self._edit(self._shown.frozen())
        self._message = self._shown = None

    async def _freeze(self, message_id: int) -> None:
        """Take the controls from a message of before a restart, whose page is known no more."""
        try:
            message = await self._channel.fetch_message(message_id)
            await message.edit(view=without_controls(message), attachments=message.attachments)
        except discord.NotFound:
            logger.info("a message of table %s was gone already", self._table.id)

    async def _call(self) -> None:
        """Ping exactly those who are to act, once for each change of turn, unless they are at it anyway."""
        public = self._table.deal.open if self._table.deal else None
        turn = public.turn if public and self._table.state is TableState.PLAYING else ()
        people = [each for seat in turn if (each := self._table.occupants[seat])]
        users = tuple(each.user_id for each in people if each.user_id is not None)
        if public is None or not users:
            if not people:
                await self._unping()
            # While a computer moves the ping stays: the same player may be next again.
            return
        text = await self._call_in_words(public, users)
        if self._ping is not None and set(users) <= set(self._called):
            await self._reword(text)
        else:
            await self._call_anew(users, text)

    async def _call_in_words(self, public: Open, users: Sequence[int]) -> str:
        w = public_words(self._table)
        text = turn_line(w, public, mentions_of(w, self._table, public.turn))
        closed = [user for user in users if (await self._desk.people.get(user)).dm_ok is False]
        return f"{text} {w('ping.use_hand')}" if closed else text

    async def _call_anew(self, users: tuple[int, ...], text: str) -> None:
        attention = [self._desk.inbox.attention(self._table, user) for user in users]
        if min(attention) > 0:
            await self._unping()
            key = "ping", self._table.id
            self._desk.outbox.put_later(min(attention), self._table.channel_id, key, self._paint)
            return
        old, self._ping = self._ping, None
        await self._ping_with(text, users)
        if old is not None:
            await self._delete(old)

    async def _reword(self, text: str) -> None:
        """Let the ping say what its reader is asked now: that notifies nobody."""
        if self._ping is None or text == self._call_text:
            return
        nobody = discord.AllowedMentions.none()
        try:
            message = self._channel.get_partial_message(self._ping)
            await message.edit(content=text, allowed_mentions=nobody)
        except discord.NotFound:
            logger.info("the ping of table %s was gone already", self._table.id)
        self._call_text = text

    async def _ping_with(self, text: str, users: tuple[int, ...]) -> None:
        mentioned = [discord.Object(user) for user in users]
        only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=mentioned)
        message = await self._channel.send(text, allowed_mentions=only)
        self._ping, self._called, self._call_text = message.id, users, text
        await self._remember(PING, message.id)

    async def _unping(self) -> None:
        if self._ping is not None:
            ping, self._ping, self._called = self._ping, None, ()
            await self._delete(ping)

    async def _delete(self, message_id: int) -> None:
        try:
            await self._channel.get_partial_message(message_id).delete()
        except discord.NotFound:
            logger.info("a message of table %s was gone already", self._table.id)

    async def _lose(self) -> None:
        """Go on without the channel until the next deal, and tell the players once."""
        told, self._lost = bool(self._lost), self._table.number + 1
        self._message = self._ping = None
        self._called = ()
        for user_id in () if told else self._table.people:
            self._desk.inbox.say(user_id, "dm.channel_lost", channel=f"<#{self._table.channel_id}>")

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self._desk.bot.get_partial_messageable(self._table.channel_id, guild_id=self._table.guild_id)

    async def _recall(self) -> None:
        """Find the messages of before a restart again."""
        if self._recalled:
            return
        self._recalled = True
        for message in await self._desk.bot.store.messages.of(self._table.id):
            kind, _, number = message.kind.partition(" ")
            if kind == MESSAGE:
                self._message, self._number = message.message_id, int(number)
            elif kind == PING:
                self._ping = message.message_id

    async def _remember(self, kind: str, message_id: int) -> None:
        table, messages = self._table, self._desk.bot.store.messages
        full = f"{kind} {table.number}" if kind == MESSAGE else kind
        try:
            if kind == MESSAGE and table.number:
                await messages.forget(table.id, f"{MESSAGE} {table.number - 1}")
            await messages.put(table.id, Message(full, 0, table.channel_id, message_id))
        except StoreError as error:
            logger.warning("a message of table %s cannot be remembered: %s", table.id, error)
