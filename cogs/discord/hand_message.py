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

from bot.store import BEING_POSTED, Message
from bot.tables import TableState
from cogs.discord.failures import is_out_of_reach, is_refusal
from cogs.discord.panel_message import DM, HandMessage, PanelMessage
from cogs.discord.slots import Priority
from cogs.hands.page import gone_page, outdated_page, player_page
from cogs.hands.panel import Panel, panel_key
from cogs.play.controls import NO_CHOICE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.tables import Table
    from cogs.discord.direct_messages import DirectMessages
    from cogs.discord.messenger import Messenger
    from cogs.discord.people import People
    from cogs.discord.queue import Queue
    from cogs.discord.replies import Interaction
    from cogs.discord.tokens import Tokens
    from cogs.hands.panel import PanelKey
    from cogs.play.controls import Choice

logger = logging.getLogger(__name__)

ATTENTION: Final = 20.0
"""Seconds for which a player who has just used a panel is assumed to be still looking at it."""

FOLLOWING_PACE: Final = 20.0
"""Seconds between two requests by which a panel only follows the game."""

Place: TypeAlias = tuple[str, int]
"""A player at a table: the table's id and the player's."""


class HandMessages:
    """Keeps every player's panels up to date, lazily: on the player's turn, or when others change the hand.

    A panel that can be edited at no cost follows the game as well, at an even pace; any other follows it now
    and then, as far as there are requests left. A player who looks at a private answer is not shown the same
    by direct message, if that costs a request.
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
        """Call `on_closed` with the table and the player when a hand could not be delivered."""
        self._queue = queue
        self._messenger = messenger
        self._tokens = tokens
        self._people = people
        self._direct = direct
        self._on_closed = on_closed
        self._messages: dict[Place, HandMessage] = {}
        self._answers: dict[Place, PanelMessage] = {}
        self._loaded: set[Place] = set()
        """Whose messages from before a restart have been looked up."""
        self._used: dict[Place, tuple[int, float]] = {}
        """The message in which each player last used a panel, and when, in seconds of the event loop."""
        self._held: Counter[Place] = Counter()

    async def panel(
        self,
        table: Table,
        user_id: int,
        *,
        notice: str = "",
        choice: Choice = NO_CHOICE,
    ) -> Panel | None:
        """A player's panel as it is now, in the player's language; `player_page` explains the arguments."""
        w, person = await self._direct.words_of(user_id), await self._people.get(user_id)
        w, large = w.of(table.game.name), person.large_cards
        page = player_page(w, table, user_id, notice=notice, choice=choice, large=large)
        key = panel_key(table, user_id)
        return None if page is None or key is None else Panel(key, page)

    def follow(self, table: Table, priority: Priority | None = None) -> None:
        """Bring all panels of a table up to date after something has happened there.

        They include those of people whose seat another person has taken since.

        Args:
            table: the table.
            priority: how urgent that is, if not as usual.
        """
        shown = (user_id for table_id, user_id in self._messages if table_id == table.id)
        for user_id in {*table.people, *table.away, *shown}:
            self.refresh(table, user_id, priority)

    def refresh(self, table: Table, user_id: int, priority: Priority | None = None) -> None:
        """Bring a player's panels up to date through the queue, if they need it."""
        if self._held[table.id, user_id] or (key := panel_key(table, user_id)) is None:
            return
        answer = self._answers.get((table.id, user_id))
        if answer is not None and not answer.shows(key):
            self._queue.put(user_id, ("answer", table.id), partial(self._update_answer, table, user_id))
        if self._message_is_due(table, user_id, key):
            job = partial(self._update, table, user_id)
            self._queue.put(user_id, ("dm", table.id), job, priority or self._priority(table, user_id, key))

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

    def _places(self, table: Table) -> list[Place]:
        known = {*self._messages, *self._answers, *self._used, *self._loaded}
        return [each for each in known if each[0] == table.id]

    def _drop_shown(self, table: Table) -> None:
        """Forget the panels of a table but those that are still to be brought up to date."""
        for place in self._places(table):
            if self._queue.is_shown(place[1], ("dm", table.id)):
                for shown in (self._messages.pop(place, None), self._answers.pop(place, None)):
                    if shown is not None:
                        self._messenger.done_with(shown.message_id)
                self._used.pop(place, None)
                self._loaded.discard(place)

    def pressed(self, table: Table, interaction: Interaction) -> PanelMessage | None:
        """The message that was pressed; `None` if it is not known as a panel of this person."""
        place, message = (table.id, interaction.user.id), interaction.message
        panels = self._messages.get(place), self._answers.get(place)
        return next((each for each in panels if message and each and each.message_id == message.id), None)

    async def answered(
        self, table: Table, interaction: Interaction, message_id: int | None, panel: Panel
    ) -> None:
        """Keep up to date a panel that the answer to an interaction shows.

        The message of `message_id` shows it; `None` if the interaction was already over.
        """
        user_id = interaction.user.id
        place = table.id, user_id
        await self._load(table, user_id)
        message, answer = self._messages.get(place), self._answers.get(place)
        if message_id is None:
            if message is not None:
                await self._shows(table, user_id, message, None)
            if answer is not None:
                answer.changed(None, _now())
            return
        self._used[place] = message_id, _now()
        if message is not None and message.message_id == message_id:
            await self._shows(table, user_id, message, panel)
            return
        if answer is not None and answer.message_id != message_id:
            job = partial(self._outdate, user_id, answer)
            self._queue.put(user_id, ("outdate", answer.message_id), job)
            answer = None
        self._answers[place] = answer = answer or PanelMessage(message_id)
        answer.changed(panel, _now())

    async def _outdate(self, user_id: int, answer: PanelMessage) -> None:
        """Mark a private answer as out of date, because its player has got another one."""
        w = await self._direct.words_of(user_id)
        await self._messenger.edit_by_token(answer.message_id, outdated_page(w), answer.page)

    def _message_is_due(self, table: Table, user_id: int, key: PanelKey) -> bool:
        """Whether a direct message must be made again, as far as is known without reading the store."""
        place = table.id, user_id
        message = self._messages.get(place)
        if place not in self._loaded:
            return True
        if message is None or (key.away and message.number != key.number):
            return not key.away
        return message.number != key.number or not message.shows(key)

    def _priority(self, table: Table, user_id: int, key: PanelKey) -> Priority:
        """How urgent it is that a direct message changes: less so if it only follows, by a request."""
        message = self._messages.get((table.id, user_id))
        return Priority.FOLLOWING if message is not None and self._follows(message, key) else Priority.WAITING

    def _follows(self, message: HandMessage, key: PanelKey) -> bool:
        """Whether a direct message would only follow what the others do, by a request that counts."""
        return message.suffices(key) and not self._tokens.reach(message.message_id)

    async def _update(self, table: Table, user_id: int, *, at_last: bool = False) -> None:
        await self._bring_up_to_date(table, user_id, at_last=at_last)
        if table.state is TableState.ENDED:
            self._drop_shown(table)

    async def _bring_up_to_date(self, table: Table, user_id: int, *, at_last: bool) -> None:
        await self._load(table, user_id)
        place, key = (table.id, user_id), panel_key(table, user_id)
        if key is None or self._held[place]:
            return
        if message := self._messages.get(place):
            message.recognize(key)
            if message.is_up_to_date(key):  # since a job that was running when this one was put
                return
        if wait := self._patience(place, key, at_last=at_last):
            later = partial(self._update, table, user_id, at_last=True)
            priority = self._priority(table, user_id, key)
            self._queue.put_later(wait, user_id, ("dm", table.id), later, priority)
            return
        panel = await self.panel(table, user_id)
        if self._held[place]:
            return
        if panel is None:
            await self._let_go(table, user_id)
            return
        try:
            await self._update_message(table, user_id, panel)
        except (discord.HTTPException, discord.RateLimited) as error:
            if is_refusal(error):
                await self._not_delivered(table, user_id, error)
            if not is_out_of_reach(error) or table.state is not TableState.ENDED:
                raise

    async def _not_delivered(self, table: Table, user_id: int, error: Exception) -> None:
        """Remember that Discord refuses a direct message, and say so where it is new or may last."""
        known = (await self._people.get(user_id)).dm_ok
        await self._people.closed(user_id)
        if known is not False or is_out_of_reach(error):
            self._on_closed(table, user_id)

    async def _let_go(self, table: Table, user_id: int) -> None:
        """Leave the direct message of a person without a seat to come back to, with nothing to press."""
        if message := self._messages.get((table.id, user_id)):
            w = (await self._direct.words_of(user_id)).of(table.game.name)
            await message.edit(self._messenger, gone_page(w, table), w)
            self._messages.pop((table.id, user_id), None)
            self._messenger.done_with(message.message_id)

    async def _update_answer(self, table: Table, user_id: int) -> None:
        place = table.id, user_id
        answer, key = self._answers.get(place), panel_key(table, user_id)
        if answer is None or key is None or self._held[place] or answer.shows(key):
            return
        if wait := answer.pause(key, _now()):
            later = partial(self._update_answer, table, user_id)
            self._queue.put_later(wait, user_id, ("answer", table.id), later)
            return
        panel = await self.panel(table, user_id)
        if panel is None or self._held[place]:
            return
        page = answer.page
        answer.changed(None, _now())  # if that fails, it may show the panel all the same
        if await self._messenger.edit_by_token(answer.message_id, panel.page, page):
            answer.changed(panel, _now())
        else:
            logger.info("A private panel can no longer be reached")
            self._answers.pop(place, None)

    async def _update_message(self, table: Table, user_id: int, panel: Panel) -> None:
        message, w = self._messages.get((table.id, user_id)), await self._direct.words_of(user_id)
        if message is None or message.number != table.number:
            if table.state.in_deal and not panel.key.away:
                message = await self._send(table, user_id, panel, message)
        elif not message.shows(panel.key):
            try:
                edited = await message.edit(self._messenger, panel.page, w)
            except Exception:
                await self._shows(table, user_id, message, None)  # it may show the panel all the same
                raise
            if edited:
                await self._shows(table, user_id, message, panel)
            else:
                await self._messenger.delete(self._messenger.channel(message.channel_id), message.message_id)
                message = await self._send(table, user_id, panel, message.replaced)
        while message is not None and (old := message.replaced):
            await old.retire(self._messenger, w)
            await self._messenger.forget(table, old.saved(user_id).kind, user_id)
            message.replaced = old.replaced

    def _patience(self, place: Place, key: PanelKey, *, at_last: bool) -> float:
        """For how many seconds the direct message may stay as it is.

        At no cost it follows the game at an even pace, and by requests at a slow one, unless a private answer
        follows. Any other edit that counts may wait while the player looks at such an answer that shows the
        same, or is not asked.
        """
        message, answer = self._messages.get(place), self._answers.get(place)
        if message is None or message.number != key.number or message.shows(key):
            return 0.0
        if key.over or self._tokens.reach(message.message_id):
            return message.pause(key, _now())
        if self._follows(message, key):
            if answer is not None and self._tokens.reach(answer.message_id):
                return FOLLOWING_PACE
            return max(0.0, message.since + FOLLOWING_PACE - _now())
        message_id, used = self._used.get(place, (0, -inf))
        if answer is not None and answer.message_id == message_id and answer.shows(key):
            return _attention(used)
        return 0.0 if at_last or key.is_urgent(message.key) else ATTENTION

    async def _send(
        self, table: Table, user_id: int, panel: Panel, replaced: HandMessage | None
    ) -> HandMessage:
        channel = await self._messenger.dm_channel(user_id)
        key, kind = (DM, table.id, table.number, user_id), f"{DM} {table.number}"
        await self._messenger.save(table, Message(kind, user_id, channel.id, BEING_POSTED))
        w = await self._direct.words_of(user_id)
        message_id, page = await self._messenger.send(key, channel, panel.page, w)
        await self._people.reached(user_id)
        message = HandMessage(message_id, number=table.number, channel_id=channel.id, replaced=replaced)
        self._messages[table.id, user_id] = message
        if page != panel.page:
            await self._shows(table, user_id, message, None)
            place = self._messenger.channel(channel.id)
            await self._messenger.edit(place, message_id, panel.page, page, w)
        await self._shows(table, user_id, message, panel)
        return message

    async def _shows(self, table: Table, user_id: int, message: HandMessage, panel: Panel | None) -> None:
        """Remember what a direct message shows now, also for after a restart; `None` if it is not known."""
        message.changed(panel, _now())
        message.digest = panel.key.digest if panel else ""
        await self._messenger.save(table, message.saved(user_id))

    async def _load(self, table: Table, user_id: int) -> None:
        """Look up a person's direct messages from before a restart."""
        place, newest = (table.id, user_id), None
        if place in self._loaded:
            return
        for saved in await self._messenger.saved(table, (DM,), user_id):
            newest = HandMessage.of(saved, replaced=newest)
        self._loaded.add(place)
        if newest is not None:
            self._messages.setdefault(place, newest)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _attention(used: float) -> float:
    """For how many more seconds a panel last used at a time of the event loop is assumed to be looked at."""
    return max(0.0, used + ATTENTION - _now())
