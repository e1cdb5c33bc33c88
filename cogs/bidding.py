"""All before the first card by typing: `/bid`, `/call`, `/take`, `/discard`, `/announce`, `/kontra`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.text.deals import action_label
from cogs.acting import act_typed, choices, parts_of
from cogs.controls import owed
from cogs.desk import Desk, desk_for
from cogs.finding import actions_of, matching, meant, table_of
from cogs.page import OPTION_LIMIT, OPTIONS
from cogs.respond import Interaction, reader
from cogs.translation import named

if TYPE_CHECKING:
    from bot.client import Skiz

Choices = list[app_commands.Choice[str]]

BID = ("bid", "pass", "hold")
CALL = ("call", "redeal", "decline", "annul")
TAKE = ("take", "refuse", "surrender")
LAY = ("lay",)
ANNOUNCE = ("announce", "done")
KONTRA = ("kontra", "done")


class Bidding(commands.Cog):
    """Lets people bid, exchange and announce by typing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name=named("command.bid.name"), description=named("command.bid.about"))
    @app_commands.rename(bid=named("command.bid.bid.name"))
    @app_commands.describe(bid=named("command.bid.bid.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def bid(self, interaction: Interaction, bid: str) -> None:
        """Bid, hold or pass."""
        await act_typed(self._desk, interaction, BID, bid)

    @bid.autocomplete("bid")
    async def _bids(self, interaction: Interaction, typed: str) -> Choices:
        return choices(self._desk, interaction, BID, typed)

    @app_commands.command(name=named("command.call.name"), description=named("command.call.about"))
    @app_commands.rename(what=named("command.call.what.name"))
    @app_commands.describe(what=named("command.call.what.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def call(self, interaction: Interaction, what: str) -> None:
        """Call a partner, or answer an offer."""
        await act_typed(self._desk, interaction, CALL, what)

    @call.autocomplete("what")
    async def _calls(self, interaction: Interaction, typed: str) -> Choices:
        return choices(self._desk, interaction, CALL, typed)

    @app_commands.command(name=named("command.take.name"), description=named("command.take.about"))
    @app_commands.rename(half=named("command.take.half.name"))
    @app_commands.describe(half=named("command.take.half.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def take(self, interaction: Interaction, half: str) -> None:
        """Take a part of the talon, refuse it, or give the game up."""
        await act_typed(self._desk, interaction, TAKE, half)

    @take.autocomplete("half")
    async def _halves(self, interaction: Interaction, typed: str) -> Choices:
        return choices(self._desk, interaction, TAKE, typed)

    @app_commands.command(name=named("command.discard.name"), description=named("command.discard.about"))
    @app_commands.rename(cards=named("command.discard.cards.name"))
    @app_commands.describe(cards=named("command.discard.cards.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def discard(self, interaction: Interaction, cards: str) -> None:
        """Lay cards away, all of them or none."""
        await act_typed(self._desk, interaction, LAY, cards)

    @discard.autocomplete("cards")
    async def _discards(self, interaction: Interaction, typed: str) -> Choices:
        return discards(self._desk, interaction, typed)

    @app_commands.command(name=named("command.announce.name"), description=named("command.announce.about"))
    @app_commands.rename(item=named("command.announce.item.name"))
    @app_commands.describe(item=named("command.announce.item.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def announce(self, interaction: Interaction, item: str) -> None:
        """Announce something, or end the turn."""
        await act_typed(self._desk, interaction, ANNOUNCE, item)

    @announce.autocomplete("item")
    async def _announcements(self, interaction: Interaction, typed: str) -> Choices:
        return choices(self._desk, interaction, ANNOUNCE, typed)

    @app_commands.command(name=named("command.kontra.name"), description=named("command.kontra.about"))
    @app_commands.rename(item=named("command.kontra.item.name"))
    @app_commands.describe(item=named("command.kontra.item.about"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def kontra(self, interaction: Interaction, item: str) -> None:
        """Double something, or end the turn."""
        await act_typed(self._desk, interaction, KONTRA, item)

    @kontra.autocomplete("item")
    async def _doublings(self, interaction: Interaction, typed: str) -> Choices:
        return choices(self._desk, interaction, KONTRA, typed)


def discards(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Complete the card now being typed, and keep those typed before it."""
    table = table_of(desk.bot.tables, interaction)
    view = None if table is None else table.view(interaction.user.id)
    if table is None or view is None:
        return []
    w = reader(interaction).of(table.game.name)
    legal = actions_of(table, interaction.user.id, LAY)
    before = parts_of(typed, LAY)
    last = "" if typed.endswith((" ", ",")) or not typed else before.pop()
    chosen = [meant(w, table, view, LAY, part) for part in before if part][: max(owed(table, view) - 1, 0)]
    rest = matching(w, view, [action for action in legal if action not in chosen], last)
    return [
        app_commands.Choice(
            name=w("list.semicolon").join(
                action_label(w, each, view.public) for each in (*chosen, action) if each in legal
            )[:OPTION_LIMIT],
            value=" ".join(each.argument for each in (*chosen, action))[:OPTION_LIMIT],
        )
        for action in rest[:OPTIONS]
    ]


async def setup(bot: Skiz) -> None:
    """Add the cog."""
    await bot.add_cog(Bidding(await desk_for(bot)))
