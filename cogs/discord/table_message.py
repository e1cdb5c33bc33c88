"""The public messages of a table: one for each deal, and the ping that notifies those who are to act."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import discord

from bot.tables import LiveTable, News, Table, TableState
from bot.text import Words
from cogs.discord.budget import Priority
from cogs.discord.display import Content, Display, Text
from cogs.discord.failures import Cause, cause_of
from cogs.discord.messenger import Messenger
from cogs.discord.notices import DirectMessages
from cogs.discord.page import Page
from cogs.discord.people import People
from cogs.discord.queue import Pings, Queue

BURIED = 3
"""After this many newer table messages in the channel a table message is posted again at the bottom."""

POSTING_SECONDS = 5.0
"""Seconds for which `post_again` waits for the message."""

LOOK_SECONDS = 1.0
"""Seconds for which a step must be shown to be seen: a client loads the picture first."""

LATE_SECONDS = 15.0
"""Seconds beyond the usual pause after which a step is shown without the computer's next one."""

MESSAGE = "deal"
"""The kind of a table message, followed by the number of its deal."""

OLD = "old"
"""The kind of a former table message that may still have controls, followed by its id."""

PING = "ping"
"""The kind of a ping."""

REMINDER = "reminder"
"""The kind of a ping that has reminded the players."""


class PingText(Protocol):
    def __call__(self, w: Words, table: Table, users: Sequence[int], *, brief: bool = ...) -> str:
        """The text of a ping to some people; `brief` without what was played."""


@dataclass(frozen=True)
class TablePages:
    words: Callable[[Table], Words]
    table: Callable[[Table], Page]
    begun: Callable[[Table], Page]
    """What the message of the lobby shows once the first deal has begun."""
    last_deal: Callable[[Table], Page | None]
    """What the message of the latest deal shows from then on; `None` before the first."""
    due: Callable[[Words, Table], str]
    """Until when those who are to act have time."""
    ping: PingText
    """The text that calls some people to act: what they are asked, and what was played before."""


class Ping:
    """A short message below the table message that mentions the players who are to act.

    An edit notifies nobody, so each change of turn has a new ping.
    """

    def __init__(self, table: LiveTable, shared: TableMessages) -> None:
        self._table = table
        self._shared = shared
        self._display = self._new_display(PING)
        self._old: list[Display] = []
        self._told: Table | None = None
        """The table of which the present ping tells, so that it need not be edited within a turn.

        `None` for a ping found after a restart.
        """
        self._is_brief = False
        """Whether it says only what is asked: once others have moved, what it told of the play is old."""
        self._passed = False
        """Whether another player was to act since the present ping was last brought up to date."""

    def _new_display(self, kind: str) -> Display:
        table = self._table.now
        return Display(table.id, kind, channel_id=table.channel_id, guild_id=table.guild_id)

    def found(self, display: Display) -> None:
        self._display = display

    async def update(self) -> float:
        """Notify those who are to act, once for each change of turn, and once more to remind them.

        Returns:
            The seconds after which to update it again, because a player still looks at the table; else 0.
        """
        self._forget_leavers()
        now, wait = self._table.now, 0.0
        called = now.state is TableState.PLAYING and not (now.paused or now.asleep)
        turn = now.open.turn if now.open and called else ()
        asked = [each for seat in turn if (each := now.occupants[seat])]
        users = () if now.in_last_trick else tuple(filter(None, (each.user_id for each in asked)))
        if not users:
            if not asked or self._display.kind == REMINDER:
                self._give_up()
            # While a computer moves the ping stays: the same player may be next again.
            self._passed = True
        elif self._suffices(users):
            if self._passed:
                self._told, self._is_brief = now, True
            if not await self._is_as_found(users):
                await self._reword(await self._sentence(users))
        elif wait := min(self._shared.attention(self._table, each) for each in users):
            self._give_up()
        else:
            self._told, self._is_brief = now, False
            await self._send(Text(await self._sentence(users), users))
        self._passed = self._passed and not users
        await self._delete_old()
        return wait

    async def _is_as_found(self, users: Sequence[int]) -> bool:
        """Whether a ping found after a restart calls the same people still; what it tells is not known."""
        same = self._told is None and set(users) == set(self._display.called)
        return same and self._display.kind == self._wanted and not await self._closed(users)

    async def _closed(self, users: Sequence[int]) -> bool:
        """Whether direct messages do not reach one of some users."""
        return any([(await self._shared.people.get(user)).dm_ok is False for user in users])

    @property
    def _wanted(self) -> str:
        clock = self._table.now.turn
        return REMINDER if clock and clock.reminded else PING

    def _suffices(self, users: Sequence[int]) -> bool:
        """Whether the present ping has notified some users, and reminded them if that is due."""
        return (
            self._display.message_id is not None
            and set(users) <= set(self._display.called)
            and self._wanted in (PING, self._display.kind)
        )

    async def _sentence(self, users: Sequence[int]) -> str:
        """The text of the ping, which tells of `_told` and so is the same for all actions of a turn."""
        w = self._shared.pages.words(self._table.now)
        text = self._shared.pages.ping(w, self._told or self._table.now, users, brief=self._is_brief)
        if self._wanted == REMINDER:
            text = f"{text}\n{w('ping.reminder', due=self._shared.pages.due(w, self._table.now))}"
        closed = await self._closed(users)
        return w("list.sentences", first=text, second=w("ping.use_hand")) if closed else text

    async def _reword(self, content: str) -> None:
        """Edit the ping so that it names those who are still to act. That notifies nobody."""
        display, text = self._display, Text(content, self._display.called)
        kind, display.kind = display.kind, self._wanted
        if kind != display.kind or display.digest != Content(text).digest:
            await self._shared.messenger.edit_text(display, text)
            if kind != display.kind:
                await self._shared.messenger.forget(self._new_display(kind))

    def _forget_leavers(self) -> bool:
        """Notify people again who have left and come back. `True` if anybody who was notified has left."""
        called = self._display.called
        self._display.called = tuple(each for each in called if each in self._table.now.people)
        return self._display.called != called

    async def _send(self, text: Text) -> None:
        """Replace the present ping.

        That is deleted first, because its row in the store is overwritten. If an earlier attempt to post may
        have succeeded, that one is completed, and then replaced.
        """
        self._give_up()
        await self._delete_old()
        self._display.kind = self._wanted
        await self._shared.messenger.show_text(self._display, text)
        if self._forget_leavers():
            await self._shared.messenger.save(self._display)
        if self._display.shown != Content(text):
            await self._send(text)

    def _give_up(self) -> None:
        """Mark the present ping to be deleted."""
        if self._display.message_id is not None:
            self._old.append(self._display)
            self._display = self._new_display(self._display.kind)

    async def _delete_old(self) -> None:
        while self._old:
            await self._shared.messenger.delete(self._old[0])
            await self._shared.messenger.forget(self._old[0])
            del self._old[0]


class TableMessage:
    def __init__(self, table: LiveTable, shared: TableMessages) -> None:
        self._table = table
        self._shared = shared
        self._ping = Ping(table, shared)
        self._display = self._new_display(0)
        self._posted_before = shared.posted[table.now.channel_id]
        """`TableMessages.posted` of the channel when this message was posted."""
        self._loaded = False
        """Whether the saved messages were looked up; again `False` if one may have been posted."""
        self._loading = asyncio.Lock()
        self._held = 0
        self._posting: int | None = None
        """The number of the deal whose message a press is posting by its token."""
        self._cause: Cause | None = None
        """Why the channel is out of reach; the players have been informed of it."""
        self._uninformed: set[int] = set()
        """The players to whom no direct message about it could be sent."""

    def _new_display(self, number: int) -> Display:
        table, kind = self._table.now, f"{MESSAGE} {number}"
        return Display(table.id, kind, number, channel_id=table.channel_id, guild_id=table.guild_id)

    def refresh(self, patience: float = 0.0, priority: Priority | None = None) -> None:
        """Bring the message and the ping up to date through the queue.

        Args:
            patience: for how many seconds the message may wait for a later change.
            priority: by default only the course of a deal is less urgent.
        """
        if self._table.now.is_direct:
            return  # its player's panel shows all of it
        lane, key, ping = self._table.now.channel_id, ("table", self._table.id), priority or Priority.WAITING
        if priority is None:
            is_deal = not self.is_of_earlier_deal and self._table.now.state.in_deal
            priority = Priority.FOLLOWING if is_deal else Priority.WAITING
        if patience:
            self._shared.queue.put_later(patience, lane, key, self._update, priority)
            return
        self._shared.queue.put(lane, key, self._update, priority)
        self._refresh_ping(ping)

    def _refresh_ping(self, priority: Priority = Priority.WAITING) -> None:
        lane, key = Pings(self._table.now.channel_id), ("ping", self._table.id)
        self._shared.queue.put(lane, key, self._update_ping, priority)

    @property
    def _wanted(self) -> int:
        """The number of the deal that needs a message now.

        The end of a session counts as one more, so that the last deal's message keeps its score sheet.
        """
        return self._table.now.number + (
            self._table.now.state is TableState.ENDED and self._table.now.open is not None
        )

    @contextmanager
    def held(self) -> Iterator[None]:
        """Do not update the message in the block, because the answer to an interaction may edit it."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.refresh()

    @property
    def _is_buried(self) -> bool:
        return self._shared.posted[self._table.now.channel_id] - self._posted_before >= BURIED

    def bring_down(self) -> None:
        """Let the next refresh post the message again at the bottom of the channel."""
        self._posted_before = self._shared.posted[self._table.now.channel_id] - BURIED

    async def post_again(self) -> bool:
        """Post the message and the ping again at the bottom. `False` if that takes too long."""
        self.bring_down()
        tried = asyncio.Event()

        async def job() -> None:
            try:
                await self._update()
            finally:
                tried.set()

        lane = self._table.now.channel_id
        self._shared.queue.put(lane, ("table", self._table.id), job)
        self._refresh_ping()
        self._shared.queue.reachable_again(lane)
        with suppress(TimeoutError):
            async with asyncio.timeout(POSTING_SECONDS):
                await tried.wait()
        return not self._is_buried

    async def post_by_token(self, page: Page, post: Callable[[Page], Awaitable[int | None]]) -> bool:
        """Post a page by the token of an interaction; `post` returns the id of the message.

        Such a request has no nonce. So if its outcome is unknown, `False` is returned, and the message is
        looked for as after a restart.
        """
        number = self._wanted
        if self._posting == number or (self._display.number == number and self._display.attempt is not None):
            return False  # another press, or the queue, has begun to post it
        self._posting = number
        try:
            return await self._post_by_token(number, page, post)
        finally:
            self._posting = None

    async def _post_by_token(
        self, number: int, page: Page, post: Callable[[Page], Awaitable[int | None]]
    ) -> bool:
        display, before = self._new_display(number), self._display
        with self.held():
            await self._shared.messenger.save(display)
            self._loaded = False
            display.message_id = await post(page)
            if display.message_id is None:
                return False
            self._loaded, self._display = True, display
            display.now_shows(Content(page))
            await self._shared.messenger.save(display)
            if before.message_id is not None and (before.page is None or before.page.rows):
                # An edit that was under way has put its controls back.
                await self.strip(before.message_id)
            self._shared.messenger.tokens.forget(before.message_id)
            await self._posted(is_new=before.message_id is None)
        return True

    async def strip(self, message_id: int) -> None:
        """Remove the controls of a former table message, if need be after a restart."""
        display = self._new_display(0)
        display.kind, display.message_id = f"{OLD} {message_id}", message_id
        await self._shared.messenger.save(display)
        self._strip(display)

    def _strip(self, display: Display) -> None:
        async def job() -> None:
            await self._shared.messenger.remove_controls(display)
            await self._shared.messenger.forget(display)

        self._shared.queue.put(self._table.now.channel_id, ("controls", display.message_id), job)

    async def page_for(self, message_id: int) -> Page | None:
        """What a message should show now; `None` if it is not the table message.

        A message of an earlier deal stays as it is, without controls.
        """
        await self._load()
        if not self.is_at(message_id):
            return None
        if not self.is_of_earlier_deal:
            return self._shared.pages.table(self._table.now)
        if self._shows_lobby:
            return self._shared.pages.begun(self._table.now)
        return self.shown.without_controls() if self.shown else None

    @property
    def _shows_lobby(self) -> bool:
        """Whether it is the message of the lobby, although a deal has begun."""
        return self._display.number == 0 and self._table.now.state.in_deal

    @property
    def is_free(self) -> bool:
        """Whether it needs only an edit by token, which Discord does not count."""
        stays = not self.is_of_earlier_deal and not self._is_buried
        return stays and self._shared.messenger.tokens.reach(self._display.message_id)

    def is_at(self, message_id: int) -> bool:
        return message_id == self._display.message_id

    @property
    def is_of_earlier_deal(self) -> bool:
        """Whether the current deal has no message yet."""
        return self._display.number != self._wanted

    @property
    def shown(self) -> Page | None:
        return self._display.page

    async def changed(self, page: Page | None) -> None:
        """Note that an answer has edited the message into a page; `None` if that is not known."""
        if page is None:
            self._display.now_unknown()
        else:
            self._display.now_shows(Content(page))
        await self._shared.messenger.save(self._display)

    async def _update(self) -> None:
        if self._held:
            return
        with self._reaching():
            await self._load()
            await self._show()
        if self._table.now.state is TableState.ENDED:
            self._shared.messenger.tokens.forget(self._display.message_id)

    async def _update_ping(self) -> None:
        if self._held:
            return  # the answer may post the message, and the ping goes below it
        wait = 0.0
        with self._reaching():
            await self._load()
            if self._display.message_id is None or self.is_of_earlier_deal:
                return  # the message is posted first, and the ping goes below it
            wait = await self._ping.update()
        if wait:
            lane, key = Pings(self._table.now.channel_id), ("ping", self._table.id)
            self._shared.queue.put_later(wait, lane, key, self._update_ping)

    async def _show(self) -> None:
        content = Content(self._shared.pages.table(self._table.now))
        if self.is_of_earlier_deal:
            await self._retire()
            if self._held:
                return  # a press is about to post the message of the new deal
        if self._is_buried and self._display.message_id is not None:
            await self._shared.messenger.delete(self._display)
        display, before = self._display, self._display.message_id
        if display.shows(content):
            return
        try:
            await self._shared.messenger.show(display, content, self._shared.pages.words(self._table.now))
        finally:
            if display is not self._display and display.message_id is not None:
                await self.strip(display.message_id)  # a press has begun a deal in between
            elif display.message_id not in (before, None):
                await self._posted(is_new=before is None)

    async def _posted(self, *, is_new: bool) -> None:
        """Note that the message is now at the bottom of the channel."""
        self._cause = None
        self._shared.posted[self._table.now.channel_id] += 1
        self._posted_before = self._shared.posted[self._table.now.channel_id]
        if is_new:
            self._refresh_ping()
        await self._shared.messenger.forget(self._new_display(self._display.number - 1))

    async def _retire(self) -> None:
        """Edit the message of the last deal a last time, without controls."""
        display = self._display
        if display.message_id is not None:
            is_last = display.number == self._table.now.number
            page = self._shared.pages.last_deal(self._table.now) if is_last else display.page
            if self._shows_lobby:
                page = self._shared.pages.begun(self._table.now)
            await self._shared.messenger.retire(display, page, self._shared.pages.words(self._table.now))
        if display is self._display:
            self._display = self._new_display(self._wanted)

    async def _load(self) -> None:
        """Look up the saved messages, after a restart or if one may have been posted."""
        async with self._loading:
            if not self._loaded:
                for each in await self._shared.messenger.saved(
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
        """Take over a saved message, and retire the one of an earlier deal."""
        before = self._display
        if before.message_id == display.message_id:
            return
        if before.message_id is not None:
            await self._retire()
            await self._shared.messenger.save(display)
            await self._shared.messenger.forget(before)
        self._display = display

    def reason(self, w: Words) -> str:
        """The sentence why the channel is out of reach, and what can be done; `""` if it is not."""
        if self._cause is None:
            return ""
        return w(f"channel_lost.{self._cause}", channel=f"<#{self._table.now.channel_id}>")

    def notice(self, w: Words, user_id: int) -> str:
        """The `reason`, once for a player whom no direct message has reached; else `""`."""
        if user_id not in self._uninformed:
            return ""
        self._uninformed.discard(user_id)
        return self.reason(w)

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Inform the players once if the channel is out of reach. Once the table has ended, ignore it."""
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
        """Inform the players by direct message; if that is refused, `notice` informs them later."""
        self._cause, self._uninformed = cause, set()

        async def job(user_id: int) -> None:
            key, channel = f"channel_lost.{cause}", f"<#{self._table.now.channel_id}>"
            if not await self._shared.direct.send(user_id, key, channel=channel):
                self._uninformed.add(user_id)

        for user_id in self._table.now.people:
            self._shared.queue.put(user_id, ("channel lost", self._table.id), partial(job, user_id))


@dataclass
class TableMessages:
    """The messages of all tables, and what each of them uses."""

    queue: Queue
    messenger: Messenger
    people: People
    direct: DirectMessages
    pages: TablePages
    attention: Callable[[LiveTable, int], float]
    """Seconds for which a player still looks at the table, and needs no ping."""
    pause: float
    """How many seconds each computer player thinks at least."""
    posted: Counter[int] = field(default_factory=Counter)
    """How many table messages were posted, by channel."""
    by_table: dict[str, TableMessage] = field(default_factory=dict)

    def of(self, table: LiveTable) -> TableMessage:
        """The message of a table. Once the table has ended, it is not remembered."""
        if table.id in self.by_table:
            return self.by_table[table.id]
        message = TableMessage(table, self)
        if table.now.state is not TableState.ENDED:
            self.by_table[table.id] = message
        return message

    def follow(self, table: LiveTable, news: News, priority: Priority | None = None) -> None:
        """Update the message of a table after a change.

        Before a computer's next step, show this one only if it stays up long enough and the edit is free.
        """
        message = self.of(table)
        is_shown = not news.computer_next or (self.pause >= LOOK_SECONDS and message.is_free)
        message.refresh(0.0 if is_shown else self.pause + LATE_SECONDS, priority)

    def forget(self, table: LiveTable) -> None:
        """Forget a table that has ended. Its message is still updated a last time."""
        self.by_table.pop(table.id, None)
