"""`/leaderboard`, `/stats`, and the sheets of sessions."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.store import Listing, Measure
from bot.store.ratings import periods
from bot.tables import SessionReview, UnreadableLogError, people_of, summarized
from cogs.context import show_page, turn_page, value_chosen
from cogs.controls import (
    ALL_GAMES,
    LEADERBOARD,
    SHEET,
    STATISTICS,
    LeaderboardControl,
    StatisticsControl,
    leaderboard_id,
    statistics_id,
)
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, reader, thinking
from cogs.history.commands import is_awaited, is_visible
from cogs.localization import GAMES_NAMED, command, in_servers
from cogs.posting import Audience, asking, let_post
from cogs.services import Services
from cogs.standings.leaderboard import PER_PAGE, leaderboard_page
from cogs.standings.session import session_page
from cogs.standings.statistics import Figures, statistics_page

ACROSS: Final = Listing()
"""All games, by rating."""


class Leaderboard(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(LEADERBOARD, self._pressed)
        let_post(services, LEADERBOARD, self._shown)

    @in_servers
    @command("leaderboard", costly=True)
    @app_commands.choices(game=GAMES_NAMED)
    async def leaderboard(self, interaction: Interaction, game: str = ALL_GAMES) -> None:
        async with thinking(interaction):
            listing = await self._first(interaction.guild_id or 0, game)
            page = await self._page(interaction, asking(interaction), listing, 0)
        await show_page(self._services, interaction, page)

    async def _first(self, guild: int, game: str) -> Listing:
        """The listing if nothing else was chosen: one that is not empty, if there is any."""
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
        listing, chosen = control.listing, value_chosen(interaction)
        if chosen in GAMES:
            measure = listing.measure if listing.game else Measure.POINTS
            listing = listing._replace(game=chosen, measure=measure)
        elif chosen == ALL_GAMES:
            listing = ACROSS._replace(period=listing.period)
        elif chosen in set(Measure):
            listing = listing._replace(measure=Measure(chosen))
        async with thinking(interaction):
            number = 0 if chosen else control.page
            page = await self._page(interaction, asking(interaction), listing, number)
        await turn_page(self._services, interaction, page)

    async def _shown(self, interaction: Interaction, to: Audience, control: LeaderboardControl) -> Page:
        return await self._page(interaction, to, control.listing, control.page)

    async def _page(self, interaction: Interaction, to: Audience, listing: Listing, number: int) -> Page:
        """Page `number`, or the last one if there are fewer by now."""
        board, guild = self._services.store.leaderboard, interaction.guild_id or 0
        pages = max(1, -(-await board.size(guild, listing) // PER_PAGE))
        number = min(number, pages - 1)
        ranks = await board.page(guild, listing, offset=number * PER_PAGE, limit=PER_PAGE)
        month = periods(time.time())[-1]
        own = None
        if to.user_id:
            own = next((rank for rank in ranks if rank.user_id == to.user_id), None)
            own = own or await board.rank_of(guild, to.user_id, listing)
        page = leaderboard_page(to.words, listing, month, ranks, number, pages, own)
        return to.offered(page, leaderboard_id(listing, number)) if ranks else page


class PlayerStatistics(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(STATISTICS, self._pressed)
        let_post(services, STATISTICS, self._shown)

    @in_servers
    @command("stats", costly=True)
    @app_commands.choices(game=GAMES_NAMED)
    async def stats(
        self, interaction: Interaction, player: discord.User | None = None, game: str = ""
    ) -> None:
        async with thinking(interaction):
            user_id = (player or interaction.user).id
            page = await self._page(interaction, asking(interaction), user_id, game)
        await show_page(self._services, interaction, page)

    async def _pressed(self, interaction: Interaction, control: StatisticsControl) -> None:
        chosen, to = value_chosen(interaction), asking(interaction)
        async with thinking(interaction):
            if chosen:
                game = "" if chosen == ALL_GAMES else chosen
                page = await self._page(interaction, to, control.user_id, game)
            else:
                page = await self._shown(interaction, to, control)
        await turn_page(self._services, interaction, page)

    async def _shown(self, interaction: Interaction, to: Audience, control: StatisticsControl) -> Page:
        user_id, game, computers = control
        return await self._page(interaction, to, user_id, game, computers=computers)

    async def _page(
        self,
        interaction: Interaction,
        to: Audience,
        user_id: int,
        game: str,
        *,
        computers: bool | None = None,
    ) -> Page:
        """A page; without `computers`, that of deals among people if there are any."""
        board, guild = self._services.store.leaderboard, interaction.guild_id or 0
        statistics = await board.of(guild, user_id)
        if computers is None:
            computers = statistics.tallies.get(game, (None, None))[0] is None
        gains = await board.gains(guild, user_id, game, computers=computers) if game else ()
        ratings = await board.ratings(guild, user_id, game)
        figures = Figures(user_id, statistics, game, computers, gains, ratings)
        page = statistics_page(to.words, figures, to.user_id)
        own_id = statistics_id(user_id, game, computers=computers)
        return to.offered(page, own_id) if statistics.tallies else page


async def sheet_pressed(
    services: Services, interaction: Interaction, control: tuple[str, int | None]
) -> None:
    """Show a page of a session's sheet: the first one in a message of its own."""
    table_id, number = control
    async with thinking(interaction, new=number is None):
        review = await _review(services, interaction, table_id)
        page: Page | Refusal
        if isinstance(review, Refusal):
            page = review
        else:
            w = reader(interaction).of(review.game.name)
            page = await asyncio.to_thread(session_page, w, review, number or 0)
    await (show_page if number is None else turn_page)(services, interaction, page)


async def _review(services: Services, interaction: Interaction, table_id: str) -> SessionReview | Refusal:
    saved = await services.store.log.table(table_id)
    if saved is None or not is_visible(interaction, saved.table, people_of(saved)):
        return Refusal("no_such_deal", "")
    try:
        deals = await summarized(services.store, table_id, GAMES)
        # In a thread: a long evening takes some milliseconds to read.
        review = await asyncio.to_thread(SessionReview.of, saved, deals, GAMES)
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    if any(is_awaited(services, interaction, saved.table, each.number) for each in deals):
        return Refusal("match_not_played", "")
    return review or Refusal("no_such_deal", "")


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(Leaderboard(services))
    await bot.add_cog(PlayerStatistics(services))
    services.router.add(SHEET, partial(sheet_pressed, services))
