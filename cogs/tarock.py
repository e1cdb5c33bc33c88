"""`/tarock`: the commands about tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import SETTINGS, TableState
from bot.text.typed import fits
from cogs.context import context_meant, show_page, tables_here
from cogs.discord.page import Option
from cogs.discord.replies import Interaction, reader, refuse
from cogs.help.commands import show_glossary
from cogs.lobby.opening import Opening, seated_text
from cogs.lobby.page import complete_house_rules, parse_house_rules
from cogs.lobby.wish import Wish
from cogs.localization import (
    GAMES_NAMED,
    GROUP,
    Translator,
    Typed,
    TypedRules,
    as_choices,
    command,
    everywhere,
    named,
    needs_server,
    values_named,
)
from cogs.match.commands import play_deal, play_match
from cogs.servers import Place
from cogs.services import Services
from cogs.table.buttons import ask, ask_suspended, complete_suspended, suspended_meant, watch_table
from cogs.table.names import plain_names_of
from cogs.table.page import auction_page, tables_page

Choices: TypeAlias = list[app_commands.Choice[str]]


def _with_settings(new: Callable[..., Any]) -> Any:
    """Give a command an option for each setting in place of its `**settings`."""
    signature = inspect.signature(new)
    own = [each for each in signature.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    more = [
        Parameter(row.option, Parameter.KEYWORD_ONLY, default="", annotation=str) for row in SETTINGS.values()
    ]
    options: Any = new
    options.__signature__ = signature.replace(parameters=[*own, *more])
    return options


@everywhere
class Tarock(
    commands.GroupCog,
    group_name=GROUP,
    group_description=named("command.tarock.about"),
):
    def __init__(self, services: Services) -> None:
        self._services = services

    @command("new")
    @app_commands.choices(
        game=GAMES_NAMED,
        place=[app_commands.Choice(name=named(f"place.{each}"), value=each.value) for each in Place],
        **{row.option: values_named(row) for row in SETTINGS.values()},
    )
    @_with_settings
    async def new(
        self,
        interaction: Interaction,
        game: str,
        options: TypedRules = "",
        place: str = "",
        **settings: str,
    ) -> None:
        chosen = parse_house_rules(GAMES[game], options)
        if isinstance(chosen, Refusal):
            await refuse(interaction, chosen)
        else:
            wished = {name: settings.get(row.option, "") for name, row in SETTINGS.items()}
            await Opening.begin(self._services, interaction, Wish(GAMES[game], chosen, wished, place))

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        game = GAMES.get(interaction.namespace.game)
        if game is None:
            return []
        return as_choices(complete_house_rules(reader(interaction).of(game.name), game, typed))

    @command("deal", costly=True)
    async def deal(self, interaction: Interaction, code: Typed) -> None:
        """Play the cards of a deal that is over, with computers."""
        await play_deal(self._services, interaction, code)

    @needs_server
    @command("match", costly=True)
    async def match(self, interaction: Interaction, table: Typed) -> None:
        """Open a table for the deals of one that has ended, to compare both."""
        await play_match(self._services, interaction, table)

    @needs_server
    @command("list", costly=True)
    async def list_tables(self, interaction: Interaction) -> None:
        tables, channel_id = self._services.tables, interaction.channel_id or 0
        here = [each.now for each in tables.in_channel(channel_id)]
        suspended = [each.id for each in tables.suspended if each.row.channel_id == channel_id]
        await show_page(self._services, interaction, tables_page(reader(interaction), here, suspended))

    @needs_server
    @command("show", costly=True)
    async def show(self, interaction: Interaction, table: Typed = "") -> None:
        """Post a table's message again at the bottom of the channel."""
        if ctx := await context_meant(self._services, interaction, table):
            message = self._services.table_messages.of(ctx.live)
            async with ctx.thinking():
                posted = await message.post_again()
            w = ctx.words
            await ctx.tell(w("lobby.shown") if posted else message.reason(w) or w("lobby.not_shown"))

    @needs_server
    @command("watch", costly=True)
    async def watch(self, interaction: Interaction, table: Typed = "") -> None:
        """Show a table privately, and keep that up to date."""
        if ctx := await context_meant(self._services, interaction, table):
            await watch_table(ctx)

    @needs_server
    @command("join")
    async def join(self, interaction: Interaction, table: Typed = "") -> None:
        """Sit down at a table, or wake one that is asleep."""
        if ctx := await context_meant(self._services, interaction, table):
            async with ctx.thinking():
                refusal = await ctx.live.join(ctx.user_id, interaction.user.display_name)
            await (ctx.refuse(refusal) if refusal else ctx.tell(seated_text(ctx)))

    @command("leave")
    async def leave(self, interaction: Interaction, table: Typed = "") -> None:
        """Leave a table; once the game has begun, the person is asked for confirmation."""
        if (ctx := await context_meant(self._services, interaction, table)) is None:
            return
        if ctx.table.state is not TableState.LOBBY:
            await ask("leave", ctx)
            return
        async with ctx.thinking():
            refusal = await ctx.live.leave(ctx.user_id)
        await (ctx.refuse(refusal) if refusal else ctx.tell(ctx.words("lobby.left")))

    @command("end")
    async def end(self, interaction: Interaction, table: Typed = "") -> None:
        if suspended := suspended_meant(self._services, interaction, table):
            await ask_suspended(self._services, interaction, suspended)
        elif ctx := await context_meant(self._services, interaction, table):
            await ask("end", ctx)

    @command("announcements", costly=True)
    async def announcements(self, interaction: Interaction, table: Typed = "") -> None:
        if ctx := await context_meant(self._services, interaction, table):
            await ctx.reply(auction_page(ctx.words, ctx.table))

    @command("glossary", costly=True)
    @app_commands.choices(game=GAMES_NAMED)
    async def glossary(self, interaction: Interaction, game: str = "") -> None:
        await show_glossary(self._services, interaction, game)

    @show.autocomplete("table")
    @watch.autocomplete("table")
    @join.autocomplete("table")
    @leave.autocomplete("table")
    @announcements.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> Choices:
        return as_choices(self._complete_table(interaction, typed))

    @end.autocomplete("table")
    async def _tables_to_end(self, interaction: Interaction, typed: str) -> Choices:
        offered = self._complete_table(interaction, typed)
        return as_choices([*offered, *complete_suspended(self._services, interaction, typed)])

    def _complete_table(self, interaction: Interaction, typed: str) -> list[Option]:
        """The tables here whose id or description contains what was typed."""
        w, offered = reader(interaction), list[Option]()
        for table in tables_here(self._services.tables, interaction):
            players = w("list.comma").join(plain_names_of(w, table.now))
            label = w("tables.table.choice", game=table.now.game.name, players=players)
            offered.append(Option(table.id, label))
        return [each for each in offered if fits(typed, f"{each.value} {each.label}")]


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.tree.set_translator(Translator())
    await bot.add_cog(Tarock(services))
