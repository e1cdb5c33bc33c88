"""`/verify`: how a deal was dealt, and a file by which anyone can check it (`docs/fair-dealing.md`)."""

from __future__ import annotations

import json
from datetime import date

from discord.ext import commands

from bot.fairness import Proof
from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.store import NO_SERVER
from bot.tables import DAILY, Daily, UnreadableLogError, is_going_on, proof_of
from bot.text import Words
from cogs.context import table_meant
from cogs.controls import read_daily, read_deal
from cogs.discord.chat import server_of
from cogs.discord.page import lines
from cogs.discord.replies import Interaction, reader, refuse, reply_file, thinking
from cogs.history.commands import is_awaited, is_visible, players_of
from cogs.localization import Typed, command, everywhere
from cogs.match.commands import daily_secret, going_on
from cogs.services import Services


class FairDealing(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @everywhere
    @command("verify", costly=True)
    async def verify(self, interaction: Interaction, deal: Typed = "") -> None:
        """Answer with the proof of a deal: of the latest one of a table here, unless another is named."""
        async with thinking(interaction):
            proof = await self._proof(interaction, deal)
        if isinstance(proof, Refusal):
            await refuse(interaction, proof)
            return
        content = json.dumps(proof.document(), indent=1).encode()
        name = f"skiz-{proof.table}-{proof.number}.json"
        await reply_file(interaction, verdict(reader(interaction), proof), name, content)

    async def _proof(self, interaction: Interaction, deal: str) -> Proof | Refusal:
        if day := read_daily(deal):
            return await self._proof_of_day(interaction, *day)
        key = read_deal(deal) if deal else await self._latest(interaction)
        saved = await self._services.store.history.saved_deal(*key) if key else None
        if key is None or saved is None or not is_visible(interaction, saved.table, players_of(saved)):
            return Refusal("no_such_deal", "")
        if is_going_on(saved):
            return Refusal("deal_going_on", "")
        if saved.table.given or saved.table.match:
            return Refusal("deal_given", "")
        if is_awaited(self._services, interaction, saved.table, key[1]):
            return Refusal("match_not_played", "")
        try:
            return proof_of(saved, GAMES) or Refusal("not_sealed", "")
        except UnreadableLogError:
            return Refusal("deal_unreadable", "")

    async def _proof_of_day(self, interaction: Interaction, game: str, day: str) -> Proof | Refusal:
        """The proof of the cards of a day that is over, for anyone who does not still play them."""
        try:
            is_over = date.fromisoformat(day) < interaction.created_at.date()
        except ValueError:
            return Refusal("no_such_deal", "")
        if not is_over:
            return Refusal("day_not_over", "")
        plays, name = self._services.store.plays, f"{DAILY}/{game}/{day}"
        if not await plays.begun(name):
            return Refusal("no_such_deal", "")  # nobody has seen its commitment
        play = await plays.of(name, interaction.user.id)
        if play and (table := self._services.tables.get(play.table_id)):
            return going_on(table)
        return Daily.of(await daily_secret(self._services), GAMES[game], day).proof

    async def _latest(self, interaction: Interaction) -> tuple[str, int] | None:
        """The latest deal of the table meant that is not going on; without any the latest one here."""
        table = table_meant(self._services.tables, interaction, "")
        if table and (number := table.now.number - table.now.state.in_deal):
            return table.id, number
        server = server_of(interaction)
        own = interaction.user.id if server == NO_SERVER else None
        finished = await self._services.store.finished.page(server, own, limit=1)
        return next(((each.table_id, each.number) for each in finished), None)


def verdict(w: Words, proof: Proof) -> str:
    """Whether a deal follows from what was published before it, and all that it came from."""
    deal, fault = f"{proof.table}/{proof.number}", proof.fault()
    press = w("fair.no_press") if proof.press is None else str(proof.press)
    return lines(
        w("fair.unfair", deal=deal, fault=fault.value) if fault else w("fair.fair", deal=deal),
        w("fair.commitment", commitment=proof.commitment),
        w("fair.secret", secret=proof.secret),
        w("fair.press", press=press),
        w("fair.file"),
    )


async def setup(bot: commands.AutoShardedBot, services: Services) -> None:
    await bot.add_cog(FairDealing(services))
