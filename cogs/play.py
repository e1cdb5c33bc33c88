"""Play: the controls of a player's panel, and `/play`."""

from __future__ import annotations

import asyncio
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from bot.rules.reasons import Refusal
from cogs.action_commands import ActionCommand
from cogs.changes import asked_first, change_by_panel, show_panel
from cogs.context import context_of
from cogs.discord.replies import values_of
from cogs.pages.controls import Choice, Controls
from cogs.pages.custom_ids import LIST, MARK, SURE, read_act, read_actions, read_kept
from cogs.pages.statements import STEP
from cogs.pages.ways import are_marked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ext import commands

    from bot.rules.moves import Action
    from cogs.context import Context
    from cogs.discord.replies import Interaction
    from cogs.pages.custom_ids import ActControl
    from cogs.services import Services


class PanelControls:
    """Answers the controls of players' panels."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: ActControl) -> None:
        """Answer `...:<action>+<action>`, `...:?<list>` or `...:/<step>`.

        `*` and `!` may precede actions, and marks follow behind `~`.
        """
        if (ctx := await context_of(self._services, interaction, control.table_id)) is None:
            return
        kind = control.what[0]
        named = control.what[1:] if kind in (MARK, SURE) else control.what
        values = values_of(interaction) if kind == LIST else [named]
        if begun := next((value for value in values if value.startswith(STEP)), ""):
            await self._choose_on(ctx, control, Choice(begun=begun.removeprefix(STEP)))
            return
        actions = [action for value in values for action in read_actions(value)]
        kept = [action for value in values for action in read_kept(value)]
        if kind == MARK or (kind == LIST and (not actions or are_marked(actions))):
            await self._choose_on(ctx, control, Choice(tuple(actions)))
        elif not actions:
            await show_panel(ctx, Refusal("stale", ""))
        elif self._is_double(ctx, kind, actions):
            await show_panel(ctx, Refusal("double_press", ""))
        elif kind == SURE or not (_is_current(ctx, control) and await asked_first(ctx, actions, kept)):
            await change_by_panel(ctx, partial(ctx.table.act, ctx.user_id, control.revision, actions), kept)

    def _is_double(self, ctx: Context, kind: str, actions: Sequence[Action]) -> bool:
        """Whether what was pressed has only just taken the place of what was meant."""
        message = self._services.hand_messages.pressed(ctx.table, ctx.interaction)
        in_view = asyncio.get_running_loop().time() - message.offered if message else inf
        # The answer to a question never lies where that came up.
        read = kind != SURE and any(each.verb != "play" for each in actions)
        return self._services.presses.is_double(ctx.interaction, in_view, read=read)

    async def _choose_on(self, ctx: Context, control: ActControl, choice: Choice) -> None:
        """Show what follows a choice, unless the panel no longer leads to it."""
        view = ctx.table.view(ctx.user_id)
        controls = Controls(ctx.words, ctx.table, view) if view else None
        if controls and _is_current(ctx, control) and controls.offers(choice):
            await show_panel(ctx, choice=choice)
        else:
            await show_panel(ctx, Refusal("stale", ""))


def _is_current(ctx: Context, control: ActControl) -> bool:
    """Whether a control was offered at the present revision of its player's seat."""
    return control.revision == ctx.table.revision_for(ctx.table.seat_of(ctx.user_id))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the controls, and add the command."""
    services.controls.add("t1", read_act, PanelControls(services).pressed)
    bot.tree.add_command(ActionCommand("play", "card", ("play",)).of(services))
