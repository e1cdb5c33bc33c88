"""`/hint`: what a computer would do in a player's place, told to that player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from cogs.discord.admission import COSTLY
from cogs.localization import named
from cogs.pages.hints import hint_page
from cogs.table_lookup import own_context

if TYPE_CHECKING:
    from cogs.context import Context
    from cogs.discord.replies import Interaction
    from cogs.services import Services


class HintCommand(commands.Cog):
    """Gives hints to players who ask."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=named("command.hint.name"), description=named("command.hint.about"), extras=COSTLY
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def hint(self, interaction: Interaction) -> None:
        """Suggest an action at the person's own table."""
        if ctx := await own_context(self._services, interaction):
            await show_hint(ctx)


async def show_hint(ctx: Context) -> None:
    """Answer with a hint, or say why there is none."""
    async with ctx.thinking(new=True):
        hint = await ctx.table.hint(ctx.user_id)
    if isinstance(hint, Refusal):
        await ctx.refuse(hint)
    else:
        await ctx.explain(hint_page(ctx.words, hint))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(HintCommand(services))
