"""All before the first card by typing: `/bid`, `/call`, `/take`, `/discard`, `/announce`, `/kontra`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.text.deals import action_label
from cogs.acting import at_table, parts_of
from cogs.controls import owed
from cogs.desk import Desk, desk_for
from cogs.finding import actions_of, matching, meant
from cogs.page import OPTION_LIMIT, OPTIONS
from cogs.respond import Interaction, reader
from cogs.typed import Choices, Typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client import Skiz


def discards(desk: Desk, interaction: Interaction, verbs: Sequence[str], typed: str) -> Choices:
    """Complete the card now being typed, and keep those typed before it."""
    if (found := at_table(desk, interaction)) is None:
        return []
    table, view = found
    w = reader(interaction).of(table.game.name)
    legal = actions_of(table, interaction.user.id, verbs)
    before = parts_of(typed, verbs)
    last = "" if typed.endswith((" ", ",")) or not typed else before.pop()
    chosen = [meant(w, table, view, verbs, part) for part in before if part][: max(owed(table, view) - 1, 0)]
    rest = matching(w, view, [action for action in legal if action not in chosen], last)
    return [
        app_commands.Choice(
            name=w("list.semicolon").join(
                action_label(w, each, view.open) for each in (*chosen, action) if each in legal
            )[:OPTION_LIMIT],
            value=" ".join(each.argument for each in (*chosen, action))[:OPTION_LIMIT],
        )
        for action in rest[:OPTIONS]
    ]


COMMANDS: Final = (
    Typed("bid", "bid", ("bid", "pass", "hold")),
    Typed("call", "what", ("call", "redeal", "annul", "claim", "decline")),
    Typed("take", "half", ("take", "refuse", "surrender")),
    Typed("discard", "cards", ("lay",), discards),
    Typed("announce", "item", ("announce", "done")),
    Typed("kontra", "item", ("kontra", "done")),
)
"""In the order of a deal."""


async def setup(bot: Skiz) -> None:
    """Add the commands."""
    desk = await desk_for(bot)
    for typed in COMMANDS:
        bot.tree.add_command(typed.command(desk))
