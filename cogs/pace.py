"""Pace: how long a table waits for its players, chosen in the lobby; pauses; letting a computer play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.rules.reasons import Refusal
from bot.tables import Pace, Table
from bot.text.moves import refusal_sentence
from cogs.changes import change_by_table_message
from cogs.context import Context, context_of
from cogs.delivery.replies import values_of
from cogs.pages.clock import paces_page
from cogs.pages.custom_ids import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ext import commands

    from cogs.delivery.replies import Interaction
    from cogs.pages.custom_ids import TableControl
    from cogs.services import Services

ClockOperation: TypeAlias = Callable[[Table, int], Awaitable[Refusal | None]]

OPERATIONS: Final[Mapping[str, ClockOperation]] = {
    "let": Table.let_computer_play,
    "pause": partial(Table.wish_pause, wanted=True),
    "no_pause": partial(Table.wish_pause, wanted=False),
    "go_on": partial(Table.wish_pause, wanted=False),
}
"""What each button of the table message does, given the table and the person who pressed it."""


class Clock:
    """Answers the controls about the pace."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: TableControl) -> None:
        """Answer `<table>:<verb>`; of a list, the pace chosen is its value."""
        if (ctx := await context_of(self._services, interaction, control.table_id)) is None:
            return
        if operation := OPERATIONS.get(control.verb):
            await change_by_table_message(ctx, partial(operation, ctx.table, ctx.user_id))
        elif control.verb == "set":
            await self._set(ctx, next(iter(values_of(interaction)), ""))
        elif refusal := ctx.table.options_refused(ctx.user_id):
            await ctx.refuse(refusal)
        else:
            await ctx.reply(paces_page(ctx.words, ctx.table))

    async def _set(self, ctx: Context, chosen: str) -> None:
        async with ctx.thinking():
            refusal = await ctx.table.set_pace(ctx.user_id, Pace(chosen)) if chosen in PACES else None
        notice = refusal_sentence(ctx.words, refusal) if refusal else ""
        await ctx.update(paces_page(ctx.words, ctx.table, notice))


PACES: Final = frozenset(Pace)
VERBS: Final = {*OPERATIONS, "choose", "set"}


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the controls."""
    services.controls.add("c1", partial(read_table, verbs=VERBS), Clock(services).pressed)
