"""Direct messages: one for each deal and player, edited in place; and panels shown as private answers."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

import discord

from bot.store import Message, StoreError
from bot.tables import TableState
from bot.text import words
from cogs.panels import key_of, panel_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables import Table
    from bot.text import Fact, Words
    from cogs.desk import Desk
    from cogs.page import Page
    from cogs.panels import Key
    from cogs.respond import Interaction

logger = logging.getLogger(__name__)

CLOSED: Final = frozenset({50007, 50278})
"""Discord's codes for somebody who takes no direct messages from us."""

DM: Final = "dm"


@dataclass
class Letter:
    """The direct message of a player for a deal."""

    number: int
    channel_id: int
    message_id: int
    key: Key | None = None
    shown: Page | None = None


@dataclass
class Sheet:
    """A panel shown as a private answer; it can be changed as long as its interaction's token lives."""

    interaction: Interaction
    message_id: int
    key: Key | None
    shown: Page


class Inbox:
    """Keeps every player's panel up to date, lazily: on the player's turn, or when others change the hand.

    Whoever looks at a private answer need not be shown the same by direct message as well.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._letters: dict[tuple[str, int], Letter] = {}
        self._sheets: dict[tuple[str, int], Sheet] = {}
        self._recalled: set[str] = set()
        self._used: dict[tuple[str, int], tuple[int, float]] = {}
        """The panel that each player has used last, and when, in seconds of the event loop."""
        self._held: Counter[tuple[str, int]] = Counter()

    def refresh(self, table: Table, user_id: int) -> None:
        """Bring a player's panels up to date, soon, if they need it."""
        if self._is_due(table, user_id):
            self._desk.outbox.put(user_id, ("dm", table.id), partial(self._renew, table, user_id))

    @contextmanager
    def held(self, table: Table, user_id: int) -> Iterator[None]:
        """Leave a player's panels alone as long as the answer to an interaction is about to show one."""
        place = table.id, user_id
        self._held[place] += 1
        try:
            yield
        finally:
            self._held[place] -= 1
            self.refresh(table, user_id)

    def attention(self, table: Table, user_id: int) -> float:
        """For how many more seconds a player is taken to look at the panel last used; 0 for not at all."""
        _, used = self._used.get((table.id, user_id), (0, -inf))
        return max(0.0, used + self._desk.attention - asyncio.get_running_loop().time())

    def forget(self, table: Table, user_id: int) -> None:
        """Forget a player's panels once a table has ended and that has been shown."""

        async def job() -> None:
            self._letters.pop((table.id, user_id), None)
            self._sheets.pop((table.id, user_id), None)
            self._used.pop((table.id, user_id), None)
            self._recalled.discard(table.id)

        self._desk.outbox.put(user_id, ("forget", table.id), job)

    def say(self, user_id: int, key: str, **facts: Fact) -> None:
        """Send a person a sentence, soon."""

        async def job() -> None:
            await self.send_words(user_id, key, **facts)

        self._desk.outbox.put(user_id, ("say", key), job)

    async def send_words(self, user_id: int, key: str, **facts: Fact) -> bool:
        """Send a person a sentence now; whether it arrived."""
        w = await self.words_of(user_id)
        try:
            channel = await self._desk.bot.create_dm(discord.Object(user_id))
            await channel.send(w(key, **facts), allowed_mentions=discord.AllowedMentions.none())
        except discord.Forbidden as error:
            if error.code not in CLOSED:
                raise
            await self._desk.people.closed(user_id)
            return False
        await self._desk.people.reached(user_id)
        return True

    async def words_of(self, user_id: int) -> Words:
        """The words a person reads."""
        return words((await self._desk.people.get(user_id)).locale or "en")

    def shown_in(self, table: Table, interaction: Interaction) -> Page | None:
        """The page that the pressed message shows, if it is known to be a panel of the person who pressed."""
        place, message = (table.id, interaction.user.id), interaction.message
        if message is None:
            return None
        letter, sheet = self._letters.get(place), self._sheets.get(place)
        if letter is not None and letter.message_id == message.id:
            return letter.shown
        return sheet.shown if sheet is not None and sheet.message_id == message.id else None

    def follow(
        self, table: Table, interaction: Interaction, message_id: int, key: Key | None, page: Page
    ) -> None:
        """Keep a panel up to date that an interaction has just shown or changed.

        Args:
            table: the table.
            interaction: what has been answered.
            message_id: the message that shows the panel.
            key: the player's `key_of` when the panel was made.
            page: the panel.
        """
        place = table.id, interaction.user.id
        self._used[place] = message_id, asyncio.get_running_loop().time()
        letter = self._letters.get(place)
        if letter is not None and letter.message_id == message_id:
            letter.key, letter.shown = key, page
        else:
            self._sheets[place] = Sheet(interaction, message_id, key, page)
        self.refresh(table, interaction.user.id)

    def missed(self, table: Table, interaction: Interaction) -> None:
        """Show a panel anew whose player pressed it, but was not answered any more."""
        letter = self._letters.get((table.id, interaction.user.id))
        if letter is not None:
            letter.key = None

    def _is_due(self, table: Table, user_id: int) -> bool:
        """Whether something is to be shown anew, as far as is known without a look at the store."""
        key, place = key_of(table, user_id), (table.id, user_id)
        if key is None or self._held[place]:
            return False
        sheet, letter = self._sheets.get(place), self._letters.get(place)
        if table.id not in self._recalled or letter is None:
            return True
        return letter.key != key or (sheet is not None and sheet.key != key)

    async def _renew(self, table: Table, user_id: int, *, at_last: bool = False) -> None:
        await self._recall(table)
        key = key_of(table, user_id)
        w = (await self.words_of(user_id)).of(table.game.name)
        page = panel_of(w, table, user_id, large=(await self._desk.people.get(user_id)).large_cards)
        if page is None or key is None or self._held[table.id, user_id]:
            return
        await self._renew_sheet(table, user_id, key, page)
        if (await self._desk.people.get(user_id)).dm_ok is False:
            return
        try:
            if not (wait := self._patience(table, user_id, key, at_last=at_last)):
                await self._renew_letter(table, user_id, key, page)
                return
        except discord.Forbidden as error:
            if error.code not in CLOSED:
                raise
            await self._desk.people.closed(user_id)
            self._desk.screen(table).refresh()
        else:
            later = partial(self._renew, table, user_id, at_last=True)
            self._desk.outbox.put_later(wait, user_id, ("dm", table.id), later)

    async def _renew_sheet(self, table: Table, user_id: int, key: Key, page: Page) -> None:
        sheet = self._sheets.get((table.id, user_id))
        if sheet is None or sheet.key == key:
            return
        if sheet.interaction.is_expired():
            del self._sheets[table.id, user_id]
            return
        rendered = await self._desk.painter.render(page, sheet.shown)
        try:
            await sheet.interaction.edit_original_response(**rendered.change)
        except discord.HTTPException as error:
            logger.info("a private panel is gone (%s)", error.code)
            self._sheets.pop((table.id, user_id), None)
        else:
            sheet.key, sheet.shown = key, page

    async def _renew_letter(self, table: Table, user_id: int, key: Key, page: Page) -> None:
        letter = self._letters.get((table.id, user_id))
        if letter is None or letter.number != table.number:
            if table.state is TableState.PLAYING:
                await self._write(table, user_id, key, page)
                await self._retire(letter)
        elif letter.key != key and not await self._rewrite(letter, key, page):
            await self._write(table, user_id, key, page)

    def _patience(self, table: Table, user_id: int, key: Key, *, at_last: bool) -> float:
        """For how many seconds the direct message may stay as it is.

        It may wait if the player looks at a private answer that shows the same, or is not asked anything.
        """
        place = table.id, user_id
        letter, sheet = self._letters.get(place), self._sheets.get(place)
        if letter is None or letter.number != key.number or letter.key == key or key.over:
            return 0.0
        message_id, _ = self._used.get(place, (0, 0.0))
        if sheet is not None and sheet.message_id == message_id and sheet.key == key:
            return self.attention(table, user_id)
        return 0.0 if at_last or key.needs(letter.key) else self._desk.attention

    async def _write(self, table: Table, user_id: int, key: Key, page: Page) -> None:
        rendered = await self._desk.painter.render(page)
        channel = await self._desk.bot.create_dm(discord.Object(user_id))
        message = await channel.send(
            view=rendered.view, files=rendered.files, allowed_mentions=discord.AllowedMentions.none()
        )
        self._letters[table.id, user_id] = Letter(table.number, channel.id, message.id, key, page)
        await self._remember(table, user_id, channel.id, message.id)

    async def _retire(self, letter: Letter | None) -> None:
        """Leave the direct message of the last deal as it is, with nothing to press."""
        if letter is not None and letter.shown is not None and letter.shown.rows:
            await self._rewrite(letter, letter.key, letter.shown.frozen())

    async def _rewrite(self, letter: Letter, key: Key | None, page: Page) -> bool:
        """Change a direct message; whether it is still there."""
        rendered = await self._desk.painter.render(page, letter.shown)
        channel = self._desk.bot.get_partial_messageable(letter.channel_id)
        try:
            await channel.get_partial_message(letter.message_id).edit(**rendered.change)
        except discord.NotFound:
            return False
        letter.key, letter.shown = key, page
        return True

    async def _recall(self, table: Table) -> None:
        """Find the direct messages of before a restart again."""
        if table.id in self._recalled:
            return
        self._recalled.add(table.id)
        for message in await self._desk.bot.store.messages.of(table.id):
            kind, _, number = message.kind.partition(" ")
            if kind == DM:
                letter = Letter(int(number), message.channel_id, message.message_id)
                self._letters.setdefault((table.id, message.user_id), letter)

    async def _remember(self, table: Table, user_id: int, channel_id: int, message_id: int) -> None:
        messages = self._desk.bot.store.messages
        try:
            await messages.forget(table.id, f"{DM} {table.number - 1}", user_id)
            await messages.put(table.id, Message(f"{DM} {table.number}", user_id, channel_id, message_id))
        except StoreError as error:
            logger.warning("a message of table %s cannot be remembered: %s", table.id, error)
