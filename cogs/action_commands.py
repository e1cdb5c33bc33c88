"""Commands that act in a deal: `/bid solo`, each with one option whose autocomplete offers what is legal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from discord import app_commands

from bot.rules.reasons import Refusal
from cogs.changes import asked_first, change_by_panel, show_panel
from cogs.discord.replies import Interaction, reader
from cogs.localization import Typed, as_choices, named
from cogs.pages.controls import Choice
from cogs.pages.spellings import Vocabulary
from cogs.table_lookup import own_context, own_table

if TYPE_CHECKING:
    from cogs.pages.page import Option
    from cogs.services import Services


class ActionCommand(NamedTuple):
    """A command: its name, its option, and the verbs of the actions it may take."""

    name: str
    """Its key in the catalogues: `command.<name>.name`."""
    option: str
    verbs: tuple[str, ...]

    def of(self, services: Services) -> app_commands.Command[Any, [str], None]:
        """The command as it is registered with Discord."""

        @app_commands.rename(what=named(f"command.{self.name}.{self.option}.name"))
        @app_commands.describe(what=named(f"command.{self.name}.{self.option}.about"))
        @app_commands.allowed_contexts(guilds=True, dms=True)
        @app_commands.allowed_installs(guilds=True)
        async def act(interaction: Interaction, what: Typed) -> None:
            await self._act(services, interaction, what)

        async def autocomplete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return as_choices(self._complete(services, interaction, typed))

        command: app_commands.Command[Any, [str], None] = app_commands.Command(
            name=named(f"command.{self.name}.name"),
            description=named(f"command.{self.name}.about"),
            callback=act,
        )
        command.autocomplete("what")(autocomplete)
        return command

    async def _act(self, services: Services, interaction: Interaction, typed: str) -> None:
        if (ctx := await own_context(services, interaction)) is None:
            return
        async with ctx.thinking(new=True):
            await services.people.met(interaction.user, str(interaction.locale))
        view = ctx.table.view(ctx.user_id)
        if view is None:
            await ctx.refuse(Refusal("not_started", ""))
            return
        vocabulary = Vocabulary(ctx.words, view, self.verbs)
        if begun := vocabulary.begun_by(typed):
            await show_panel(ctx, choice=Choice(begun=begun))
            return
        actions = vocabulary.parse(typed)
        if not await asked_first(ctx, actions):
            await change_by_panel(ctx, partial(ctx.table.act, ctx.user_id, None, actions))

    def _complete(self, services: Services, interaction: Interaction, typed: str) -> list[Option]:
        table = own_table(services.tables, interaction)
        view = None if table is None else table.view(interaction.user.id)
        if view is None:
            return []
        return Vocabulary(reader(interaction).of(view.game), view, self.verbs).complete(typed)
