"""Rematches, matches at two tables, given cards, and `/daily`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.store import NO_SERVER, PlayRow, SavedTable
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
from cogs.context import Context, show_page
from cogs.controls import AGAIN, GIVEN, REMATCH, read_deal
from cogs.discord.chat import is_in_server, server_of
from cogs.discord.display import Text
from cogs.discord.replies import Interaction, reader, refuse, thinking
from cogs.lobby.opening import Opening, begin_directly, greet, show_opened
from cogs.lobby.wish import Wish
from cogs.localization import GAMES_NAMED, command, everywhere
from cogs.match.page import Results, results_page, sealed_day_line
from cogs.services import INVITATION, Services
from cogs.table.page import public_words


async def rematch_pressed(services: Services, interaction: Interaction, table_id: str) -> None:
    """Seat a person at the rematch of an ended table. The first who presses opens it, and is its host."""
    async with thinking(interaction, new=True, private=False):
        saved = await services.store.log.table(table_id)
        is_due = saved is not None and await _is_due(services, saved.table.rematch)
    if saved is None or saved.table.ended_at is None or saved.table.game not in GAMES:
        await refuse(interaction, Refusal("no_such_table", ""))
    elif refusal := _misplaced(interaction, saved):
        await refuse(interaction, refusal)
    elif is_due:
        await _open_rematch(services, interaction, saved)
    else:
        await _join_rematch(services, interaction, saved)


async def _is_due(services: Services, last: str | None) -> bool:
    """Whether there is no rematch yet, or its table has closed before any cards were dealt."""
    saved = await services.store.log.table(last) if last else None
    return saved is None or saved.closed_in_lobby


async def _open_rematch(services: Services, interaction: Interaction, saved: SavedTable) -> None:
    user = interaction.user
    request = rematch(saved, GAMES[saved.table.game], user.id, user.display_name)
    if request is None:
        await refuse(interaction, Refusal("not_seated", ""))
        return
    async with thinking(interaction, new=True, private=False):
        table = await services.tables.create(request)
    if not isinstance(table, Refusal):
        await _show_rematch(Context(services, interaction, table))
        _invite(services, table, user.display_name, [each for each in people_of(saved) if each != user.id])
    elif table.code != "stale":
        await refuse(interaction, table)
    elif later := await services.store.log.table(saved.table.id):
        await _join_rematch(services, interaction, later)


async def _show_rematch(ctx: Context) -> None:
    """Show the lobby in the channel of the table, and tell a person who pressed elsewhere where it is.

    Outside servers there is no lobby: the game begins.
    """
    if ctx.table.is_direct:
        await begin_directly(ctx)
        return
    if is_in_server(ctx.interaction):
        await show_opened(ctx)
        return
    # Nothing in direct messages shows whether that person is still in the server.
    ctx.services.membership.suspect(ctx.live, ctx.user_id)
    ctx.services.table_messages.of(ctx.live).refresh()
    await ctx.tell(ctx.words("lobby.rematch", channel=f"<#{ctx.table.channel_id}>"))


def _invite(services: Services, table: LiveTable, host: str, others: Sequence[int]) -> None:
    """Invite the others who sat at the ended table."""
    if others:
        w = public_words(table.now)
        called = w.listed([f"<@{user}>" for user in others])
        text = Text(w("ping.rematch", host=safe(host), players=called), tuple(others))
        services.notices.post(table.now, INVITATION, text, lambda: table.now.state is TableState.LOBBY)


async def _join_rematch(services: Services, interaction: Interaction, saved: SavedTable) -> None:
    table = services.tables.get(saved.table.rematch or "")
    if table is None:
        await refuse(interaction, Refusal("rematch_over", ""))
        return
    ctx, name = Context(services, interaction, table), interaction.user.display_name
    async with ctx.thinking(new=True):
        refusal = await table.join(ctx.user_id, name, seat_of(saved, ctx.user_id))
    elsewhere = not is_in_server(interaction)
    if refusal is not None and not (elsewhere and refusal.code == "already_seated"):
        await ctx.refuse(refusal)
    elif elsewhere:
        await _show_rematch(ctx)
    else:
        await ctx.tell(ctx.words("lobby.joined"))
        await greet(ctx)


def _misplaced(interaction: Interaction, saved: SavedTable) -> Refusal | None:
    """Refuse a press outside the table's channel, except in direct messages with a person who sat there."""
    if saved.table.guild_id == NO_SERVER or not is_in_server(interaction):
        return None if interaction.user.id in people_of(saved) else Refusal("not_seated", "")
    return None if interaction.channel_id == saved.table.channel_id else Refusal("other_channel", "")


SEED_KEY: Final = "daily:secret"
"""The setting that holds the secret of the cards of all days."""


class Duplicate(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(GIVEN, partial(play_given, services, results_only=True))

    @everywhere
    @command("daily", costly=True)
    @app_commands.choices(game=GAMES_NAMED)
    async def daily(self, interaction: Interaction, game: str) -> None:
        """Play the cards of the day, or show what they brought."""
        today = f"{DAILY}/{game}/{interaction.created_at:%Y-%m-%d}"
        await play_given(self._services, interaction, today)


async def play_deal(services: Services, interaction: Interaction, code: str) -> None:
    key = read_deal(code)
    await play_given(services, interaction, f"{key[0]}/{key[1]}" if key else "")


async def play_given(
    services: Services, interaction: Interaction, name: str, *, results_only: bool = False
) -> None:
    """Open a table of given cards for a person, or show the results to one who knows the cards.

    A person knows them from the deal itself, or from a table that is over.
    """
    async with thinking(interaction, new=results_only):
        given = await find_given(services, name)
        play = None
        if not isinstance(given, Refusal):
            play = await services.store.plays.of(given.name, interaction.user.id)
    table = services.tables.get(play.table_id) if play else None
    if isinstance(given, Refusal):
        await refuse(interaction, given)
    elif (key := read_deal(given.name)) and services.tables.awaits(interaction.user.id, *key):
        await refuse(interaction, Refusal("match_not_played", ""))
    elif table and not results_only:
        await refuse(interaction, going_on(table))
    elif (play and not table) or interaction.user.id in given.players:
        await show_results(services, interaction, given, play)
    elif results_only:
        await refuse(interaction, Refusal("given_not_played", ""))
    else:
        await Opening.begin(services, interaction, Wish(given.game, given=given))


def going_on(table: LiveTable) -> Refusal:
    """Refuse something to a person who still plays given cards: where the table is."""
    if table.now.is_direct:
        return Refusal("given_going_on_alone", "")
    return Refusal("given_going_on", "", {"channel": f"<#{table.now.channel_id}>"})


async def play_match(services: Services, interaction: Interaction, code: str) -> None:
    """Open the second table of a match, given the id of the first or the name of one of its deals."""
    async with thinking(interaction):
        match = await _find_match(services, interaction, code)
    if isinstance(match, Refusal):
        await refuse(interaction, match)
    else:
        await Opening.begin(services, interaction, Wish(GAMES[match.game], match.options, match=match))


async def _find_match(services: Services, interaction: Interaction, code: str) -> Match | Refusal:
    table = code.strip().lower().partition("/")[0]
    try:
        match = await services.tables.match_against(table, GAMES)
    except UnreadableLogError:
        return Refusal("deal_unreadable", "")
    if match is None or match.guild_id != interaction.guild_id:
        return Refusal("no_such_match", "")
    return match


async def daily_secret(services: Services) -> str:
    """The secret from which the seals of all days follow: it is never shown."""
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


async def show_results(
    services: Services, interaction: Interaction, given: Given, play: PlayRow | None
) -> None:
    async with thinking(interaction, new=True):
        guild_id, user_id = server_of(interaction), interaction.user.id
        here, elsewhere = await services.store.plays.best(given.name, guild_id, user_id)
        first = None if given.name.startswith(f"{DAILY}/") else given.played
        unfinished = play is not None and play.points is None
        sealed = sealed_day_line(reader(interaction), given)
        results = Results(given.name, given.seat, here, elsewhere, first, unfinished, sealed)
    await show_page(services, interaction, results_page(reader(interaction).of(given.game.name), results))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    services.router.add(AGAIN[REMATCH], partial(rematch_pressed, services))
    await bot.add_cog(Duplicate(services))
