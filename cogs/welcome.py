"""The first steps: a greeting when the bot joins a server, and a button that opens a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.text import words
from cogs.discord.replies import Interaction, reader, refuse, reply, values_of
from cogs.opening import Opening, Wish
from cogs.pages.custom_ids import read_name
from cogs.pages.help import games_page, greeting_page

if TYPE_CHECKING:
    import discord

    from cogs.services import Services


class Welcome(commands.Cog):
    """Greets servers, and opens tables for those who press a button."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        services.controls.add("n1", partial(read_name, names=("games",)), self._show_games)
        services.controls.add("n2", partial(read_name, names=("open",)), self._open)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot has been added to a server. Servers that are back after an outage do not come here."""
        channel = writable_channel(guild)
        if channel is not None and not (await self._services.servers.get(guild.id)).greeted:
            job = partial(self._greet, guild.id, channel.id)
            self._services.queue.put(channel.id, ("greeting", guild.id), job)

    async def _greet(self, guild_id: int, channel_id: int) -> None:
        server, guild = await self._services.servers.get(guild_id), self._client.get_guild(guild_id)
        if server.greeted or guild is None:
            return
        w = words(server.locale or str(guild.preferred_locale))
        messenger = self._services.messenger
        channel = messenger.channel(channel_id, guild_id)
        await messenger.send(("greeting", guild_id), channel, greeting_page(w), w)
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
    """Add the cog."""
    await bot.add_cog(Welcome(bot, services))
