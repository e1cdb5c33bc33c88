"""Help: the glossary of a game, and what has been announced at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

from cogs.delivery.admission import COSTLY
from cogs.delivery.replies import Interaction, reader, reply, update
from cogs.localization import DEFAULT, GAMES_NAMED, Typed, as_choices, named
from cogs.pages.custom_ids import PageControl, read_game, read_page
from cogs.pages.glossary import glossary_page, rules_page
from cogs.pages.table import announcements_page
from cogs.table_lookup import complete_table, context_meant

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.services import Services

Command: TypeAlias = app_commands.Command[Any, [str], None]


def announcements_command(services: Services) -> Command:
    """`/tarock announcements`: all that has been announced, for anybody, seated or not."""

    @app_commands.rename(table=named("command.table.name"))
    @app_commands.describe(table=named("command.table.about"))
    async def announcements(interaction: Interaction, table: Typed = "") -> None:
        if ctx := await context_meant(services, interaction, table):
            await ctx.reply(announcements_page(ctx.words, ctx.table))

    async def autocomplete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(complete_table(services, interaction, typed))

    command: Command = app_commands.Command(
        name=named("command.announcements.name"),
        description=named("command.announcements.about"),
        callback=announcements,
        extras=COSTLY,
    )
    command.autocomplete("table")(autocomplete)
    return command


def glossary_command(services: Services) -> Command:
    """`/tarock glossary`: what the words of a game mean."""

    @app_commands.rename(game=named("command.glossary.game.name"))
    @app_commands.describe(game=named("command.glossary.game.about"))
    @app_commands.choices(game=GAMES_NAMED)
    async def glossary(interaction: Interaction, game: str) -> None:
        page = glossary_page(reader(interaction).of(game))
        await reply(interaction, await services.renderer.render(page))

    return app_commands.Command(
        name=named("command.glossary.name"),
        description=named("command.glossary.about"),
        callback=glossary,
        extras=COSTLY,
    )


class Glossary:
    """Answers the buttons of the glossary, and of the rules beside it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: PageControl) -> None:
        """Turn to a page."""
        page = glossary_page(reader(interaction).of(control.game), control.page)
        await update(interaction, await self._services.renderer.render(page))

    async def rules(self, interaction: Interaction, game: str) -> None:
        """Go back to the rules."""
        page = rules_page(reader(interaction).of(game))
        await update(interaction, await self._services.renderer.render(page))


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands to the group that the lobby has made, and answer the buttons."""
    group = bot.tree.get_command(DEFAULT("command.tarock.name"))
    assert isinstance(group, app_commands.Group), "the lobby is set up first"
    group.add_command(announcements_command(services))
    group.add_command(glossary_command(services))
    glossary = Glossary(services)
    services.controls.add("w1", read_page, glossary.pressed)
    services.controls.add("r1", read_game, glossary.rules)
