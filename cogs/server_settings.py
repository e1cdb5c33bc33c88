"""`/settings`: what the moderators of a server choose for the tables opened there."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from cogs.discord.admission import COSTLY
from cogs.discord.replies import Interaction, reader, refuse, reply, thinking, update, values_of
from cogs.localization import named
from cogs.pages.custom_ids import read_name
from cogs.pages.server_settings import HOSTS, SETTINGS, VALUES, settings_page

if TYPE_CHECKING:
    from cogs.services import Services


class ServerSettings(commands.Cog):
    """Shows and changes the settings of a server, for those who may manage it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("g1", partial(read_name, names=SETTINGS), self._chosen)

    @app_commands.command(
        name=named("command.settings.name"), description=named("command.settings.about"), extras=COSTLY
    )
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
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


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the cog."""
    await bot.add_cog(ServerSettings(services))
