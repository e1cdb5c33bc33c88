"""Noticing that a channel may be within reach again, so that what it should show is tried at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.permissions import missing_permissions

if TYPE_CHECKING:
    from cogs.discord.queue import Queue
    from cogs.discord.replies import Interaction
    from cogs.services import Services


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
    """Add the cog."""
    await bot.add_cog(Recovery(services.queue))
