"""The lobby: `/tarock new` and the other commands for tables, and the buttons before the first deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Pace, Table, TableRequest, TableState
from cogs.changes import change_by_table_message
from cogs.context import Context, context_of
from cogs.delivery.admission import COSTLY
from cogs.delivery.replies import Interaction, reader, refuse, reply, tell, thinking
from cogs.house_rules import HouseRules, show_house_rules
from cogs.joining import greet, join
from cogs.localization import GAMES_NAMED, PACES_NAMED, Translator, Typed, TypedRules, as_choices, named
from cogs.pages.custom_ids import TableControl, read_table
from cogs.pages.glossary import rules_page
from cogs.pages.house_rules import complete_house_rules, parse_house_rules
from cogs.pages.table import table_page, tables_page
from cogs.permissions import missing_permissions
from cogs.questions import ask
from cogs.suspended import SuspendedTables
from cogs.table_lookup import complete_table, context_meant

if TYPE_CHECKING:
    from cogs.services import Services

Choices: TypeAlias = list[app_commands.Choice[str]]
LobbyOperation: TypeAlias = Callable[[Table, int], Awaitable[Refusal | None]]

OPERATIONS: Final[dict[str, LobbyOperation]] = {
    "leave": Table.leave,
    "add": Table.add_computer,
    "remove": Table.remove_computer,
}
"""What each button does that frees or fills a seat, given the table and the person who pressed it."""


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
class Lobby(
    commands.GroupCog,
    group_name=named("command.tarock.name"),
    group_description=named("command.tarock.about"),
):
    """Opens tables and fills them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._suspended = SuspendedTables(services)
        verbs = {*OPERATIONS, "start", "join", "rules", "options"}
        services.controls.add("l1", partial(read_table, verbs=verbs), self._pressed)
        services.controls.add("o1", read_table, HouseRules(services).pressed)

    @app_commands.command(name=named("command.new.name"), description=named("command.new.about"))
    @app_commands.rename(
        game=named("command.new.game.name"),
        options=named("command.new.options.name"),
        pace=named("command.new.pace.name"),
    )
    @app_commands.describe(
        game=named("command.new.game.about"),
        options=named("command.new.options.about"),
        pace=named("command.new.pace.about"),
    )
    @app_commands.choices(game=GAMES_NAMED, pace=PACES_NAMED)
    async def new(
        self, interaction: Interaction, game: str, options: TypedRules = "", pace: str = Pace.RELAXED
    ) -> None:
        """Open a table in this channel."""
        w = reader(interaction).of(game)
        if missing := missing_permissions(interaction):
            names = w.listed([w(f"permission.{name}") for name in missing])
            await tell(interaction, w("lobby.permissions", permissions=names))
            return
        chosen = parse_house_rules(GAMES[game], options)
        if isinstance(chosen, Refusal):
            await refuse(interaction, chosen)
            return
        request = TableRequest(
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            host_id=interaction.user.id,
            host_name=interaction.user.display_name,
            game=GAMES[game],
            options=chosen,
            locale=str(interaction.guild_locale or interaction.locale),
            pace=Pace(pace),
        )
        async with thinking(interaction, private=False):
            table = await self._services.tables.create(request)
        if isinstance(table, Refusal):
            await refuse(interaction, table)
        else:
            await self._opened(Context(self._services, interaction, table))

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        game = GAMES.get(interaction.namespace.game)
        if game is None:
            return []
        return as_choices(complete_house_rules(reader(interaction).of(game.name), game, typed))

    async def _opened(self, ctx: Context) -> None:
        page, message = table_page(ctx.table), self._services.table_messages.of(ctx.table)
        async with ctx.thinking(new=True, private=False):
            await self._services.people.met(ctx.interaction.user, str(ctx.interaction.locale))
        message_id = None
        try:
            message_id = await ctx.reply(page, private=False)
        finally:
            if message_id is None:
                message.refresh()
            else:
                await message.adopt(message_id, page)
        await greet(ctx)

    async def _pressed(self, interaction: Interaction, control: TableControl) -> None:
        """Answer a button of the lobby."""
        if (ctx := await context_of(self._services, interaction, control.table_id)) is None:
            return
        verb = control.verb
        if verb == "rules":
            await ctx.reply(rules_page(ctx.words))
        elif verb == "options":
            await show_house_rules(ctx)
        elif verb == "join":
            await join(ctx)
        elif verb == "start":
            await change_by_table_message(ctx, partial(ctx.table.start, ctx.user_id, interaction.id))
        else:
            await change_by_table_message(ctx, partial(OPERATIONS[verb], ctx.table, ctx.user_id))

    @app_commands.command(
        name=named("command.list.name"), description=named("command.list.about"), extras=COSTLY
    )
    async def list_tables(self, interaction: Interaction) -> None:
        """List the tables of this channel."""
        tables, channel_id = self._services.tables, interaction.channel_id or 0
        suspended = [each.id for each in tables.suspended if each.row.channel_id == channel_id]
        page = tables_page(reader(interaction), tables.in_channel(channel_id), suspended)
        await reply(interaction, await self._services.renderer.render(page))

    @app_commands.command(
        name=named("command.show.name"), description=named("command.show.about"), extras=COSTLY
    )
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def show(self, interaction: Interaction, table: Typed = "") -> None:
        """Post a table's message again at the bottom of the channel."""
        if ctx := await context_meant(self._services, interaction, table):
            message = self._services.table_messages.of(ctx.table)
            async with ctx.thinking():
                posted = await message.post_again()
            await ctx.tell(ctx.words("lobby.shown") if posted else message.why_not_shown(ctx.words))

    @app_commands.command(name=named("command.join.name"), description=named("command.join.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def join(self, interaction: Interaction, table: Typed = "") -> None:
        """Sit down at a table, or take up one that sleeps."""
        if ctx := await context_meant(self._services, interaction, table):
            async with ctx.thinking():
                refusal = await ctx.table.join(ctx.user_id, interaction.user.display_name)
            await self._say(ctx, refusal, "lobby.joined")

    @app_commands.command(name=named("command.leave.name"), description=named("command.leave.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def leave(self, interaction: Interaction, table: Typed = "") -> None:
        """Leave a table; the only person at a game is asked for confirmation."""
        if (ctx := await context_meant(self._services, interaction, table)) is None:
            return
        if ctx.table.people == (ctx.user_id,) and ctx.table.state is not TableState.LOBBY:
            await ask("leave", ctx)
            return
        async with ctx.thinking():
            refusal = await ctx.table.leave(ctx.user_id)
        await self._say(ctx, refusal, "lobby.left")

    @app_commands.command(name=named("command.end.name"), description=named("command.end.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def end(self, interaction: Interaction, table: Typed = "") -> None:
        """End a table, or agree to its end, after a confirmation."""
        if suspended := self._suspended.meant(interaction, table):
            await self._suspended.ask(interaction, suspended)
        elif ctx := await context_meant(self._services, interaction, table):
            await ask("end", ctx)

    @show.autocomplete("table")
    @join.autocomplete("table")
    @leave.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> Choices:
        return as_choices(complete_table(self._services, interaction, typed))

    @end.autocomplete("table")
    async def _tables_to_end(self, interaction: Interaction, typed: str) -> Choices:
        offered = complete_table(self._services, interaction, typed)
        return as_choices([*offered, *self._suspended.complete(interaction, typed)])

    async def _say(self, ctx: Context, refusal: Refusal | None, done: str) -> None:
        """Tell the person what came of a change: why it was refused, or the sentence of a key."""
        if refusal is None:
            await ctx.tell(ctx.words(done))
        else:
            await ctx.refuse(refusal)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog, and let commands speak every language."""
    await bot.tree.set_translator(Translator())
    await bot.add_cog(Lobby(services))
