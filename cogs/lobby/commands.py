"""The lobby: `/tarock new` and the other commands for tables, and the buttons before the first deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import Hints, Strength, Table, TableState
from bot.text import LOCALES
from bot.text.moves import refusal_sentence
from cogs.context import Answer, Context, answer_at_table, change_by_table_message, context_of
from cogs.controls import HOUSE_RULE, LOBBY
from cogs.discord.limits import COSTLY
from cogs.discord.replies import Interaction, reader, refuse, reply, values_of
from cogs.help.page import rules_page
from cogs.hints.page import hints_page
from cogs.lobby.opening import Opening, Wish, join, seated_text
from cogs.lobby.page import complete_house_rules, house_rules_page, parse_house_rules, value_of, values_page
from cogs.localization import (
    GAMES_NAMED,
    GROUP,
    HINTS_NAMED,
    LANGUAGES,
    PACES_NAMED,
    PLACES_NAMED,
    STRENGTHS_NAMED,
    Translator,
    Typed,
    TypedRules,
    as_choices,
    named,
)
from cogs.lookup import complete_table, context_meant
from cogs.match.commands import play_deal, play_match
from cogs.servers.page import locales_page
from cogs.table.commands import SuspendedTables, ask, watch_table
from cogs.table.page import tables_page

if TYPE_CHECKING:
    from bot.text import Words
    from cogs.controls import TableControl
    from cogs.discord.page import Page
    from cogs.services import Services


Choices: TypeAlias = list[app_commands.Choice[str]]
LobbyOperation: TypeAlias = Callable[[Table, int], Awaitable[Refusal | None]]

OPERATIONS: Final[dict[str, LobbyOperation]] = {
    "leave": Table.leave,
    "add": Table.add_computer,
    "fill": Table.fill,
    "remove": Table.remove_computer,
}
"""What each button does that frees or fills a seat, given the table and the person who pressed it."""

COMPUTERS: Final[dict[str, LobbyOperation]] = {
    f"{verb}:{strength}": partial(operation, strength=strength)
    for verb, operation in {"all": Table.set_strength, "add": Table.add_computer}.items()
    for strength in Strength
}
"""What each value of the list of computers does."""


class Offered(NamedTuple):
    """A list from which the host chooses something about the table."""

    page: Callable[[Words, Table, str], Page]
    """Makes the page with the list, and with a notice unless that is empty."""
    choose: Mapping[str, LobbyOperation]
    """What each value does."""


LISTS: Final = {
    "locale": Offered(locales_page, {each: partial(Table.set_locale, locale=each) for each in LOCALES}),
    "hints": Offered(hints_page, {each: partial(Table.set_hints, hints=each) for each in Hints}),
}
"""By the verb of the button that shows the list."""


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
class Lobby(
    commands.GroupCog,
    group_name=GROUP,
    group_description=named("command.tarock.about"),
):
    """Opens tables and fills them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._suspended = SuspendedTables(services)
        services.controls.add(HOUSE_RULE, HouseRules(services).pressed)
        for verb, answer in BUTTONS.items():
            answer_at_table(services, LOBBY[verb], answer)

    @app_commands.command(name=named("command.new.name"), description=named("command.new.about"))
    @app_commands.rename(
        game=named("command.new.game.name"),
        options=named("command.new.options.name"),
        pace=named("command.new.pace.name"),
        language=named("command.new.language.name"),
        place=named("command.new.place.name"),
        computers=named("command.new.computers.name"),
        hints=named("command.new.hints.name"),
    )
    @app_commands.describe(
        game=named("command.new.game.about"),
        options=named("command.new.options.about"),
        pace=named("command.new.pace.about"),
        language=named("command.new.language.about"),
        place=named("command.new.place.about"),
        computers=named("command.new.computers.about"),
        hints=named("command.new.hints.about"),
    )
    @app_commands.choices(
        game=GAMES_NAMED,
        pace=PACES_NAMED,
        language=LANGUAGES,
        place=PLACES_NAMED,
        computers=STRENGTHS_NAMED,
        hints=HINTS_NAMED,
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        options: TypedRules = "",
        pace: str = "",
        language: str = "",
        place: str = "",
        computers: str = "",
        hints: str = "",
    ) -> None:
        """Open a table in this channel."""
        chosen = parse_house_rules(GAMES[game], options)
        if isinstance(chosen, Refusal):
            await refuse(interaction, chosen)
        else:
            wish = Wish(GAMES[game], chosen, pace, language, place, computers, hints)
            await Opening.begin(self._services, interaction, wish)

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        game = GAMES.get(interaction.namespace.game)
        if game is None:
            return []
        return as_choices(complete_house_rules(reader(interaction).of(game.name), game, typed))

    @app_commands.command(
        name=named("command.deal.name"), description=named("command.deal.about"), extras=COSTLY
    )
    @app_commands.rename(code=named("command.deal.code.name"))
    @app_commands.describe(code=named("command.deal.code.about"))
    async def deal(self, interaction: Interaction, code: Typed) -> None:
        """Play the cards of a deal that is over, with computers."""
        await play_deal(self._services, interaction, code)

    @app_commands.command(
        name=named("command.match.name"), description=named("command.match.about"), extras=COSTLY
    )
    @app_commands.rename(table=named("command.match.table.name"))
    @app_commands.describe(table=named("command.match.table.about"))
    async def match(self, interaction: Interaction, table: Typed) -> None:
        """Open a table for the deals of one that has ended, to compare both."""
        await play_match(self._services, interaction, table)

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
            w = ctx.words
            await ctx.tell(w("lobby.shown") if posted else message.reason(w) or w("lobby.not_shown"))

    @app_commands.command(
        name=named("command.watch.name"), description=named("command.watch.about"), extras=COSTLY
    )
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def watch(self, interaction: Interaction, table: Typed = "") -> None:
        """Follow a table privately."""
        if ctx := await context_meant(self._services, interaction, table):
            await watch_table(ctx)

    @app_commands.command(name=named("command.join.name"), description=named("command.join.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def join(self, interaction: Interaction, table: Typed = "") -> None:
        """Sit down at a table, or take up one that sleeps."""
        if ctx := await context_meant(self._services, interaction, table):
            async with ctx.thinking():
                refusal = await ctx.table.join(ctx.user_id, interaction.user.display_name)
            await self._say(ctx, refusal, seated_text)

    @app_commands.command(name=named("command.leave.name"), description=named("command.leave.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def leave(self, interaction: Interaction, table: Typed = "") -> None:
        """Leave a table; once the game has begun, the person is asked for confirmation."""
        if (ctx := await context_meant(self._services, interaction, table)) is None:
            return
        if ctx.table.state is not TableState.LOBBY:
            await ask("leave", ctx)
            return
        async with ctx.thinking():
            refusal = await ctx.table.leave(ctx.user_id)
        await self._say(ctx, refusal, lambda ctx: ctx.words("lobby.left"))

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
    @watch.autocomplete("table")
    @join.autocomplete("table")
    @leave.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> Choices:
        return as_choices(complete_table(self._services, interaction, typed))

    @end.autocomplete("table")
    async def _tables_to_end(self, interaction: Interaction, typed: str) -> Choices:
        offered = complete_table(self._services, interaction, typed)
        return as_choices([*offered, *self._suspended.complete(interaction, typed)])

    async def _say(self, ctx: Context, refusal: Refusal | None, done: Callable[[Context], str]) -> None:
        """Tell the person what came of a change: why it was refused, or what `done` says of it."""
        if refusal is None:
            await ctx.tell(done(ctx))
        else:
            await ctx.refuse(refusal)


async def show_house_rules(ctx: Context) -> None:
    """Show the host the house rules to set; refuse everybody else."""
    if refusal := ctx.table.options_refused(ctx.user_id):
        await ctx.refuse(refusal)
    else:
        await ctx.reply(house_rules_page(ctx.words, ctx.table))


class HouseRules:
    """Answers the controls of the house rules."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: TableControl) -> None:
        """Answer `<table>:<rule>`; where a list of all rules was used, `<rule>` is empty or a number."""
        if (ctx := await context_of(self._services, interaction, control.table_id)) is None:
            return
        name, chosen = control.verb, next(iter(values_of(interaction)), "")
        if name in ctx.table.game.options:
            page = await self._set(ctx, name, chosen)
        elif chosen in ctx.table.game.options:
            page = values_page(ctx.words, ctx.table, chosen)
        else:
            page = house_rules_page(ctx.words, ctx.table)
        await ctx.update(page)

    async def _set(self, ctx: Context, name: str, chosen: str) -> Page:
        async with ctx.thinking():
            value = value_of(ctx.table.game, name, chosen)
            refusal = await ctx.table.set_option(ctx.user_id, name, value)
        notice = refusal_sentence(ctx.words, refusal) if refusal else ""
        return house_rules_page(ctx.words, ctx.table, notice)


async def _show_rules(ctx: Context) -> None:
    await ctx.reply(rules_page(ctx.words))


async def _change(ctx: Context, operation: LobbyOperation) -> None:
    await change_by_table_message(ctx, partial(operation, ctx.table, ctx.user_id))


async def _start(ctx: Context) -> None:
    await change_by_table_message(ctx, partial(ctx.table.start, ctx.user_id, ctx.interaction.id))


async def _set_computers(ctx: Context) -> None:
    """Do what was chosen from the list of computers."""
    operation = COMPUTERS.get(next(iter(values_of(ctx.interaction)), ""))
    if operation is None:
        await ctx.refuse(Refusal("stale", ""))
    else:
        await _change(ctx, operation)


async def _show_list(ctx: Context, offered: Offered) -> None:
    if refusal := ctx.table.options_refused(ctx.user_id):
        await ctx.refuse(refusal)
    else:
        await ctx.reply(offered.page(ctx.words, ctx.table, ""))


async def _choose(ctx: Context, offered: Offered) -> None:
    async with ctx.thinking():
        operation = offered.choose.get(next(iter(values_of(ctx.interaction)), ""))
        refusal = await operation(ctx.table, ctx.user_id) if operation else None
    notice = refusal_sentence(ctx.words, refusal) if refusal else ""
    await ctx.update(offered.page(ctx.words, ctx.table, notice))


BUTTONS: Final[Mapping[str, Answer]] = {
    "join": join,
    "start": _start,
    "rules": _show_rules,
    "options": show_house_rules,
    "strength": _set_computers,
    **{verb: partial(_change, operation=operation) for verb, operation in OPERATIONS.items()},
    **{verb: partial(_show_list, offered=offered) for verb, offered in LISTS.items()},
    **{f"set_{verb}": partial(_choose, offered=offered) for verb, offered in LISTS.items()},
}
"""What the buttons and lists of the lobby do."""


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog, and let commands speak every language."""
    await bot.tree.set_translator(Translator())
    await bot.add_cog(Lobby(services))
