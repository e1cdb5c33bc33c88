"""`/settings`: what the moderators of a server choose for the tables opened there."""

from __future__ import annotations

import json
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from cogs.controls import SERVER_SETTING
from cogs.discord.queue import Queue
from cogs.discord.replies import Interaction, reader, refuse, reply, tell, thinking, update, values_of
from cogs.localization import command, in_servers
from cogs.permissions import missing_permissions
from cogs.servers.page import HOSTS, SETTINGS, VALUES, settings_page
from cogs.services import Services


class ServerSettings(commands.Cog):
    """Shows and changes the settings of a server, for those who may manage it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add(SERVER_SETTING, self._chosen)

    @in_servers
    @command("settings", costly=True)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show the settings."""
        if not interaction.permissions.manage_guild:
            await refuse(interaction, Refusal("may_not_manage", ""))
            return
        async with thinking(interaction):
            server = await self._services.servers.get(interaction.guild_id or 0)
        page = settings_page(reader(interaction), server)
        await reply(interaction, await self._services.renderer.render(page))

    async def _chosen(self, interaction: Interaction, name: str) -> None:
        """Change a setting, and show them all as they are then."""
        if name not in SETTINGS:
            await tell(interaction, reader(interaction)("error.older_version"))
            return
        if not interaction.permissions.manage_guild:
            await refuse(interaction, Refusal("may_not_manage", ""))
            return
        servers = self._services.servers
        async with thinking(interaction):
            before = await servers.get(interaction.guild_id or 0)
            server = before._replace(**_change(name, values_of(interaction)))
            await servers.put(server)
        page = settings_page(reader(interaction), server)
        await update(interaction, await self._services.renderer.render(page))


def _change(name: str, chosen: list[str]) -> dict[str, Any]:
    """The field of a `Server` that a setting changes, with its new value.

    Raises:
        ValueError: no list offers what was chosen.
    """
    if name == "channels":
        return {name: json.dumps(sorted(map(int, chosen)))}
    (value,) = chosen
    if value not in VALUES[name]:
        raise ValueError(f"{name} has no value {value!r}")
    return {name: None if value == HOSTS else value}


class Recovery(commands.Cog):
    """Listens for what shows that the reason of a failure may be gone."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A person has acted in a channel, or in direct messages."""
        if interaction.guild_id is None:
            self._queue.reachable_again(interaction.user.id)
        elif interaction.channel_id is not None and not missing_permissions(interaction):
            self._queue.reachable_again(interaction.channel_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """The permissions in a channel may have changed, and with them those in its threads."""
        self._queue.reachable_again(channel.id)
        for thread in getattr(channel, "threads", ()):
            self._queue.reachable_again(thread.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been opened or unlocked."""
        self._queue.reachable_again(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """The permissions in every channel may have changed."""
        self._all_of(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """The bot may have been given a role."""
        if member == member.guild.me:
            self._all_of(member.guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot may have been added to a server again."""
        self._all_of(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after an outage."""
        self._all_of(guild)

    def _all_of(self, guild: discord.Guild) -> None:
        for channel in (*guild.channels, *guild.threads):
            self._queue.reachable_again(channel.id)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands, and answer the controls."""
    await bot.add_cog(ServerSettings(services))
    await bot.add_cog(Recovery(services.queue))
