"""An interaction at a table: which one, who acts, and how the answer is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TypeAlias

from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.tables import LiveTable, Table, Tables
from bot.text import Words
from bot.text.moves import refusal_sentence
from cogs.discord.chat import is_in_server
from cogs.discord.limits import is_private
from cogs.discord.page import Page
from cogs.discord.panels import PlayerPanels
from cogs.discord.people import BECAUSE_OF_OTHERS
from cogs.discord.replies import (
    Interaction,
    acknowledge,
    follow_up,
    for_reader,
    reader,
    refuse,
    reply,
    tell,
    thinking,
    update,
    values_of,
)
from cogs.discord.router import ControlKind
from cogs.discord.table_message import TableMessage
from cogs.help.page import with_rule
from cogs.play.controls import NO_CHOICE, ActionControls, Choice
from cogs.play.doubts import doubted
from cogs.services import Services, panel_of
from cogs.table.page import table_page


@dataclass(frozen=True)
class Context:
    services: Services
    interaction: Interaction
    live: LiveTable

    @property
    def table(self) -> Table:
        return self.live.now

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def moderates(self) -> bool:
        """Whether the person may manage messages in the table's channel, and acts there."""
        here = self.interaction.channel_id == self.table.channel_id
        return here and self.interaction.permissions.manage_messages

    @cached_property
    def words(self) -> Words:
        return reader(self.interaction).of(self.table.game.name)

    @property
    def panels(self) -> PlayerPanels:
        """The person's private messages about the table."""
        return self.services.panels.of(self.live, self.user_id)

    def thinking(self, *, new: bool = False, private: bool = True) -> AbstractAsyncContextManager[None]:
        """Acknowledge the interaction if the block takes long, as `replies.thinking` does."""
        return thinking(self.interaction, new=new, private=private)

    async def tell(self, text: str) -> None:
        await tell(self.interaction, text)

    async def refuse(self, refusal: Refusal) -> None:
        """Say why nothing has changed, with a button to the rule that the refusal names."""
        page = with_rule(self.words, Page((refusal_sentence(self.words, refusal),)), refusal)
        await (self.reply(page) if page.rows else refuse(self.interaction, refusal))

    async def reply(self, page: Page, *, private: bool = True) -> int | None:
        """Show a page in a new message; returns what `replies.reply` does."""
        async with self.thinking(new=True, private=private):
            shown = for_reader(self.interaction, page) if private else page
            rendered = await self.services.renderer.render(shown)
        message_id = await reply(self.interaction, rendered, private=private)
        if message_id is not None:
            self.services.messenger.tokens.keep(message_id, self.interaction)
        return message_id

    async def explain(self, page: Page) -> None:
        """Show a page about this moment to the person, until the next such page or action."""
        message_id = await self.reply(page)
        self.panels.explained(message_id)

    async def follow_up(self, page: Page, *, private: bool = False) -> int | None:
        """Show a page in another message after the answer; returns what `replies.follow_up` does."""
        rendered = await self.services.renderer.render(page)
        message_id = await follow_up(self.interaction, rendered, private=private)
        if message_id is not None:
            self.services.messenger.tokens.keep(message_id, self.interaction, follows_up=True)
        return message_id

    async def update(self, page: Page, shown: Page | None = None) -> bool:
        """Show a page in place of the pressed message, which shows `shown` if that is known.

        `False` if the interaction was over.
        """
        async with self.thinking():
            new = for_reader(self.interaction, page) if is_private(self.interaction) else page
            rendered = await self.services.renderer.render(new, shown)
        updated = await update(self.interaction, rendered)
        if updated and self.interaction.message is not None:
            self.services.messenger.tokens.keep(self.interaction.message.id, self.interaction)
        return updated


Answer: TypeAlias = Callable[[Context], Awaitable[None]]
"""Answers the press of a control of a table."""

Operation: TypeAlias = Callable[[], Awaitable[Refusal | None]]
"""Changes a table; returns a refusal if nothing has changed."""

TableOperation: TypeAlias = Callable[[LiveTable, int], Awaitable[Refusal | None]]
"""The same, given the table and the person who acts."""


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


def answer_at_table(services: Services, kind: ControlKind[str], answer: Answer) -> None:
    """Let a function answer a control of a table, for people who may use it there."""

    async def pressed(interaction: Interaction, table_id: str) -> None:
        if ctx := await context_of(services, interaction, table_id):
            await answer(ctx)

    services.router.add(kind, pressed)


def _misplaced(interaction: Interaction, table: Table) -> Refusal | None:
    """Refuse a press outside the table's channel, unless its players, past ones too, press outside servers.

    A table outside servers is its player's alone.
    """
    if table.is_direct or not is_in_server(interaction):
        known = {id_ for each in table.occupants if each for id_ in (each.user_id, each.away_id)}
        return None if interaction.user.id in known else Refusal("not_seated", "")
    here = interaction.guild_id, interaction.channel_id
    return None if here == (table.guild_id, table.channel_id) else Refusal("other_channel", "")


async def change_by_panel(ctx: Context, operation: Operation) -> None:
    """Change a table, and show the person's panel as it is then, with the reason if that was refused."""
    with ctx.panels.holding():
        async with ctx.thinking():
            refusal = await operation()
        if refusal is None:
            ctx.services.presses.note(ctx.interaction)
            ctx.panels.clear_explanation()
        await show_panel(ctx, refusal)


async def asked_first(ctx: Context, actions: Sequence[Action], *, marks: bool = False) -> bool:
    """Ask the person to confirm actions that can cost much, or leave a guided deal. `False` if none does.

    With `marks`, the way back leads to the marks from which the actions came.
    """
    view = ctx.table.view(ctx.user_id)
    lost = None
    if ctx.table.guide:
        async with ctx.thinking():
            lost = await ctx.live.cost_beside_guide(ctx.user_id, actions)
    if view is None or (lost is None and not doubted(view, actions)):
        return False
    controls = ActionControls(ctx.words, ctx.table, view)
    marked = controls.marks_in(actions) if marks else ()
    await show_panel(ctx, choice=Choice(marked, asked=tuple(actions), lost=lost))
    ctx.services.presses.note(ctx.interaction)  # the answer may be in the place of what was pressed
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
        for user_id in ctx.table.people if refusal.code in BECAUSE_OF_OTHERS else ():
            ctx.services.membership.suspect(ctx.live, user_id)
        await ctx.refuse(refusal)
    return refusal


async def do_by_table_message(operation: TableOperation, ctx: Context) -> None:
    await change_by_table_message(ctx, partial(operation, ctx.live, ctx.user_id))


async def do_by_panel(operation: TableOperation, ctx: Context) -> None:
    await change_by_panel(ctx, partial(operation, ctx.live, ctx.user_id))


async def _update_pressed(ctx: Context, message: TableMessage) -> None:
    pressed = ctx.interaction.message
    page = None if pressed is None else await message.page_for(pressed.id)
    if pressed is None or page is None:
        await acknowledge(ctx.interaction)
        return
    updated = await ctx.update(page, message.shown)
    if message.is_at(pressed.id):
        # Without an answer from Discord the message may show the page all the same.
        await message.changed(page if updated else None)
        if updated and message.is_of_earlier_deal:
            # The token of this press can post the message of the deal that it has begun, and edit it later.
            await message.post_by_token(table_page(ctx.table), ctx.follow_up)
    elif not updated or not await ctx.update(page.without_controls(), page):
        await message.strip(pressed.id)  # another press has begun a deal meanwhile


async def show_panel(
    ctx: Context,
    refusal: Refusal | None = None,
    *,
    choice: Choice = NO_CHOICE,
    follows_up: bool = False,
) -> None:
    """Show the person's panel: in the message that was pressed if it is private, else as a private answer.

    It shows why nothing has changed, if there is a refusal, and what the person has begun to choose. With
    `follows_up` the interaction has had another answer, which stays.
    """
    panels, pressed = ctx.panels, ctx.interaction.message
    with panels.holding():
        lost = ctx.services.table_messages.of(ctx.live).notice(ctx.words, ctx.user_id)
        notice = refusal_sentence(ctx.words, refusal) if refusal else lost
        async with ctx.thinking(new=pressed is None or not is_private(ctx.interaction)):
            panel = await panel_of(ctx.services.people, ctx.table, ctx.user_id, notice, choice)
        if panel is None:
            seated = ctx.table.seat_of(ctx.user_id) is not None
            await ctx.refuse(refusal or Refusal("not_started" if seated else "not_seated", ""))
            return
        panel = replace(panel, page=with_rule(ctx.words, panel.page, refusal))
        if follows_up:
            message_id = await ctx.follow_up(panel.page, private=True)
        elif pressed is None or not is_private(ctx.interaction):
            message_id = await ctx.reply(panel.page)
        else:
            display = panels.pressed(ctx.interaction)
            updated = await ctx.update(panel.page, display.page if display else None)
            message_id = pressed.id if updated else None
        await panels.answered(message_id, panel)


async def show_page(
    services: Services, interaction: Interaction, page: Page | Refusal, *, private: bool = True
) -> None:
    """Answer with a page, or say why there is none."""
    if isinstance(page, Refusal):
        await refuse(interaction, page)
    else:
        shown = for_reader(interaction, page) if private else page
        async with thinking(interaction, new=True, private=private):
            rendered = await services.renderer.render(shown)
        await reply(interaction, rendered, private=private)


async def turn_page(services: Services, interaction: Interaction, page: Page | Refusal) -> None:
    """Show a page in place of the pressed message, or say why there is none."""
    if isinstance(page, Refusal):
        await refuse(interaction, page)
    else:
        shown = for_reader(interaction, page) if is_private(interaction) else page
        async with thinking(interaction):
            rendered = await services.renderer.render(shown)
        await update(interaction, rendered)


def value_chosen(interaction: Interaction) -> str:
    return next(iter(values_of(interaction)), "")


def own_table(tables: Tables, interaction: Interaction) -> LiveTable | None:
    """The table a person plays at: in this channel, or anywhere when asked outside servers.

    Of several, one where the person is to act comes first, then the one opened last. A table where a computer
    plays for the person counts only if there is no other.
    """
    user_id = interaction.user.id

    def is_asked(table: LiveTable) -> bool:
        view = table.now.view(user_id)
        return view is not None and bool(view.actions) and not table.now.asleep

    for mine in (tables.of_user(user_id), tables.left_by(user_id)):
        here = [
            table
            for table in mine
            if not is_in_server(interaction) or table.now.channel_id == interaction.channel_id
        ]
        if here:
            return max(reversed(here), key=is_asked)
    return None


def tables_here(tables: Tables, interaction: Interaction) -> tuple[LiveTable, ...]:
    """The tables of this channel; outside servers those of the person."""
    if is_in_server(interaction):
        return tables.in_channel(interaction.channel_id or 0)
    return (*tables.of_user(interaction.user.id), *tables.left_by(interaction.user.id))


def table_meant(tables: Tables, interaction: Interaction, table_id: str) -> LiveTable | None:
    """The table here with an id.

    Without an id it is the person's own table, else one the person has left and can return to, else the one
    opened last.
    """
    here = tables_here(tables, interaction)
    if table_id:
        return next((table for table in here if table.id == table_id), None)
    left = [table for table in here if table.now.seat_left_by(interaction.user.id) is not None]
    return own_table(tables, interaction) or next(reversed(left or here), None)


async def own_context(services: Services, interaction: Interaction) -> Context | None:
    """Return the context of a command at `own_table`. If there is none, say so and return `None`."""
    return await _context(services, interaction, own_table(services.tables, interaction))


async def context_meant(services: Services, interaction: Interaction, table_id: str) -> Context | None:
    """Return the context of a command at `table_meant`. If there is none, say so and return `None`."""
    return await _context(services, interaction, table_meant(services.tables, interaction, table_id))


async def _context(services: Services, interaction: Interaction, table: LiveTable | None) -> Context | None:
    if table is not None:
        return Context(services, interaction, table)
    suspended = any(each.row.channel_id == interaction.channel_id for each in services.tables.suspended)
    await refuse(interaction, Refusal("table_suspended" if suspended else "no_table_here", ""))
    return None
