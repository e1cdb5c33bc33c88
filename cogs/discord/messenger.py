"""Sending, editing and deleting messages, by token where that works, and finding them after a restart."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import discord

from bot.store import BEING_POSTED, Message, Store, StoreError, TableRow
from bot.tables import Table
from bot.text import Words
from cogs.discord.budget import loop_time
from cogs.discord.display import Content, Display, Text
from cogs.discord.failures import (
    IncompleteError,
    Scope,
    blames_content,
    is_out_of_reach,
    is_refusal,
    named,
    scope_of,
)
from cogs.discord.page import Page, digest_of
from cogs.discord.render import Rendered, Renderer, controls_of, deliver, without_controls
from cogs.discord.replies import ARRIVED, Interaction

logger = logging.getLogger(__name__)

LATEST = 50
"""How many messages of a channel are searched for one that may have been posted."""

TOKEN_SECONDS = 10.0
"""Seconds after which an edit by token that Discord delays is given up."""

STAYS_GOOD = (Scope.OUTAGE, Scope.PROCESS, Scope.PART)
"""Failures that do not mean that the token is refused."""

LIFE = 15 * 60.0
"""Seconds for which Discord accepts the token of an interaction."""


class Token(NamedTuple):
    """The interaction by whose token a message can be edited."""

    interaction: Interaction
    follows_up: bool
    """Whether the message is a follow-up, not the answer itself."""
    until: float
    """When it expires, in seconds of the event loop, whose clock is never set back."""


class Tokens:
    """For each message the latest interaction that it answers."""

    def __init__(self) -> None:
        self._by_message: OrderedDict[int, Token] = OrderedDict()

    def __len__(self) -> int:
        """How many tokens are kept; expired ones are dropped when another is added."""
        return len(self._by_message)

    def keep(self, message_id: int, interaction: Interaction, *, follows_up: bool = False) -> None:
        """Remember an interaction whose original response, or a follow-up, is a message."""
        arrived = interaction.extras.get(ARRIVED, loop_time())
        self._by_message[message_id] = Token(interaction, follows_up, arrived + LIFE)
        self._by_message.move_to_end(message_id)
        while next(iter(self._by_message.values())).until <= loop_time():
            self._by_message.popitem(last=False)

    def forget(self, message_id: int | None) -> None:
        """Forget the token of a message that will not change any more, or whose token is refused."""
        self._by_message.pop(message_id or 0, None)

    def reach(self, message_id: int | None) -> bool:
        """Whether a message can be edited by a token, which Discord does not count."""
        kept = self._by_message.get(message_id or 0)
        return kept is not None and kept.until > loop_time()

    async def edit(self, message_id: int, rendered: Rendered) -> Rendered | None:
        """Edit a message by its token.

        Returns:
            What Discord has accepted; `None` if there is no token, or Discord refuses it.

        Raises:
            discord.HTTPException: Discord failed, or refuses a part of the message.
            aiohttp.ClientError: The network failed, or Discord refuses all requests.
            TimeoutError: Discord delays the edit.
        """
        if not self.reach(message_id):
            return None
        interaction, follows_up, _ = self._by_message[message_id]

        async def send(form: Rendered) -> None:
            if follows_up:
                await interaction.followup.edit_message(message_id, **form.change)
            else:
                await interaction.edit_original_response(**form.change)

        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                return (await deliver(rendered, send))[1]
        except discord.HTTPException as error:
            if scope_of(error) in STAYS_GOOD:
                raise
            self.forget(message_id)
            return None

    async def delete(self, message_id: int) -> None:
        """Delete a private answer by its token, unless there is none, or Discord refuses it.

        Raises:
            discord.HTTPException: Discord failed.
            aiohttp.ClientError: The network failed, or Discord refuses all requests.
            TimeoutError: Discord delays the request.
        """
        if not self.reach(message_id):
            return
        try:
            async with asyncio.timeout(TOKEN_SECONDS):
                await self._by_message[message_id].interaction.delete_original_response()
        except discord.HTTPException as error:
            if scope_of(error) is Scope.OUTAGE:
                raise
            # Else its reader has dismissed it.
        self.forget(message_id)


class Messenger:
    """Brings displays up to date, and saves where they are."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        renderer: Renderer,
        tokens: Tokens,
        lasts: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`lasts(custom_id)`: whether the control stays under the message of an earlier deal."""
        self._client = client
        self._store = store
        self._renderer = renderer
        self.tokens = tokens
        self._lasts = lasts

    def _channel(self, display: Display) -> discord.PartialMessageable:
        """The channel of a message, without asking Discord about it."""
        return self._client.get_partial_messageable(display.channel_id, guild_id=display.guild_id)

    async def dm_channel(self, user_id: int) -> int:
        return (await self._client.create_dm(discord.Object(user_id))).id

    async def show(self, display: Display, content: Content, w: Words) -> None:
        """Edit a message into a page, or post it if there is none or it can no longer be edited.

        If Discord refuses the page, a notice in the words `w` is shown.

        Raises:
            IncompleteError: Discord refuses a part of the page.
        """
        if display.message_id is not None and not await self.edit(display, content, w):
            await self.delete(display)
        if display.message_id is None:
            await self._post(display, content, w)

    async def show_text(self, display: Display, text: Text) -> None:
        """Post a text, unless the message exists. `Display.shown` is what was posted.

        An earlier attempt that may have succeeded is repeated unchanged. To a text that Discord has refused
        `TRIES` times the time is added, so that the same request is not repeated for ever.
        """
        if display.message_id is not None:
            return
        attempt = display.begin(Content(text))
        await self.save(display)
        body = attempt.content.body
        assert isinstance(body, Text)
        dated = f"{body.content}\n-# <t:{int(time.time())}:T>"
        is_dated = display.needs_notice(attempt.content)
        linked = self._renderer.mentions.linked(dated if is_dated else body.content)
        called = discord.AllowedMentions(users=[discord.Object(each) for each in body.users])
        with _noting_failure(display, attempt.content):
            sent = await self._channel(display).send(linked, allowed_mentions=called, nonce=attempt.nonce)
        await self._posted(display, sent.id, attempt.content)

    async def _post(self, display: Display, content: Content, w: Words) -> None:
        attempt = display.begin(content)
        await self.save(display)
        is_notice = display.needs_notice(attempt.content)
        page = _notice(w) if is_notice else _page_of(attempt.content)
        with _noting_failure(display, attempt.content):
            rendered = await self._renderer.render(page)
            message, form = await deliver(rendered, partial(_post, self._channel(display), attempt.nonce))
        await self._posted(display, message.id, attempt.content)
        if is_notice or form.page.pictures != page.pictures:
            display.shows_less(content, is_notice=is_notice)
            raise IncompleteError
        if attempt.content.version != content.version:
            await self.show(display, content, w)

    async def _posted(self, display: Display, message_id: int, content: Content) -> None:
        text = content.body if isinstance(content.body, Text) else None
        display.message_id, display.attempt, display.called = message_id, None, text.users if text else ()
        display.now_shows(content)
        await self.save(display)

    async def edit(self, display: Display, content: Content, w: Words) -> bool:
        """Edit a message into a page, by its token if possible. `False` if it is gone or cannot be edited.

        Raises:
            IncompleteError: Discord refuses a part of the page.
        """
        if display.has_given_up(content):
            return True
        is_notice = display.needs_notice(content)
        page = _notice(w) if is_notice else _page_of(content)
        try:
            with _noting_failure(display, content):
                form = await self._edit(display, page, None if is_notice else display.page)
            if form is None:
                return False
            if is_notice or form.page.pictures != page.pictures:
                display.shows_less(content, is_notice=is_notice)
                raise IncompleteError
            display.now_shows(content)
        finally:
            if display.kind:
                self._store.messages.put_soon(display.table_id, display.saved)
        return True

    async def _edit(self, display: Display, page: Page, shown: Page | None) -> Rendered | None:
        """Edit a message; returns what Discord has accepted, `None` if it is gone or cannot be edited."""
        assert display.message_id is not None
        try:
            if form := await self._edit_by_token(display.message_id, page, shown):
                return form
        except (discord.HTTPException, TimeoutError) as error:
            if scope_of(error) is Scope.PART:
                self.tokens.forget(display.message_id)  # Discord may refuse the token
            elif scope_of(error) is not Scope.OUTAGE:
                raise
        rendered = await self._renderer.render(page, shown)
        message = self._channel(display).get_partial_message(display.message_id)
        try:
            return (await deliver(rendered, lambda form: message.edit(**form.change)))[1]
        except (discord.HTTPException, discord.RateLimited) as error:
            # A direct message may be gone with its channel; the next post opens another one.
            is_gone = display.user_id and isinstance(error, discord.NotFound)
            if scope_of(error) is not Scope.MESSAGE and not is_gone:
                raise
            logger.info("A message of channel %s cannot be edited: %s", display.channel_id, named(error))
            return None

    async def edit_by_token(self, display: Display, content: Content) -> bool:
        """Edit a private answer, which needs a token. `False` if that fails.

        A refused page is not tried again: the reader can open it elsewhere.
        """
        shown = display.page
        display.now_unknown()  # a failed request may have taken effect
        try:
            form = await self._edit_by_token(display.message_id, _page_of(content), shown)
        except discord.HTTPException as error:
            if not blames_content(error):
                raise
            self.tokens.forget(display.message_id)
            return False
        if form is not None:
            display.now_shows(content)
        return form is not None

    async def _edit_by_token(self, message_id: int | None, page: Page, shown: Page | None) -> Rendered | None:
        if message_id is None or not self.tokens.reach(message_id):
            return None
        return await self.tokens.edit(message_id, await self._renderer.render(page, shown))

    async def edit_text(self, display: Display, text: Text) -> None:
        """Edit a message of text alone, if Discord still allows that, without notifying anybody."""
        if display.message_id is None:
            return
        with _unless_refused(display):
            linked = self._renderer.mentions.linked(text.content)
            message = self._channel(display).get_partial_message(display.message_id)
            await message.edit(content=linked)
        display.now_shows(Content(text))
        await self.save(display)

    async def remove_controls(self, display: Display) -> None:
        """Remove the controls of a message whose page is not known, because the bot has restarted."""
        if display.message_id is None:
            return
        with _unless_refused(display):
            message = await self._channel(display).fetch_message(display.message_id)
            await message.edit(view=without_controls(message, self._lasts), attachments=message.attachments)

    async def retire(self, display: Display, page: Page | None, w: Words) -> None:
        """Edit a message a last time: into a page, if one is given, and without controls."""
        if page is None:
            await self.remove_controls(display)
        elif display.page != (last := page.without_controls()):
            try:
                await self.edit(display, Content(last), w)
            except IncompleteError:
                logger.info("A message of channel %s stays incomplete", display.channel_id)
        self.tokens.forget(display.message_id)

    async def delete(self, display: Display) -> None:
        self.tokens.forget(display.message_id)
        if display.message_id is not None:
            with _unless_refused(display):
                await self._channel(display).get_partial_message(display.message_id).delete()
        display.is_gone()

    async def saved(
        self, table: Table | TableRow, kinds: Collection[str], user_id: int = 0
    ) -> Sequence[Display]:
        """The saved messages of a table, oldest first, of the kinds that begin with one of some words.

        If the bot was killed while it posted one, that is looked for in its channel, and left out if it is
        not there. A nonce would not help: Discord forgets it after minutes, and answers by token have none.

        Args:
            table: the table.
            kinds: the first words.
            user_id: the only person who sees them; 0 for messages that everybody sees.
        """
        saved = [
            each
            for each in await self._store.messages.of(table.id)
            if each.user_id == user_id and _first_word(each) in kinds
        ]
        found = [await self._found(table, each, saved) for each in saved]
        in_order = sorted((each for each in found if each), key=lambda each: each.message_id)
        return [Display.of(table.id, each, None if user_id else table.guild_id) for each in in_order]

    async def _found(
        self, table: Table | TableRow, message: Message, saved: Sequence[Message]
    ) -> Message | None:
        """A saved message with its id; `None` if it was being posted and is not in its channel."""
        if message.message_id != BEING_POSTED:
            return message
        last = max(each.message_id for each in saved if _first_word(each) == _first_word(message))
        channel = self._client.get_partial_messageable(message.channel_id)
        try:
            async for each in channel.history(limit=LATEST):
                if each.id > last and each.author == self._client.user and _is_of(table, each, message):
                    return message._replace(message_id=each.id)
        except discord.HTTPException as error:
            if not is_out_of_reach(error):
                raise
            logger.info("The bot cannot look for a message of table %s: %s", table.id, named(error))
        return None

    async def forget(self, display: Display) -> None:
        """Delete the saved row of a message that will not change any more."""
        try:
            await self._store.messages.forget(display.table_id, display.kind, display.user_id)
        except StoreError as error:
            logger.warning(
                "A message of table %s cannot be deleted from the database: %s", display.table_id, error
            )

    async def save(self, display: Display) -> None:
        """Save a message that has a kind. If that fails, it is not found after a restart."""
        if not display.kind:
            return
        try:
            await self._store.messages.put(display.table_id, display.saved)
        except StoreError as error:
            logger.warning("A message of table %s cannot be saved: %s", display.table_id, error)


def _notice(w: Words) -> Page:
    """The notice that replaces a page that Discord refuses."""
    return Page((w("message.refused", time=f"<t:{int(time.time())}:T>"),))


def _page_of(content: Content) -> Page:
    assert isinstance(content.body, Page)
    return content.body


def _first_word(message: Message) -> str:
    """The kind of a message without the number of its deal."""
    return message.kind.partition(" ")[0]


def _is_of(table: Table | TableRow, found: discord.Message, posted: Message) -> bool:
    """Whether a message is the one that was being posted, by its text or its controls."""
    if posted.digest:
        return digest_of(found.content) == posted.digest
    return any(each.split(":")[1:2] == [table.id] for each in controls_of(found))


async def _post(channel: discord.abc.Messageable, nonce: int, form: Rendered) -> discord.Message:
    return await channel.send(view=form.view, files=form.files, nonce=nonce)


@contextmanager
def _noting_failure(display: Display, content: Content) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        display.failed(content, error)
        raise


@contextmanager
def _unless_refused(display: Display) -> Iterator[None]:
    """Log and ignore that Discord refuses to change a message, unless its channel is out of reach."""
    try:
        yield
    except (discord.HTTPException, discord.RateLimited) as error:
        is_gone = display.user_id and isinstance(error, discord.NotFound)  # with its channel, perhaps
        if not is_gone and (is_out_of_reach(error) or not is_refusal(error)):
            raise
        logger.info("A message of channel %s stays as it is: %s", display.channel_id, named(error))
