"""`/help`, the rules of a game, the glossary, and the greeting of a new server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.text import Words, words
from bot.text.topics import TOPICS, first_page
from cogs.context import Context, show_page, table_meant, turn_page, value_chosen
from cogs.controls import (
    GAMES_TO_OPEN,
    GLOSSARY,
    LEARN,
    LEARN_LISTED,
    OPEN_GAME,
    PLAY_ALONE,
    RULE,
    RULES,
    WITH_HINTS,
    PageControl,
    RuleControl,
)
from cogs.discord.chat import is_in_server
from cogs.discord.display import Content, Display
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, reader, refuse
from cogs.help.page import (
    EASIEST,
    SHORT,
    games_page,
    games_to_read_page,
    glossary_page,
    greeting_page,
    help_page,
    rules_now,
    short_page,
    topic_page,
)
from cogs.lobby.opening import Opening
from cogs.lobby.wish import Wish
from cogs.localization import GAMES_NAMED, command, everywhere, named
from cogs.services import Services


async def read_about(
    services: Services,
    interaction: Interaction,
    game: str,
    id_of: Callable[[Words], str],
    page_of: Callable[[Words], Page],
) -> None:
    """Show a page about the game that was named, else of the table a command would mean.

    If there is none, offer all games: a press of one, whose button has the id `id_of`, shows its page.
    """
    w, table = reader(interaction), table_meant(services.tables, interaction, "")
    meant = game or (table.now.game.name if table else "")
    page = page_of(w.of(meant)) if meant else games_to_read_page(w, id_of)
    await show_page(services, interaction, page)


async def show_glossary(services: Services, interaction: Interaction, game: str) -> None:
    await read_about(services, interaction, game, lambda w: GLOSSARY.id(w.game, 0), glossary_page)


async def show_rules(ctx: Context) -> None:
    await ctx.reply(rules_now(ctx.words, ctx.table))


class Help(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(GLOSSARY, self._words_pressed)
        services.router.add(RULES, self._topic_pressed)
        services.router.add(RULE, self._rule_pressed)

    @everywhere
    @command("help", costly=True)
    async def help(self, interaction: Interaction) -> None:
        page = help_page(reader(interaction), in_server=is_in_server(interaction))
        await show_page(self._services, interaction, page)

    @everywhere
    @command("rules", costly=True)
    @app_commands.choices(
        game=GAMES_NAMED,
        topic=[app_commands.Choice(name=named(f"topic.{each}"), value=each) for each in TOPICS],
    )
    async def rules(self, interaction: Interaction, game: str = "", topic: str = TOPICS[0]) -> None:
        """Explain a game to newcomers, topic by topic."""
        await read_about(
            self._services,
            interaction,
            game,
            lambda w: RULES.id(w.game, first_page(w, topic)),
            lambda w: topic_page(w, first_page(w, topic)),
        )

    async def _words_pressed(self, interaction: Interaction, control: PageControl) -> None:
        page = glossary_page(reader(interaction).of(control.game), control.page)
        await turn_page(self._services, interaction, page)

    async def _topic_pressed(self, interaction: Interaction, control: PageControl) -> None:
        w = reader(interaction).of(control.game)
        chosen = value_chosen(interaction)
        number = first_page(w, chosen) if chosen else control.page
        page = short_page(w) if chosen == SHORT else topic_page(w, number)
        await turn_page(self._services, interaction, page)

    async def _rule_pressed(self, interaction: Interaction, control: RuleControl) -> None:
        w = reader(interaction).of(control.game)
        page = topic_page(w, first_page(w, control.topic))
        await show_page(self._services, interaction, page)


class Welcome(commands.Cog):
    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        services.router.add(GAMES_TO_OPEN, self._show_games)
        services.router.add(PLAY_ALONE, self._play_alone)
        services.router.add(OPEN_GAME, self._open)
        services.router.add(LEARN, self._learn)
        services.router.add(LEARN_LISTED, self._learn_chosen)
        services.router.add(WITH_HINTS, self._play_with_hints)

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

    async def _learn(self, interaction: Interaction, game: str) -> None:
        await Opening.begin(self._services, interaction, Wish.to_learn(GAMES[game]))

    async def _learn_chosen(self, interaction: Interaction, _: str) -> None:
        game = value_chosen(interaction)
        if game in GAMES:
            await self._learn(interaction, game)
        else:
            await refuse(interaction, Refusal("not_offered", ""))

    async def _play_with_hints(self, interaction: Interaction, game: str) -> None:
        await Opening.begin(self._services, interaction, Wish.with_hints(GAMES[game]))

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
