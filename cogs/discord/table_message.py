"""The messages that show a table to everybody: one for each deal, and the ping that calls its players."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from bot.tables import TableState
from cogs.discord.budget import Priority
from cogs.discord.display import Content, Display, State, Text
from cogs.discord.failures import cause_of
from cogs.discord.queue import Pings

if TYPE_CHECKING:
    from bot.tables import LiveTable, News, Table
    from bot.text import Words
    from cogs.discord.failures import Cause
    from cogs.discord.messenger import Messenger
    from cogs.discord.notices import DirectMessages
    from cogs.discord.page import Page
    from cogs.discord.people import People
    from cogs.discord.queue import Queue

BURIED: Final = 3
"""How many table messages may follow one in its channel before it is posted again at the bottom."""

POSTING_SECONDS: Final = 5.0
"""How long a person who asks for the message waits for it."""

LOOK_SECONDS: Final = 1.0
"""How long a step must stay for anybody to see it: a client loads the picture first."""

LATE_SECONDS: Final = 15.0
"""How much later than usual a computer's move may come before the one that it follows is shown without it."""

MESSAGE: Final = "deal"
"""The kind under which a table message is saved, followed by the number of its deal."""

OLD: Final = "old"
"""The kind of one that showed the table before, while it may still have controls, followed by its id."""

PING: Final = "ping"
"""The kind under which a ping is saved."""

REMINDER: Final = "reminder"
"""The kind instead, once it has reminded the players whom it calls."""


@dataclass(frozen=True)
class TablePages:
    """What is shown of a table to everybody."""

    words: Callable[[Table], Words]
    """The words of the table."""
    table: Callable[[Table], Page]
    """The table as it is now."""
    last_deal: Callable[[Table], Page | None]
    """Its latest deal, once the table goes on; `None` before the first."""
    due: Callable[[Words, Table], str]
    """Until when the players have time who are asked."""


@dataclass(frozen=True)
class Outlets:
    """What table messages need from outside."""

    queue: Queue
    messenger: Messenger
    people: People
    direct: DirectMessages
    attention: Callable[[LiveTable, int], float]
    """Seconds for which a player of a table still needs no ping."""
    pages: TablePages
    posted: Counter[int] = field(default_factory=Counter)
    """How many table messages were posted in each channel."""


class Ping:
    """A short message below the table message that mentions the players who are to act.

    Editing the table message notifies no one, so each change of turn has a ping of its own.
    """

    def __init__(self, table: LiveTable, outlets: Outlets) -> None:
        self._table = table
        self._outlets = outlets
        self._display = self._new_display(PING)
        self._old: list[Display] = []
        """Pings that are still to be deleted."""

    def _new_display(self, kind: str) -> Display:
        table = self._table.now
        return Display(table.id, kind, channel_id=table.channel_id, guild_id=table.guild_id)

    def found(self, display: Display) -> None:
        """Take over the ping from before a restart."""
        self._display = display

    async def update(self) -> float:
        """Call exactly those who are to act, once for each change of turn, and once more to remind them.

        Returns:
            The seconds after which it must be updated again, because whom to call is still looking; else 0.
        """
        self._forget_leavers()
        now, wait = self._table.now, 0.0
        called = now.state is TableState.PLAYING and not (now.paused or now.asleep)
        turn = now.open.turn if now.open and called else ()
        asked = [each for seat in turn if (each := now.occupants[seat])]
        users = tuple(each.user_id for each in asked if each.user_id is not None)
        if not users:
            if not asked or self._display.kind == REMINDER:
                self._give_up()
            # While a computer moves another ping stays: the same player may be next again.
        elif self._suffices(users):
            await self._reword(await self._sentence(users))
        elif wait := min(self._outlets.attention(self._table, each) for each in users):
            self._give_up()
        else:
            await self._send(Text(await self._sentence(users), users))
        await self._delete_old()
        return wait

    @property
    def _wanted(self) -> str:
        """The kind of ping that is wanted now."""
        clock = self._table.now.turn
        return REMINDER if clock and clock.reminded else PING

    def _suffices(self, users: Sequence[int]) -> bool:
        """Whether the ping that there is has called some users as it should."""
        is_there = self._display.message_id is not None
        return (
            is_there
            and set(users) <= set(self._display.called)
            and self._wanted in (PING, self._display.kind)
        )

    async def _sentence(self, users: Sequence[int]) -> str:
        """What the ping says: the same for whatever is asked, so that it need not be edited within a turn."""
        w = self._outlets.pages.words(self._table.now)
        text = w("ping.turn", players=w.listed([f"<@{user}>" for user in users]))
        if self._wanted == REMINDER:
            text = f"{text}\n{w('ping.reminder', due=self._outlets.pages.due(w, self._table.now))}"
        closed = [user for user in users if (await self._outlets.people.get(user)).dm_ok is False]
        return w("list.sentences", first=text, second=w("ping.use_hand")) if closed else text

    async def _reword(self, content: str) -> None:
        """Edit the ping so that it names those who are still asked. That notifies no one."""
        display, text = self._display, Text(content, self._display.called)
        kind, display.kind = display.kind, self._wanted
        if kind != display.kind or display.digest != Content(text).digest:
            await self._outlets.messenger.edit_text(display, text)
            if kind != display.kind:
                await self._outlets.messenger.forget(self._new_display(kind))

    def _forget_leavers(self) -> bool:
        """Call people again who have left and come back. `False` if nobody has left whom the ping called."""
        called = self._display.called
        self._display.called = tuple(each for each in called if each in self._table.now.people)
        return self._display.called != called

    async def _send(self, text: Text) -> None:
        """Send the ping in place of the one that there is.

        The old one is deleted first, because what is saved of it is overwritten. One that may have been sent
        for others is found, and then replaced.
        """
        self._give_up()
        await self._delete_old()
        self._display.kind = self._wanted
        await self._outlets.messenger.show_text(self._display, text)
        if self._forget_leavers():
            await self._outlets.messenger.save(self._display)
        if self._display.shown != Content(text):
            await self._send(text)

    def _give_up(self) -> None:
        """Let the ping be deleted that calls somebody now."""
        if self._display.message_id is not None:
            self._old.append(self._display)
            self._display = self._new_display(self._display.kind)

    async def _delete_old(self) -> None:
        while self._old:
            await self._outlets.messenger.delete(self._old[0])
            await self._outlets.messenger.forget(self._old[0])
            del self._old[0]


class TableMessage:
    """The message that shows one table to everybody, and its ping."""

    def __init__(self, table: LiveTable, outlets: Outlets) -> None:
        self._table = table
        self._outlets = outlets
        self._ping = Ping(table, outlets)
        self._display = self._new_display(0)
        self._posted_before = outlets.posted[table.now.channel_id]
        """How many table messages were posted in the channel up to this one."""
        self._loaded = False
        """Whether the messages were looked up that there may be: from before a restart, or in doubt."""
        self._loading = asyncio.Lock()
        self._held = 0
        self._cause: Cause | None = None
        """Why the channel is out of reach, as the players have been informed."""
        self._uninformed: set[int] = set()
        """The players whom no direct message about that has reached."""

    def _new_display(self, number: int) -> Display:
        table, kind = self._table.now, f"{MESSAGE} {number}"
        return Display(table.id, kind, number, channel_id=table.channel_id, guild_id=table.guild_id)

    def refresh(self, patience: float = 0.0, priority: Priority | None = None) -> None:
        """Bring the message and the ping up to date, through the queue.

        Args:
            patience: for how many seconds the message may wait for a later change.
            priority: how urgent that is, if not as usual: a deal is followed, and people wait for the rest.
        """
        lane, key, ping = self._table.now.channel_id, ("table", self._table.id), priority or Priority.WAITING
        if priority is None:
            is_deal = not self.is_of_earlier_deal and self._table.now.state.in_deal
            priority = Priority.FOLLOWING if is_deal else Priority.WAITING
        if patience:
            self._outlets.queue.put_later(patience, lane, key, self._update, priority)
            return
        self._outlets.queue.put(lane, key, self._update, priority)
        self._refresh_ping(ping)

    def _refresh_ping(self, priority: Priority = Priority.WAITING) -> None:
        lane, key = Pings(self._table.now.channel_id), ("ping", self._table.id)
        self._outlets.queue.put(lane, key, self._update_ping, priority)

    @property
    def _wanted(self) -> int:
        """The number of the deal that needs a message now; the end of a session counts as one more.

        So the last deal's message stays, with its score sheet.
        """
        return self._table.now.number + (
            self._table.now.state is TableState.ENDED and self._table.now.open is not None
        )

    @contextmanager
    def held(self) -> Iterator[None]:
        """Leave the message alone while the answer to an interaction may edit it."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.refresh()

    @property
    def _is_buried(self) -> bool:
        return self._outlets.posted[self._table.now.channel_id] - self._posted_before >= BURIED

    def bring_down(self) -> None:
        """Show the table at the bottom of the channel from the next refresh on."""
        self._posted_before = self._outlets.posted[self._table.now.channel_id] - BURIED

    async def post_again(self) -> bool:
        """Post the message again at the bottom, with the ping. `False` if it is not there soon."""
        self.bring_down()
        tried = asyncio.Event()

        async def job() -> None:
            try:
                await self._update()
            finally:
                tried.set()

        lane = self._table.now.channel_id
        self._outlets.queue.put(lane, ("table", self._table.id), job)
        self._refresh_ping()
        self._outlets.queue.reachable_again(lane)
        with suppress(TimeoutError):
            async with asyncio.timeout(POSTING_SECONDS):
                await tried.wait()
        return not self._is_buried

    async def post_by_token(self, page: Page, post: Callable[[Page], Awaitable[int | None]]) -> bool:
        """Let the token of an interaction post a page, which returns the id of its message.

        Discord takes no nonce there. So if it has not said which message it is, `False` is returned, and the
        message is looked for as after a restart.
        """
        display, before = self._new_display(self._wanted), self._display
        with self.held():
            display.state = State.POSTING
            await self._outlets.messenger.save(display)
            self._loaded = False
            display.message_id = await post(page)
            if display.message_id is None:
                return False
            self._loaded, self._display = True, display
            display.now_shows(Content(page), asyncio.get_running_loop().time())
            await self._outlets.messenger.save(display)
            if before.message_id is not None and (before.page is None or before.page.rows):
                await self.strip(
                    before.message_id
                )  # an edit that was on its way has brought its controls back
            self._outlets.messenger.done_with(before)
            await self._posted(is_new=before.message_id is None)
        return True

    async def strip(self, message_id: int) -> None:
        """Take the controls from a message that showed the table before, even after a restart."""
        display = self._new_display(0)
        display.kind, display.message_id = f"{OLD} {message_id}", message_id
        await self._outlets.messenger.save(display)
        self._strip(display)

    def _strip(self, display: Display) -> None:
        async def job() -> None:
            await self._outlets.messenger.remove_controls(display)
            await self._outlets.messenger.forget(display)

        self._outlets.queue.put(self._table.now.channel_id, ("controls", display.message_id), job)

    async def page_for(self, message_id: int) -> Page | None:
        """What a message should show now; `None` if it is not the table message.

        Once the next deal has a message of its own, the old one stays as it is, without controls.
        """
        await self._load()
        if not self.is_at(message_id):
            return None
        if not self.is_of_earlier_deal:
            return self._outlets.pages.table(self._table.now)
        return self.shown.without_controls() if self.shown else None

    @property
    def is_free(self) -> bool:
        """Whether it can be edited at no cost, as it is."""
        stays = not self.is_of_earlier_deal and not self._is_buried
        return stays and self._outlets.messenger.is_free(self._display.message_id)

    def is_at(self, message_id: int) -> bool:
        """Whether a message is the one that shows the table now."""
        return message_id == self._display.message_id

    @property
    def is_of_earlier_deal(self) -> bool:
        """Whether the current deal still needs a message of its own."""
        return self._display.number != self._wanted

    @property
    def shown(self) -> Page | None:
        """The page last shown, if it is known."""
        return self._display.page

    async def changed(self, page: Page | None) -> None:
        """Remember which page an answer has shown in the message; `None` if that is not known."""
        now = asyncio.get_running_loop().time()
        if page is None:
            self._display.now_unknown(now)
        else:
            self._display.now_shows(Content(page), now)
        await self._outlets.messenger.save(self._display)

    async def _update(self) -> None:
        if self._held:
            return
        with self._reaching():
            await self._load()
            await self._show()
        if self._table.now.state is TableState.ENDED:
            self._outlets.messenger.done_with(self._display)

    async def _update_ping(self) -> None:
        if self._held:
            return  # it goes below the message that the answer may post
        wait = 0.0
        with self._reaching():
            await self._load()
            if self._display.message_id is None or self.is_of_earlier_deal:
                return  # it goes below the message, which is still to be posted
            wait = await self._ping.update()
        if wait:
            lane, key = Pings(self._table.now.channel_id), ("ping", self._table.id)
            self._outlets.queue.put_later(wait, lane, key, self._update_ping)

    async def _show(self) -> None:
        content = Content(self._outlets.pages.table(self._table.now))
        if self.is_of_earlier_deal:
            await self._retire()
        if self._is_buried and self._display.message_id is not None:
            await self._outlets.messenger.delete(self._display)
        display, before = self._display, self._display.message_id
        if display.shows(content):
            return
        try:
            await self._outlets.messenger.show(display, content, self._words)
        finally:
            if display is not self._display and display.message_id is not None:
                await self.strip(display.message_id)  # a press has begun a deal in between
            elif display.message_id not in (before, None):
                await self._posted(is_new=before is None)

    async def _posted(self, *, is_new: bool) -> None:
        """Note that the message is at the bottom of the channel."""
        self._cause = None
        self._outlets.posted[self._table.now.channel_id] += 1
        self._posted_before = self._outlets.posted[self._table.now.channel_id]
        if is_new:
            self._refresh_ping()
        await self._outlets.messenger.forget(self._new_display(self._display.number - 1))

    @property
    def _words(self) -> Words:
        return self._outlets.pages.words(self._table.now)

    async def _retire(self) -> None:
        """Leave the message of the last deal as it is, or as it has ended, without controls."""
        display = self._display
        if display.message_id is not None:
            is_last = display.number == self._table.now.number
            page = self._outlets.pages.last_deal(self._table.now) if is_last else display.page
            await self._outlets.messenger.retire(display, page, self._words)
        if display is self._display:
            self._display = self._new_display(self._wanted)

    async def _load(self) -> None:
        """Look up the messages from before a restart, or the one that may have been posted."""
        async with self._loading:
            if not self._loaded:
                for each in await self._outlets.messenger.saved(
                    self._table.now, (MESSAGE, OLD, PING, REMINDER)
                ):
                    kind = each.kind.partition(" ")[0]
                    if kind == MESSAGE:
                        await self._found(each)
                    elif kind == OLD:
                        self._strip(each)
                    else:
                        self._ping.found(each)
                self._loaded = True

    async def _found(self, display: Display) -> None:
        """Take over a message; one of an earlier deal, which it replaces, is left without controls."""
        before = self._display
        if before.message_id == display.message_id:
            return
        if before.message_id is not None:
            await self._retire()
            await self._outlets.messenger.save(display)
            await self._outlets.messenger.forget(before)
        self._display = display

    def reason(self, w: Words) -> str:
        """Why the channel is out of reach and what can be done; the empty string if it is not."""
        if self._cause is None:
            return ""
        return w(f"channel_lost.{self._cause}", channel=f"<#{self._table.now.channel_id}>")

    def notice(self, w: Words, user_id: int) -> str:
        """What a player must still be informed of; the empty string if nothing, and when called again."""
        if user_id not in self._uninformed:
            return ""
        self._uninformed.discard(user_id)
        return self.reason(w)

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Inform the players once if the channel is out of reach. Of a table that has ended, ignore it."""
        try:
            yield
        except discord.HTTPException as error:
            cause = cause_of(error)
            if cause is None:
                raise
            if self._cause is None:
                self._inform(cause)
            if self._table.now.state is not TableState.ENDED:
                raise

    def _inform(self, cause: Cause) -> None:
        """Inform the players why the channel is out of reach: by direct message, or with their next panel."""
        self._cause, self._uninformed = cause, set()

        async def job(user_id: int) -> None:
            key, channel = f"channel_lost.{cause}", f"<#{self._table.now.channel_id}>"
            if not await self._outlets.direct.send(user_id, key, channel=channel):
                self._uninformed.add(user_id)

        for user_id in self._table.now.people:
            self._outlets.queue.put(user_id, ("channel lost", self._table.id), partial(job, user_id))


class TableMessages:
    """The table messages of all tables."""

    def __init__(self, outlets: Outlets, pause: float) -> None:
        """`pause` is for how many seconds each computer player thinks at least."""
        self._outlets = outlets
        self._pause = pause
        self._by_table: dict[str, TableMessage] = {}

    def of(self, table: LiveTable) -> TableMessage:
        """The message of a table. That of one that has ended is not remembered."""
        if table.id in self._by_table:
            return self._by_table[table.id]
        message = TableMessage(table, self._outlets)
        if table.now.state is not TableState.ENDED:
            self._by_table[table.id] = message
        return message

    def follow(self, table: LiveTable, news: News, priority: Priority | None = None) -> None:
        """Bring the message of a table up to date after something has happened there.

        A step of a computer player is shown by itself where that costs no request and can be seen; else
        together with the next step.
        """
        message = self.of(table)
        is_shown = not news.computer_next or (self._pause >= LOOK_SECONDS and message.is_free)
        message.refresh(0.0 if is_shown else self._pause + LATE_SECONDS, priority)

    def forget(self, table: LiveTable) -> None:
        """Forget a table that has ended. Its message is still brought up to date a last time."""
        self._by_table.pop(table.id, None)
