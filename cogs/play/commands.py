"""Acting in a deal: commands such as `/bid solo`, and the controls of panels."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple

from discord import app_commands
from discord.ext import commands

from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from cogs.context import Context, asked_first, change_by_panel, context_of, own_context, own_table, show_panel
from cogs.controls import ACT, LIST, MARK, SURE, ActControl, read_actions
from cogs.discord.page import Option
from cogs.discord.replies import Interaction, acknowledge, reader, values_of
from cogs.localization import Typed, as_choices, everywhere, named
from cogs.play.controls import ActionControls, Choice, are_marked
from cogs.play.labels import card_of
from cogs.play.spellings import Vocabulary
from cogs.play.statements import STEP
from cogs.services import Services


class ActionCommand(NamedTuple):
    """A command with one option; its words have the keys `command.<name>` and `command.<name>.<option>`."""

    name: str
    option: str
    verbs: tuple[str, ...]
    """The verbs of the actions that it may take."""

    def of(self, services: Services) -> app_commands.Command[Any, [str], None]:
        """The command as it is registered with Discord."""

        @app_commands.rename(what=named(f"command.{self.name}.{self.option}.name"))
        @app_commands.describe(what=named(f"command.{self.name}.{self.option}.about"))
        async def act(interaction: Interaction, what: Typed) -> None:
            await self._act(services, interaction, what)

        async def autocomplete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return as_choices(self._complete(services, interaction, typed))

        command: app_commands.Command[Any, [str], None] = app_commands.Command(
            name=self.name,
            description=named(f"command.{self.name}.about"),
            callback=act,
        )
        command.autocomplete("what")(autocomplete)
        return everywhere(command)

    async def _act(self, services: Services, interaction: Interaction, typed: str) -> None:
        if (ctx := await own_context(services, interaction)) is None:
            return
        async with ctx.thinking(new=True):
            await services.people.met(interaction.user, str(interaction.locale))
        view = ctx.table.view(ctx.user_id)
        if view is None:
            await ctx.refuse(Refusal("not_started", ""))
            return
        vocabulary = Vocabulary(ctx.words, view, self.verbs)
        if begun := vocabulary.begun_by(typed):
            await show_panel(ctx, choice=Choice(begun=begun))
            return
        actions = vocabulary.parse(typed)
        if not await asked_first(ctx, actions):
            await change_by_panel(ctx, partial(ctx.live.act, ctx.user_id, None, actions))

    def _complete(self, services: Services, interaction: Interaction, typed: str) -> list[Option]:
        table = own_table(services.tables, interaction)
        view = None if table is None else table.now.view(interaction.user.id)
        if view is None:
            return []
        return Vocabulary(reader(interaction).of(view.game), view, self.verbs).complete(typed)


COMMANDS: Final = (
    ActionCommand("bid", "bid", ("bid", "pass", "hold")),
    ActionCommand("call", "what", ("call", "redeal", "annul", "claim", "decline", "ready")),
    ActionCommand("take", "half", ("take", "refuse", "surrender")),
    ActionCommand("discard", "cards", ("lay",)),
    ActionCommand("announce", "item", ("announce", "done")),
    ActionCommand("kontra", "item", ("kontra", "done")),
    ActionCommand("play", "card", ("play",)),
)
"""In the order of a deal."""


async def act_pressed(services: Services, interaction: Interaction, control: ActControl) -> None:
    """Answer `...:<action>+<action>`, `...:?<list>` or `...:/<step>`.

    `*` and `!` may precede actions.
    """
    if (ctx := await context_of(services, interaction, control.table_id)) is None:
        return
    kind = control.what[0]
    named = control.what[1:] if kind in (MARK, SURE) else control.what
    values = values_of(interaction) if kind == LIST else [named]
    if begun := next((value for value in values if value.startswith(STEP)), ""):
        await _choose_on(ctx, control, Choice(begun=begun.removeprefix(STEP)))
        return
    actions = [action for value in values for action in read_actions(value)]
    if kind == MARK or (kind == LIST and (not actions or are_marked(actions))):
        await _choose_on(ctx, control, Choice(tuple(actions)))
    elif not actions:
        await show_panel(ctx, Refusal("stale", ""))
    elif _has_played(ctx, control, actions):
        await show_panel(ctx)
    elif kind != LIST and _is_double(ctx, kind, actions):
        await acknowledge(ctx.interaction)
    elif kind == SURE or not (_is_current(ctx, control) and await asked_first(ctx, actions, marks=True)):
        await change_by_panel(ctx, partial(ctx.live.act, ctx.user_id, control.revision, actions))


def _is_double(ctx: Context, kind: str, actions: Sequence[Action]) -> bool:
    """Whether the pressed control has only just taken the place of the one that the player meant."""
    message = ctx.panels.pressed(ctx.interaction)
    in_view = asyncio.get_running_loop().time() - message.offered if message else inf
    # The answer to a question is never in the place where the question came up.
    read = kind != SURE and any(each.verb != "play" for each in actions)
    return ctx.services.presses.is_double(ctx.interaction, in_view, read=read)


def _has_played(ctx: Context, control: ActControl, actions: Sequence[Action]) -> bool:
    """Whether a late press asks for a card that the player has played since, as the last one plays itself."""
    seat, public = ctx.table.seat_of(ctx.user_id), ctx.table.open
    if seat is None or public is None or _is_current(ctx, control):
        return False
    played = public.played_by(seat)
    return all(each.verb == "play" and card_of(each) in map(str, played) for each in actions)


async def _choose_on(ctx: Context, control: ActControl, choice: Choice) -> None:
    """Show what follows a choice, unless the panel no longer leads to it."""
    view = ctx.table.view(ctx.user_id)
    controls = ActionControls(ctx.words, ctx.table, view) if view else None
    if controls and _is_current(ctx, control) and controls.offers(choice):
        await show_panel(ctx, choice=choice)
    else:
        await show_panel(ctx, Refusal("stale", ""))


def _is_current(ctx: Context, control: ActControl) -> bool:
    """Whether a control was offered at the present revision of its player's seat."""
    return control.revision == ctx.table.revision_for(ctx.table.seat_of(ctx.user_id))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    for command in COMMANDS:
        bot.tree.add_command(command.of(services))
    services.router.add(ACT, partial(act_pressed, services))
