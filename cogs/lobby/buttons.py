"""The buttons and lists of the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Final

from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.tables import LiveTable, Strength, seats
from bot.text.moves import refusal_sentence
from cogs.context import (
    Answer,
    Context,
    TableOperation,
    answer_at_table,
    change_by_panel,
    change_by_table_message,
    context_of,
    do_by_table_message,
    show_panel,
    value_chosen,
)
from cogs.controls import HOUSE_RULE, INSTEAD, LISTED_SETTINGS, LOBBY, TableControl
from cogs.discord.page import Page
from cogs.discord.replies import Interaction, acknowledge, refuse
from cogs.help.commands import show_rules
from cogs.lobby.opening import Opening, join
from cogs.lobby.page import (
    VALUES,
    house_rules_page,
    seats_missing_page,
    setting_page,
    value_of,
    values_page,
)
from cogs.services import Services

OPERATIONS: Final[Mapping[str, TableOperation]] = {
    "leave": LiveTable.leave,
    "add": LiveTable.add_computer,
    "fill": LiveTable.fill,
    "remove": LiveTable.remove_computer,
}

COMPUTERS: Final[Mapping[str, TableOperation]] = {
    f"{verb}:{strength}": operation
    for strength in Strength
    for verb, operation in {
        "all": partial(LiveTable.change, setting="strength", value=strength),
        "add": partial(LiveTable.add_computer, strength=strength),
    }.items()
}


async def _house_rule_pressed(services: Services, interaction: Interaction, control: TableControl) -> None:
    """Set a house rule, or show the values of one that was chosen, or all house rules."""
    if (ctx := await context_of(services, interaction, control.table_id)) is None:
        return
    w, name, chosen, game = ctx.words, control.verb, value_chosen(interaction), ctx.table.game
    if name in game.options:
        async with ctx.thinking():
            refusal = await ctx.live.set_option(ctx.user_id, name, value_of(game, name, chosen))
        page = house_rules_page(w, ctx.table, refusal_sentence(w, refusal) if refusal else "")
    elif chosen in game.options:
        page = values_page(w, ctx.table, chosen)
    else:
        page = house_rules_page(w, ctx.table)
    await ctx.update(page)


async def _start(ctx: Context) -> None:
    """Begin the first deal; if seats are missing, offer the host to fill them."""
    table = ctx.table
    if len(table.seated) in table.seats_allowed or seats.refused_in_lobby(table, ctx.user_id):
        await change_by_table_message(ctx, partial(ctx.live.start, ctx.user_id, ctx.interaction.id))
    else:
        await ctx.reply(seats_missing_page(ctx.words, table))


async def _play_alone(ctx: Context) -> None:
    """Begin the first deal with computers, and show the hand below the table."""
    begin = partial(ctx.live.fill_and_start, ctx.user_id, ctx.interaction.id)
    if await change_by_table_message(ctx, begin) is None:
        await show_panel(ctx, follows_up=True)


async def _fill_and_start(ctx: Context) -> None:
    """The same from the private answer that offers it, in whose place the hand comes."""
    await change_by_panel(ctx, partial(ctx.live.fill_and_start, ctx.user_id, ctx.interaction.id))


async def _set_computers(ctx: Context) -> None:
    operation = COMPUTERS.get(value_chosen(ctx.interaction))
    if operation is None:
        await ctx.refuse(Refusal("stale", ""))
    else:
        await do_by_table_message(operation, ctx)


async def _reply_to_host(ctx: Context, page: Page) -> None:
    if refusal := seats.refused_in_lobby(ctx.table, ctx.user_id):
        await ctx.refuse(refusal)
    else:
        await ctx.reply(page)


async def _show_house_rules(ctx: Context) -> None:
    await _reply_to_host(ctx, house_rules_page(ctx.words, ctx.table))


async def _show_values(setting: str, ctx: Context) -> None:
    await _reply_to_host(ctx, setting_page(ctx.words, ctx.table, setting))


async def _set_value(setting: str, ctx: Context) -> None:
    async with ctx.thinking():
        chosen = value_chosen(ctx.interaction)
        is_value = chosen in VALUES[setting]
        refusal = await ctx.live.change(ctx.user_id, setting, chosen) if is_value else None
    notice = refusal_sentence(ctx.words, refusal) if refusal else ""
    await ctx.update(setting_page(ctx.words, ctx.table, setting, notice))


async def _end_and_open(services: Services, interaction: Interaction, control: tuple[str, int]) -> None:
    table_id, asked = control
    wish = services.wishes.get(asked)
    if wish is None:
        await refuse(interaction, Refusal("wish_forgotten", ""))
    elif services.presses.is_double(interaction, inf, read=True):
        await acknowledge(interaction)
    else:
        await Opening.begin(services, interaction, wish, instead_of=table_id)


BUTTONS: Final[Mapping[str, Answer]] = {
    "join": join,
    "start": _start,
    "alone": _play_alone,
    "fill_start": _fill_and_start,
    "rules": show_rules,
    "options": _show_house_rules,
    "strength": _set_computers,
    **{verb: partial(do_by_table_message, operation) for verb, operation in OPERATIONS.items()},
    **{name: partial(_show_values, name) for name in LISTED_SETTINGS},
    **{f"set_{name}": partial(_set_value, name) for name in LISTED_SETTINGS},
}


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    services.router.add(HOUSE_RULE, partial(_house_rule_pressed, services))
    services.router.add(INSTEAD, partial(_end_and_open, services))
    for verb, answer in BUTTONS.items():
        answer_at_table(services, LOBBY[verb], answer)
