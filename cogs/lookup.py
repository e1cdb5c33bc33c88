"""Which table a command means."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.reasons import Refusal
from bot.tables import LiveTable, Tables
from bot.text import Words
from bot.text.names import folded
from cogs.context import Context
from cogs.discord.page import Option
from cogs.discord.replies import Interaction, reader, refuse
from cogs.services import Services
from cogs.table.names import plain_names_of


def own_table(tables: Tables, interaction: Interaction) -> LiveTable | None:
    """The table a person plays at: in this channel, or anywhere when asked in a direct message.

    Of several, one where the person is to act comes first, then the one opened last. Where a computer plays
    for the person counts only if there is no other.
    """
    user_id = interaction.user.id
    return _latest(tables.of_user(user_id), interaction) or _latest(tables.left_by(user_id), interaction)


def _latest(mine: Sequence[LiveTable], interaction: Interaction) -> LiveTable | None:
    if interaction.guild_id is not None:
        mine = tuple(table for table in mine if table.now.channel_id == interaction.channel_id)
    return max(reversed(mine), key=lambda table: _is_asked(table, interaction.user.id), default=None)


def _is_asked(table: LiveTable, user_id: int) -> bool:
    view = table.now.view(user_id)
    return view is not None and bool(view.actions) and not table.now.asleep


def table_meant(tables: Tables, interaction: Interaction, table_id: str) -> LiveTable | None:
    """The table of this channel with an id.

    Without an id it is one's own table, else one that was left and can be returned to, else the one opened
    last.
    """
    here = tables.in_channel(interaction.channel_id or 0)
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


def complete_table(services: Services, interaction: Interaction, typed: str) -> list[Option]:
    """The tables of this channel whose id or description contains what was typed."""
    w, here = reader(interaction), services.tables.in_channel(interaction.channel_id or 0)
    offered = [Option(table.id, _description(w, table)) for table in here]
    return [each for each in offered if folded(typed) in folded(f"{each.value} {each.label}")]


def _description(w: Words, table: LiveTable) -> str:
    players = w("list.comma").join(plain_names_of(w, table.now))
    return w("tables.table.choice", game=table.now.game.name, players=players)
