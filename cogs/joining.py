"""Sitting down at a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.changes import change_by_table_message
from cogs.pages.custom_ids import panel_id
from cogs.pages.page import Button, Page, lines
from cogs.pages.table import table_page, taken_over_line

if TYPE_CHECKING:
    from cogs.context import Context


async def join(ctx: Context) -> None:
    """Let a person sit down where there is a seat for them."""
    name = ctx.interaction.user.display_name
    if await change_by_table_message(ctx, partial(ctx.table.join, ctx.user_id, name)) is None:
        if taken := taken_over_line(ctx.words, ctx.table, ctx.user_id):
            await ctx.tell(taken)
        await greet(ctx)


def seated_text(ctx: Context) -> str:
    """That a person has sat down, and at what the seat of another player stands that was taken over."""
    return lines(taken_over_line(ctx.words, ctx.table, ctx.user_id), ctx.words("lobby.joined"))


async def show_opened(ctx: Context) -> None:
    """Answer with the message of a table that has just been opened, and greet its host."""
    message, posted = ctx.services.table_messages.of(ctx.table), False
    try:
        posted = await message.post_by_token(table_page(ctx.table), partial(ctx.reply, private=False))
    finally:
        if not posted:
            message.refresh()
    await greet(ctx)


async def greet(ctx: Context) -> None:
    """Send a person who has sat down a first direct message; if it does not arrive, say how to go on."""
    known = await ctx.services.people.get(ctx.user_id)
    channel = f"<#{ctx.table.channel_id}>"
    arrived = await ctx.services.direct_messages.send_in_the_end(ctx.user_id, "dm.hello", channel=channel)
    if not arrived and not known.told_dm_closed:
        retry = Button(panel_id(ctx.table, "dm"), ctx.words("button.retry"))
        await ctx.reply(Page((ctx.words("dm.closed"),), ((retry,),)))
