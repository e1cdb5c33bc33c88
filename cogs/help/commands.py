"""Help: `/help`, the rules and the glossary of a game, and what has been announced at a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.text import words
from bot.text.help import TOPICS, topics_of
from cogs.controls import GAMES_TO_OPEN, GLOSSARY, OPEN_GAME, RULES, PageControl
from cogs.discord.display import Content, Display
from cogs.discord.limits import COSTLY
from cogs.discord.replies import Interaction, reader, refuse, reply, update, values_of
from cogs.help.page import games_page, glossary_page, greeting_page, help_page, topic_page
from cogs.lobby.opening import Opening, Wish
from cogs.localization import GAMES_NAMED, GROUP, TOPICS_NAMED, Typed, as_choices, named
from cogs.lookup import complete_table, context_meant, table_meant
from cogs.table.page import announcements_page

if TYPE_CHECKING:
    import discord

    from cogs.services import Services


Command: TypeAlias = app_commands.Command[Any, Any, None]

EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True)
IN_SERVERS: Final = app_commands.AppInstallationType(guild=True)


def announcements_command(services: Services) -> Command:
    """`/tarock announcements`: all that has been announced, for anybody, seated or not."""

    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def announcements(interaction: Interaction, table: Typed = "") -> None:
        if ctx := await context_meant(services, interaction, table):
            await ctx.reply(announcements_page(ctx.words, ctx.table))

    async def autocomplete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(complete_table(services, interaction, typed))

    command: Command = app_commands.Command(
        name=named("command.announcements.name"),
        description=named("command.announcements.about"),
        callback=announcements,
        extras=COSTLY,
    )
    command.autocomplete("table")(autocomplete)
    return command


def glossary_command(services: Services) -> Command:
    """`/tarock glossary`: what the words of a game mean."""

    @app_commands.rename(game=named("command.glossary.game.name"))
    @app_commands.describe(game=named("command.glossary.game.about"))
    @app_commands.choices(game=GAMES_NAMED)
    async def glossary(interaction: Interaction, game: str = "") -> None:
        if wanted := await _game_meant(services, interaction, game):
            page = glossary_page(reader(interaction).of(wanted))
            await reply(interaction, await services.renderer.render(page))

    return app_commands.Command(
        name=named("command.glossary.name"),
        description=named("command.glossary.about"),
        callback=glossary,
        extras=COSTLY,
    )


def help_command(services: Services) -> Command:
    """`/help`: what the bot is, and how to begin."""

    async def help_(interaction: Interaction) -> None:
        page = help_page(reader(interaction), in_server=interaction.guild_id is not None)
        await reply(interaction, await services.renderer.render(page))

    return app_commands.Command(
        name=named("command.help.name"),
        description=named("command.help.about"),
        callback=help_,
        extras=COSTLY,
        allowed_contexts=EVERYWHERE,
        allowed_installs=IN_SERVERS,
    )


def rules_command(services: Services) -> Command:
    """`/rules`: a game for newcomers, topic by topic."""

    @app_commands.rename(game=named("command.rules.game.name"), topic=named("command.rules.topic.name"))
    @app_commands.describe(game=named("command.rules.game.about"), topic=named("command.rules.topic.about"))
    @app_commands.choices(game=GAMES_NAMED, topic=TOPICS_NAMED)
    async def rules(interaction: Interaction, game: str = "", topic: str = TOPICS[0]) -> None:
        if wanted := await _game_meant(services, interaction, game):
            page = topic_page(reader(interaction).of(wanted), topic)
            await reply(interaction, await services.renderer.render(page))

    return app_commands.Command(
        name=named("command.rules.name"),
        description=named("command.rules.about"),
        callback=rules,
        extras=COSTLY,
        allowed_contexts=EVERYWHERE,
        allowed_installs=IN_SERVERS,
    )


async def _game_meant(services: Services, interaction: Interaction, game: str) -> str:
    """The game that was named, else that of the table a command would mean; if there is none, say so."""
    table = table_meant(services.tables, interaction, "")
    if not game and table is None:
        await refuse(interaction, Refusal("no_game", ""))
    return game or (table.game.name if table else "")


class Pages:
    """Answers the buttons of the glossary and of the rules."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def words_pressed(self, interaction: Interaction, control: PageControl) -> None:
        """Turn to a page of the glossary."""
        page = glossary_page(reader(interaction).of(control.game), control.page)
        await update(interaction, await self._services.renderer.render(page))

    async def topic_pressed(self, interaction: Interaction, control: PageControl) -> None:
        """Turn to a topic of the rules, by the list or by a button."""
        w = reader(interaction).of(control.game)
        topics = topics_of(w)
        chosen = next(iter(values_of(interaction)), topics[min(control.page, len(topics) - 1)])
        await update(interaction, await self._services.renderer.render(topic_page(w, chosen)))


class Welcome(commands.Cog):
    """Greets servers, and opens tables for those who press a button."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        services.controls.add(GAMES_TO_OPEN, self._show_games)
        services.controls.add(OPEN_GAME, self._open)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot has been added to a server. Servers that are back after an outage do not come here."""
        channel = writable_channel(guild)
        if channel is not None and not (await self._services.servers.get(guild.id)).greeted:
            job = partial(self._greet, guild.id, Display(channel_id=channel.id, guild_id=guild.id))
            self._services.queue.put(channel.id, ("greeting", guild.id), job)

    async def _greet(self, guild_id: int, display: Display) -> None:
        server, guild = await self._services.servers.get(guild_id), self._client.get_guild(guild_id)
        if server.greeted or guild is None:
            return
        w = words(server.locale or str(guild.preferred_locale))
        await self._services.messenger.show(display, Content(greeting_page(w)), w)
        await self._services.servers.put(server._replace(greeted=True))

    async def _show_games(self, interaction: Interaction, _: str) -> None:
        await reply(interaction, await self._services.renderer.render(games_page(reader(interaction))))

    async def _open(self, interaction: Interaction, _: str) -> None:
        game = GAMES.get(next(iter(values_of(interaction)), ""))
        if game is None:
            await refuse(interaction, Refusal("not_offered", ""))
        else:
            await Opening.begin(self._services, interaction, Wish(game))


def writable_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, or else the first one, in which the bot may write."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            may = channel.permissions_for(guild.me)
            if may.view_channel and may.send_messages:
                return channel
    return None


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands, and answer the controls."""
    group = bot.tree.get_command(GROUP)
    assert isinstance(group, app_commands.Group), "the lobby is set up first"
    group.add_command(announcements_command(services))
    group.add_command(glossary_command(services))
    bot.tree.add_command(help_command(services))
    bot.tree.add_command(rules_command(services))
    services.controls.add(GLOSSARY, Pages(services).words_pressed)
    services.controls.add(RULES, Pages(services).topic_pressed)
    await bot.add_cog(Welcome(bot, services))
