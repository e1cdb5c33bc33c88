"""`/privacy`: what is kept about the person who asks, a copy of it, and its deletion."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from typing import Final

from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.store import Kept
from bot.text import Words
from bot.text.moves import refusal_sentence
from cogs.context import show_page, turn_page
from cogs.controls import ERASE, FORGET_ME
from cogs.discord.page import Button, Look, Page, lines
from cogs.discord.replies import Interaction, reader, reply_file, thinking
from cogs.localization import command, everywhere, named
from cogs.services import KeptDays, Services

FILE_NAME: Final = "skiz.json"
AT_ONCE: Final = 1
"""How many exports are made at the same time."""


@everywhere
class Privacy(
    commands.GroupCog,
    group_name="privacy",
    group_description=named("command.privacy.about"),
):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._free = asyncio.Semaphore(AT_ONCE)
        services.router.add(FORGET_ME, self._confirmed)

    @command("privacy.show", costly=True)
    async def show(self, interaction: Interaction) -> None:
        async with thinking(interaction):
            kept = await self._services.store.personal.kept(interaction.user.id)
        page = kept_page(reader(interaction), kept, self._services.kept_days)
        await show_page(self._services, interaction, page)

    @command("privacy.export", costly=True)
    async def export(self, interaction: Interaction) -> None:
        w = reader(interaction)
        async with thinking(interaction), self._free:
            document = await self._services.store.personal.document(interaction.user.id)
            name, content = await asyncio.to_thread(export_file, document, interaction.filesize_limit)
        if len(content) > interaction.filesize_limit:
            await show_page(self._services, interaction, Page((w("privacy.too_large"),)))
        else:
            await reply_file(interaction, w("privacy.exported"), name, content)

    @command("privacy.delete", costly=True)
    async def delete(self, interaction: Interaction) -> None:
        async with thinking(interaction):
            kept = await self._services.store.personal.kept(interaction.user.id)
        await show_page(self._services, interaction, erase_page(reader(interaction), kept))

    async def _confirmed(self, interaction: Interaction, _: str) -> None:
        w = reader(interaction)
        async with thinking(interaction):
            refusal = await self._erased(interaction.user.id)
        text = w("privacy.erased") if refusal is None else refusal_sentence(w, refusal)
        await turn_page(self._services, interaction, Page((text,)))

    async def _erased(self, user_id: int) -> Refusal | None:
        """Erase a person from the queue of direct messages to that person, so that none is sent meanwhile."""
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


def export_file(document: Mapping[str, object], limit: int) -> tuple[str, bytes]:
    """Return the name and the content of an export: compressed if it has more bytes than the limit."""
    content = json.dumps(document, ensure_ascii=False, indent=1).encode()
    return (FILE_NAME, content) if len(content) <= limit else (f"{FILE_NAME}.gz", gzip.compress(content))


def kept_page(w: Words, kept: Kept, days: KeptDays) -> Page:
    if not kept.anything:
        return Page((w("privacy.nothing"),))

    def time(what: str, limit: int) -> str:
        return w(f"privacy.{what}_days", count=limit) if limit else w("privacy.until_deleted")

    parts = [
        w("privacy.people", time=time("people", days.people)) if kept.people else "",
        w("privacy.seats", count=kept.seats, time=time("deals", days.deals)) if kept.seats else "",
        w("privacy.messages", count=kept.messages) if kept.messages else "",
        w("privacy.plays", count=kept.plays) if kept.plays else "",
        w("privacy.standings", count=kept.standings, servers=kept.servers) if kept.standings else "",
    ]
    servers = w("privacy.servers", count=days.servers) if days.servers else ""
    return Page((lines(w("privacy.heading"), parts, servers), w("privacy.commands")))


def erase_page(w: Words, kept: Kept) -> Page:
    if not kept.anything:
        return Page((w("privacy.nothing"),))
    tables = w("privacy.erase_tables", count=kept.open_seats) if kept.open_seats else ""
    sure = Button(ERASE, w("button.erase"), Look.DANGER)
    happens = lines(w("privacy.erase"), tables, w("privacy.erase_rest"))
    return Page((happens, w("privacy.erase_end")), ((sure,),))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(Privacy(services))
