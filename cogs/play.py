"""Play: the controls of a player's panel, and `/play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.rules.deal import Action
from bot.rules.reasons import Refusal
from cogs.acting import act, act_typed, choices, show_panel
from cogs.controls import confirms
from cogs.desk import Desk, desk_for
from cogs.respond import Interaction
from cogs.translation import named
from cogs.walking import STEP

if TYPE_CHECKING:
    from bot.client import Skiz


class Play(commands.Cog):
    """Lets people act by pressing, and play cards by typing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.answer("t1", self._pressed)

    async def _pressed(self, interaction: Interaction, rest: str) -> None:
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
            await act(self._desk, interaction, table, int(revision), actions)
        elif int(revision) != table.revision_for(table.seat_of(interaction.user.id)):
            await show_panel(self._desk, interaction, table, Refusal("stale", ""))
        elif leads_on:
            await show_panel(self._desk, interaction, table, begun=values[0].removeprefix(STEP))
        else:
            await show_panel(self._desk, interaction, table, chosen=actions)

    @app_commands.command(name=named("command.play.name"), description=named("command.play.about"))
    @app_commands.rename(card=named("command.play.card.name"))
    @app_commands.describe(card=named("command.play.card.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def play(self, interaction: Interaction, card: str) -> None:
        """Play a card."""
        await act_typed(self._desk, interaction, ("play",), card)

    @play.autocomplete("card")
    async def _cards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return choices(self._desk, interaction, ("play",), typed)


async def setup(bot: Skiz) -> None:
    """Add the cog."""
    await bot.add_cog(Play(await desk_for(bot)))
