"""Play: the controls of a player's panel, and `/play`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from cogs.action_commands import ActionCommand
from cogs.changes import change_by_panel, show_panel
from cogs.context import context_of
from cogs.pages.controls import needs_confirmation
from cogs.pages.statements import STEP

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.delivery.replies import Interaction
    from cogs.services import Services


class Play:
    """Answers the controls of players' panels."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, rest: str) -> None:
        """Answer `<table>:<revision>:<action>+<action>`, `<table>:<revision>:?<list>` or `...:/<step>`."""
        table_id, revision, what = rest.split(":", 2)
        if (ctx := await context_of(self._services, interaction, table_id)) is None:
            return
        listed = what.startswith("?")
        data: Any = interaction.data
        values: list[str] = data["values"] if listed else what.split("+")
        leads_on = values[0].startswith(STEP)
        actions = [] if leads_on else [Action.parse(text) for text in values]
        if not (leads_on or (listed and needs_confirmation(actions))):
            await change_by_panel(ctx, partial(ctx.table.act, ctx.user_id, int(revision), actions))
        elif int(revision) != ctx.table.revision_for(ctx.table.seat_of(ctx.user_id)):
            await show_panel(ctx, Refusal("stale", ""))
        elif leads_on:
            await show_panel(ctx, begun=values[0].removeprefix(STEP))
        else:
            await show_panel(ctx, chosen=actions)


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the controls, and add the command."""
    services.controls.add("t1", Play(services).pressed)
    bot.tree.add_command(ActionCommand("play", "card", ("play",)).of(services))
