"""`/stats`: what is known of one person's deals on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.discord.admission import COSTLY
from cogs.discord.replies import Interaction, reader, reply, thinking, update, values_of
from cogs.localization import GAMES_NAMED, named
from cogs.pages.standing_ids import ALL_GAMES, StatisticsControl, read_statistics
from cogs.pages.statistics import Figures, statistics_page

if TYPE_CHECKING:
    from cogs.discord.render import Rendered
    from cogs.services import Services


class PlayerStatistics(commands.Cog):
    """Shows what a person has gained, and how."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("u1", read_statistics, self._pressed)

    @app_commands.command(
        name=named("command.stats.name"), description=named("command.stats.about"), extras=COSTLY
    )
    @app_commands.rename(player=named("command.stats.player.name"), game=named("command.stats.game.name"))
    @app_commands.describe(player=named("command.stats.player.about"), game=named("command.stats.game.about"))
    @app_commands.choices(game=GAMES_NAMED)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def stats(
        self, interaction: Interaction, player: discord.User | None = None, game: str = ""
    ) -> None:
        """Show what is known of a player, or of the person who asks."""
        async with thinking(interaction):
            user_id = (player or interaction.user).id
            rendered = await self._rendered(interaction, user_id, game)
        await reply(interaction, rendered)

    async def _pressed(self, interaction: Interaction, control: StatisticsControl) -> None:
        """Show another game, or the deals with or without computers."""
        async with thinking(interaction):
            user_id, game, computers = control
            if chosen := next(iter(values_of(interaction)), ""):
                game = "" if chosen == ALL_GAMES else chosen
                rendered = await self._rendered(interaction, user_id, game)
            else:
                rendered = await self._rendered(interaction, user_id, game, computers=computers)
        await update(interaction, rendered)

    async def _rendered(
        self, interaction: Interaction, user_id: int, game: str, *, computers: bool | None = None
    ) -> Rendered:
        """A page; without `computers`, that of deals among people if there are any."""
        board, guild = self._services.store.leaderboard, interaction.guild_id or 0
        statistics = await board.of(guild, user_id)
        if computers is None:
            computers = statistics.tallies.get(game, (None, None))[0] is None
        gains = await board.gains(guild, user_id, game, computers=computers) if game else ()
        ratings = await board.ratings(guild, user_id, game)
        figures = Figures(user_id, statistics, game, computers, gains, ratings)
        return await self._services.renderer.render(
            statistics_page(reader(interaction), figures, interaction.user.id)
        )


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(PlayerStatistics(services))
