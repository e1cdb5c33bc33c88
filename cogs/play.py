"""Play: the controls of a player's panel, and `/play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from cogs.acting import carry_out, show_panel
from cogs.controls import confirms
from cogs.desk import Desk, desk_for
from cogs.respond import Interaction
from cogs.typed import Typed
from cogs.walking import STEP

if TYPE_CHECKING:
    from bot.client import Skiz


class Play:
    """Answers the controls of the panels."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def pressed(self, interaction: Interaction, rest: str) -> None:
        """Answer a control of a panel: `<table>:<revision>:<action>+<action>`, `?<list>`, or `/<step>`."""
        table_id, _, rest = rest.partition(":")
        revision, _, what = rest.partition(":")
        table = await self._desk.table_of(interaction, table_id)
        if table is None:
            return
        listed = what.startswith("?")
        data: Any = interaction.data
        values = data["values"] if listed else what.split("+")
        leads_on = values[0].startswith(STEP)
        actions = [] if leads_on else [Action.parse(text) for text in values]
        if not (leads_on or (listed and confirms(actions))):
            acting = table.act(interaction.user.id, int(revision), actions)
            await carry_out(self._desk, interaction, table, acting)
        elif int(revision) != table.revision_for(table.seat_of(interaction.user.id)):
            await show_panel(self._desk, interaction, table, Refusal("stale", ""))
        elif leads_on:
            await show_panel(self._desk, interaction, table, begun=values[0].removeprefix(STEP))
        else:
            await show_panel(self._desk, interaction, table, chosen=actions)


async def setup(bot: Skiz) -> None:
    """Answer the controls, and add the command."""
    desk = await desk_for(bot)
    desk.answer("t1", Play(desk).pressed)
    bot.tree.add_command(Typed("play", "card", ("play",)).command(desk))
