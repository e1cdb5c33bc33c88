"""`/hint`: what a computer would do in a player's place, told to that player alone."""

from __future__ import annotations

from discord.ext import commands

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import UnreadableLogError, Verdict, decisions_of, seat_in, verdict
from cogs.context import Context
from cogs.controls import COSTLIEST
from cogs.discord.replies import Interaction, reader, refuse, reply, thinking
from cogs.hints.page import costliest_page, hint_page
from cogs.localization import command, everywhere
from cogs.lookup import own_context
from cogs.services import Services


class HintCommand(commands.Cog):
    """Gives hints to players who ask."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @everywhere
    @command("hint", costly=True)
    async def hint(self, interaction: Interaction) -> None:
        """Suggest an action at the person's own table."""
        if ctx := await own_context(self._services, interaction):
            await show_hint(ctx)


async def show_hint(ctx: Context) -> None:
    """Answer with a hint, or say why there is none."""
    async with ctx.thinking(new=True):
        hint = await ctx.live.hint(ctx.user_id)
    if isinstance(hint, Refusal):
        await ctx.refuse(hint)
    else:
        await ctx.explain(hint_page(ctx.words, hint))


class CostliestDecision:
    """Answers the button."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asking: set[int] = set()
        """The people whose decisions are being tried out."""

    async def pressed(self, interaction: Interaction, key: tuple[str, int]) -> None:
        """Say which of the person's own decisions in a deal cost most."""
        user_id = interaction.user.id
        if user_id in self._asking:
            await refuse(interaction, Refusal("thinking_already", ""))
            return
        self._asking.add(user_id)
        try:
            async with thinking(interaction, new=True):
                found = await self._found(key, user_id)
        finally:
            self._asking.remove(user_id)
        if isinstance(found, Refusal):
            await refuse(interaction, found)
            return
        game, what = found
        page = costliest_page(reader(interaction).of(game), f"{key[0]}/{key[1]}", what)
        await reply(interaction, await self._services.renderer.render(page))

    async def _found(self, key: tuple[str, int], user_id: int) -> tuple[str, Verdict] | Refusal:
        saved, thinkers = await self._services.store.history.saved_deal(*key), self._services.tables.thinkers
        seat = seat_in(saved, user_id) if saved else None
        if saved is None or seat is None:
            return Refusal("played_not", "")
        if thinkers is None:
            return Refusal("cannot_think", "")
        try:
            decisions = decisions_of(saved, seat, GAMES)
        except UnreadableLogError:
            return Refusal("deal_unreadable", "")
        what = await verdict(decisions, f"person {user_id}", thinkers)
        return (saved.table.game, what) if what else Refusal("no_answer", "")


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    """Add the commands, and answer the controls."""
    await bot.add_cog(HintCommand(services))
    services.controls.add(COSTLIEST, CostliestDecision(services).pressed)
