"""`/history` lists finished deals and opens them step by step; `/export` gives a deal as a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from cogs.discord.admission import COSTLY
from cogs.discord.replies import (
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
from cogs.pages.custom_ids import (
    DEAL_LIMIT,
    IMPORTED,
    read_deal,
    read_history,
    read_review,
    read_table_history,
)
from cogs.pages.history import PER_PAGE, Chosen, history_page, imported_page
from cogs.reviews import find_review, step_meant, step_page

if TYPE_CHECKING:
    from bot.tables import Review
    from cogs.pages.page import Page
    from cogs.services import Services


EXPORTED: Final = 200
"""How many deals of a table are exported."""


class History(commands.Cog):
    """Shows finished deals."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("h1", read_history, self._turned)
        services.controls.add("h2", read_table_history, self._turned_at)
        services.controls.add("d1", read_review, self._stepped)

    @app_commands.command(
        name=named("command.history.name"), description=named("command.history.about"), extras=COSTLY
    )
    @app_commands.rename(
        player=named("command.history.player.name"),
        deal=named("command.history.deal.name"),
        table=named("command.history.table.name"),
    )
    @app_commands.describe(
        player=named("command.history.player.about"),
        deal=named("command.history.deal.about"),
        table=named("command.history.table.about"),
    )
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def history(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        deal: Typed = "",
        table: Typed = "",
    ) -> None:
        """List the deals of this server, of a player or of a table, or open one."""
        async with thinking(interaction):
            if deal:
                page = await step_page(self._services, interaction, read_deal(deal), 0)
            else:
                chosen = Chosen(player.id if player else 0, table.strip().lower()[:DEAL_LIMIT])
                page = await self._list_page(interaction, chosen, 0)
        await self._answer(interaction, page)

    @app_commands.command(
        name=named("command.record.name"), description=named("command.record.about"), extras=COSTLY
    )
    @app_commands.rename(deal=named("command.record.deal.name"), table=named("command.record.table.name"))
    @app_commands.describe(deal=named("command.record.deal.about"), table=named("command.record.table.about"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def export(self, interaction: Interaction, deal: Typed = "", table: Typed = "") -> None:
        """Answer with a deal, or all of a table, as records that `python -m bot replay` reads."""
        table_id = "" if deal else table.strip().lower()
        async with thinking(interaction):
            found = await self._records(interaction, read_deal(deal), table_id)
        if isinstance(found, Refusal):
            await refuse(interaction, found)
            return
        content = "\n".join(json.dumps(each.record, ensure_ascii=False) for each in found).encode()
        name = f"{found[0].table_id}.jsonl" if table_id else f"{found[0].table_id}-{found[0].number}.json"
        await reply_file(interaction, reader(interaction)("history.exported"), name, content)

    async def _records(
        self, interaction: Interaction, key: tuple[str, int] | None, table_id: str
    ) -> list[Review] | Refusal:
        """The deal that is meant, or those of a table from the first one on that are over."""
        first = await find_review(self._services, interaction, (table_id, 1) if table_id else key)
        if isinstance(first, Refusal):
            return first
        found = [first]
        while table_id and len(found) < EXPORTED:
            following = await find_review(self._services, interaction, (table_id, len(found) + 1))
            if isinstance(following, Refusal):
                break
            found.append(following)
        return found

    async def _turned(self, interaction: Interaction, control: tuple[int, int]) -> None:
        user_id, number = control
        await self._turn(interaction, Chosen(user_id), number)

    async def _turned_at(self, interaction: Interaction, control: tuple[str, int]) -> None:
        table_id, number = control
        await self._turn(interaction, Chosen(table_id=table_id), number)

    async def _turn(self, interaction: Interaction, which: Chosen, number: int) -> None:
        """Turn to a page of deals, or open the one that was chosen from the list."""
        async with thinking(interaction):
            if chosen := next(iter(values_of(interaction)), ""):
                page = await step_page(self._services, interaction, read_deal(chosen), 0)
            else:
                page = await self._list_page(interaction, which, number)
        await (self._answer if chosen else self._update)(interaction, page)

    async def _stepped(self, interaction: Interaction, control: tuple[str, int, int]) -> None:
        """Turn to a step of a deal."""
        table_id, number, step = control
        async with thinking(interaction):
            meant = step_meant(interaction, step)
            page = await step_page(self._services, interaction, (table_id, number), meant)
        await self._update(interaction, page)

    async def _list_page(self, interaction: Interaction, which: Chosen, number: int) -> Page:
        store, w = self._services.store, reader(interaction)
        part = {"offset": number * PER_PAGE, "limit": PER_PAGE + 1}
        if which.table_id == IMPORTED:
            records = await store.records.imported(**part)
            return imported_page(w, records[:PER_PAGE], number, more=len(records) > PER_PAGE)
        guild_id = interaction.guild_id or 0
        found = await store.finished.page(guild_id, which.user_id or None, which.table_id, **part)
        imported = 0 if any(which) else await store.records.number_imported()
        more = len(found) > PER_PAGE
        return history_page(w, found[:PER_PAGE], which, number, more=more, imported=imported)

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


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(History(services))
