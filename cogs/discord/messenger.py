"""Sending, editing and deleting messages, and remembering their ids across restarts."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from bot.store import BEING_POSTED, Message, StoreError
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
from cogs.discord.posts import Posts
from cogs.discord.render import controls_of, deliver, without_controls
from cogs.discord.trials import Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

    from bot.store import Store
    from bot.tables import Table
    from bot.text import Words
    from cogs.discord.render import Rendered, Renderer
    from cogs.discord.tokens import Tokens

logger = logging.getLogger(__name__)

LATEST: Final = 50
"""How many messages of a channel are looked through for one that may have been posted."""


class Text(NamedTuple):
    """A message of text alone."""

    content: str
    users: tuple[int, ...] = ()
    """The people whom it notifies; it notifies no one else."""

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Whom Discord may notify."""
        users = [discord.Object(each) for each in self.users]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


class Messenger:
    """Sends pages to channels."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        renderer: Renderer,
        tokens: Tokens,
        lasts: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._client = client
        self._store = store
        self._renderer = renderer
        self._tokens = tokens
        self._lasts = lasts
        self.posts = Posts()
        self._trials = Trials()

    def channel(self, channel_id: int, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel, without asking Discord about it."""
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)

    async def dm_channel(self, user_id: int) -> discord.DMChannel:
        """The channel of direct messages to a person."""
        return await self._client.create_dm(discord.Object(user_id))

    async def send(
        self, key: Hashable, channel: discord.abc.Messageable, page: Page, w: Words
    ) -> tuple[int, Page]:
        """Send a page, as `Posts.post` does; if Discord refuses a part of it, with less of it.

        Args:
            key: what is shown.
            channel: where.
            page: what the message should show.
            w: the words of a notice, if Discord refuses everything else.

        Returns:
            The id of the message, and the page it shows.
        """
        wanted = self._refused_page(key, page, w) or page
        shown = wanted

        async def send(page: Page, nonce: int) -> discord.Message:
            nonlocal shown
            rendered = await self._renderer.render(page)
            message, form = await deliver(rendered, partial(_post, channel, nonce))
            shown = page if form.page.pictures == page.pictures else page.in_words()
            return message

        with self._trying(key, page.digest):
            message_id, _ = await self.posts.post(key, wanted, send)
        self._trials.accepted(key)
        return message_id, shown

    async def send_text(
        self, key: Hashable, channel: discord.abc.Messageable, text: Text
    ) -> tuple[int, Text]:
        """Send a text once, as `Posts.post` does; returns the id of its message, and the text it shows.

        One that Discord has refused before is sent with the time, so that no body is repeated for ever.
        """
        digest = digest_of(text.content)
        dated = text._replace(content=f"{text.content}\n-# <t:{int(time.time())}:T>")

        async def send(text: Text, nonce: int) -> discord.Message:
            linked = self._renderer.mentions.linked(text.content)
            return await channel.send(linked, allowed_mentions=text.mentions, nonce=nonce)

        with self._trying(key, digest):
            wanted = dated if self._trials.needs_notice(key, digest) else text
            sent = await self.posts.post(key, wanted, send)
        self._trials.accepted(key)
        return sent

    def _refused_page(self, key: Hashable, page: Page, w: Words) -> Page | None:
        """The notice to be shown in place of a page that Discord refuses; `None` if the page is tried."""
        if not self._trials.needs_notice(key, page.digest):
            return None
        return Page((w("message.refused", time=f"<t:{int(time.time())}:T>"),))

    @contextmanager
    def _trying(self, key: Hashable, digest: str) -> Iterator[None]:
        """Note if Discord refuses a message because of what it contains."""
        try:
            yield
        except discord.HTTPException as error:
            if blames_content(error) and not self._trials.needs_notice(key, digest):
                self._trials.refused(key, digest)
            raise

    async def edit(
        self, channel: discord.PartialMessageable, message_id: int, page: Page, shown: Page | None, w: Words
    ) -> bool:
        """Edit a message into a page, by its token if that works.

        One that Discord does not let be edited any more is left as it is.

        Args:
            channel: where the message is.
            message_id: the message.
            page: what it should show.
            shown: what it shows now, if that is known.
            w: the words of a notice, if Discord refuses everything else.

        Returns:
            `False` if the message is gone, or Discord does not let it be edited any more.

        Raises:
            IncompleteError: The message shows less than it should, because Discord refuses a part of it.
        """
        digest = page.digest
        if self._trials.is_given_up(message_id, digest):
            return True
        notice = self._refused_page(message_id, page, w)
        with self._trying(message_id, digest):
            form = await self._edit(channel, message_id, notice or page, None if notice else shown)
        if form is None:
            return False
        if notice:
            self._trials.noticed(message_id, digest)
            raise IncompleteError
        if form.page.pictures != page.pictures:
            self._trials.refused(message_id, digest)
            self._trials.noticed(message_id, digest)  # what it shows is better than a notice
            raise IncompleteError
        self._trials.accepted(message_id)
        return True

    async def _edit(
        self, channel: discord.PartialMessageable, message_id: int, page: Page, shown: Page | None
    ) -> Rendered | None:
        """Edit a message; returns what Discord has accepted, `None` if the message cannot be edited."""
        try:
            if form := await self._edit_by_token(message_id, page, shown):
                return form
        except (discord.HTTPException, TimeoutError) as error:
            if scope_of(error) is Scope.PART:
                self._tokens.forget(message_id)  # perhaps it is the token that Discord refuses
            elif scope_of(error) is not Scope.OUTAGE:
                raise
        rendered = await self._renderer.render(page, shown)
        message = channel.get_partial_message(message_id)
        try:
            return (await deliver(rendered, lambda form: message.edit(**form.change)))[1]
        except (discord.HTTPException, discord.RateLimited) as error:
            if rendered.keeps_pictures and scope_of(error) is Scope.PART:
                # It has other pictures than was thought: an edit whose outcome was unknown has taken effect.
                return await self._edit(channel, message_id, page, None)
            if scope_of(error) is not Scope.MESSAGE:
                raise
            logger.info("A message of channel %s cannot be edited: %s", channel.id, named(error))
            return None

    def is_free(self, message_id: int) -> bool:
        """Whether a message can be edited by a token, which Discord does not count."""
        return self._tokens.reach(message_id)

    async def edit_by_token(self, message_id: int, page: Page, shown: Page | None) -> bool:
        """The same for a message that nothing but a token may reach. `False` if that does not work.

        What Discord refuses to show there is not tried again: its reader has other ways to the same page.
        """
        try:
            return await self._edit_by_token(message_id, page, shown) is not None
        except discord.HTTPException as error:
            if not blames_content(error):
                raise
            self._tokens.forget(message_id)
            return False

    async def _edit_by_token(self, message_id: int, page: Page, shown: Page | None) -> Rendered | None:
        if not self.is_free(message_id):
            return None
        rendered = await self._renderer.render(page, shown)
        try:
            return await self._tokens.edit(message_id, rendered)
        except discord.HTTPException as error:
            if not rendered.keeps_pictures or scope_of(error) is not Scope.PART:
                raise
            return await self._tokens.edit(message_id, await self._renderer.render(page))

    def done_with(self, message_id: int) -> None:
        """Forget by which token a message can be edited, because it has changed for the last time."""
        self._tokens.forget(message_id)
        self._trials.accepted(message_id)

    async def edit_text(self, channel: discord.PartialMessageable, message_id: int, text: str) -> None:
        """Edit a message of text alone, if Discord still lets it be edited, notifying no one."""
        quiet = discord.AllowedMentions.none()
        with _unless_refused(channel):
            await channel.get_partial_message(message_id).edit(
                content=self._renderer.mentions.linked(text), allowed_mentions=quiet
            )

    async def remove_controls(self, channel: discord.PartialMessageable, message_id: int) -> None:
        """Take the controls from a message whose page is no longer known, because the bot has restarted."""
        with _unless_refused(channel):
            message = await channel.fetch_message(message_id)
            await message.edit(view=without_controls(message, self._lasts), attachments=message.attachments)

    async def delete(self, channel: discord.PartialMessageable, message_id: int) -> None:
        """Delete a message, if it is still there and Discord lets it be deleted."""
        self.done_with(message_id)
        with _unless_refused(channel):
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


async def _post(channel: discord.abc.Messageable, nonce: int, form: Rendered) -> discord.Message:
    quiet = discord.AllowedMentions.none()
    return await channel.send(view=form.view, files=form.files, allowed_mentions=quiet, nonce=nonce)


@contextmanager
def _unless_refused(channel: discord.PartialMessageable) -> Iterator[None]:
    """Log and ignore that Discord refuses a change of one message, such as of one that was deleted.

    That the channel is out of reach is another matter.
    """
    try:
        yield
    except (discord.HTTPException, discord.RateLimited) as error:
        if is_out_of_reach(error) or not is_refusal(error):
            raise
        logger.info("A message of channel %s stays as it is: %s", channel.id, named(error))
