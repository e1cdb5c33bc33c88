"""The private panels of people at a table: direct messages, private answers, and what spectators see."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, Protocol

import discord

from bot.tables import NO_CHANNEL, LiveTable, Table, TableState
from bot.text import Words
from cogs.discord.budget import Priority, loop_time
from cogs.discord.display import Content, Display
from cogs.discord.failures import is_out_of_reach, is_refusal
from cogs.discord.messenger import LIFE, Messenger
from cogs.discord.page import Page
from cogs.discord.people import People
from cogs.discord.queue import Job, Queue
from cogs.discord.replies import Interaction

logger = logging.getLogger(__name__)

DM = "dm"
"""The kind of a direct message with a panel, followed by the number of its deal."""

ATTENTION = 20.0
"""Seconds for which a player is assumed to look at a panel after using it."""

FOLLOWING_PACE = 20.0
"""Seconds between two requests that only show the course of the game in a panel."""

NOTICE_SECONDS = 60.0
"""How long before the end of its token an only panel says that it no longer follows the game."""

STEP_SECONDS = 2.0
"""Seconds between two steps shown in a panel, so that both can be seen."""


class PanelKey(Protocol):
    """What a player's panel is made from: equal keys give equal panels."""

    @property
    def number(self) -> int:
        """The number of the deal."""

    @property
    def revision(self) -> int | None:
        """The revision of the table to which its controls belong."""

    @property
    def over(self) -> bool:
        """Whether it shows the result of the deal."""

    @property
    def away(self) -> bool:
        """Whether a computer plays for the player."""

    @property
    def own(self) -> Hashable:
        """The key without what the other players do."""

    @property
    def digest(self) -> str:
        """Equal for an equal `own`, in every run of this program."""

    def is_urgent(self, shown: Any, /) -> bool:
        """Whether a panel with an older key, `None` if unknown, must be updated soon."""

    def is_result_of(self, shown: Any, /) -> bool:
        """Whether a panel with an older key shows the last trick of the deal, and this its result."""


@dataclass(frozen=True, slots=True)
class Panel:
    key: PanelKey
    page: Page

    @property
    def content(self) -> Content:
        return Content(self.page, self.key, (self.key.number, self.key.revision))


@dataclass(frozen=True)
class PanelPages:
    """What the features show of a table to one person."""

    key: Callable[[Table, int], PanelKey | None]
    """The key of a person's present panel; `None` before the first deal."""
    panel: Callable[[Table, int], Awaitable[Panel | None]]
    """The panel of a player; `None` for a person without a seat."""
    gone: Callable[[Words, Table], Page]
    """The last state of the panel of a person whose seat another one has taken."""
    outdated: Callable[[Words], Page]
    """What a private answer shows once its player has a newer one."""
    spectator: Callable[[Words, Table, int], Page]
    """The panel of a spectator."""


@dataclass(eq=False)
class PlayerPanels:
    """The private messages that show one table to one person."""

    table: LiveTable
    user_id: int
    shared: Panels
    message: Display = field(default_factory=Display)
    """The direct message with the player's panel: one for each deal."""
    replaced: list[Display] = field(default_factory=list)
    """The messages of earlier deals whose controls must still be removed."""
    answer: Display | None = None
    """The latest private answer with the player's panel."""
    watching: Display | None = None
    """The latest private answer with a spectator's panel."""
    explanation: int | None = None
    """The latest private explanation, which is deleted after the person's next action."""
    used: Display | None = None
    """The panel that the player used last."""
    used_at: float = -inf
    """When, in seconds of the event loop."""
    held: int = 0
    """How many answers to interactions are under way that may show a panel."""
    loaded: bool = False
    """Whether the saved messages were looked up."""

    @property
    def has_messages(self) -> bool:
        return any(each and each.message_id for each in (self.message, self.answer, self.watching))

    def is_held(self) -> bool:
        return self.held > 0

    @property
    def attention(self) -> float:
        """The seconds for which the player is still assumed to look at the panel used last."""
        return max(0.0, self.used_at + ATTENTION - loop_time())

    def refresh(self, priority: Priority | None = None) -> None:
        """Bring the panels up to date through the queue, if they have changed."""
        if self.watching is not None:
            self._put("watch", self._update_watching)
        key = self.shared.pages.key(self.table.now, self.user_id)
        if self.is_held() or key is None:
            return
        if self.answer is not None and self.answer.key != key:
            self._put("answer", self._update_answer)
        if self._is_due(key):
            self._put("dm", self._update, priority or self._priority(key))

    def _put(self, what: str, job: Job, priority: Priority = Priority.WAITING, wait: float = 0.0) -> None:
        async def run() -> None:
            await job()
            self.end()

        place = self.user_id, (what, self.table.id)
        if wait:
            self.shared.queue.put_later(wait, *place, run, priority)
        else:
            self.shared.queue.put(*place, run, priority)

    @property
    def is_shown(self) -> bool:
        """Whether the direct message is up to date."""
        return self.shared.queue.is_shown(self.user_id, ("dm", self.table.id))

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Do not update the panels in the block, because the answer to an interaction may show one."""
        self.held += 1
        try:
            yield
        finally:
            self.held -= 1
            if not self.held:
                self.refresh()

    def pressed(self, interaction: Interaction) -> Display | None:
        """The panel whose control was pressed; `None` if that message is none of them."""
        message = interaction.message
        panels = self.message, self.answer
        return next((each for each in panels if message and each and each.message_id == message.id), None)

    async def answered(self, message_id: int | None, panel: Panel) -> None:
        """Keep a message up to date in which an answer shows a panel; `None` if the interaction was over."""
        await self._load()
        content, messenger = panel.content, self.shared.messenger
        if message_id is None:
            for each in (self.message, self.answer):
                if each is not None and each.message_id is not None:
                    each.now_unknown()
                    await messenger.save(each)
            return
        if self.message.message_id == message_id:
            self.used = self.message
        else:
            if self.answer is not None and self.answer.message_id != message_id:
                job = partial(self._outdate, self.answer)
                self.shared.queue.put(self.user_id, ("outdate", self.answer.message_id), job)
                self.answer = None
            self.used = self.answer = self.answer or Display(message_id=message_id)
        self.used_at = loop_time()
        self.used.now_shows(content)
        await messenger.save(self.used)
        if self.table.now.channel_id == NO_CHANNEL:
            self._put("expires", self._say_that_it_expires, wait=LIFE - NOTICE_SECONDS)

    async def _say_that_it_expires(self) -> None:
        """Say in the person's only panel that it can no longer be edited soon, and how to go on."""
        answer, ended = self.answer, self.table.now.state is TableState.ENDED
        panel = await self.shared.pages.panel(self.table.now, self.user_id)
        if answer is None or panel is None or ended or self.is_held():
            return
        w = await self.shared.people.words_of(self.user_id)
        page = replace(panel.page, parts=(*panel.page.parts, w("panel.expires")))
        await self.shared.messenger.edit_by_token(answer, replace(panel.content, body=page))

    async def begun(self, message_id: int, channel_id: int, panel: Panel) -> None:
        """Take over a public answer in the player's direct messages as the message of its deal."""
        await self._load()
        number = panel.key.number
        self.used = self.message = Display(
            self.table.id,
            f"{DM} {number}",
            number,
            self.user_id,
            channel_id,
            message_id=message_id,
        )
        self.used_at = loop_time()
        self.message.now_shows(panel.content)
        await self.shared.messenger.save(self.message)

    async def _outdate(self, answer: Display) -> None:
        w = await self.shared.people.words_of(self.user_id)
        await self.shared.messenger.edit_by_token(answer, Content(self.shared.pages.outdated(w)))

    def watch(self, message_id: int, page: Page) -> None:
        """Keep a private answer up to date that shows the table to a spectator, instead of an earlier one."""
        self.watching = Display(message_id=message_id)
        self.watching.now_shows(Content(page))
        self._put("watch", self._update_watching)  # the table may have changed meanwhile

    async def _update_watching(self) -> None:
        if (display := self.watching) is None:
            return
        w = (await self.shared.people.words_of(self.user_id)).of(self.table.now.game.name)
        content = Content(self.shared.pages.spectator(w, self.table.now, self.user_id))
        reached = display.shows(content) or await self.shared.messenger.edit_by_token(display, content)
        if self.watching is display and not reached:
            self.watching = None

    def explained(self, message_id: int | None) -> None:
        """Replace the explanation by a new one; `None` if that cannot be deleted later."""
        self.clear_explanation()
        self.explanation = message_id

    def clear_explanation(self) -> None:
        if self.explanation is not None:
            job = partial(self.shared.messenger.tokens.delete, self.explanation)
            self.shared.queue.put(self.user_id, ("explanation", self.explanation), job)
            self.explanation = None

    def _is_due(self, key: PanelKey) -> bool:
        """Whether the direct message may have to change, judged without reading the store."""
        if self.table.now.channel_id == NO_CHANNEL:
            return False
        if not self.loaded:
            return True
        is_of_deal = self.message.message_id is not None and self.message.number == key.number
        return self.message.key != key if is_of_deal else not key.away

    def _priority(self, key: PanelKey) -> Priority:
        """`FOLLOWING` if the direct message would only show what the others do, by a request that counts."""
        shown: PanelKey | None = self.message.key
        follows = shown is not None and shown.own == key.own and not self._is_free(self.message)
        return Priority.FOLLOWING if follows else Priority.WAITING

    def _is_free(self, display: Display | None) -> bool:
        return display is not None and self.shared.messenger.tokens.reach(display.message_id)

    def _patience(self, key: PanelKey) -> float:
        """For how many seconds the direct message may stay as it is.

        Edits by token show each step. Counted requests are rarer: they show the course of the game slowly, or
        leave it to a private answer; and an urgent change waits while the player looks at a private answer
        that shows it.
        """
        message, answer, shown = self.message, self.answer, self.message.key
        if message.message_id is None or message.number != key.number or shown == key:
            return 0.0
        if key.over or self._is_free(message):
            return _pause(message, key)
        if not key.is_urgent(shown):
            if self._is_free(answer):
                return FOLLOWING_PACE
            return max(0.0, message.since + FOLLOWING_PACE - loop_time())
        is_looking = answer is not None and answer is self.used and answer.key == key
        return self.attention if is_looking else 0.0

    async def _update(self) -> None:
        await self._load()
        key = self.shared.pages.key(self.table.now, self.user_id)
        if key is None or self.is_held():
            return
        if self.message.number == key.number and self.message.shows(Content(None, key)) and not self.replaced:
            return  # an earlier job has shown it
        if wait := self._patience(key):
            self._put("dm", self._update, self._priority(key), wait)
            return
        panel = await self.shared.pages.panel(self.table.now, self.user_id)
        if self.is_held():
            return
        if panel is None:
            await self._let_go()
            return
        try:
            await self._show(panel)
        except (discord.HTTPException, discord.RateLimited) as error:
            if is_refusal(error):
                await self._not_delivered(error)
            if not is_out_of_reach(error) or self.table.now.state is not TableState.ENDED:
                raise

    async def _not_delivered(self, error: Exception) -> None:
        """Note that Discord refuses a direct message, and report it if that is new or will last."""
        known = (await self.shared.people.get(self.user_id)).dm_ok
        await self.shared.people.closed(self.user_id)
        if known is not False or is_out_of_reach(error):
            self.shared.not_reached(self.table, self.user_id)

    async def _show(self, panel: Panel) -> None:
        """Show a panel in the direct message of its deal, and remove the controls of earlier ones."""
        w, content = await self.shared.people.words_of(self.user_id), panel.content
        number, messenger = panel.key.number, self.shared.messenger
        if self.message.message_id is None or self.message.number != number:
            if self.table.now.state.in_deal and not panel.key.away:
                if self.message.message_id is not None:
                    self.replaced.append(self.message)
                if self.message.number != number or not self.message.kind:
                    self.message = Display(self.table.id, f"{DM} {number}", number, self.user_id)
                await self._post(content, w)
        elif self.message.key != panel.key and not await messenger.edit(self.message, content, w):
            await messenger.delete(self.message)
            await self._post(content, w)
        while self.replaced:
            old = self.replaced[-1]
            await messenger.retire(old, old.page, w)
            await messenger.forget(old)
            self.replaced.pop()

    async def _post(self, content: Content, w: Words) -> None:
        message = self.message
        message.channel_id = await self.shared.messenger.dm_channel(self.user_id)
        try:
            await self.shared.messenger.show(message, content, w)
        finally:
            if message.message_id is not None:
                await self.shared.people.reached(self.user_id)

    async def _let_go(self) -> None:
        """Edit the direct message of a person without a seat a last time, without controls."""
        message, self.message = self.message, Display()
        if message.message_id is not None:
            message.kind = ""  # the person may have had all saved data deleted
            w = (await self.shared.people.words_of(self.user_id)).of(self.table.now.game.name)
            page = self.shared.pages.gone(w, self.table.now)
            try:
                await self.shared.messenger.edit(message, Content(page), w)
            except Exception:
                self.message = message
                raise
            self.shared.messenger.tokens.forget(message.message_id)

    async def _update_answer(self) -> None:
        answer, key = self.answer, self.shared.pages.key(self.table.now, self.user_id)
        if answer is None or key is None or self.is_held() or answer.key == key:
            return
        if wait := _pause(answer, key):
            self._put("answer", self._update_answer, wait=wait)
            return
        panel = await self.shared.pages.panel(self.table.now, self.user_id)
        if panel is None or self.is_held():
            return
        if not await self.shared.messenger.edit_by_token(answer, panel.content):
            logger.info("A private panel can no longer be edited")
            self.answer = None

    async def _load(self) -> None:
        if not self.loaded:
            saved = await self.shared.messenger.saved(self.table.now, (DM,), self.user_id)
            if not self.loaded and saved:
                *self.replaced, self.message = saved
            self.loaded = True

    def end(self) -> None:
        """Once the table has ended, forget the tokens of the panels that are up to date."""
        if self.table.now.state is TableState.ENDED:
            for what, display in (("dm", self.message), ("answer", self.answer), ("watch", self.watching)):
                if display is not None and self.shared.queue.is_shown(self.user_id, (what, self.table.id)):
                    self.shared.messenger.tokens.forget(display.message_id)


@dataclass
class Panels:
    """The panels of all people at all tables, and what each of them uses.

    A panel changes on its player's turn, or when others change the hand. One that can be edited by token
    shows the course of the game as well.
    """

    queue: Queue
    messenger: Messenger
    people: People
    pages: PanelPages
    not_reached: Callable[[LiveTable, int], None]
    """Called when Discord newly refuses a direct message to a player of a table."""
    by_table: dict[str, dict[int, PlayerPanels]] = field(default_factory=dict)

    def of(self, table: LiveTable, user_id: int) -> PlayerPanels:
        """The panels of a person. Once the table has ended, they are not remembered."""
        if known := self.by_table.get(table.id, {}).get(user_id):
            return known
        panels = PlayerPanels(table, user_id, self)
        if table.now.state is not TableState.ENDED:
            self.by_table.setdefault(table.id, {})[user_id] = panels
        return panels

    def attention(self, table: LiveTable, user_id: int) -> float:
        """The seconds for which a player is still assumed to look at the panel used last."""
        known = self.by_table.get(table.id, {}).get(user_id)
        return known.attention if known else 0.0

    def follow(self, table: LiveTable, priority: Priority | None = None) -> None:
        """Update all panels of a table after a change, also those of people who have lost their seat."""
        known = self.by_table.get(table.id, {})
        shown = [user_id for user_id, each in known.items() if each.has_messages]
        for user_id in {*table.now.people, *table.now.away, *shown}:
            self.of(table, user_id).refresh(priority)

    def forget(self, table: LiveTable) -> None:
        """Forget a table that has ended. Its panels are still updated a last time."""
        for each in self.by_table.pop(table.id, {}).values():
            each.end()


def _pause(display: Display, key: PanelKey) -> float:
    """For how many seconds a message stays as it is before an edit by token; 0 if that is urgent.

    The result is urgent, but the last trick must be seen before it.
    """
    at_once = key.is_urgent(display.key) and not key.is_result_of(display.key)
    return 0.0 if at_once else max(0.0, display.since + STEP_SECONDS - loop_time())
