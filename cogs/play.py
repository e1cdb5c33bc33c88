"""Play: the controls of a player's panel, and `/play`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from cogs.action_commands import ActionCommand
from cogs.changes import change_by_panel, show_panel
from cogs.context import context_of
from cogs.delivery.replies import values_of
from cogs.pages.controls import Controls, needs_confirmation
from cogs.pages.custom_ids import read_act
from cogs.pages.statements import STEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ext import commands

    from cogs.context import Context
    from cogs.delivery.replies import Interaction
    from cogs.pages.custom_ids import ActControl
    from cogs.services import Services


class Play:
    """Answers the controls of players' panels."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: ActControl) -> None:
        """Answer `...:<action>+<action>`, `...:?<list>` or `...:/<step>`."""
        if (ctx := await context_of(self._services, interaction, control.table_id)) is None:
            return
        listed = control.what.startswith("?")
        texts = values_of(interaction) if listed else control.what.split("+")
        if begun := next((text for text in texts if text.startswith(STEP)), ""):
            await self._choose_on(ctx, control, begun=begun.removeprefix(STEP))
            return
        actions = [Action.parse(text) for text in texts]
        if listed and needs_confirmation(actions):
            await self._choose_on(ctx, control, chosen=actions)
        else:
            await change_by_panel(ctx, partial(ctx.table.act, ctx.user_id, control.revision, actions))

    async def _choose_on(
        self, ctx: Context, control: ActControl, *, chosen: Sequence[Action] = (), begun: str = ""
    ) -> None:
        """Show what follows a choice, unless the panel no longer leads to it."""
        view = ctx.table.view(ctx.user_id)
        current = control.revision == ctx.table.revision_for(ctx.table.seat_of(ctx.user_id))
        if view and current and Controls(ctx.words, ctx.table, view).offers(chosen, begun):
            await show_panel(ctx, chosen=chosen, begun=begun)
        else:
            await show_panel(ctx, Refusal("stale", ""))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the controls, and add the command."""
    services.controls.add("t1", read_act, Play(services).pressed)
    bot.tree.add_command(ActionCommand("play", "card", ("play",)).of(services))
