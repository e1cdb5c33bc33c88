"""The rematch: the same people at another table, in one press each."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.store import PlayRow, SavedTable
from bot.tables import (
    DAILY,
    Given,
    LiveTable,
    Match,
    TableState,
    UnreadableLogError,
    first_table,
    people_of,
    rematch,
    seat_of,
)
from bot.text.names import safe
from cogs.context import Context
from cogs.controls import AGAIN, GIVEN, REMATCH, read_deal
from cogs.discord.display import Text
from cogs.discord.replies import Interaction, reader, refuse, reply, thinking
from cogs.lobby.opening import Opening, Wish, greet, show_opened
from cogs.localization import GAMES_NAMED, command, in_servers
from cogs.match.page import Results, results_page, sealed_day_line
from cogs.services import INVITATION, Services
from cogs.table.page import public_words


class Rematch:
    """Answers the button of ended tables."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, table_id: str) -> None:
        """Seat a person at the rematch. The first one who presses opens it, and is its host."""
        async with thinking(interaction, new=True, private=False):
            saved = await self._services.store.log.table(table_id)
            is_due = saved is not None and await self._is_due(saved.table.rematch)
        if saved is None or saved.table.ended_at is None or saved.table.game not in GAMES:
            await refuse(interaction, Refusal("no_such_table", ""))
        elif refusal := _misplaced(interaction, saved):
            await refuse(interaction, refusal)
        elif is_due:
            await self._open(interaction, saved)
        else:
            await self._join(interaction, saved)

    async def _is_due(self, last: str | None) -> bool:
        """Whether there is no rematch yet, or its table has closed before any cards were dealt."""
        if last is None:
            return True
        saved = await self._services.store.log.table(last)
        return saved is None or saved.closed_in_lobby

    async def _open(self, interaction: Interaction, saved: SavedTable) -> None:
        user = interaction.user
        request = rematch(saved, GAMES[saved.table.game], user.id, user.display_name)
        if request is None:
            await refuse(interaction, Refusal("not_seated", ""))
            return
        async with thinking(interaction, new=True, private=False):
            table = await self._services.tables.create(request)
        if not isinstance(table, Refusal):
            await self._show(Context(self._services, interaction, table))
            self._call(table, user.display_name, [each for each in people_of(saved) if each != user.id])
        elif table.code != "stale":
            await refuse(interaction, table)
        elif later := await self._services.store.log.table(saved.table.id):
            await self._join(interaction, later)

    async def _show(self, ctx: Context) -> None:
        """Show the lobby in the channel of the table, and tell whoever pressed elsewhere where that is."""
        if ctx.interaction.guild_id is not None:
            await show_opened(ctx)
            return
        # Here nobody has looked whether that person may still be there.
        self._services.membership.suspect(ctx.live, ctx.user_id)
        self._services.table_messages.of(ctx.live).refresh()
        await ctx.tell(ctx.words("lobby.rematch", channel=f"<#{ctx.table.channel_id}>"))

    def _call(self, table: LiveTable, host: str, others: Sequence[int]) -> None:
        """Tell the others who sat there that seats wait for them."""
        if others:
            w = public_words(table.now)
            called = w.listed([f"<@{user}>" for user in others])
            text = Text(w("ping.rematch", host=safe(host), players=called), tuple(others))
            self._services.notices.post(
                table.now, INVITATION, text, lambda: table.now.state is TableState.LOBBY
            )

    async def _join(self, interaction: Interaction, saved: SavedTable) -> None:
        table: LiveTable | None = self._services.tables.get(saved.table.rematch or "")
        if table is None:
            await refuse(interaction, Refusal("rematch_over", ""))
            return
        ctx, name = Context(self._services, interaction, table), interaction.user.display_name
        async with ctx.thinking(new=True):
            refusal = await table.join(ctx.user_id, name, seat_of(saved, ctx.user_id))
        elsewhere = interaction.guild_id is None
        if refusal is not None and not (elsewhere and refusal.code == "already_seated"):
            await ctx.refuse(refusal)
            return
        if elsewhere:
            await self._show(ctx)
            return
        await ctx.tell(ctx.words("lobby.joined"))
        await greet(ctx)


def _misplaced(interaction: Interaction, saved: SavedTable) -> Refusal | None:
    """Refuse a press where the table was not, but for one in the direct messages of who sat there."""
    if interaction.guild_id is None:
        return None if interaction.user.id in people_of(saved) else Refusal("not_seated", "")
    return None if interaction.channel_id == saved.table.channel_id else Refusal("other_channel", "")


SEED_KEY: Final = "daily:secret"
"""The setting from which the seals of all days follow."""


class Duplicate(commands.Cog):
    """Deals the cards of the day, and shows what given cards brought."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add(GIVEN, self._asked)

    @in_servers
    @command("daily", costly=True)
    @app_commands.choices(game=GAMES_NAMED)
    async def daily(self, interaction: Interaction, game: str) -> None:
        """Play the cards of the day, or show what they brought."""
        today = f"{DAILY}/{game}/{interaction.created_at:%Y-%m-%d}"
        await play_given(self._services, interaction, today)

    async def _asked(self, interaction: Interaction, name: str) -> None:
        """Show the results to a person who has played the cards."""
        async with thinking(interaction, new=True):
            given = await _given_to(self._services, interaction, name)
            play = await self._services.store.plays.of(name, interaction.user.id)
        if isinstance(given, Refusal):
            await refuse(interaction, given)
        elif knows(self._services, interaction, given, play):
            await show_results(self._services, interaction, given, play)
        else:
            await refuse(interaction, Refusal("given_not_played", ""))


async def play_deal(services: Services, interaction: Interaction, code: str) -> None:
    """Let a person play the cards of a deal that is over."""
    key = read_deal(code)
    name = f"{key[0]}/{key[1]}" if key else ""
    await play_given(services, interaction, name)


async def play_given(services: Services, interaction: Interaction, name: str) -> None:
    """Open a table of given cards for a person, or show the results to one who knows the cards."""
    async with thinking(interaction):
        given = await _given_to(services, interaction, name)
        play = await services.store.plays.of(name, interaction.user.id)
    if isinstance(given, Refusal):
        await refuse(interaction, given)
    elif play and (table := services.tables.get(play.table_id)):
        await refuse(interaction, Refusal("given_going_on", "", {"channel": f"<#{table.now.channel_id}>"}))
    elif knows(services, interaction, given, play):
        await show_results(services, interaction, given, play)
    else:
        await Opening.begin(services, interaction, Wish(given.game, given=given))


async def play_match(services: Services, interaction: Interaction, code: str) -> None:
    """Open the second table of a match for a person, or say why not. A code of one of its deals will do."""
    async with thinking(interaction):
        match = await _find_match(services, interaction, code)
    if isinstance(match, Refusal):
        await refuse(interaction, match)
        return
    wish = Wish(GAMES[match.game], match.options, match=match)
    await Opening.begin(services, interaction, wish)


async def _find_match(services: Services, interaction: Interaction, code: str) -> Match | Refusal:
    """The match against a table of the same server."""
    table = code.strip().lower().partition("/")[0]
    try:
        match = await services.tables.match_against(table, GAMES)
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    if match is None or match.guild_id != interaction.guild_id:
        return Refusal("no_such_match", "")
    return match


async def _given_to(services: Services, interaction: Interaction, name: str) -> Given | Refusal:
    """The cards of that name, unless the person has yet to play them in a match."""
    given = await find_given(services, name)
    key = None if isinstance(given, Refusal) else read_deal(given.name)
    awaited = key is not None and services.tables.awaits(interaction.user.id, *key)
    return Refusal("match_not_played", "") if awaited else given


async def daily_secret(services: Services) -> str:
    """What the seals of all days are made from, and so never shown."""
    return await services.store.settings.first(SEED_KEY, secrets.token_hex(32))


async def find_given(services: Services, name: str) -> Given | Refusal:
    """The cards of that name, of a deal anywhere that is over, of a record, or of a day."""
    if name.startswith(f"{DAILY}/"):
        _, game, day = name.split("/")
        return Given.of_day(await daily_secret(services), GAMES[game], day)
    key = read_deal(name)
    try:
        if key and (saved := await services.store.history.saved_deal(*key)):
            if saved.table.given:
                return await find_given(services, saved.table.given)
            if saved.table.match:
                return await find_given(services, f"{first_table(saved.table.match)}/{key[1]}")
            return Given.of(saved, GAMES) or Refusal("deal_going_on", "")
        if key and key[1] == 1 and (row := await services.store.records.get(key[0])):
            return Given.of_record(row, GAMES)
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    return Refusal("no_such_code", "")


def knows(services: Services, interaction: Interaction, given: Given, play: PlayRow | None) -> bool:
    """Whether a person knows given cards: from the deal itself, or from a table that is over."""
    over = play is not None and services.tables.get(play.table_id) is None
    return over or interaction.user.id in given.players


async def show_results(
    services: Services, interaction: Interaction, given: Given, play: PlayRow | None
) -> None:
    """Show what given cards brought, to one person."""
    async with thinking(interaction, new=True):
        here, elsewhere = await services.store.plays.best(
            given.name, interaction.guild_id or 0, interaction.user.id
        )
        first = None if given.name.startswith(f"{DAILY}/") else given.played
        unfinished = play is not None and play.points is None
        sealed = sealed_day_line(reader(interaction), given)
        results = Results(given.name, given.seat, here, elsewhere, first, unfinished, sealed)
        page = results_page(reader(interaction).of(given.game.name), results)
        rendered = await services.renderer.render(page)
    await reply(interaction, rendered)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands, and answer the controls."""
    services.controls.add(AGAIN[REMATCH], Rematch(services).pressed)
    await bot.add_cog(Duplicate(services))
