"""The lobby: the commands `/tarock ...`, and the buttons before the start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import TableRequest
from cogs.boards import announced, page_of, rules_page
from cogs.desk import Desk, desk_for
from cogs.doors import missing_permissions, option_choices, options_of, table_choices, table_meant
from cogs.glossary import Glossary, glossary_page
from cogs.house_rules import HouseRules, show_house_rules
from cogs.moving import move_on
from cogs.names import names_of, panel_id
from cogs.page import Button, Page, lines
from cogs.respond import Interaction, patiently, reader, show, tell
from cogs.translation import GAMES_NAMED, Translator, named

if TYPE_CHECKING:
    from bot.client import Skiz
    from bot.tables import Table

Choices: TypeAlias = list[app_commands.Choice[str]]
Change: TypeAlias = Callable[["Table", int, str], Awaitable[Refusal | None]]

CHANGES: dict[str, Change] = {
    "join": lambda table, user_id, name: table.join(user_id, name),
    "leave": lambda table, user_id, _: table.leave(user_id),
    "add": lambda table, user_id, _: table.add_computer(user_id),
    "remove": lambda table, user_id, _: table.remove_computer(user_id),
    "start": lambda table, user_id, _: table.start(user_id),
}
"""What each button of the lobby asks of the table: who pressed it, and how they are called."""


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
class Lobby(
    commands.GroupCog,
    group_name=named("command.tarock.name"),
    group_description=named("command.tarock.about"),
):
    """Opens tables and fills them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.answer("l1", self._pressed)
        desk.answer("o1", HouseRules(desk).pressed)
        desk.answer("w1", Glossary(desk).pressed)

    @app_commands.command(name=named("command.new.name"), description=named("command.new.about"))
    @app_commands.rename(game=named("command.new.game.name"), options=named("command.new.options.name"))
    @app_commands.describe(game=named("command.new.game.about"), options=named("command.new.options.about"))
    @app_commands.choices(game=GAMES_NAMED)
    async def new(self, interaction: Interaction, game: str, options: str = "") -> None:
        """Open a table in this channel."""
        w = reader(interaction).of(game)
        missing = missing_permissions(interaction)
        if missing:
            names = w.listed([w(f"permission.{name}") for name in missing])
            await tell(interaction, w("lobby.permissions", permissions=names))
            return
        chosen = options_of(GAMES[game], options)
        if isinstance(chosen, Refusal):
            await self._desk.refuse(interaction, chosen)
            return
        user = interaction.user
        locale = str(interaction.guild_locale or interaction.locale)
        made = await patiently(
            interaction,
            self._desk.bot.tables.create(
                TableRequest(
                    guild_id=interaction.guild_id or 0,
                    channel_id=interaction.channel_id or 0,
                    host_id=user.id,
                    host_name=user.display_name,
                    game=GAMES[game],
                    options=chosen,
                    locale=locale,
                )
            ),
            private=False,
        )
        if isinstance(made, Refusal):
            await self._desk.refuse(interaction, made)
            return
        await self._open(interaction, made)

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> Choices:
        return option_choices(reader(interaction), interaction, typed)

    async def _open(self, interaction: Interaction, table: Table) -> None:
        await self._desk.people.met(interaction.user.id, str(interaction.locale))
        page = page_of(table)
        message_id = await show(interaction, await self._desk.painter.render(page), private=False)
        if message_id is None:
            self._desk.screen(table).refresh()
        else:
            await self._desk.screen(table).adopt(message_id, page)
            self._desk.posted(table)
        await self._greet(interaction, table)

    async def _greet(self, interaction: Interaction, table: Table) -> None:
        """Send whoever sat down a first direct message, and say how to go on where none arrives."""
        channel = f"<#{table.channel_id}>"
        known = await self._desk.people.get(interaction.user.id)
        arrived = await self._desk.inbox.send_words(interaction.user.id, "dm.hello", channel=channel)
        if not arrived and not known.told_dm_closed:
            w = reader(interaction)
            retry = Button(panel_id(table, "dm"), w("button.retry"))
            rendered = await self._desk.painter.render(Page((w("dm.closed"),), ((retry,),)))
            await show(interaction, rendered)

    async def _pressed(self, interaction: Interaction, rest: str) -> None:
        """Answer a button of the lobby: `<table>:<verb>`."""
        table_id, _, verb = rest.partition(":")
        table = await self._desk.table_of(interaction, table_id)
        if table is None:
            return
        if verb == "rules":
            page = rules_page(reader(interaction), table)
            await show(interaction, await self._desk.painter.render(page))
            return
        if verb == "options":
            await show_house_rules(self._desk, interaction, table)
            return
        change = CHANGES[verb](table, interaction.user.id, interaction.user.display_name)
        refusal = await move_on(self._desk, interaction, table, change)
        if refusal is None and verb == "join":
            await self._greet(interaction, table)

    @app_commands.command(name=named("command.list.name"), description=named("command.list.about"))
    async def list_tables(self, interaction: Interaction) -> None:
        """List the tables of this channel."""
        w = reader(interaction)
        open_tables = self._desk.bot.tables.in_channel(interaction.channel_id or 0)
        rows = [
            w(
                f"tables.table.{table.state}",
                game=table.game.name,
                players=w("list.comma").join(names_of(w, table)),
                table=table.id,
                number=table.number,
            )
            for table in open_tables
        ]
        text = lines(w("tables.heading"), rows) if rows else w("tables.none")
        await show(interaction, await self._desk.painter.render(Page((text,))))

    @app_commands.command(name=named("command.show.name"), description=named("command.show.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def show(self, interaction: Interaction, table: str = "") -> None:
        """Post a table's message anew at the bottom of the channel."""
        if meant := await self._meant(interaction, table):
            self._desk.screen(meant).bury()
            await tell(interaction, reader(interaction)("lobby.shown"))

    @app_commands.command(name=named("command.leave.name"), description=named("command.leave.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def leave(self, interaction: Interaction, table: str = "") -> None:
        """Get up from a table."""
        if meant := await self._meant(interaction, table):
            await self._do(interaction, meant.leave(interaction.user.id), "lobby.left")

    @app_commands.command(name=named("command.end.name"), description=named("command.end.about"))
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def end(self, interaction: Interaction, table: str = "") -> None:
        """End a table."""
        if meant := await self._meant(interaction, table):
            await self._do(interaction, meant.end(interaction.user.id), "lobby.ended")

    @app_commands.command(
        name=named("command.announcements.name"), description=named("command.announcements.about")
    )
    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def announcements(self, interaction: Interaction, table: str = "") -> None:
        """Tell whoever asks, seated or not, all that has been announced at a table."""
        if meant := await self._meant(interaction, table):
            page = announced(reader(interaction).of(meant.game.name), meant)
            await show(interaction, await self._desk.painter.render(page))

    @app_commands.command(name=named("command.glossary.name"), description=named("command.glossary.about"))
    @app_commands.rename(game=named("command.glossary.game.name"))
    @app_commands.describe(game=named("command.glossary.game.about"))
    @app_commands.choices(game=GAMES_NAMED)
    async def glossary(self, interaction: Interaction, game: str) -> None:
        """Tell whoever asks what the words of a game mean."""
        page = glossary_page(reader(interaction).of(game))
        await show(interaction, await self._desk.painter.render(page))

    @show.autocomplete("table")
    @announcements.autocomplete("table")
    @leave.autocomplete("table")
    @end.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> Choices:
        return table_choices(self._desk, interaction, typed)

    async def _meant(self, interaction: Interaction, typed: str) -> Table | None:
        meant = table_meant(self._desk.bot.tables, interaction, typed)
        if meant is None:
            await self._desk.refuse(interaction, Refusal("no_table_here", ""))
        return meant

    async def _do(self, interaction: Interaction, change: Awaitable[Refusal | None], done: str) -> None:
        refusal = await patiently(interaction, change)
        if refusal is None:
            await tell(interaction, reader(interaction)(done))
        else:
            await self._desk.refuse(interaction, refusal)


async def setup(bot: Skiz) -> None:
    """Add the cog, and let commands speak every language."""
    await bot.tree.set_translator(Translator())
    await bot.add_cog(Lobby(await desk_for(bot)))
