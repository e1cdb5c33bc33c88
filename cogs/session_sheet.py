"""The sheet of a session, which the message of a table that has ended opens for whoever asks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import SessionReview, UnreadableLogError, summarized
from cogs.discord.replies import reader, refuse, reply, thinking, update
from cogs.pages.session_sheet import session_page
from cogs.pages.standing_ids import read_sheet
from cogs.reviews import is_awaited

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.discord.replies import Interaction
    from cogs.services import Services


class SessionSheets:
    """Answers the button, and turns the pages of the answer."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: tuple[str, int | None]) -> None:
        """Show a page of a sheet: the first one in a message of its own."""
        table_id, number = control
        async with thinking(interaction, new=number is None):
            review = await self._review(interaction, table_id)
            if isinstance(review, SessionReview):
                w = reader(interaction).of(review.game.name)
                page = await asyncio.to_thread(session_page, w, review, number or 0)
                rendered = await self._services.renderer.render(page)
        if isinstance(review, Refusal):
            await refuse(interaction, review)
        elif number is None:
            await reply(interaction, rendered)
        else:
            await update(interaction, rendered)

    async def _review(self, interaction: Interaction, table_id: str) -> SessionReview | Refusal:
        """The session of a table of this server."""
        store = self._services.store
        saved = await store.log.table_alone(table_id)
        if saved is None or saved.table.guild_id != interaction.guild_id:
            return Refusal("no_such_deal", "")
        try:
            deals = await summarized(store, table_id, GAMES)
            # In a thread: a long evening takes some milliseconds to read.
            review = await asyncio.to_thread(SessionReview.of, saved, deals, GAMES)
        except UnreadableLogError:
            return Refusal("deal_unreadable", "")
        if any(is_awaited(self._services, interaction, saved.table, each.number) for each in deals):
            return Refusal("match_not_played", "")
        return review or Refusal("no_such_deal", "")


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the button."""
    services.controls.add("f1", read_sheet, SessionSheets(services).pressed)
