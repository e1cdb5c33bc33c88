"""`/help`, the rules of a game, the glossary, and the greeting of a new server."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.text import words
from bot.text.help import TOPICS, topics_of
from cogs.context import Context, show_page, table_meant, turn_page, value_chosen
from cogs.controls import GAMES_TO_OPEN, GLOSSARY, OPEN_GAME, PLAY_ALONE, RULES, PageControl
from cogs.discord.display import Content, Display
from cogs.discord.replies import Interaction, reader, refuse
from cogs.help.page import (
    EASIEST,
    games_page,
    glossary_page,
    greeting_page,
    help_page,
    rules_page,
    topic_page,
)
from cogs.lobby.opening import Opening
from cogs.lobby.wish import Wish
from cogs.localization import GAMES_NAMED, command, everywhere, named
from cogs.services import Services


async def game_meant(services: Services, interaction: Interaction, game: str) -> str:
    """The game that was named, else that of the table a command would mean; if there is none, say so."""
    table = table_meant(services.tables, interaction, "")
    if not game and table is None:
        await refuse(interaction, Refusal("no_game", ""))
    return game or (table.now.game.name if table else "")


async def show_rules(ctx: Context) -> None:
    await ctx.reply(rules_page(ctx.words))


class Help(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(GLOSSARY, self._words_pressed)
        services.router.add(RULES, self._topic_pressed)

    @everywhere
    @command("help", costly=True)
    async def help(self, interaction: Interaction) -> None:
        page = help_page(reader(interaction), in_server=interaction.guild_id is not None)
        await show_page(self._services, interaction, page)

    @everywhere
    @command("rules", costly=True)
    @app_commands.choices(
        game=GAMES_NAMED,
        topic=[app_commands.Choice(name=named(f"topic.{each}"), value=each) for each in TOPICS],
    )
    async def rules(self, interaction: Interaction, game: str = "", topic: str = TOPICS[0]) -> None:
        """Explain a game to newcomers, topic by topic."""
        if wanted := await game_meant(self._services, interaction, game):
            page = topic_page(reader(interaction).of(wanted), topic)
            await show_page(self._services, interaction, page)

    async def _words_pressed(self, interaction: Interaction, control: PageControl) -> None:
        page = glossary_page(reader(interaction).of(control.game), control.page)
        await turn_page(self._services, interaction, page)

    async def _topic_pressed(self, interaction: Interaction, control: PageControl) -> None:
        w = reader(interaction).of(control.game)
        topics = topics_of(w)
        chosen = value_chosen(interaction) or topics[min(control.page, len(topics) - 1)]
        await turn_page(self._services, interaction, topic_page(w, chosen))


class Welcome(commands.Cog):
    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        services.router.add(GAMES_TO_OPEN, self._show_games)
        services.router.add(PLAY_ALONE, self._play_alone)
        services.router.add(OPEN_GAME, self._open)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server to which the bot has been added, but no server that is back after an outage."""
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
        await show_page(self._services, interaction, games_page(reader(interaction)))

    async def _play_alone(self, interaction: Interaction, _: str) -> None:
        await Opening.begin(self._services, interaction, Wish(GAMES[EASIEST], alone=True))

    async def _open(self, interaction: Interaction, _: str) -> None:
        game = GAMES.get(value_chosen(interaction))
        if game is None:
            await refuse(interaction, Refusal("not_offered", ""))
        else:
            await Opening.begin(self._services, interaction, Wish(game))


def writable_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The server's system channel, or else the first one, in which the bot may write."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            may = channel.permissions_for(guild.me)
            if may.view_channel and may.send_messages:
                return channel
    return None


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(Help(services))
    await bot.add_cog(Welcome(bot, services))
