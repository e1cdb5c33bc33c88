"""An interaction at a table: who acts, where, and in which words the answer is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import discord

from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.tables import LiveTable, Table
from bot.text import Words
from bot.text.moves import refusal_sentence
from cogs.controls import Control
from cogs.discord.failures import Scope, scope_of
from cogs.discord.limits import is_private
from cogs.discord.page import Page
from cogs.discord.panels import PlayerPanels
from cogs.discord.people import BECAUSE_OF_OTHERS
from cogs.discord.replies import (
    Interaction,
    acknowledge,
    follow_up,
    reader,
    refuse,
    reply,
    tell,
    thinking,
    update,
)
from cogs.discord.table_message import TableMessage
from cogs.play.controls import NO_CHOICE, Choice, Controls
from cogs.play.doubts import doubted
from cogs.services import Services, panel_of
from cogs.table.page import table_page


@dataclass(frozen=True)
class Context:
    """An interaction at a table, and how it is answered."""

    services: Services
    interaction: Interaction
    live: LiveTable
    """The table, to change it."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.live.now

    @property
    def user_id(self) -> int:
        """The person who acts."""
        return self.interaction.user.id

    @property
    def moderates(self) -> bool:
        """Whether that person may manage messages in the table's channel, and acts there."""
        here = self.interaction.channel_id == self.table.channel_id
        return here and self.interaction.permissions.manage_messages

    @cached_property
    def words(self) -> Words:
        """The words that person reads, of the table's game."""
        return reader(self.interaction).of(self.table.game.name)

    @property
    def panels(self) -> PlayerPanels:
        """What that person sees of the table in private."""
        return self.services.panels.of(self.live, self.user_id)

    def thinking(self, *, new: bool = False, private: bool = True) -> AbstractAsyncContextManager[None]:
        """Acknowledge the interaction if the block takes long, as `replies.thinking` does."""
        return thinking(self.interaction, new=new, private=private)

    async def tell(self, text: str) -> None:
        """Send a text to the acting person alone."""
        await tell(self.interaction, text)

    async def refuse(self, refusal: Refusal) -> None:
        """Tell the acting person why nothing has changed."""
        await refuse(self.interaction, refusal)

    async def reply(self, page: Page, *, private: bool = True) -> int | None:
        """Show a page in a new message; returns what `replies.reply` does."""
        async with self.thinking(new=True, private=private):
            rendered = await self.services.renderer.render(page)
        message_id = await reply(self.interaction, rendered, private=private)
        if message_id is not None:
            self.services.tokens.keep(message_id, self.interaction)
        return message_id

    async def explain(self, page: Page) -> None:
        """Show a page about this moment to the acting person alone, until the next such page or action."""
        message_id = await self.reply(page)
        self.panels.explained(message_id)

    async def follow_up(self, page: Page) -> int | None:
        """Post a page for everybody after the answer; returns what `replies.follow_up` does."""
        message_id = await follow_up(self.interaction, await self.services.renderer.render(page))
        if message_id is not None:
            self.services.tokens.keep(message_id, self.interaction, follows_up=True)
        return message_id

    async def update(self, page: Page, shown: Page | None = None) -> bool:
        """Edit the pressed message into a page. `False` if the interaction was over.

        Args:
            page: the page.
            shown: what the message shows now, if that is known.
        """
        async with self.thinking():
            rendered = await self.services.renderer.render(page, shown)
        try:
            updated = await update(self.interaction, rendered)
        except discord.HTTPException as error:
            if not rendered.keeps_pictures or scope_of(error) is not Scope.PART:
                raise
            # The message got other pictures meanwhile, by an edit that came first.
            updated = await update(self.interaction, await self.services.renderer.render(page))
        if updated and self.interaction.message is not None:
            self.services.tokens.keep(self.interaction.message.id, self.interaction)
        return updated


async def context_of(services: Services, interaction: Interaction, table_id: str) -> Context | None:
    """Return the context of a control. If no open table has it here, say so and return `None`."""
    table = services.tables.get(table_id)
    if table is None:
        suspended = services.tables.get_suspended(table_id)
        await refuse(interaction, Refusal("table_suspended" if suspended else "no_such_table", ""))
    elif refusal := _misplaced(interaction, table.now):
        await refuse(interaction, refusal)
    else:
        return Context(services, interaction, table)
    return None


def answer_at_table(services: Services, control: Control[str], answer: Answer) -> None:
    """Let a function answer a control of a table, for people who may use it there."""

    async def pressed(interaction: Interaction, table_id: str) -> None:
        if ctx := await context_of(services, interaction, table_id):
            await answer(ctx)

    services.controls.add(control, pressed)


def _misplaced(interaction: Interaction, table: Table) -> Refusal | None:
    """Return why a table has no control where the interaction comes from, or `None`.

    Its controls are in its own channel, and in the direct messages of those who play there or have left.
    """
    if interaction.guild_id is None:
        known = {id_ for each in table.occupants if each for id_ in (each.user_id, each.away_id)}
        return None if interaction.user.id in known else Refusal("not_seated", "")
    here = interaction.guild_id, interaction.channel_id
    return None if here == (table.guild_id, table.channel_id) else Refusal("other_channel", "")


Answer: TypeAlias = "Callable[[Context], Awaitable[None]]"
"""Answers the press of a control of a table."""

Operation: TypeAlias = Callable[[], Awaitable[Refusal | None]]
"""Changes a table; returns a refusal if nothing has changed."""


async def change_by_panel(ctx: Context, operation: Operation, kept: Sequence[Action] = ()) -> None:
    """Change a table, and show the person's panel as it is then, with the reason if that was refused.

    Marks are kept as far as what is marked can still be done.
    """
    with ctx.panels.holding():
        async with ctx.thinking():
            refusal = await operation()
        if refusal is None:
            ctx.services.presses.note(ctx.interaction)
            ctx.panels.clear_explanation()
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
    message = ctx.services.table_messages.of(ctx.live)
    with message.held():
        async with ctx.thinking():
            refusal = await operation()
        if refusal is None:
            await _update_pressed(ctx, message)
    if refusal is not None:
        if refusal.code in BECAUSE_OF_OTHERS:
            for user_id in ctx.table.people:
                ctx.services.membership.suspect(ctx.live, user_id)
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
    panels, pressed = ctx.panels, ctx.interaction.message
    with panels.holding():
        lost = ctx.services.table_messages.of(ctx.live).notice(ctx.words, ctx.user_id)
        notice = refusal_sentence(ctx.words, refusal) if refusal else lost
        async with ctx.thinking(new=pressed is None or not is_private(ctx.interaction)):
            panel = await panel_of(ctx.services.people, ctx.table, ctx.user_id, notice, choice)
        if panel is None:
            await ctx.refuse(refusal or Refusal(_why_no_panel(ctx), ""))
            return
        if pressed is None or not is_private(ctx.interaction):
            message_id = await ctx.reply(panel.page)
        else:
            display = panels.pressed(ctx.interaction)
            updated = await ctx.update(panel.page, display.page if display else None)
            message_id = pressed.id if updated else None
        await panels.answered(message_id, panel)


def _why_no_panel(ctx: Context) -> str:
    return "not_seated" if ctx.table.seat_of(ctx.user_id) is None else "not_started"
