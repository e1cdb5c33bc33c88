"""The leaderboard of a server, page by page."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.store import Listing, Measure
from bot.store.standings import periods
from cogs.delivery.admission import COSTLY
from cogs.delivery.replies import Interaction, reader, reply, thinking, update, values_of
from cogs.localization import GAMES_NAMED, named
from cogs.pages.leaderboard import PER_PAGE, leaderboard_page
from cogs.pages.standing_ids import ALL_GAMES, LeaderboardControl, read_leaderboard

if TYPE_CHECKING:
    from cogs.delivery.render import Rendered
    from cogs.services import Services

ACROSS: Final = Listing()
"""All games, by rating."""


class Leaderboard(commands.Cog):
    """Ranks the players of a server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("b1", read_leaderboard, self._pressed)

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
            rendered = await self._rendered(
                interaction, await self._first(interaction.guild_id or 0, game), 0
            )
        await reply(interaction, rendered)

    async def _first(self, guild: int, game: str) -> Listing:
        """What is listed if nothing else was chosen: what there are lines of."""
        store = self._services.store
        if game == ALL_GAMES:
            if await store.leaderboard.size(guild, ACROSS):
                return ACROSS
            latest = await store.finished.page(guild, limit=1)
            game = latest[0].game if latest else ALL_GAMES
        if game not in GAMES:
            return ACROSS
        listing = Listing(game, measure=Measure.POINTS)
        alone = not await store.leaderboard.size(guild, listing)
        with_computers = listing._replace(computers=True)
        return with_computers if alone and await store.leaderboard.size(guild, with_computers) else listing

    async def _pressed(self, interaction: Interaction, control: LeaderboardControl) -> None:
        """Turn to another page, or list something else."""
        listing, chosen = control.listing, next(iter(values_of(interaction)), "")
        if chosen in GAMES:
            measure = listing.measure if listing.game else Measure.POINTS
            listing = listing._replace(game=chosen, measure=measure)
        elif chosen == ALL_GAMES:
            listing = ACROSS._replace(period=listing.period)
        elif chosen in set(Measure):
            listing = listing._replace(measure=Measure(chosen))
        async with thinking(interaction):
            rendered = await self._rendered(interaction, listing, 0 if chosen else control.page)
        await update(interaction, rendered)

    async def _rendered(self, interaction: Interaction, listing: Listing, number: int) -> Rendered:
        """Page `number`, or the last one if there are fewer by now."""
        board, guild = self._services.store.leaderboard, interaction.guild_id or 0
        pages = max(1, -(-await board.size(guild, listing) // PER_PAGE))
        number = min(number, pages - 1)
        ranks = await board.page(guild, listing, offset=number * PER_PAGE, limit=PER_PAGE)
        month = periods(time.time())[-1]
        me = interaction.user.id
        own = next((rank for rank in ranks if rank.user_id == me), None)
        own = own or await board.rank_of(guild, me, listing)
        page = leaderboard_page(reader(interaction), listing, month, ranks, number, pages, own)
        return await self._services.renderer.render(page)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(Leaderboard(services))
