"""Sending, editing and deleting messages, and remembering their ids across restarts."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import discord

from bot.store import BEING_POSTED, Message, StoreError
from cogs.delivery.failures import INVALID_FORM, is_out_of_reach, named
from cogs.delivery.posts import Posts
from cogs.delivery.render import controls_of, without_controls
from cogs.pages.page import digest_of

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

    from bot.store import Store
    from bot.tables import Table
    from cogs.delivery.render import Renderer
    from cogs.delivery.tokens import Tokens
    from cogs.pages.page import Page

logger = logging.getLogger(__name__)

UNKNOWN_MESSAGE: Final = 10008

LATEST: Final = 50
"""How many messages of a channel are looked through for one that may have been posted."""


class Messenger:
    """Sends pages to channels."""

    def __init__(self, client: discord.Client, store: Store, renderer: Renderer, tokens: Tokens) -> None:
        self._client = client
        self._store = store
        self._renderer = renderer
        self._tokens = tokens
        self.posts = Posts()

    def channel(self, channel_id: int, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel, without asking Discord about it."""
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)

    async def dm_channel(self, user_id: int) -> discord.DMChannel:
        """The channel of direct messages to a person."""
        return await self._client.create_dm(discord.Object(user_id))

    async def send(self, key: Hashable, channel: discord.abc.Messageable, page: Page) -> tuple[int, Page]:
        """Send a page, as `Posts.post` does; returns the id of its message, and the page it shows."""

        async def send(page: Page, nonce: int) -> discord.Message:
            rendered, quiet = await self._renderer.render(page), discord.AllowedMentions.none()
            view, files = rendered.view, rendered.files
            return await channel.send(view=view, files=files, allowed_mentions=quiet, nonce=nonce)

        return await self.posts.post(key, page, send)

    async def send_text(
        self, key: Hashable, channel: discord.abc.Messageable, text: str, users: Sequence[int] = ()
    ) -> int:
        """Send a text once, which notifies no one but these users; returns the id of its message."""
        mentioned = [discord.Object(user) for user in users]
        only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=mentioned)

        async def send(text: str, nonce: int) -> discord.Message:
            linked = self._renderer.mentions.linked(text)
            return await channel.send(linked, allowed_mentions=only, nonce=nonce)

        return (await self.posts.post(key, text, send))[0]

    async def edit(
        self, channel: discord.PartialMessageable, message_id: int, page: Page, shown: Page | None
    ) -> bool:
        """Edit a message into a page, by its token if that works. `False` if it has been deleted.

        Args:
            channel: where the message is.
            message_id: the message.
            page: what it should show.
            shown: what it shows now, if that is known.
        """
        with suppress(discord.DiscordServerError):
            if await self.edit_by_token(message_id, page, shown):
                return True
        rendered = await self._renderer.render(page, shown)
        edited = None
        try:
            with _unless_deleted(channel):
                edited = await channel.get_partial_message(message_id).edit(**rendered.change)
        except discord.HTTPException as error:
            if not rendered.keeps_pictures or error.code != INVALID_FORM:
                raise
            # It has other pictures than was thought: an edit whose outcome was unknown has taken effect.
            return await self.edit(channel, message_id, page, None)
        return edited is not None

    def is_free(self, message_id: int) -> bool:
        """Whether a message can be edited by a token, which Discord does not count."""
        return self._tokens.reach(message_id)

    async def edit_by_token(self, message_id: int, page: Page, shown: Page | None) -> bool:
        """The same for a message that nothing but a token may reach. `False` if that does not work."""
        if not self.is_free(message_id):
            return False
        rendered = await self._renderer.render(page, shown)
        try:
            return await self._tokens.edit(message_id, rendered)
        except discord.HTTPException as error:
            if not rendered.keeps_pictures or error.code != INVALID_FORM:
                raise
            return await self._tokens.edit(message_id, await self._renderer.render(page))

    def done_with(self, message_id: int) -> None:
        """Forget by which token a message can be edited, because it has changed for the last time."""
        self._tokens.forget(message_id)

    async def edit_text(self, channel: discord.PartialMessageable, message_id: int, text: str) -> None:
        """Edit a message of text alone, if it is still there, notifying no one."""
        quiet = discord.AllowedMentions.none()
        with _unless_deleted(channel):
            await channel.get_partial_message(message_id).edit(
                content=self._renderer.mentions.linked(text), allowed_mentions=quiet
            )

    async def remove_controls(self, channel: discord.PartialMessageable, message_id: int) -> None:
        """Take the controls from a message whose page is no longer known, because the bot has restarted."""
        with _unless_deleted(channel):
            message = await channel.fetch_message(message_id)
            await message.edit(view=without_controls(message), attachments=message.attachments)

    async def delete(self, channel: discord.PartialMessageable, message_id: int) -> None:
        """Delete a message, if it is still there."""
        self._tokens.forget(message_id)
        with _unless_deleted(channel):
            await channel.get_partial_message(message_id).delete()

    async def saved(self, table: Table, kinds: Collection[str], user_id: int = 0) -> Sequence[Message]:
        """The messages of a table that `save` has remembered, oldest first.

        If the bot was killed while it posted one, that is looked for in its channel, and left out unless it
        is there. A nonce would not help: Discord forgets it after minutes, and answers by token have none.

        Args:
            table: the table.
            kinds: the first words of the kinds that are wanted.
            user_id: for whom; 0: those for everybody.
        """
        saved = [
            each
            for each in await self._store.messages.of(table.id)
            if each.user_id == user_id and _first_word(each) in kinds
        ]
        found = [await self._found(table, each, saved) for each in saved]
        return sorted((each for each in found if each), key=lambda each: each.message_id)

    async def _found(self, table: Table, message: Message, saved: Sequence[Message]) -> Message | None:
        """Return a saved message with its id; `None` if it was being posted and is not there."""
        if message.message_id != BEING_POSTED:
            return message
        last = max(each.message_id for each in saved if _first_word(each) == _first_word(message))
        try:
            async for each in self.channel(message.channel_id).history(limit=LATEST):
                if each.id > last and each.author == self._client.user and _is_of(table, each, message):
                    return message._replace(message_id=each.id)
        except discord.HTTPException as error:
            if not is_out_of_reach(error):
                raise
            logger.info("A message of table %s cannot be looked for: %s", table.id, named(error))
        return None

    async def forget(self, table: Table, kind: str, user_id: int = 0) -> None:
        """Forget a message of a table, for everybody or for one person, that will not change any more."""
        try:
            await self._store.messages.forget(table.id, kind, user_id)
        except StoreError as error:
            logger.warning("A message of table %s cannot be forgotten: %s", table.id, error)

    async def save(self, table: Table, message: Message, *, instead_of: str = "") -> None:
        """Remember a message of a table, and forget the one of the kind that it replaces.

        If that fails, the message is not found again after a restart.
        """
        try:
            if instead_of:
                await self._store.messages.forget(table.id, instead_of, message.user_id)
            await self._store.messages.put(table.id, message)
        except StoreError as error:
            logger.warning("A message of table %s cannot be saved: %s", table.id, error)


def _first_word(message: Message) -> str:
    """The kind of a message without the number of its deal."""
    return message.kind.partition(" ")[0]


def _is_of(table: Table, found: discord.Message, posted: Message) -> bool:
    """Whether a message is the one that was being posted: a ping by its text, others by their controls."""
    if posted.digest:
        return digest_of(found.content) == posted.digest
    return any(each.split(":")[1:2] == [table.id] for each in controls_of(found))


@contextmanager
def _unless_deleted(channel: discord.PartialMessageable) -> Iterator[None]:
    """Log and ignore that a message has been deleted; its whole channel is another matter."""
    try:
        yield
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        logger.info("A message of channel %s had already been deleted", channel.id)
