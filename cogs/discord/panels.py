"""The private panels of people at a table: direct messages, private answers, and what spectators see."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final, Protocol

import discord

from bot.tables import TableState
from cogs.discord.budget import Priority
from cogs.discord.display import Content, Display
from cogs.discord.failures import is_out_of_reach, is_refusal

if TYPE_CHECKING:
    from bot.tables import LiveTable, Table
    from bot.text import Words
    from cogs.discord.messenger import Messenger
    from cogs.discord.notices import DirectMessages
    from cogs.discord.page import Page
    from cogs.discord.people import People
    from cogs.discord.queue import Job, Queue
    from cogs.discord.replies import Interaction

logger = logging.getLogger(__name__)

DM: Final = "dm"
"""The kind under which a direct message is saved, followed by the number of its deal."""

ATTENTION: Final = 20.0
"""Seconds for which a player who has just used a panel is assumed to be still looking at it."""

FOLLOWING_PACE: Final = 20.0
"""Seconds between two requests by which a panel only follows the game."""

STEP: Final = 2.0
"""Seconds between two changes of a panel that only follows the game: so both can be seen."""


class PanelKey(Protocol):
    """What a player's panel depends on: under equal keys it need not be made again."""

    @property
    def number(self) -> int:
        """The deal."""

    @property
    def revision(self) -> int | None:
        """At which its controls are offered."""

    @property
    def over(self) -> bool:
        """Whether it shows the result of the deal."""

    @property
    def away(self) -> bool:
        """Whether a computer plays for the player."""

    @property
    def own(self) -> Hashable:
        """The same without what the others do."""

    @property
    def digest(self) -> str:
        """Of `own`: equal for equal ones in every run of this program."""

    def is_urgent(self, shown: Any, /) -> bool:
        """Whether a panel made under an older key, `None` if unknown, must be brought up to date soon."""

    def is_result_of(self, shown: Any, /) -> bool:
        """Whether a panel with the last trick of a deal would get its result."""


class Panel(Protocol):
    """A player's panel, and what it was made from."""

    @property
    def key(self) -> PanelKey:
        """What it was made from."""

    @property
    def page(self) -> Page:
        """What it shows."""


@dataclass(frozen=True)
class PanelPages:
    """What is shown of a table to one person."""

    key: Callable[[Table, int], PanelKey | None]
    """What the person's panel depends on now; `None` before the first deal."""
    panel: Callable[[Table, int], Awaitable[Panel | None]]
    """The panel of a player; `None` for a person who has no seat to come back to."""
    gone: Callable[[Words, Table], Page]
    """What is left of the panel of a person whose seat another one has taken."""
    outdated: Callable[[Words], Page]
    """What an older private answer shows once its player has got a newer one."""
    spectator: Callable[[Words, Table, int], Page]
    """The panel of a spectator."""


@dataclass(frozen=True)
class Outlets:
    """What panels need from outside."""

    queue: Queue
    messenger: Messenger
    people: People
    direct: DirectMessages
    pages: PanelPages
    not_reached: Callable[[LiveTable, int], None]
    """Called when Discord newly refuses a direct message to a player of a table."""


def content_of(panel: Panel) -> Content:
    """What a message shows with a panel."""
    return Content(panel.page, panel.key, (panel.key.number, panel.key.revision))


@dataclass(eq=False)
class PlayerPanels:
    """What one person sees of one table in private."""

    table: LiveTable
    user_id: int
    outlets: Outlets
    message: Display = field(default_factory=Display)
    """The direct message with the player's panel: one for each deal."""
    replaced: list[Display] = field(default_factory=list)
    """The messages of earlier deals whose controls must still be taken away."""
    answer: Display | None = None
    """The latest private answer with the player's panel."""
    watching: Display | None = None
    """The latest private answer with a spectator's panel."""
    explanation: int | None = None
    """The latest private answer about the moment: none of them outlives the person's next action."""
    used: Display | None = None
    """The panel that the player has used last."""
    used_at: float = -inf
    """When, in seconds of the event loop."""
    held: int = 0
    loaded: bool = False
    """Whether the messages from before a restart have been looked up."""

    @property
    def has_messages(self) -> bool:
        """Whether there are messages that are kept up to date."""
        return any(each and each.message_id for each in (self.message, self.answer, self.watching))

    def is_held(self) -> bool:
        """Whether the answer to an interaction may show a panel."""
        return self.held > 0

    @property
    def attention(self) -> float:
        """For how many more seconds the player is assumed to look at the panel last used."""
        return max(0.0, self.used_at + ATTENTION - _now())

    def refresh(self, priority: Priority | None = None) -> None:
        """Bring the panels up to date through the queue, if they need it."""
        if self.watching is not None:
            self._put("watch", self._update_watching)
        key = self.outlets.pages.key(self.table.now, self.user_id)
        if self.is_held() or key is None:
            return
        if self.answer is not None and self.answer.key != key:
            self._put("answer", self._update_answer)
        if self._is_due(key):
            self._put("dm", self._update, priority or self._priority(key))

    def _put(self, what: str, job: Job, priority: Priority = Priority.WAITING, wait: float = 0.0) -> None:
        place = self.user_id, (what, self.table.id)
        if wait:
            self.outlets.queue.put_later(wait, *place, job, priority)
        else:
            self.outlets.queue.put(*place, job, priority)

    @property
    def is_shown(self) -> bool:
        """Whether nothing waits to be shown in its direct message."""
        return self.outlets.queue.is_shown(self.user_id, ("dm", self.table.id))

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Leave the panels alone while the answer to an interaction may show one."""
        self.held += 1
        try:
            yield
        finally:
            self.held -= 1
            if not self.held:
                self.refresh()

    def pressed(self, interaction: Interaction) -> Display | None:
        """The message that was pressed; `None` if it is not known as a panel of this player."""
        message = interaction.message
        panels = self.message, self.answer
        return next((each for each in panels if message and each and each.message_id == message.id), None)

    async def answered(self, message_id: int | None, panel: Panel) -> None:
        """Keep up to date a panel that the answer to an interaction shows.

        The message of `message_id` shows it; `None` if the interaction was already over.
        """
        await self._load()
        content, messenger = content_of(panel), self.outlets.messenger
        if message_id is None:
            for each in (self.message, self.answer):
                if each is not None and each.message_id is not None:
                    each.now_unknown(_now())
                    await messenger.save(each)
            return
        if self.message.message_id == message_id:
            self.used = self.message
        else:
            if self.answer is not None and self.answer.message_id != message_id:
                job = partial(self._outdate, self.answer)
                self.outlets.queue.put(self.user_id, ("outdate", self.answer.message_id), job)
                self.answer = None
            self.used = self.answer = self.answer or Display(message_id=message_id)
        self.used_at = _now()
        self.used.now_shows(content, _now())
        await messenger.save(self.used)

    async def _outdate(self, answer: Display) -> None:
        """Mark a private answer as out of date, because its player has got another one."""
        w = await self.outlets.direct.words_of(self.user_id)
        await self.outlets.messenger.edit_by_token(answer, Content(self.outlets.pages.outdated(w)))

    def watch(self, message_id: int, page: Page) -> None:
        """Keep a private answer up to date that shows the table to a spectator. `Refresh` begins again."""
        self.watching = Display(message_id=message_id)
        self.watching.now_shows(Content(page), _now())
        self._put("watch", self._update_watching)  # it may have changed meanwhile

    async def _update_watching(self) -> None:
        if (display := self.watching) is None:
            return
        w = (await self.outlets.direct.words_of(self.user_id)).of(self.table.now.game.name)
        content = Content(self.outlets.pages.spectator(w, self.table.now, self.user_id))
        reached = display.shows(content) or await self.outlets.messenger.edit_by_token(display, content)
        if self.watching is display and not reached:
            self.watching = None
        self.end()

    def explained(self, message_id: int | None) -> None:
        """Let a new explanation take the place of the last one; `None` if it cannot be deleted later."""
        self.clear_explanation()
        self.explanation = message_id

    def clear_explanation(self) -> None:
        """Delete the explanation that the person has been given, because the person has gone on."""
        if self.explanation is not None:
            job = partial(self.outlets.messenger.delete_by_token, self.explanation)
            self.outlets.queue.put(self.user_id, ("explanation", self.explanation), job)
            self.explanation = None

    def _is_due(self, key: PanelKey) -> bool:
        """Whether the direct message must be made again, as far as is known without reading the store."""
        if not self.loaded:
            return True
        is_of_deal = self.message.message_id is not None and self.message.number == key.number
        return self.message.key != key if is_of_deal else not key.away

    def _priority(self, key: PanelKey) -> Priority:
        """How urgent it is that the direct message changes: less so if it only follows, by a request."""
        return Priority.FOLLOWING if self._follows(key) else Priority.WAITING

    def _follows(self, key: PanelKey) -> bool:
        """Whether the direct message would only follow what the others do, by a request that counts."""
        shown: Any = self.message.key
        return shown is not None and shown.own == key.own and not self._is_free(self.message)

    def _is_free(self, display: Display | None) -> bool:
        return display is not None and self.outlets.messenger.is_free(display.message_id)

    def _patience(self, key: PanelKey) -> float:
        """For how many seconds the direct message may stay as it is.

        At no cost it follows the game at an even pace. By requests it follows at a slow one, unless a private
        answer follows; and what is urgent waits while the player looks at such an answer that shows it.
        """
        message, answer, shown = self.message, self.answer, self.message.key
        if message.message_id is None or message.number != key.number or shown == key:
            return 0.0
        if key.over or self._is_free(message):
            return _pause(message, key)
        if not key.is_urgent(shown):
            if self._is_free(answer):
                return FOLLOWING_PACE
            return max(0.0, message.since + FOLLOWING_PACE - _now())
        is_looking = answer is not None and answer is self.used and answer.key == key
        return self.attention if is_looking else 0.0

    async def _update(self) -> None:
        await self._bring_up_to_date()
        self.end()

    async def _bring_up_to_date(self) -> None:
        """Bring the direct message up to date."""
        await self._load()
        key = self.outlets.pages.key(self.table.now, self.user_id)
        if key is None or self.is_held():
            return
        if self.message.number == key.number and self.message.recognizes(key) and not self.replaced:
            return  # since a job that was running when this one was put
        if wait := self._patience(key):
            self._put("dm", self._update, self._priority(key), wait)
            return
        panel = await self.outlets.pages.panel(self.table.now, self.user_id)
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
        """Remember that Discord refuses a direct message, and say so where it is new or may last."""
        known = (await self.outlets.people.get(self.user_id)).dm_ok
        await self.outlets.people.closed(self.user_id)
        if known is not False or is_out_of_reach(error):
            self.outlets.not_reached(self.table, self.user_id)

    async def _show(self, panel: Panel) -> None:
        """Show a panel in the direct message of its deal, and take the controls from earlier ones."""
        w, content = await self.outlets.direct.words_of(self.user_id), content_of(panel)
        number, messenger = panel.key.number, self.outlets.messenger
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
        message.channel_id = await self.outlets.messenger.dm_channel(self.user_id)
        try:
            await self.outlets.messenger.show(message, content, w)
        finally:
            if message.message_id is not None:
                await self.outlets.people.reached(self.user_id)

    async def _let_go(self) -> None:
        """Leave the direct message of a person without a seat to come back to, with nothing to press."""
        message, self.message = self.message, Display()
        if message.message_id is not None:
            message.kind = ""  # all that is saved about the person may have been deleted
            w = (await self.outlets.direct.words_of(self.user_id)).of(self.table.now.game.name)
            page = self.outlets.pages.gone(w, self.table.now)
            try:
                await self.outlets.messenger.edit(message, Content(page), w)
            except Exception:
                self.message = message
                raise
            self.outlets.messenger.done_with(message)

    async def _update_answer(self) -> None:
        answer, key = self.answer, self.outlets.pages.key(self.table.now, self.user_id)
        if answer is None or key is None or self.is_held() or answer.key == key:
            return
        if wait := _pause(answer, key):
            self._put("answer", self._update_answer, wait=wait)
            return
        panel = await self.outlets.pages.panel(self.table.now, self.user_id)
        if panel is None or self.is_held():
            return
        if not await self.outlets.messenger.edit_by_token(answer, content_of(panel)):
            logger.info("A private panel can no longer be reached")
            self.answer = None
        self.end()

    async def _load(self) -> None:
        """Look up the person's direct messages from before a restart."""
        if not self.loaded:
            saved = await self.outlets.messenger.saved(self.table.now, (DM,), self.user_id)
            if not self.loaded and saved:
                *self.replaced, self.message = saved
            self.loaded = True

    def end(self) -> None:
        """Forget by which tokens the panels of a table that has ended can be edited, unless they must be."""
        if self.table.now.state is TableState.ENDED:
            for what, display in (("dm", self.message), ("answer", self.answer), ("watch", self.watching)):
                if display is not None and self.outlets.queue.is_shown(self.user_id, (what, self.table.id)):
                    self.outlets.messenger.done_with(display)


class Panels:
    """The panels of all people at all tables.

    They are updated lazily: on the player's turn, or when others change the hand. A panel that can be edited
    at no cost follows the game as well.
    """

    def __init__(self, outlets: Outlets) -> None:
        self._outlets = outlets
        self._by_table: dict[str, dict[int, PlayerPanels]] = {}

    def of(self, table: LiveTable, user_id: int) -> PlayerPanels:
        """The panels of a person. Those at a table that has ended are not remembered."""
        if known := self._by_table.get(table.id, {}).get(user_id):
            return known
        panels = PlayerPanels(table, user_id, self._outlets)
        if table.now.state is not TableState.ENDED:
            self._by_table.setdefault(table.id, {})[user_id] = panels
        return panels

    def attention(self, table: LiveTable, user_id: int) -> float:
        """For how many more seconds a player is assumed to look at the panel last used."""
        known = self._by_table.get(table.id, {}).get(user_id)
        return known.attention if known else 0.0

    def follow(self, table: LiveTable, priority: Priority | None = None) -> None:
        """Bring all panels of a table up to date after something has happened there.

        They include those of people whose seat another person has taken since.

        Args:
            table: the table.
            priority: how urgent that is, if not as usual.
        """
        known = self._by_table.get(table.id, {})
        shown = [user_id for user_id, each in known.items() if each.has_messages]
        for user_id in {*table.now.people, *table.now.away, *shown}:
            self.of(table, user_id).refresh(priority)

    def forget(self, table: LiveTable) -> None:
        """Forget a table that has ended. Its panels are still brought up to date a last time."""
        for each in self._by_table.pop(table.id, {}).values():
            each.end()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _pause(display: Display, key: PanelKey) -> float:
    """For how many more seconds a message stays as it is before it shows a key at no cost; 0 if urgent.

    The last trick is seen before the result, though that is urgent.
    """
    at_once = key.is_urgent(display.key) and not key.is_result_of(display.key)
    return 0.0 if at_once else max(0.0, display.since + STEP - _now())
