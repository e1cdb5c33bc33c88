"""Ending tables that cannot be restored: their host and moderators may, in their channel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.rules.reasons import Refusal
from bot.text import words
from bot.text.names import folded
from cogs.delivery.replies import Interaction, reader, refuse, reply, thinking, update
from cogs.pages.custom_ids import TableControl, read_table, suspended_id
from cogs.pages.page import Button, Look, Option, Page, lines
from cogs.pages.questions import end_suspended_question, suspended_totals

if TYPE_CHECKING:
    from bot.tables import Suspended
    from cogs.services import Services


class SuspendedTables:
    """Answers for tables that cannot be restored."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.controls.add("s1", partial(read_table, verbs={"end"}), self._pressed)

    def meant(self, interaction: Interaction, table_id: str) -> Suspended | None:
        """Return the suspended table of this channel with an id; without an id the only table here."""
        here = self._here(interaction)
        if not table_id and not self._services.tables.in_channel(interaction.channel_id or 0):
            return here[0] if here else None
        return next((each for each in here if each.id == table_id), None)

    def complete(self, interaction: Interaction, typed: str) -> list[Option]:
        """The suspended tables of this channel whose id or description contains what was typed."""
        w = reader(interaction)
        offered = [
            Option(each.id, w("tables.suspended.choice", table=each.id)) for each in self._here(interaction)
        ]
        return [each for each in offered if folded(typed) in folded(each.label)]

    async def ask(self, interaction: Interaction, table: Suspended) -> None:
        """Ask a person who may end a table for confirmation."""
        if refusal := _refused(interaction, table):
            await refuse(interaction, refusal)
            return
        w = reader(interaction)
        sure = Button(suspended_id(table, "end"), w("button.end"), Look.DANGER)
        page = Page((end_suspended_question(w, table),), ((sure,),))
        await reply(interaction, await self._services.renderer.render(page))

    async def _pressed(self, interaction: Interaction, control: TableControl) -> None:
        """End a table, and tell its channel."""
        table = self.meant(interaction, control.table_id)
        refusal = Refusal("no_such_table", "") if table is None else _refused(interaction, table)
        if table is None or refusal is not None:
            await refuse(interaction, refusal or Refusal("no_such_table", ""))
            return
        async with thinking(interaction):
            refusal = await self._services.tables.end_suspended(table.id)
        if refusal is not None:
            await refuse(interaction, refusal)
            return
        done = Page((reader(interaction)("sure.end_done"),))
        await update(interaction, await self._services.renderer.render(done))
        self._tell(table, interaction.user.id)

    def _tell(self, table: Suspended, by: int) -> None:
        """Tell the channel of a table who has ended it, with its totals."""
        w, row = words(table.row.locale), table.row
        text = lines(
            w("table.suspended_ended", table=table.id, player=f"<@{by}>"), suspended_totals(w, table)
        )
        messenger, key = self._services.messenger, ("suspended ended", table.id)

        async def send() -> None:
            await messenger.send(key, messenger.channel(row.channel_id, row.guild_id), Page((text,)), w)

        self._services.queue.put(row.channel_id, key, send)

    def _here(self, interaction: Interaction) -> list[Suspended]:
        channel_id = interaction.channel_id
        return [each for each in self._services.tables.suspended if each.row.channel_id == channel_id]


def _refused(interaction: Interaction, table: Suspended) -> Refusal | None:
    """Return why a person may not end a table, or `None`."""
    may = interaction.user.id == table.row.host_id or interaction.permissions.manage_messages
    return None if may else Refusal("may_not_end", "")
