"""Doing something at a table for whoever pressed or typed it, and showing that person what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.rules.reasons import Refusal
from bot.text.deals import refusal_sentence
from cogs.finding import actions_of, begun_by, matching, meant, table_of
from cogs.page import OPTION_LIMIT, OPTIONS
from cogs.panels import key_of, panel_of
from cogs.respond import Interaction, patiently, reader, show, update
from cogs.walking import beyond, branches, opened

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.tables import Table
    from cogs.desk import Desk
    from cogs.page import Page


async def carry_out(
    desk: Desk, interaction: Interaction, table: Table, change: Awaitable[Refusal | None]
) -> None:
    """Change a table, and show the person's panel as it is then, with the reason if that was refused."""
    with desk.inbox.held(table, interaction.user.id):
        refusal = await patiently(interaction, change)
        await show_panel(desk, interaction, table, refusal)


async def show_panel(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    refusal: Refusal | None = None,
    *,
    chosen: Sequence[Action] = (),
    begun: str = "",
    anew: bool = False,
) -> None:
    """Show a person's panel: in the message that was pressed, or as a private answer.

    Args:
        desk: the desk.
        interaction: what is answered.
        table: the table.
        refusal: why nothing has changed, if so.
        chosen: what was picked from a list and must still be confirmed.
        begun: a statement that was begun, of which something is still open.
        anew: a new private answer even to a press, because the pressed message is everybody's.
    """
    w, user_id = reader(interaction).of(table.game.name), interaction.user.id
    await desk.people.met(user_id, str(interaction.locale))
    notice = refusal_sentence(w, refusal) if refusal else ""
    large = (await desk.people.get(user_id)).large_cards
    key = key_of(table, user_id)
    page = panel_of(w, table, user_id, notice=notice, chosen=chosen, begun=begun, large=large)
    if page is None:
        await desk.refuse(interaction, refusal or Refusal(_nothing_to_see(table, interaction), ""))
        return
    message_id = await _put(desk, interaction, table, page, anew=anew)
    if message_id is None:
        desk.inbox.missed(table, interaction)
    else:
        desk.inbox.follow(table, interaction, message_id, key, page)


async def _put(desk: Desk, interaction: Interaction, table: Table, page: Page, *, anew: bool) -> int | None:
    """Show a page; the id of the message that shows it, if it came through."""
    if anew or interaction.message is None:
        rendered = await patiently(interaction, desk.painter.render(page), anew=True)
        return await show(interaction, rendered)
    shown = desk.inbox.shown_in(table, interaction)
    rendered = await patiently(interaction, desk.painter.render(page, shown))
    came_through = await update(interaction, rendered)
    return interaction.message.id if came_through else None


def _nothing_to_see(table: Table, interaction: Interaction) -> str:
    return "not_seated" if table.seat_of(interaction.user.id) is None else "not_started"


async def act_typed(desk: Desk, interaction: Interaction, verbs: Sequence[str], typed: str) -> None:
    """Do what somebody typed after a command, at the table that is meant."""
    table = table_of(desk.bot.tables, interaction)
    if table is None:
        await desk.refuse(interaction, Refusal("no_table_here", ""))
        return
    view = table.view(interaction.user.id)
    if view is None:
        await desk.refuse(interaction, Refusal("not_started", ""))
        return
    w = reader(interaction).of(table.game.name)
    if begun := begun_by(w, view, verbs, typed):
        await show_panel(desk, interaction, table, begun=begun)
        return
    actions = [meant(w, table, view, verbs, part) for part in parts_of(typed, verbs)]
    await carry_out(desk, interaction, table, table.act(interaction.user.id, None, actions))


def parts_of(typed: str, verbs: Sequence[str]) -> list[str]:
    """What was typed, one part for each action: cards to lay away are typed one after the other."""
    if "lay" not in verbs:
        return [typed]
    parts = typed.split(",") if "," in typed else typed.split()
    return [part.strip() for part in parts if part.strip()] or [""]


def at_table(desk: Desk, interaction: Interaction) -> tuple[Table, View] | None:
    """The table that somebody means, and what that one sees of its deal; nothing before the first deal."""
    table = table_of(desk.bot.tables, interaction)
    view = None if table is None else table.view(interaction.user.id)
    return None if table is None or view is None else (table, view)


def choices(
    desk: Desk, interaction: Interaction, verbs: Sequence[str], typed: str
) -> list[app_commands.Choice[str]]:
    """What autocomplete offers: only what is legal for this very person now."""
    if (found := at_table(desk, interaction)) is None:
        return []
    table, view = found
    w = reader(interaction).of(table.game.name)
    begun = begun_by(w, view, verbs, typed) if typed.endswith((":", ",")) else ""
    legal = actions_of(table, interaction.user.id, verbs)
    actions = beyond(begun, legal) if begun else matching(w, view, legal, typed)
    return [
        app_commands.Choice(name=each.label(w, view.open)[:OPTION_LIMIT], value=each.typed)
        for each in opened(branches(begun, actions))[:OPTIONS]
    ]
