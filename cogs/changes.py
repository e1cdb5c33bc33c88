"""Changing a table for the person who pressed or typed something, and showing what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from bot.rules.reasons import Refusal
from bot.text.moves import refusal_sentence
from cogs.delivery.admission import is_private
from cogs.delivery.membership import BECAUSE_OF_OTHERS
from cogs.delivery.replies import acknowledge
from cogs.pages.controls import NO_CHOICE, Choice, Controls
from cogs.pages.doubts import doubted
from cogs.pages.table import table_page

if TYPE_CHECKING:
    from bot.rules.moves import Action
    from cogs.context import Context
    from cogs.delivery.table_message import TableMessage

Operation: TypeAlias = Callable[[], Awaitable[Refusal | None]]
"""Changes a table; returns a refusal if nothing has changed."""


async def change_by_panel(ctx: Context, operation: Operation, kept: Sequence[Action] = ()) -> None:
    """Change a table, and show the person's panel as it is then, with the reason if that was refused.

    Marks are kept as far as what is marked can still be done.
    """
    with ctx.services.hand_messages.held(ctx.table, ctx.user_id):
        async with ctx.thinking():
            refusal = await operation()
        if refusal is None:
            ctx.services.presses.note(ctx.interaction)
            ctx.services.asides.clear(ctx.table.id, ctx.user_id)
        await show_panel(ctx, refusal, choice=_marked(ctx, kept))


def _marked(ctx: Context, kept: Sequence[Action]) -> Choice:
    """Some marks, if the person's panel can have them."""
    view, choice = ctx.table.view(ctx.user_id), Choice(tuple(kept))
    return choice if view and Controls(ctx.words, ctx.table, view).offers(choice) else NO_CHOICE


async def asked_first(ctx: Context, actions: Sequence[Action], kept: Sequence[Action] | None = None) -> bool:
    """Ask whether actions that can cost much are meant. `False` if none of them is doubtful.

    Args:
        ctx: what is answered.
        actions: what the person is about to do.
        kept: the marks that a press would keep; `None` if it was typed.
    """
    view = ctx.table.view(ctx.user_id)
    if view is None or not doubted(view, actions):
        return False
    controls = Controls(ctx.words, ctx.table, view)
    marked = () if kept is None else controls.marks_in(actions, kept)
    await show_panel(ctx, choice=Choice(marked, asked=tuple(actions)))
    ctx.services.presses.note(ctx.interaction)  # the answer may stand where the question came from
    return True


async def change_by_table_message(ctx: Context, operation: Operation) -> Refusal | None:
    """Change a table; if the table message was pressed, the answer shows the change at once."""
    message = ctx.services.table_messages.of(ctx.table)
    with message.held():
        async with ctx.thinking():
            refusal = await operation()
        if refusal is None:
            await _update_pressed(ctx, message)
    if refusal is not None:
        if refusal.code in BECAUSE_OF_OTHERS:
            for user_id in ctx.table.people:
                ctx.services.membership.suspect(ctx.table, user_id)
        await ctx.refuse(refusal)
    return refusal


async def _update_pressed(ctx: Context, message: TableMessage) -> None:
    pressed = ctx.interaction.message
    page = None if pressed is None else await message.page_for(pressed.id)
    if pressed is None or page is None:
        await acknowledge(ctx.interaction)
        return
    updated = await ctx.update(page, message.shown)
    if message.is_at(pressed.id):
        await message.changed(
            page if updated else None
        )  # without an answer it may show the page all the same
        if updated and message.is_of_earlier_deal:
            await _post_next(ctx, message)
    elif not updated or not await ctx.update(page.without_controls(), page):
        await message.strip(pressed.id)  # another press has begun a deal meanwhile


async def _post_next(ctx: Context, message: TableMessage) -> None:
    """Post the table message of the deal that a press has begun by its token, which can edit it then."""
    await message.post_by_token(table_page(ctx.table), ctx.follow_up)


async def show_panel(
    ctx: Context,
    refusal: Refusal | None = None,
    *,
    choice: Choice = NO_CHOICE,
) -> None:
    """Show the person's panel: in the message that was pressed if it is private, else as a private answer.

    Args:
        ctx: what is answered.
        refusal: why nothing has changed, if so.
        choice: what the person has begun to choose.
    """
    hands, table, pressed = ctx.services.hand_messages, ctx.table, ctx.interaction.message
    with hands.held(table, ctx.user_id):
        lost = ctx.services.table_messages.of(table).reach.notice(ctx.words, ctx.user_id)
        notice = refusal_sentence(ctx.words, refusal) if refusal else lost
        async with ctx.thinking(new=pressed is None or not is_private(ctx.interaction)):
            panel = await hands.panel(table, ctx.user_id, notice=notice, choice=choice)
        if panel is None:
            await ctx.refuse(refusal or Refusal(_why_no_panel(ctx), ""))
            return
        if pressed is None or not is_private(ctx.interaction):
            message_id = await ctx.reply(panel.page)
        else:
            message = hands.pressed(table, ctx.interaction)
            updated = await ctx.update(panel.page, message.page if message else None)
            message_id = pressed.id if updated else None
        await hands.answered(table, ctx.interaction, message_id, panel)


def _why_no_panel(ctx: Context) -> str:
    return "not_seated" if ctx.table.seat_of(ctx.user_id) is None else "not_started"
