"""`/history` lists finished deals and opens them step by step; `/export` gives a deal as a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Review, UnreadableLogError, seat_in
from cogs.delivery.admission import COSTLY
from cogs.delivery.replies import (
    Interaction,
    reader,
    refuse,
    reply,
    reply_file,
    thinking,
    update,
    values_of,
)
from cogs.localization import Typed, named
from cogs.pages.custom_ids import read_deal, read_history, read_review
from cogs.pages.history import PER_PAGE, history_page, review_page

if TYPE_CHECKING:
    from bot.store import SavedDeal
    from cogs.pages.page import Page
    from cogs.services import Services


class History(commands.Cog):
    """Shows finished deals."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("h1", read_history, self._turned)
        services.controls.add("d1", read_review, self._stepped)

    @app_commands.command(
        name=named("command.history.name"), description=named("command.history.about"), extras=COSTLY
    )
    @app_commands.rename(player=named("command.history.player.name"), deal=named("command.history.deal.name"))
    @app_commands.describe(
        player=named("command.history.player.about"), deal=named("command.history.deal.about")
    )
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def history(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        deal: Typed = "",
    ) -> None:
        """List the deals of this server or of a player, or open one."""
        async with thinking(interaction):
            if deal:
                page = await self._review_page(interaction, read_deal(deal), 0)
            else:
                page = await self._list_page(interaction, player.id if player else 0, 0)
        await self._answer(interaction, page)

    @app_commands.command(
        name=named("command.record.name"), description=named("command.record.about"), extras=COSTLY
    )
    @app_commands.rename(deal=named("command.record.deal.name"))
    @app_commands.describe(deal=named("command.record.deal.about"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def export(self, interaction: Interaction, deal: Typed) -> None:
        """Answer with a deal as a record that `python -m bot replay` reads."""
        async with thinking(interaction):
            review = await self._review(interaction, read_deal(deal))
        if isinstance(review, Refusal):
            await refuse(interaction, review)
            return
        content = json.dumps(review.record, ensure_ascii=False).encode()
        name = f"{review.table_id}-{review.number}.json"
        await reply_file(interaction, reader(interaction)("history.exported"), name, content)

    async def _turned(self, interaction: Interaction, control: tuple[int, int]) -> None:
        """Turn to a page of deals, or open the one that was chosen from the list."""
        async with thinking(interaction):
            if chosen := next(iter(values_of(interaction)), ""):
                page = await self._review_page(interaction, read_deal(chosen), 0)
            else:
                page = await self._list_page(interaction, *control)
        await (self._answer if chosen else self._update)(interaction, page)

    async def _stepped(self, interaction: Interaction, control: tuple[str, int, int]) -> None:
        """Turn to a step of a deal."""
        table_id, number, step = control
        async with thinking(interaction):
            page = await self._review_page(interaction, (table_id, number), step)
        await self._update(interaction, page)

    async def _list_page(self, interaction: Interaction, user_id: int, number: int) -> Page:
        found = await self._services.store.finished.page(
            interaction.guild_id or 0, user_id or None, offset=number * PER_PAGE, limit=PER_PAGE + 1
        )
        w, more = reader(interaction), len(found) > PER_PAGE
        return history_page(w, found[:PER_PAGE], user_id, number, more=more)

    async def _review_page(
        self, interaction: Interaction, key: tuple[str, int] | None, step: int
    ) -> Page | Refusal:
        review = await self._review(interaction, key)
        if isinstance(review, Refusal):
            return review
        w = reader(interaction).of(review.game.name)
        return review_page(w, review, step, interaction.user.id)

    async def _review(self, interaction: Interaction, key: tuple[str, int] | None) -> Review | Refusal:
        """The deal of that table and number, if it is over and was played here, or by who asks privately."""
        saved = await self._services.store.history.saved_deal(*key) if key else None
        if saved is None or not _may_see(saved, interaction):
            return Refusal("no_such_deal", "")
        try:
            return Review.of(saved, GAMES) or Refusal("deal_going_on", "")
        except UnreadableLogError:
            return Refusal("deal_unreadable", "")

    async def _answer(self, interaction: Interaction, page: Page | Refusal) -> None:
        if isinstance(page, Refusal):
            await refuse(interaction, page)
        else:
            await reply(interaction, await self._services.renderer.render(page))

    async def _update(self, interaction: Interaction, page: Page | Refusal) -> None:
        if isinstance(page, Refusal):
            await refuse(interaction, page)
        else:
            await update(interaction, await self._services.renderer.render(page))


def _may_see(saved: SavedDeal, interaction: Interaction) -> bool:
    """Whether a deal was played on this server or, in direct messages, by the person who asks."""
    if interaction.guild_id is None:
        return seat_in(saved, interaction.user.id) is not None
    return saved.table.guild_id == interaction.guild_id


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(History(services))
