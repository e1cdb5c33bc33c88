"""An interaction at a table: who acts, where, and in which words the answer is given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import discord

from bot.rules.reasons import Refusal
from cogs.discord.failures import Scope, scope_of
from cogs.discord.replies import follow_up, reader, refuse, reply, tell, thinking, update

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from bot.tables import Table
    from bot.text import Words
    from cogs.discord.replies import Interaction
    from cogs.pages.page import Page
    from cogs.services import Services


@dataclass(frozen=True)
class Context:
    """An interaction at a table, and how it is answered."""

    services: Services
    interaction: Interaction
    table: Table

    @property
    def user_id(self) -> int:
        """The person who acts."""
        return self.interaction.user.id

    @property
    def moderates(self) -> bool:
        """Whether that person may manage messages in the table's channel, and acts there."""
        here = self.interaction.channel_id == self.table.channel_id
        return here and self.interaction.permissions.manage_messages

    @cached_property
    def words(self) -> Words:
        """The words that person reads, of the table's game."""
        return reader(self.interaction).of(self.table.game.name)

    def thinking(self, *, new: bool = False, private: bool = True) -> AbstractAsyncContextManager[None]:
        """Acknowledge the interaction if the block takes long, as `replies.thinking` does."""
        return thinking(self.interaction, new=new, private=private)

    async def tell(self, text: str) -> None:
        """Send a text to the acting person alone."""
        await tell(self.interaction, text)

    async def refuse(self, refusal: Refusal) -> None:
        """Tell the acting person why nothing has changed."""
        await refuse(self.interaction, refusal)

    async def reply(self, page: Page, *, private: bool = True) -> int | None:
        """Show a page in a new message; returns what `replies.reply` does."""
        async with self.thinking(new=True, private=private):
            rendered = await self.services.renderer.render(page)
        message_id = await reply(self.interaction, rendered, private=private)
        if message_id is not None:
            self.services.tokens.keep(message_id, self.interaction)
        return message_id

    async def explain(self, page: Page) -> None:
        """Show a page about this moment to the acting person alone, until the next such page or action."""
        message_id = await self.reply(page)
        self.services.asides.show(self.table.id, self.user_id, message_id)

    async def follow_up(self, page: Page) -> int | None:
        """Post a page for everybody after the answer; returns what `replies.follow_up` does."""
        message_id = await follow_up(self.interaction, await self.services.renderer.render(page))
        if message_id is not None:
            self.services.tokens.keep(message_id, self.interaction, follows_up=True)
        return message_id

    async def update(self, page: Page, shown: Page | None = None) -> bool:
        """Edit the pressed message into a page. `False` if the interaction was over.

        Args:
            page: the page.
            shown: what the message shows now, if that is known.
        """
        async with self.thinking():
            rendered = await self.services.renderer.render(page, shown)
        try:
            updated = await update(self.interaction, rendered)
        except discord.HTTPException as error:
            if not rendered.keeps_pictures or scope_of(error) is not Scope.PART:
                raise
            # The message got other pictures meanwhile, by an edit that came first.
            updated = await update(self.interaction, await self.services.renderer.render(page))
        if updated and self.interaction.message is not None:
            self.services.tokens.keep(self.interaction.message.id, self.interaction)
        return updated


async def context_of(services: Services, interaction: Interaction, table_id: str) -> Context | None:
    """Return the context of a control. If no open table has it here, say so and return `None`."""
    table = services.tables.get(table_id)
    if table is None:
        suspended = services.tables.get_suspended(table_id)
        await refuse(interaction, Refusal("table_suspended" if suspended else "no_such_table", ""))
    elif refusal := _misplaced(interaction, table):
        await refuse(interaction, refusal)
    else:
        return Context(services, interaction, table)
    return None


def _misplaced(interaction: Interaction, table: Table) -> Refusal | None:
    """Return why a table has no control where the interaction comes from, or `None`.

    Its controls are in its own channel, and in the direct messages of those who play there or have left.
    """
    if interaction.guild_id is None:
        known = {id_ for each in table.occupants if each for id_ in (each.user_id, each.away_id)}
        return None if interaction.user.id in known else Refusal("not_seated", "")
    here = interaction.guild_id, interaction.channel_id
    return None if here == (table.guild_id, table.channel_id) else Refusal("other_channel", "")
