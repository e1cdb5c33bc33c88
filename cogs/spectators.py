"""Watching a table: a private panel with what everybody there sees."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.context import context_of
from cogs.pages.custom_ids import REFRESH, WATCH, read_table
from cogs.pages.spectator import spectator_page

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.context import Context
    from cogs.discord.replies import Interaction
    from cogs.pages.custom_ids import TableControl
    from cogs.services import Services


class Spectators:
    """Answers the buttons to watch, and to go on watching."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: TableControl) -> None:
        """Show the panel: in a new private answer, or in the one whose *Refresh* was pressed."""
        ctx = await context_of(self._services, interaction, control.table_id)
        if ctx is None:
            return
        if control.verb == WATCH:
            await watch_table(ctx)
        else:
            await _refresh(ctx)


async def watch_table(ctx: Context) -> None:
    """Answer with a private panel that follows the table."""
    page = spectator_page(ctx.words, ctx.table, ctx.user_id)
    message_id = await ctx.reply(page)
    if message_id is not None:
        ctx.services.watchers.watch(ctx.table, ctx.user_id, message_id, page)


async def _refresh(ctx: Context) -> None:
    page, pressed = spectator_page(ctx.words, ctx.table, ctx.user_id), ctx.interaction.message
    if pressed is not None and await ctx.update(page):
        ctx.services.watchers.watch(ctx.table, ctx.user_id, pressed.id, page)


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the buttons."""
    services.controls.add("v1", partial(read_table, verbs={WATCH, REFRESH}), Spectators(services).pressed)
