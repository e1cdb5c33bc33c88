"""Commands that act in a deal: `/bid solo`, each with one option whose autocomplete offers what is legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

from bot.rules.reasons import Refusal
from cogs.changes import change_by_panel, show_panel
from cogs.delivery.replies import Interaction, reader
from cogs.localization import as_choices, named
from cogs.pages.page import Option
from cogs.pages.spellings import begun_by, complete, parse
from cogs.table_lookup import own_context, own_table

if TYPE_CHECKING:
    from bot.rules.view import View
    from bot.text import Words
    from cogs.services import Services

Completion: TypeAlias = Callable[["Words", "View", Sequence[str], str], list[Option]]


@dataclass(frozen=True, slots=True)
class ActionCommand:
    """A command: its name, its option, and the verbs of the actions it may take."""

    name: str
    """Its key in the catalogues: `command.<name>.name`."""
    option: str
    verbs: tuple[str, ...]
    complete: Completion = complete
    """What autocomplete offers for what was typed so far."""

    def of(self, services: Services) -> app_commands.Command[Any, [str], None]:
        """The command as it is registered with Discord."""

        @app_commands.rename(what=named(f"command.{self.name}.{self.option}.name"))
        @app_commands.describe(what=named(f"command.{self.name}.{self.option}.about"))
        @app_commands.allowed_contexts(guilds=True, dms=True)
        @app_commands.allowed_installs(guilds=True)
        async def act(interaction: Interaction, what: str) -> None:
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
        await services.people.met(ctx.user_id, str(interaction.locale))
        view = ctx.table.view(ctx.user_id)
        if view is None:
            await ctx.refuse(Refusal("not_started", ""))
        elif begun := begun_by(ctx.words, view, self.verbs, typed):
            await show_panel(ctx, begun=begun)
        else:
            actions = parse(ctx.words, view, self.verbs, typed)
            await change_by_panel(ctx, partial(ctx.table.act, ctx.user_id, None, actions))

    def _complete(self, services: Services, interaction: Interaction, typed: str) -> list[Option]:
        table = own_table(services.tables, interaction)
        view = None if table is None else table.view(interaction.user.id)
        if view is None:
            return []
        return self.complete(reader(interaction).of(view.game), view, self.verbs, typed)
