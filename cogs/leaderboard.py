"""The leaderboard of a server, page by page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from cogs.delivery.admission import COSTLY
from cogs.delivery.replies import Interaction, reader, reply, thinking, update
from cogs.localization import GAMES_NAMED, named
from cogs.pages.custom_ids import ALL_GAMES, PageControl, read_page
from cogs.pages.leaderboard import PER_PAGE, leaderboard_page

if TYPE_CHECKING:
    from cogs.delivery.render import Rendered
    from cogs.services import Services


class Leaderboard(commands.Cog):
    """Shows who has gained most."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("b1", partial(read_page, games={*GAMES, ALL_GAMES}), self._pressed)

    @app_commands.command(
        name=named("command.leaderboard.name"),
        description=named("command.leaderboard.about"),
        extras=COSTLY,
    )
    @app_commands.rename(game=named("command.leaderboard.game.name"))
    @app_commands.describe(game=named("command.leaderboard.game.about"))
    @app_commands.choices(game=GAMES_NAMED)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def leaderboard(self, interaction: Interaction, game: str = ALL_GAMES) -> None:
        """Show the leaderboard of this server to the person who asks."""
        async with thinking(interaction):
            rendered = await self._rendered(interaction, game, 0)
        await reply(interaction, rendered)

    async def _pressed(self, interaction: Interaction, control: PageControl) -> None:
        """Turn to another page."""
        async with thinking(interaction):
            rendered = await self._rendered(interaction, control.game, control.page)
        await update(interaction, rendered)

    async def _rendered(self, interaction: Interaction, game: str, number: int) -> Rendered:
        """Page `number`, or the last one if there are fewer by now."""
        board = self._services.store.leaderboard
        guild, only = interaction.guild_id or 0, None if game == ALL_GAMES else game
        pages = max(1, -(-await board.size(guild, only) // PER_PAGE))
        number = min(number, pages - 1)
        ranks = await board.page(guild, only, offset=number * PER_PAGE, limit=PER_PAGE)
        page = leaderboard_page(reader(interaction), game, ranks, number, pages)
        return await self._services.renderer.render(page)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(Leaderboard(services))
