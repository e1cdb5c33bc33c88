"""Servers: `/settings` for the tables opened there, and what the bot may do in their channels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.store import Server
from bot.tables import SETTINGS as SETTINGS_OF_TABLES
from bot.text import LOCALES, Words, own_name
from cogs.context import show_page, turn_page
from cogs.controls import SERVER_SETTING
from cogs.discord.page import OPTIONS, ChannelSelect, Option, Page, Select, lines
from cogs.discord.queue import Queue
from cogs.discord.replies import Interaction, reader, refuse, tell, thinking, values_of
from cogs.localization import command, in_servers
from cogs.services import Services

PERMISSIONS: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What a table needs in its channel."""
PERMISSIONS_IN_THREADS: Final = (
    *("view_channel", "send_messages_in_threads", "attach_files", "read_message_history"),
)
PERMISSIONS_FOR_THREADS: Final = (*PERMISSIONS_IN_THREADS, "create_public_threads")
"""What a table needs in a channel where it gets a thread of its own."""


def missing_permissions(interaction: Interaction) -> list[str]:
    """The permissions for a table that the bot lacks in this channel or thread."""
    return lacking(interaction, PERMISSIONS_IN_THREADS if _in_thread(interaction) else PERMISSIONS)


def send_permission(interaction: Interaction) -> str:
    """The permission that a person needs to send messages in this channel or thread."""
    return "send_messages_in_threads" if _in_thread(interaction) else "send_messages"


def _in_thread(interaction: Interaction) -> bool:
    kind = getattr(interaction.channel, "type", None)
    return kind is not None and "thread" in kind.name


def lacking(interaction: Interaction, needed: Sequence[str]) -> list[str]:
    return [name for name in needed if not getattr(interaction.app_permissions, name)]


class Place(StrEnum):
    HERE = "here"
    THREAD = "thread"
    """In a thread of its own."""


HOSTS: Final = "host"
"""Chosen as the language: each table has that of its host."""

VALUES: Final[Mapping[str, Sequence[str]]] = {
    **{name: row.values or (HOSTS, *LOCALES) for name, row in SETTINGS_OF_TABLES.items()},
    "place": tuple(Place),
}
"""The settings with a list of values; the fields of a `Server` have the same names."""


def settings_page(w: Words, server: Server, *, computers_think: bool) -> Page:
    """The settings in lists; without computers that think, why that of their strength changes nothing."""
    channels = allowed_channels(server)
    told = w("settings.channels", channels=mentions(w, channels)) if channels else w("settings.everywhere")
    lists = []
    for name, values in VALUES.items():
        chosen = getattr(server, name) or HOSTS
        options = tuple(Option(value, _label(w, name, value)) for value in values)
        lists.append(Select(SERVER_SETTING.id(name), _label(w, name, chosen), options, chosen=(chosen,)))
    ids = tuple(map(str, channels))
    where = ChannelSelect(SERVER_SETTING.id("channels"), w("settings.channels.choose"), (), 0, OPTIONS, ids)
    weak = "" if computers_think else w("settings.cannot_think")
    return Page((lines(w("settings.heading"), told, weak, w("settings.hint")),), (*lists, where))


def _label(w: Words, name: str, value: str) -> str:
    if name == "locale":
        return w("locale.line", locale=w("locale.host") if value == HOSTS else own_name(value))
    return w(f"{name}.line", **{name: w(f"{name}.{value}")})


def allowed_channels(server: Server) -> tuple[int, ...]:
    """The ids of the channels where tables may be opened; empty: everywhere."""
    return tuple(json.loads(server.channels))


def mentions(w: Words, channels: Sequence[int]) -> str:
    return w.listed([f"<#{channel}>" for channel in channels])


class ServerSettings(commands.Cog):
    """Shows and changes the settings of a server, for those who may manage it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.add(SERVER_SETTING, self._chosen)

    @in_servers
    @command("settings", costly=True)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        if not interaction.permissions.manage_guild:
            await refuse(interaction, Refusal("may_not_manage", ""))
            return
        async with thinking(interaction):
            server = await self._services.servers.get(interaction.guild_id or 0)
        await show_page(self._services, interaction, self._page(interaction, server))

    async def _chosen(self, interaction: Interaction, name: str) -> None:
        if name not in (*VALUES, "channels"):
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
        await turn_page(self._services, interaction, self._page(interaction, server))

    def _page(self, interaction: Interaction, server: Server) -> Page:
        thinks = self._services.tables.thinkers is not None
        return settings_page(reader(interaction), server, computers_think=thinks)


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
    """Tells the queue of events after which a request that failed may succeed."""

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
    await bot.add_cog(ServerSettings(services))
    await bot.add_cog(Recovery(services.queue))
