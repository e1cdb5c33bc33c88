"""The rematch: the same people at another table, in one press each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.games import GAMES
from bot.rules.reasons import Refusal
from bot.tables import people_of, rematch, seat_of
from bot.text.names import safe
from cogs.context import Context
from cogs.discord.replies import refuse, thinking
from cogs.joining import greet, show_opened
from cogs.pages.custom_ids import REMATCH, read_table
from cogs.pages.table import public_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ext import commands

    from bot.store import SavedTable
    from bot.tables import Table
    from cogs.discord.replies import Interaction
    from cogs.pages.custom_ids import TableControl
    from cogs.services import Services


class Rematch:
    """Answers the button of ended tables."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, interaction: Interaction, control: TableControl) -> None:
        """Seat a person at the rematch. The first one who presses opens it, and is its host."""
        async with thinking(interaction, new=True, private=False):
            saved = await self._services.store.log.table(control.table_id)
            is_due = saved is not None and await self._is_due(saved.table.rematch)
        if saved is None or saved.table.ended_at is None or saved.table.game not in GAMES:
            await refuse(interaction, Refusal("no_such_table", ""))
        elif refusal := _misplaced(interaction, saved):
            await refuse(interaction, refusal)
        elif is_due:
            await self._open(interaction, saved)
        else:
            await self._join(interaction, saved)

    async def _is_due(self, last: str | None) -> bool:
        """Whether there is no rematch yet, or its table has closed before any cards were dealt."""
        if last is None:
            return True
        saved = await self._services.store.log.table(last)
        return saved is None or saved.closed_in_lobby

    async def _open(self, interaction: Interaction, saved: SavedTable) -> None:
        user = interaction.user
        request = rematch(saved, GAMES[saved.table.game], user.id, user.display_name)
        if request is None:
            await refuse(interaction, Refusal("not_seated", ""))
            return
        async with thinking(interaction, new=True, private=False):
            table = await self._services.tables.create(request)
        if not isinstance(table, Refusal):
            await self._show(Context(self._services, interaction, table))
            self._call(table, user.display_name, [each for each in people_of(saved) if each != user.id])
        elif table.code != "stale":
            await refuse(interaction, table)
        elif later := await self._services.store.log.table(saved.table.id):
            await self._join(interaction, later)

    async def _show(self, ctx: Context) -> None:
        """Show the lobby in the channel of the table, and tell whoever pressed elsewhere where that is."""
        if ctx.interaction.guild_id is not None:
            await show_opened(ctx)
            return
        # Here nobody has looked whether that person may still be there.
        self._services.membership.suspect(ctx.table, ctx.user_id)
        self._services.table_messages.of(ctx.table).refresh()
        await ctx.tell(ctx.words("lobby.rematch", channel=f"<#{ctx.table.channel_id}>"))

    def _call(self, table: Table, host: str, others: Sequence[int]) -> None:
        """Tell the others who sat there that seats wait for them."""
        if others:
            w = public_words(table)
            called = w.listed([f"<@{user}>" for user in others])
            self._services.invitations.call(table, w("ping.rematch", host=safe(host), players=called), others)

    async def _join(self, interaction: Interaction, saved: SavedTable) -> None:
        table: Table | None = self._services.tables.get(saved.table.rematch or "")
        if table is None:
            await refuse(interaction, Refusal("rematch_over", ""))
            return
        ctx, name = Context(self._services, interaction, table), interaction.user.display_name
        async with ctx.thinking(new=True):
            refusal = await table.join(ctx.user_id, name, seat_of(saved, ctx.user_id))
        elsewhere = interaction.guild_id is None
        if refusal is not None and not (elsewhere and refusal.code == "already_seated"):
            await ctx.refuse(refusal)
            return
        if elsewhere:
            await self._show(ctx)
            return
        await ctx.tell(ctx.words("lobby.joined"))
        await greet(ctx)


def _misplaced(interaction: Interaction, saved: SavedTable) -> Refusal | None:
    """Refuse a press where the table was not, but for one in the direct messages of who sat there."""
    if interaction.guild_id is None:
        return None if interaction.user.id in people_of(saved) else Refusal("not_seated", "")
    return None if interaction.channel_id == saved.table.channel_id else Refusal("other_channel", "")


async def setup(_bot: commands.AutoShardedBot, services: Services) -> None:
    """Answer the button."""
    services.controls.add("m1", partial(read_table, verbs={REMATCH}), Rematch(services).pressed)
