"""The panels of players: a direct message for each deal, edited in place, and private answers."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

import discord

from bot.store import Message
from bot.tables import TableState
from cogs.delivery.direct_messages import is_closed
from cogs.delivery.panel_message import HandMessage, PanelMessage
from cogs.pages.player import Panel, panel_key, player_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.rules.moves import Action
    from bot.tables import Table
    from cogs.delivery.direct_messages import DirectMessages
    from cogs.delivery.messenger import Messenger
    from cogs.delivery.people import People
    from cogs.delivery.queue import Queue
    from cogs.delivery.replies import Interaction
    from cogs.delivery.tokens import Tokens
    from cogs.pages.page import Page
    from cogs.pages.player import PanelKey

logger = logging.getLogger(__name__)

ATTENTION: Final = 20.0
"""Seconds for which a player who has just used a panel is assumed to be still looking at it."""

DM: Final = "dm"
"""The kind under which the id of a direct message is saved, followed by the number of its deal."""

Place: TypeAlias = tuple[str, int]
"""A player at a table: the table's id and the player's."""


class HandMessages:
    """Keeps every player's panels up to date, lazily: on the player's turn, or when others change the hand.

    A player who looks at a private answer is not shown the same by direct message as well.
    """

    def __init__(
        self,
        queue: Queue,
        messenger: Messenger,
        tokens: Tokens,
        people: People,
        direct: DirectMessages,
        on_closed: Callable[[Table, int], None],
    ) -> None:
        """Keep panels up to date.

        Args:
            queue: paces the requests.
            messenger: sends and edits the panels.
            tokens: which of them can be edited at no cost.
            people: whom direct messages reach.
            direct: knows the language of people.
            on_closed: called with the table and the player when a hand could not be delivered.
        """
        self._queue = queue
        self._messenger = messenger
        self._tokens = tokens
        self._people = people
        self._direct = direct
        self._on_closed = on_closed
        self._messages: dict[Place, HandMessage] = {}
        self._answers: dict[Place, PanelMessage] = {}
        self._loaded: set[str] = set()
        """The tables whose messages from before a restart have been looked up."""
        self._used: dict[Place, tuple[int, float]] = {}
        """The message in which each player last used a panel, and when, in seconds of the event loop."""
        self._held: Counter[Place] = Counter()

    async def panel(
        self,
        table: Table,
        user_id: int,
        *,
        notice: str = "",
        chosen: Sequence[Action] = (),
        begun: str = "",
    ) -> Panel | None:
        """A player's panel as it is now, in the player's language; `player_page` explains the arguments."""
        w, person = await self._direct.words_of(user_id), await self._people.get(user_id)
        page = player_page(
            w.of(table.game.name),
            table,
            user_id,
            notice=notice,
            chosen=chosen,
            begun=begun,
            large=person.large_cards,
        )
        plain = page
        if notice or chosen or begun:
            plain = player_page(w.of(table.game.name), table, user_id, large=person.large_cards)
        key = panel_key(table, user_id)
        return None if page is None or plain is None or key is None else Panel(key, page, plain.digest)

    def refresh(self, table: Table, user_id: int) -> None:
        """Bring a player's panels up to date through the queue, if they need it."""
        if self._is_due(table, user_id):
            self._queue.put(user_id, ("answer", table.id), partial(self._update_answer, table, user_id))
            self._queue.put(user_id, ("dm", table.id), partial(self._update, table, user_id))

    @contextmanager
    def held(self, table: Table, user_id: int) -> Iterator[None]:
        """Leave a player's panels alone while the answer to an interaction may show one."""
        place = table.id, user_id
        self._held[place] += 1
        try:
            yield
        finally:
            self._held[place] -= 1
            if not self._held[place]:
                del self._held[place]
            self.refresh(table, user_id)

    def attention(self, table: Table, user_id: int) -> float:
        """For how many more seconds a player is assumed to look at the panel last used."""
        _, used = self._used.get((table.id, user_id), (0, -inf))
        return _attention(used)

    def forget(self, table: Table) -> None:
        """Forget the panels of a table that has ended, also of who has left it, once they are up to date."""

        async def job() -> None:
            self._drop_shown(table)

        for _, user_id in self._places(table):
            self._queue.put(user_id, ("forget", table.id), job)
        self._loaded.discard(table.id)

    def _places(self, table: Table) -> list[Place]:
        return [each for each in {*self._messages, *self._answers, *self._used} if each[0] == table.id]

    def _drop_shown(self, table: Table) -> None:
        """Forget the panels of a table but those that are still to be brought up to date.

        Not only one person's: whoever is brought up to date may have had those of all looked up again.
        """
        for place in self._places(table):
            if self._queue.is_shown(place[1], ("dm", table.id)):
                for shown in (self._messages.pop(place, None), self._answers.pop(place, None)):
                    if shown is not None:
                        self._messenger.done_with(shown.message_id)
                self._used.pop(place, None)
        self._loaded.discard(table.id)

    def shown_in(self, table: Table, interaction: Interaction) -> Page | None:
        """The page that the pressed message shows; `None` if it is not known as a panel of this person."""
        place, pressed = (table.id, interaction.user.id), interaction.message
        for each in (self._messages.get(place), self._answers.get(place)):
            if pressed is not None and each is not None and each.message_id == pressed.id:
                return each.page
        return None

    async def answered(
        self, table: Table, interaction: Interaction, message_id: int | None, panel: Panel
    ) -> None:
        """Keep up to date a panel that the answer to an interaction shows.

        Args:
            table: the table.
            interaction: what has been answered.
            message_id: the message that shows the panel; `None` if the interaction was already over.
            panel: the panel.
        """
        await self._load(table)
        user_id = interaction.user.id
        place = table.id, user_id
        message = self._messages.get(place)
        if message_id is None:
            if message is not None:
                await self._shows(table, user_id, message, None)
            if answer := self._answers.get(place):
                answer.shown = None
            return
        self._used[place] = message_id, asyncio.get_running_loop().time()
        if message is not None and message.message_id == message_id:
            await self._shows(table, user_id, message, panel)
        else:
            self._answers[place] = PanelMessage(message_id, panel)

    def _is_due(self, table: Table, user_id: int) -> bool:
        """Whether a panel must be made again, as far as is known without reading the store."""
        place = table.id, user_id
        if self._held[place] or (key := panel_key(table, user_id)) is None:
            return False
        answer, message = self._answers.get(place), self._messages.get(place)
        if table.id not in self._loaded:
            return True
        if message is None or (key.away and message.number != key.number):
            return not key.away
        return not message.shows(key) or (answer is not None and not answer.shows(key))

    async def _update(self, table: Table, user_id: int, *, at_last: bool = False) -> None:
        await self._bring_up_to_date(table, user_id, at_last=at_last)
        if table.state is TableState.ENDED:
            self._drop_shown(table)

    async def _bring_up_to_date(self, table: Table, user_id: int, *, at_last: bool) -> None:
        await self._load(table)
        panel = await self.panel(table, user_id)
        if panel is None or self._held[table.id, user_id]:
            return
        if message := self._messages.get((table.id, user_id)):
            message.recognize(panel)
        if wait := self._patience((table.id, user_id), panel.key, at_last=at_last):
            later = partial(self._update, table, user_id, at_last=True)
            self._queue.put_later(wait, user_id, ("dm", table.id), later)
            return
        try:
            await self._update_message(table, user_id, panel)
        except discord.Forbidden as error:
            if is_closed(error):
                await self._people.closed(user_id)
                self._on_closed(table, user_id)
            if table.state is not TableState.ENDED:
                raise

    async def _update_answer(self, table: Table, user_id: int) -> None:
        place = table.id, user_id
        answer, key = self._answers.get(place), panel_key(table, user_id)
        if answer is None or key is None or self._held[place] or answer.shows(key):
            return
        panel = await self.panel(table, user_id)
        if panel is None:
            return
        page, answer.shown = answer.page, None  # if that fails, it may show the panel all the same
        if await self._messenger.edit_by_token(answer.message_id, panel.page, page):
            answer.shown = panel
        else:
            logger.info("A private panel can no longer be reached")
            self._answers.pop(place, None)

    async def _update_message(self, table: Table, user_id: int, panel: Panel) -> None:
        message = self._messages.get((table.id, user_id))
        if message is None or message.number != table.number:
            if table.state.in_deal and not panel.key.away:
                message = await self._send(table, user_id, panel, message)
        elif not message.shows(panel.key):
            try:
                edited = await self._edit(message, panel.page)
            except Exception:
                await self._shows(table, user_id, message, None)  # it may show the panel all the same
                raise
            if edited:
                await self._shows(table, user_id, message, panel)
            else:
                message = await self._send(table, user_id, panel, message.replaced)
        if message is not None and message.replaced is not None:
            await self._retire(message.replaced)
            message.replaced = None

    def _patience(self, place: Place, key: PanelKey, *, at_last: bool) -> float:
        """For how many seconds the direct message may stay as it is.

        It may wait if the edit counts, and the player looks at a private answer that shows the same or is not
        asked anything.
        """
        message, answer = self._messages.get(place), self._answers.get(place)
        if message is None or message.number != key.number or message.shows(key) or key.over:
            return 0.0
        if self._tokens.reach(message.message_id):
            return 0.0
        message_id, used = self._used.get(place, (0, -inf))
        if answer is not None and answer.message_id == message_id and answer.shows(key):
            return _attention(used)
        return 0.0 if at_last or key.is_urgent(message.shown) else ATTENTION

    async def _send(
        self, table: Table, user_id: int, panel: Panel, replaced: HandMessage | None
    ) -> HandMessage:
        channel = await self._messenger.dm_channel(user_id)
        key = DM, table.id, table.number, user_id
        message_id, page = await self._messenger.send(key, channel, panel.page)
        if page != panel.page:
            await self._messenger.edit(self._messenger.channel(channel.id), message_id, panel.page, page)
        await self._people.reached(user_id)
        message = HandMessage(message_id, panel, table.number, channel.id, replaced=replaced)
        self._messages[table.id, user_id] = message
        await self._shows(table, user_id, message, panel, instead_of=f"{DM} {table.number - 1}")
        return message

    async def _shows(
        self, table: Table, user_id: int, message: HandMessage, panel: Panel | None, *, instead_of: str = ""
    ) -> None:
        """Remember what a direct message shows now, also for after a restart; `None` if it is not known."""
        message.shown, message.digest = panel, panel.digest if panel else ""
        place = message.channel_id, message.message_id
        saved = Message(f"{DM} {message.number}", user_id, *place, message.digest)
        await self._messenger.save(table, saved, instead_of=instead_of)

    async def _retire(self, message: HandMessage) -> None:
        """Leave the direct message of the last deal as it is, without controls."""
        if message.shown is not None and message.shown.page.rows:
            await self._edit(message, message.shown.page.without_controls())
        self._messenger.done_with(message.message_id)

    async def _edit(self, message: HandMessage, page: Page) -> bool:
        """Edit a direct message. `False` if it has been deleted."""
        channel = self._messenger.channel(message.channel_id)
        try:
            return await self._messenger.edit(channel, message.message_id, page, message.page)
        except discord.NotFound:
            return False  # the whole channel is gone; the next message opens a new one

    async def _load(self, table: Table) -> None:
        """Look up the direct messages from before a restart."""
        if table.id in self._loaded:
            return
        known = await self._messenger.saved(table)
        self._loaded.add(table.id)
        for saved in known:
            kind, _, number = saved.kind.partition(" ")
            if kind == DM:
                message = HandMessage(saved.message_id, None, int(number), saved.channel_id, saved.digest)
                self._messages.setdefault((table.id, saved.user_id), message)


def _attention(used: float) -> float:
    """For how many more seconds a panel last used at a time of the event loop is assumed to be looked at."""
    return max(0.0, used + ATTENTION - asyncio.get_running_loop().time())
