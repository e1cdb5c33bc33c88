"""`/history` lists finished deals and opens them step by step; `/export` gives a deal as a file."""

from __future__ import annotations

import asyncio
import json
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.rules.record import Flaw, Record, RecordError
from bot.store import RecordRow, SavedDeal, TableRow
from bot.tables import Review, UnreadableLogError, first_table, record_id, seat_in
from bot.text import Words, words
from cogs.controls import (
    DEAL_LIMIT,
    HISTORY,
    IMPORTED,
    NUMBER,
    PUBLIC_REVIEW,
    REVIEW,
    TABLE_HISTORY,
    read_deal,
)
from cogs.discord.page import Page
from cogs.discord.replies import (
    Interaction,
    content_of,
    reader,
    refuse,
    reply,
    reply_file,
    tell,
    thinking,
    update,
    values_of,
)
from cogs.history.page import (
    LARGEST_FILE,
    PER_PAGE,
    Chosen,
    flaw_text,
    history_page,
    imported_page,
    read_record,
    record_problem,
    review_page,
)
from cogs.localization import Typed, command, everywhere, in_servers
from cogs.services import Services

EXPORTED: Final = 200
"""How many deals of a table are exported."""


class History(commands.Cog):
    """Shows finished deals."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add(HISTORY, self._turned)
        services.controls.add(TABLE_HISTORY, self._turned_at)
        services.controls.add(REVIEW, self._stepped)

    @in_servers
    @command("history", costly=True)
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

    @in_servers
    @command("record", costly=True)
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


class Replays(commands.Cog):
    """Shows deals from records."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add(PUBLIC_REVIEW, self._stepped)

    @everywhere
    @command("replay", costly=True)
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


async def find_review(
    services: Services, interaction: Interaction, key: tuple[str, int] | None
) -> Review | Refusal:
    """The deal of that table and number, if it was played on this server and is over; or a record's."""
    try:
        found = await _review(services, interaction, key) if key else None
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    return found or Refusal("no_such_deal", "")


async def _review(
    services: Services, interaction: Interaction, key: tuple[str, int]
) -> Review | Refusal | None:
    saved = await services.store.history.saved_deal(*key)
    if saved is not None and _may_see(saved, interaction):
        if saved.table.given and not await _knows(services, interaction, saved.table.given):
            return Refusal("given_not_played", "")
        if is_awaited(services, interaction, saved.table, key[1]):
            return Refusal("match_not_played", "")
        return Review.of(saved, GAMES) or Refusal("deal_going_on", "")
    table_id, number = key
    row = await services.store.records.get(table_id) if number == 1 else None
    return Review.of_record(row, GAMES) if row else None


def _may_see(saved: SavedDeal, interaction: Interaction) -> bool:
    """Whether a deal was played on this server or, in direct messages, by the person who asks."""
    if interaction.guild_id is None:
        return seat_in(saved, interaction.user.id) is not None
    return saved.table.guild_id == interaction.guild_id


def is_awaited(services: Services, interaction: Interaction, table: TableRow, number: int) -> bool:
    """Whether the person has yet to play the cards of a deal in a match, which others have played before."""
    first = first_table(table.match) or table.id
    return services.tables.awaits(interaction.user.id, first, number)


async def _knows(services: Services, interaction: Interaction, given: str) -> bool:
    """Whether a person has played given cards to the end."""
    play = await services.store.plays.of(given, interaction.user.id)
    return play is not None and services.tables.get(play.table_id) is None


def step_meant(interaction: Interaction, step: int) -> int:
    """The step that was chosen from the list of all, else the one that a button leads to."""
    chosen = next(iter(values_of(interaction)), "")
    return int(chosen) if NUMBER.fullmatch(chosen) else step


async def step_page(
    services: Services, interaction: Interaction, key: tuple[str, int] | None, step: int
) -> Page | Refusal:
    """The page of a step of a deal, for the person who asks."""
    review = await find_review(services, interaction, key)
    if isinstance(review, Refusal):
        return review
    return review_page(reader(interaction).of(review.game.name), review, step, interaction.user.id)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands, and answer the controls."""
    await bot.add_cog(History(services))
    await bot.add_cog(Replays(services))
