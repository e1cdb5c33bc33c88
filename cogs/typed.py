"""Commands that are typed: `/bid solo`, each with one option whose autocomplete offers what is legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from discord import app_commands

from cogs.acting import act_typed, choices
from cogs.desk import Desk
from cogs.respond import Interaction
from cogs.translation import named

Choices: TypeAlias = list[app_commands.Choice[str]]
TypedCommand: TypeAlias = app_commands.Command[Any, [str], None]


@dataclass(frozen=True, slots=True)
class Typed:
    """A row of a table of commands: its name, its option, and the verbs of what it may do."""

    name: str
    """Its key in the catalogues: `command.<name>.name`."""
    option: str
    verbs: tuple[str, ...]
    complete: Callable[[Desk, Interaction, Sequence[str], str], Choices] = choices
    """What autocomplete offers for what was typed so far."""

    def command(self, desk: Desk) -> TypedCommand:
        """The command as Discord is told of it, answered at a desk."""

        @app_commands.rename(what=named(f"command.{self.name}.{self.option}.name"))
        @app_commands.describe(what=named(f"command.{self.name}.{self.option}.about"))
        @app_commands.allowed_contexts(guilds=True, dms=True)
        @app_commands.allowed_installs(guilds=True)
        async def act(interaction: Interaction, what: str) -> None:
            await act_typed(desk, interaction, self.verbs, what)

        async def complete(interaction: Interaction, typed: str) -> Choices:
            return self.complete(desk, interaction, self.verbs, typed)

        about = named(f"command.{self.name}.about")
        made: TypedCommand = app_commands.Command(
            name=named(f"command.{self.name}.name"), description=about, callback=act
        )
        made.autocomplete("what")(complete)
        return made
