"""The table message: one for each deal, kept up to date and near the bottom of the channel."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.store import BEING_POSTED, Message
from bot.tables import TableState
from cogs.discord.failures import IncompleteError
from cogs.discord.pings import PING, REMINDER, Ping
from cogs.discord.queue import Pings
from cogs.discord.reach import Reach
from cogs.discord.slots import Priority
from cogs.table.page import deal_page, public_words, table_page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bot.tables import News, Table
    from cogs.discord.direct_messages import DirectMessages
    from cogs.discord.messenger import Messenger
    from cogs.discord.page import Page
    from cogs.discord.people import People
    from cogs.discord.queue import Queue
    from cogs.discord.tempo import Tempo

BURIED: Final = 3
"""How many of our messages may follow a table message before it is posted again at the bottom."""

POSTING_SECONDS: Final = 5.0
"""How long a person who asks for the message waits for it."""

MESSAGE: Final = "deal"
"""The kind under which its id is saved, followed by the number of its deal."""
OLD: Final = "old"
"""The kind of one that showed the table before, while it may still have controls, followed by its id."""


class TableMessage:
    """The message that shows one table to everybody, and its ping."""

    def __init__(self, table: Table, owner: TableMessages) -> None:
        self._table = table
        self._owner = owner
        self._channel = owner.messenger.channel(table.channel_id, table.guild_id)
        self.reach = Reach(table, owner.queue, owner.direct)
        self._ping = Ping(table, owner.messenger, owner.people, lambda user: owner.attention(table, user))
        self._shown: Page | None = None
        """The page it shows, if that is known."""
        self._digest = ""
        """Of the page it shows, from before a restart too; empty if that is not known."""
        self._message: int | None = None
        self._number = 0
        """The deal that the message shows."""
        self._below = 0
        """How many other messages of ours were posted after it."""
        self._loaded = False
        """Whether the message from before a restart has been looked up."""
        self._loading = asyncio.Lock()
        self._in_doubt = False
        """Whether it may have been posted by a token, because Discord has not answered."""
        self._held = 0

    def refresh(self, patience: float = 0.0, priority: Priority | None = None) -> None:
        """Bring the message and the ping up to date, through the queue.

        Args:
            patience: for how many seconds the message may wait for a later change.
            priority: how urgent that is, if not as usual.
        """
        lane, key = self._table.channel_id, ("table", self._table.id)
        priority, ping = (priority, priority) if priority else (self._priority, Priority.WAITING)
        if patience:
            self._owner.queue.put_later(patience, lane, key, self._update, priority)
            return
        self._owner.queue.put(lane, key, self._update, priority)
        self._refresh_ping(ping)

    @property
    def _wanted(self) -> int:
        """The number of the deal that needs a message now; the end of a session counts as one more.

        So the last deal's message stays, with its score sheet.
        """
        return self._table.number + (self._table.state is TableState.ENDED and self._table.open is not None)

    @property
    def _priority(self) -> Priority:
        """People wait for a new message and for a score; what happens in a deal they follow."""
        is_deal = self._number == self._wanted and self._table.state.in_deal
        return Priority.FOLLOWING if is_deal or not self._loaded else Priority.WAITING

    def _refresh_ping(self, priority: Priority = Priority.WAITING) -> None:
        lane, key = Pings(self._table.channel_id), ("ping", self._table.id)
        self._owner.queue.put(lane, key, self._update_ping, priority)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Leave the message alone while the answer to an interaction may edit it."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.refresh()

    def bring_down(self) -> None:
        """Show the table at the bottom of the channel from the next refresh on."""
        self._below = BURIED

    def posted_below(self) -> None:
        """Count one more message of ours below this one."""
        self._below += 1

    async def post_again(self) -> bool:
        """Post the message again at the bottom, with the ping. `False` if it is not there soon."""
        self.bring_down()
        tried = asyncio.Event()

        async def job() -> None:
            try:
                await self._update()
            finally:
                tried.set()

        lane = self._table.channel_id
        self._owner.queue.put(lane, ("table", self._table.id), job)
        self._refresh_ping()
        self._owner.queue.reachable_again(lane)
        with suppress(TimeoutError):
            async with asyncio.timeout(POSTING_SECONDS):
                await tried.wait()
        return self._below < BURIED

    async def post_by_token(self, page: Page, post: Callable[[Page], Awaitable[int | None]]) -> bool:
        """Let the token of an interaction post a page, which returns the id of its message.

        Discord takes no nonce there. So if it has not said which message it is, `False` is returned, and the
        message is looked for as after a restart.
        """
        await self._posting()
        self._loaded = self._in_doubt = True
        message_id = await post(page)
        if message_id is None:
            return False
        self._in_doubt = False
        if self._message is not None and (self._shown is None or self._shown.rows):
            await self.strip(self._message)  # an edit that was on its way has brought its controls back
        await self._posted(message_id, page)
        return True

    async def strip(self, message_id: int) -> None:
        """Take the controls from a message that showed the table before, even after a restart."""
        row = Message(f"{OLD} {message_id}", 0, self._table.channel_id, message_id)
        await self._owner.messenger.save(self._table, row)
        self._strip(message_id)

    def _strip(self, message_id: int) -> None:
        key, job = ("controls", message_id), partial(self._without_controls, message_id)
        self._owner.queue.put(self._table.channel_id, key, job)

    async def _without_controls(self, message_id: int) -> None:
        await self._owner.messenger.remove_controls(self._channel, message_id)
        await self._owner.messenger.forget(self._table, f"{OLD} {message_id}")

    async def page_for(self, message_id: int) -> Page | None:
        """What a message should show now; `None` if it is not the table message.

        Once the next deal has a message of its own, the old one stays as it is, without controls.
        """
        await self._load()
        if not self.is_at(message_id):
            return None
        if self._number == self._wanted:
            return table_page(self._table)
        return self._shown.without_controls() if self._shown else None

    @property
    def is_free(self) -> bool:
        """Whether it can be edited at no cost, as it is."""
        stays = not self.is_of_earlier_deal and self._below < BURIED
        return stays and self._message is not None and self._owner.messenger.is_free(self._message)

    def is_at(self, message_id: int) -> bool:
        """Whether a message is the one that shows the table now."""
        return message_id == self._message

    @property
    def is_of_earlier_deal(self) -> bool:
        """Whether the current deal still needs a message of its own."""
        return self._number != self._wanted

    @property
    def shown(self) -> Page | None:
        """The page last shown, if it is known."""
        return self._shown

    async def changed(self, page: Page | None, *, instead_of: str = "") -> None:
        """Remember the page that the message shows now, for after a restart too; `None` if unknown.

        Args:
            page: the page.
            instead_of: the kind of a message that is not to be found again.
        """
        self._shown, self._digest = page, page.digest if page else ""
        if self._message is not None:
            message = Message(
                f"{MESSAGE} {self._number}", 0, self._table.channel_id, self._message, self._digest
            )
            await self._owner.messenger.save(self._table, message, instead_of=instead_of)

    async def _update(self) -> None:
        if self._held:
            return
        with self.reach.reaching():
            await self._load()
            try:
                await self._show(table_page(self._table))
            except Exception:
                await self.changed(None)  # the request may have taken effect all the same
                raise
        if self._table.state is TableState.ENDED and self._message is not None:
            self._owner.messenger.done_with(self._message)

    async def _update_ping(self) -> None:
        if self._held:
            return  # it goes below the message that the answer may post
        wait = 0.0
        with self.reach.reaching():
            await self._load()
            if self._message is None:
                return  # it goes below the message, which is still to be posted
            wait = await self._ping.update()
        if wait:
            lane, key = Pings(self._table.channel_id), ("ping", self._table.id)
            self._owner.queue.put_later(wait, lane, key, self._update_ping)

    async def _show(self, page: Page) -> None:
        if self._message is not None and self._number != self._wanted:
            await self._retire(self._message)
        if self._message is not None and self._below >= BURIED:
            await self._owner.messenger.delete(self._channel, self._message)
            self._message = None
        if self._message is not None and page.digest == self._digest:
            self._shown = page
            return
        messenger, message, shown = self._owner.messenger, self._message, self._shown
        w = public_words(self._table)
        if message is not None:
            if await messenger.edit(self._channel, message, page, shown, w):
                # If it is another one by now, a press has begun a deal in between.
                await (self.changed(page) if self.is_at(message) else self.strip(message))
                return
            await messenger.delete(self._channel, message)
        key = MESSAGE, self._table.id, self._wanted
        await self._posting()
        message, shown = await messenger.send(key, self._channel, page, w)
        await self._posted(message, shown)
        if shown != page:
            await self._show(page)

    async def _posting(self) -> None:
        """Remember that the message is being posted, to be found if the bot is killed before it is."""
        row = Message(f"{MESSAGE} {self._wanted}", 0, self._table.channel_id, BEING_POSTED)
        await self._owner.messenger.save(self._table, row)

    async def _posted(self, message_id: int, page: Page) -> None:
        self._owner.posted(self._table)
        self.reach.arrived()
        if self._message is None:
            self._refresh_ping()
        else:
            self._owner.messenger.done_with(self._message)
        self._message, self._number, self._below = message_id, self._wanted, 0
        await self.changed(page, instead_of=f"{MESSAGE} {self._number - 1}")

    async def _retire(self, message_id: int) -> None:
        """Leave the message of the last deal as it is, or as it has ended, without controls."""
        shown, is_last = self._shown, self._number == self._table.number
        last = deal_page(self._table) if is_last else shown
        if last is None:
            await self._owner.messenger.remove_controls(self._channel, message_id)
        elif shown is None or shown != last.without_controls():
            w = public_words(self._table)
            with suppress(IncompleteError):
                await self._owner.messenger.edit(self._channel, message_id, last.without_controls(), shown, w)
        self._owner.messenger.done_with(message_id)
        self._message, self._shown, self._digest = None, None, ""

    async def _load(self) -> None:
        """Look up the messages from before a restart, or the one that may have been posted."""
        async with self._loading:
            if not self._loaded or self._in_doubt:
                await self._look_up()

    async def _look_up(self) -> None:
        kinds = (MESSAGE,) if self._loaded else (MESSAGE, OLD, PING, REMINDER)
        for message in await self._owner.messenger.saved(self._table, kinds):
            kind, _, number = message.kind.partition(" ")
            if kind == MESSAGE:
                await self._found(message, int(number))
            elif kind == OLD:
                self._strip(message.message_id)
            else:
                self._ping.found(message)
        self._loaded, self._in_doubt = True, False

    async def _found(self, message: Message, number: int) -> None:
        """Take over a message; one of an earlier deal, which it replaces, is left without controls."""
        if self._message == message.message_id:
            return
        if self._message is not None:
            await self._retire(self._message)
            await self._owner.messenger.save(self._table, message, instead_of=f"{MESSAGE} {self._number}")
        self._message, self._number, self._digest = message.message_id, number, message.digest


class TableMessages:
    """The table messages of all tables, and what each of them needs from outside."""

    def __init__(
        self,
        queue: Queue,
        messenger: Messenger,
        people: People,
        direct: DirectMessages,
        attention: Callable[[Table, int], float],
        tempo: Tempo,
    ) -> None:
        self.queue = queue
        self.messenger = messenger
        self.people = people
        self.direct = direct
        self.attention = attention
        """For how many seconds a player of a table still needs no ping."""
        self._tempo = tempo
        self._by_table: dict[str, tuple[Table, TableMessage]] = {}

    def of(self, table: Table) -> TableMessage:
        """The message of a table. That of one that has ended is not remembered."""
        if table.id in self._by_table:
            return self._by_table[table.id][1]
        message = TableMessage(table, self)
        if table.state is not TableState.ENDED:
            self._by_table[table.id] = table, message
        return message

    def follow(self, table: Table, news: News, priority: Priority | None = None) -> None:
        """Bring the message of a table up to date after something has happened there."""
        message = self.of(table)
        message.refresh(self._tempo.patience(news, is_free=message.is_free), priority)

    def forget(self, table: Table) -> None:
        """Forget a table that has ended. Its message is still brought up to date a last time."""
        self._by_table.pop(table.id, None)

    def posted(self, table: Table) -> None:
        """Count the new message of a table for those above it in the channel."""
        for other, message in self._by_table.values():
            if other.id != table.id and other.channel_id == table.channel_id:
                message.posted_below()
