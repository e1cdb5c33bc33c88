"""All before the first card by command: `/bid`, `/call`, `/take`, `/discard`, `/announce`, `/kontra`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.action_commands import ActionCommand

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.services import Services

COMMANDS: Final = (
    ActionCommand("bid", "bid", ("bid", "pass", "hold")),
    ActionCommand("call", "what", ("call", "redeal", "annul", "claim", "decline", "ready")),
    ActionCommand("take", "half", ("take", "refuse", "surrender")),
    ActionCommand("discard", "cards", ("lay",)),
    ActionCommand("announce", "item", ("announce", "done")),
    ActionCommand("kontra", "item", ("kontra", "done")),
)
"""In the order of a deal."""


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands."""
    for command in COMMANDS:
        bot.tree.add_command(command.of(services))
