"""Standings: the leaderboard of a server, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

from cogs.desk import Desk, desk_for
from cogs.names import safe
from cogs.page import Drawing, Page, lines, turning
from cogs.respond import Interaction, patiently, reader, show, update
from cogs.translation import GAMES_NAMED, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client import Skiz
    from bot.store import Rank
    from bot.text import Words

PER_PAGE: Final = 10
ALL: Final = "all"


class Standings(commands.Cog):
    """Shows who has gained most."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.answer("b1", self._pressed)

    @app_commands.command(
        name=named("command.leaderboard.name"), description=named("command.leaderboard.about")
    )
    @app_commands.rename(game=named("command.leaderboard.game.name"))
    @app_commands.describe(game=named("command.leaderboard.game.about"))
    @app_commands.choices(game=GAMES_NAMED)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True)
    async def leaderboard(self, interaction: Interaction, game: str = ALL) -> None:
        """Show the leaderboard of this server to the person who asks."""
        page = await patiently(interaction, self._page(interaction, game, 0))
        await show(interaction, await self._desk.painter.render(page))

    async def _pressed(self, interaction: Interaction, rest: str) -> None:
        """Turn to another page: `<game>:<page from 0>`."""
        game, _, number = rest.partition(":")
        page = await patiently(interaction, self._page(interaction, game, int(number)))
        await update(interaction, await self._desk.painter.render(page))

    async def _page(self, interaction: Interaction, game: str, number: int) -> Page:
        w, board = reader(interaction), self._desk.bot.store.leaderboard
        guild, only = interaction.guild_id or 0, None if game == ALL else game
        pages = max(1, -(-await board.size(guild, only) // PER_PAGE))
        number = min(number, pages - 1)
        ranks = await board.page(guild, only, offset=number * PER_PAGE, limit=PER_PAGE)
        heading = w("leaderboard.heading") if only is None else w("leaderboard.heading_game", game=only)
        if not ranks:
            return Page((lines(heading, w("leaderboard.empty")),))
        footer = w("leaderboard.page", number=number + 1, pages=pages)
        said = [line_of(w, rank) for rank in ranks]
        buttons = turning(w, lambda to: f"b1:{game}:{to}", number, pages)
        return Page((lines(heading, said), *bars_of(w, ranks), footer), buttons)


def bars_of(w: Words, ranks: Sequence[Rank]) -> tuple[Drawing, ...]:
    """The picture of what those have gained who played among people; none unless there are two to compare."""
    shown = [rank for rank in ranks if rank.people.deals]
    if len(shown) < 2:
        return ()
    places, amounts = [rank.place for rank in shown], [rank.people.net for rank in shown]
    said = [w("leaderboard.bar", place=rank.place, net=w.signed(rank.people.net)) for rank in shown]
    return (Drawing.bars(places, amounts, w("list.semicolon").join(said)),)


def line_of(w: Words, rank: Rank) -> str:
    """A line of the leaderboard: deals among people first, those with computer players apart."""
    people, computers = rank.people, rank.computers
    line = w(
        "leaderboard.line",
        place=rank.place,
        name=safe(rank.name),
        net=w.signed(people.net),
        count=people.deals,
        wins=people.wins,
        average=w.signed(people.average, 1),
    )
    if not computers.deals:
        return line
    return line + w("leaderboard.computers", net=w.signed(computers.net), count=computers.deals)


async def setup(bot: Skiz) -> None:
    """Add the cog."""
    await bot.add_cog(Standings(await desk_for(bot)))
