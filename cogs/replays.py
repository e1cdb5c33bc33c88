"""`/replay` reads the record of a deal, from here or from anywhere, and steps through it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.rules.record import Flaw, Record, RecordError
from bot.store import RecordRow
from bot.tables import record_id
from bot.text import words
from cogs.delivery.admission import COSTLY
from cogs.delivery.replies import Interaction, content_of, reader, refuse, reply, tell, thinking, update
from cogs.localization import named
from cogs.pages.custom_ids import read_review
from cogs.pages.history import review_page
from cogs.pages.records import LARGEST_FILE, flaw_text, read_record, record_problem
from cogs.reviews import find_review, step_meant

if TYPE_CHECKING:
    from bot.text import Words
    from cogs.pages.page import Page
    from cogs.services import Services


class Replays(commands.Cog):
    """Shows deals from records."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("d2", read_review, self._stepped)

    @app_commands.command(
        name=named("command.replay.name"), description=named("command.replay.about"), extras=COSTLY
    )
    @app_commands.rename(
        file=named("command.replay.file.name"),
        number=named("command.replay.number.name"),
        public=named("command.replay.public.name"),
    )
    @app_commands.describe(
        file=named("command.replay.file.about"),
        number=named("command.replay.number.about"),
        public=named("command.replay.public.about"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def replay(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        number: app_commands.Range[int, 1, 10_000] = 1,
        public: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        """Show the first step of the deal that a file records."""
        async with thinking(interaction, private=not public):
            found = await self._read(interaction, file, number)
            if isinstance(found, Record):
                key, at = record_id(found), interaction.created_at.timestamp()
                await self._services.store.records.put(RecordRow(key, json.dumps(found.document()), 0, at))
        if isinstance(found, str):
            await tell(interaction, found)
        else:
            await self._show(interaction, (key, 1, 0), public=public)

    async def _read(self, interaction: Interaction, file: discord.Attachment, number: int) -> Record | str:
        """Return the record in a file, or why there is none, in words."""
        w = reader(interaction)
        if file.size > LARGEST_FILE:
            return w("record.large", what="")
        content = await content_of(file)
        if content is None:
            return w("record.file", what="")
        try:
            found = await asyncio.to_thread(read_record, file.filename, content, number, GAMES)
        except RecordError as error:
            return record_problem(w, error)
        return flaw_text(w, found) if isinstance(found, Flaw) else found

    async def _stepped(self, interaction: Interaction, control: tuple[str, int, int]) -> None:
        """Turn a public page to another step."""
        table_id, number, step = control
        async with thinking(interaction):
            meant = table_id, number, step_meant(interaction, step)
            page = await self._page(interaction, meant, public=True)
        if isinstance(page, Refusal):
            await refuse(interaction, page)
        else:
            await update(interaction, await self._services.renderer.render(page))

    async def _show(self, interaction: Interaction, control: tuple[str, int, int], *, public: bool) -> None:
        page = await self._page(interaction, control, public=public)
        if isinstance(page, Refusal):
            await refuse(interaction, page)
        else:
            await reply(interaction, await self._services.renderer.render(page), private=not public)

    async def _page(
        self, interaction: Interaction, control: tuple[str, int, int], *, public: bool
    ) -> Page | Refusal:
        table_id, number, step = control
        review = await find_review(self._services, interaction, (table_id, number))
        if isinstance(review, Refusal):
            return review
        w = await self._public_words(interaction) if public else reader(interaction)
        return review_page(w.of(review.game.name), review, step, public=public)

    async def _public_words(self, interaction: Interaction) -> Words:
        """The words of the server, if it has chosen a language, else of the person who asks."""
        server = await self._services.servers.get(interaction.guild_id or 0)
        return words(server.locale) if server.locale else reader(interaction)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(Replays(services))
