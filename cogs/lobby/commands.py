"""The buttons and lists of the lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.tables import LiveTable, Strength, seats
from bot.text.moves import refusal_sentence
from cogs.context import Answer, Context, answer_at_table, change_by_table_message, context_of
from cogs.controls import HOUSE_RULE, LISTED_SETTINGS, LOBBY, TableControl
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, values_of
from cogs.help.page import rules_page
from cogs.lobby.opening import join
from cogs.lobby.page import house_rules_page, value_of, values_page
from cogs.lobby.settings import VALUES, setting_page
from cogs.services import Services

LobbyOperation: TypeAlias = Callable[[LiveTable, int], Awaitable[Refusal | None]]

OPERATIONS: Final[dict[str, LobbyOperation]] = {
    "leave": LiveTable.leave,
    "add": LiveTable.add_computer,
    "fill": LiveTable.fill,
    "remove": LiveTable.remove_computer,
}
"""What each button does that frees or fills a seat, given the table and the person who pressed it."""

COMPUTERS: Final[dict[str, LobbyOperation]] = {
    f"{verb}:{strength}": operation
    for strength in Strength
    for verb, operation in {
        "all": partial(LiveTable.change, setting="strength", value=strength),
        "add": partial(LiveTable.add_computer, strength=strength),
    }.items()
}
"""What each value of the list of computers does."""


async def show_house_rules(ctx: Context) -> None:
    """Show the host the house rules to set; refuse everybody else."""
    if refusal := seats.refused_in_lobby(ctx.table, ctx.user_id):
        await ctx.refuse(refusal)
    else:
        await ctx.reply(house_rules_page(ctx.words, ctx.table))


class HouseRules:
    """Answers the controls of the house rules."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: TableControl) -> None:
        """Answer `<table>:<rule>`; where a list of all rules was used, `<rule>` is empty or a number."""
        if (ctx := await context_of(self._services, interaction, control.table_id)) is None:
            return
        name, chosen = control.verb, next(iter(values_of(interaction)), "")
        if name in ctx.table.game.options:
            page = await self._set(ctx, name, chosen)
        elif chosen in ctx.table.game.options:
            page = values_page(ctx.words, ctx.table, chosen)
        else:
            page = house_rules_page(ctx.words, ctx.table)
        await ctx.update(page)

    async def _set(self, ctx: Context, name: str, chosen: str) -> Page:
        async with ctx.thinking():
            value = value_of(ctx.table.game, name, chosen)
            refusal = await ctx.live.set_option(ctx.user_id, name, value)
        notice = refusal_sentence(ctx.words, refusal) if refusal else ""
        return house_rules_page(ctx.words, ctx.table, notice)


async def _show_rules(ctx: Context) -> None:
    await ctx.reply(rules_page(ctx.words))


async def _change(ctx: Context, operation: LobbyOperation) -> None:
    await change_by_table_message(ctx, partial(operation, ctx.live, ctx.user_id))


async def _start(ctx: Context) -> None:
    await change_by_table_message(ctx, partial(ctx.live.start, ctx.user_id, ctx.interaction.id))


async def _set_computers(ctx: Context) -> None:
    """Do what was chosen from the list of computers."""
    operation = COMPUTERS.get(next(iter(values_of(ctx.interaction)), ""))
    if operation is None:
        await ctx.refuse(Refusal("stale", ""))
    else:
        await _change(ctx, operation)


async def _show_list(ctx: Context, setting: str) -> None:
    """Show the host the values of a setting; refuse everybody else."""
    if refusal := seats.refused_in_lobby(ctx.table, ctx.user_id):
        await ctx.refuse(refusal)
    else:
        await ctx.reply(setting_page(ctx.words, ctx.table, setting))


async def _choose(ctx: Context, setting: str) -> None:
    async with ctx.thinking():
        chosen = next(iter(values_of(ctx.interaction)), "")
        is_value = chosen in VALUES[setting]
        refusal = await ctx.live.change(ctx.user_id, setting, chosen) if is_value else None
    notice = refusal_sentence(ctx.words, refusal) if refusal else ""
    await ctx.update(setting_page(ctx.words, ctx.table, setting, notice))


BUTTONS: Final[Mapping[str, Answer]] = {
    "join": join,
    "start": _start,
    "rules": _show_rules,
    "options": show_house_rules,
    "strength": _set_computers,
    **{verb: partial(_change, operation=operation) for verb, operation in OPERATIONS.items()},
    **{name: partial(_show_list, setting=name) for name in LISTED_SETTINGS},
    **{f"set_{name}": partial(_choose, setting=name) for name in LISTED_SETTINGS},
}
"""What the buttons and lists of the lobby do."""


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the controls."""
    services.controls.add(HOUSE_RULE, HouseRules(services).pressed)
    for verb, answer in BUTTONS.items():
        answer_at_table(services, LOBBY[verb], answer)
