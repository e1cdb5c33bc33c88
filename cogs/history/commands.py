"""`/history` lists finished deals and opens them step by step; `/export` and `/replay` use files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.rules.record import Flaw, Record, RecordError
from bot.store import NO_SERVER, RecordRow, SavedDeal, TableRow
from bot.tables import Review, UnreadableLogError, first_table, is_guide, record_id
from bot.text import words
from cogs.context import show_page, turn_page, value_chosen
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
from cogs.discord.chat import is_in_server, server_of
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, content_of, reader, refuse, reply_file, tell, thinking
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
from cogs.localization import Typed, command, everywhere
from cogs.posting import Audience, asking, let_post
from cogs.services import Services

EXPORTED: Final = 200


class History(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(HISTORY, lambda it, at: self._turn(it, Chosen(at[0]), at[1]))
        services.router.add(TABLE_HISTORY, lambda it, at: self._turn(it, Chosen(0, at[0]), at[1]))
        let_post(services, HISTORY, lambda it, to, at: self._list_page(it, to, Chosen(at[0]), at[1]))
        let_post(services, TABLE_HISTORY, lambda it, to, at: self._list_page(it, to, Chosen(0, at[0]), at[1]))
        services.router.add(REVIEW, partial(_turn_to_step, services))
        services.router.add(PUBLIC_REVIEW, partial(_turn_to_step, services, public=True))

    @everywhere
    @command("history", costly=True)
    async def history(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        deal: Typed = "",
        table: Typed = "",
    ) -> None:
        """List the deals of this server, of a player or of a table, or open one; outside servers own ones."""
        async with thinking(interaction):
            if deal:
                page = await step_page(self._services, interaction, read_deal(deal), 0)
            else:
                chosen = Chosen(player.id if player else 0, table.strip().lower()[:DEAL_LIMIT])
                page = await self._list_page(interaction, asking(interaction), chosen, 0)
        await show_page(self._services, interaction, page)

    @everywhere
    @command("export", costly=True)
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

    async def _turn(self, interaction: Interaction, which: Chosen, number: int) -> None:
        async with thinking(interaction):
            if chosen := value_chosen(interaction):
                page = await step_page(self._services, interaction, read_deal(chosen), 0)
            else:
                page = await self._list_page(interaction, asking(interaction), which, number)
        await (show_page if chosen else turn_page)(self._services, interaction, page)

    async def _list_page(self, interaction: Interaction, to: Audience, which: Chosen, number: int) -> Page:
        store, w = self._services.store, to.words
        part = {"offset": number * PER_PAGE, "limit": PER_PAGE + 1}
        if which.table_id == IMPORTED:
            records = await store.records.imported(**part)
            page = imported_page(w, records[:PER_PAGE], number, more=len(records) > PER_PAGE)
            return to.offered(page, which.id(number)) if records else page
        server, own = server_of(interaction), interaction.user.id
        user_id = own if server == NO_SERVER else which.user_id
        found = await store.finished.page(server, user_id or None, which.table_id, **part)
        if server == NO_SERVER:  # also of a table that somebody has named
            found = tuple(each for each in found if own in [one.user_id for one in each.standings])
        imported = 0 if any(which) else await store.records.number_imported()
        more = len(found) > PER_PAGE
        page = history_page(w, found[:PER_PAGE], which, number, more=more, imported=imported)
        return to.offered(page, which.id(number)) if found else page

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
                page = await step_page(self._services, interaction, (key, 1), 0, public=public)
        if isinstance(found, Record):
            await show_page(self._services, interaction, page, private=not public)
        else:
            await tell(interaction, found)

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


async def find_review(
    services: Services, interaction: Interaction, key: tuple[str, int] | None
) -> Review | Refusal:
    """The deal of a table and number, if it is over and was played on this server; or that of a record.

    Outside servers, only a person who played it may see it.
    """
    if key is None:
        return Refusal("no_such_deal", "")
    table_id, number = key
    try:
        saved = await services.store.history.saved_deal(*key)
        if saved is not None and is_visible(interaction, saved.table, players_of(saved)):
            if saved.table.given and not is_guide(saved.table.given):
                play = await services.store.plays.of(saved.table.given, interaction.user.id)
                if play is None or services.tables.get(play.table_id):
                    return Refusal("given_not_played", "")
            if is_awaited(services, interaction, saved.table, number):
                return Refusal("match_not_played", "")
            return Review.of(saved, GAMES) or Refusal("deal_going_on", "")
        row = await services.store.records.get(table_id) if number == 1 else None
        found = Review.of_record(row, GAMES) if row else None
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    return found or Refusal("no_such_deal", "")


def players_of(saved: SavedDeal) -> frozenset[int | None]:
    """The people who played a finished deal to its end."""
    played = {saved.play.user_id} if saved.play else set[int | None]()
    return frozenset(played | {each.user_id for each in saved.standings})


def is_visible(interaction: Interaction, table: TableRow, players: Collection[int | None]) -> bool:
    """Whether what was played may be seen here: in its server, and outside servers by those who played it."""
    if is_in_server(interaction):
        return table.guild_id == interaction.guild_id
    return interaction.user.id in players


def is_awaited(services: Services, interaction: Interaction, table: TableRow, number: int) -> bool:
    """Whether the person has yet to play the cards of a deal in a match, which others have already played."""
    first = first_table(table.match) or table.id
    return services.tables.awaits(interaction.user.id, first, number)


async def step_page(
    services: Services,
    interaction: Interaction,
    key: tuple[str, int] | None,
    step: int,
    *,
    public: bool = False,
) -> Page | Refusal:
    """A step of a deal for the person who asks; or for everybody, in the language of the server."""
    review = await find_review(services, interaction, key)
    if isinstance(review, Refusal):
        return review
    w, reader_id = reader(interaction), interaction.user.id
    thinks = services.tables.thinkers is not None
    if public:
        server = await services.servers.get(server_of(interaction))
        w, reader_id = words(server.locale) if server.locale else w.read_aloud(wanted=False), 0
    return review_page(w.of(review.game.name), review, step, reader_id, public=public, thinks=thinks)


async def _turn_to_step(
    services: Services, interaction: Interaction, control: tuple[str, int, int], *, public: bool = False
) -> None:
    table_id, number, step = control
    async with thinking(interaction):
        meant = step_meant(interaction, step)
        page = await step_page(services, interaction, (table_id, number), meant, public=public)
    await turn_page(services, interaction, page)


def step_meant(interaction: Interaction, step: int) -> int:
    """The step that was chosen from the list of steps, else the one that a button leads to."""
    chosen = value_chosen(interaction)
    return int(chosen) if NUMBER.fullmatch(chosen) else step


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(History(services))
