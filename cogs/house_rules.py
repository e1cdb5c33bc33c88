"""House rules: agreed on in the lobby, where the host sets them and everybody sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.moves import refusal_sentence
from cogs.context import Context, context_of
from cogs.delivery.replies import values_of
from cogs.pages.house_rules import house_rules_page, value_of, values_page

if TYPE_CHECKING:
    from cogs.delivery.replies import Interaction
    from cogs.pages.custom_ids import TableControl
    from cogs.pages.page import Page
    from cogs.services import Services


async def show_house_rules(ctx: Context) -> None:
    """Show the host the house rules to set; refuse everybody else."""
    if refusal := ctx.table.options_refused(ctx.user_id):
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
            refusal = await ctx.table.set_option(ctx.user_id, name, value)
        notice = refusal_sentence(ctx.words, refusal) if refusal else ""
        return house_rules_page(ctx.words, ctx.table, notice)
