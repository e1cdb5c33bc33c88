"""Privacy: what is kept about the person who asks, a copy of it, and its deletion."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.text.moves import refusal_sentence
from cogs.controls import FORGET_ME
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, reader, reply, reply_file, thinking, update
from cogs.localization import command, named
from cogs.privacy.page import FILE_NAME, erase_page, kept_page
from cogs.services import Services

AT_ONCE: Final = 1
"""How many exports are made at the same time."""


@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
class Privacy(
    commands.GroupCog,
    group_name="privacy",
    group_description=named("command.privacy.about"),
):
    """Answers each person about that person's own data, privately."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._free = asyncio.Semaphore(AT_ONCE)
        services.controls.add(FORGET_ME, self._confirmed)

    @command("kept", costly=True)
    async def show(self, interaction: Interaction) -> None:
        """Show what is kept."""
        async with thinking(interaction):
            kept = await self._services.store.personal.kept(interaction.user.id)
        await self._reply(interaction, kept_page(reader(interaction), kept, self._services.kept_days))

    @command("export", costly=True)
    async def export(self, interaction: Interaction) -> None:
        """Answer with a file of all that is kept."""
        w = reader(interaction)
        async with thinking(interaction), self._free:
            document = await self._services.store.personal.document(interaction.user.id)
            name, content = await asyncio.to_thread(export_file, document, interaction.filesize_limit)
        if len(content) > interaction.filesize_limit:
            await self._reply(interaction, Page((w("privacy.too_large"),)))
        else:
            await reply_file(interaction, w("privacy.exported"), name, content)

    @command("erase", costly=True)
    async def delete(self, interaction: Interaction) -> None:
        """Ask whether to delete all that is kept."""
        async with thinking(interaction):
            kept = await self._services.store.personal.kept(interaction.user.id)
        await self._reply(interaction, erase_page(reader(interaction), kept))

    async def _confirmed(self, interaction: Interaction, _: str) -> None:
        """Delete all that is kept, and show in place of the question what came of it."""
        w = reader(interaction)
        async with thinking(interaction):
            refusal = await self._erased(interaction.user.id)
        text = w("privacy.erased") if refusal is None else refusal_sentence(w, refusal)
        await update(interaction, await self._services.renderer.render(Page((text,))))

    async def _erased(self, user_id: int) -> Refusal | None:
        """Erase a person, between two direct messages to that person: none is being sent meanwhile."""
        services = self._services
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()

        async def erase() -> None:
            try:
                refusal = await services.tables.erase(user_id, services.store.personal.erase)
            except Exception as error:  # noqa: BLE001 - raised again where it is awaited
                done.set_exception(error)
            else:
                await services.people.forget(user_id)
                done.set_result(refusal)

        services.queue.put(user_id, done, erase)
        return await done

    async def _reply(self, interaction: Interaction, page: Page) -> None:
        await reply(interaction, await self._services.renderer.render(page))


def export_file(document: Mapping[str, object], limit: int) -> tuple[str, bytes]:
    """Return the name and the content of an export: compressed if it has more bytes than the limit."""
    content = json.dumps(document, ensure_ascii=False, indent=1).encode()
    return (FILE_NAME, content) if len(content) <= limit else (f"{FILE_NAME}.gz", gzip.compress(content))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(Privacy(services))
