"""Hands: each player's own panel, and the buttons under a table message that show something or move it on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.tables import Table
from bot.text.deals import last_trick_line, refusal_sentence
from card_images import Style
from cogs.acting import carry_out, show_panel
from cogs.boards import announced, last_trick, rules_page
from cogs.desk import Desk, desk_for
from cogs.finding import table_of
from cogs.moving import move_on
from cogs.names import names_of, panel_id
from cogs.page import Button, Look, Page, lines
from cogs.respond import Interaction, patiently, reader, show, tell, update
from cogs.sheets import session_chart, totals
from cogs.translation import named

if TYPE_CHECKING:
    from bot.client import Skiz

Answer: TypeAlias = Callable[[Interaction, Table], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Grave:
    """Something for everybody at a table that cannot be taken back: whoever presses it is asked once more."""

    refused: Callable[[Table, int], Refusal | None]
    do: Callable[[Table, int], Awaitable[Refusal | None]]


GRAVE: Final[Mapping[str, Grave]] = {
    "end": Grave(Table.end_refused, Table.end),
    "last_circle": Grave(Table.last_circle_refused, Table.announce_last_circle),
}
SURE: Final = "sure"
"""Follows the verb of a grave button in the id of the one that confirms it."""


class Hands(commands.Cog):
    """Shows people what they ask for, privately."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._answers: dict[str, Answer] = {
            "hand": self._hand,
            "again": self._again,
            "trick": self._trick,
            "score": self._score,
            "items": self._items,
            "rules": self._rules,
            "dm": self._dm,
            "next": self._next,
            "return": self._return,
            **{verb: partial(self._ask, verb) for verb in GRAVE},
            **{f"{verb}:{SURE}": partial(self._do, verb) for verb in GRAVE},
        }
        desk.answer("p1", self._pressed)

    @app_commands.command(name=named("command.hand.name"), description=named("command.hand.about"))
    @app_commands.rename(cards=named("command.hand.cards.name"))
    @app_commands.describe(cards=named("command.hand.cards.about"))
    @app_commands.choices(
        cards=[
            app_commands.Choice(name=named(f"command.hand.cards.{style.value}"), value=style.value)
            for style in Style
        ]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def hand(self, interaction: Interaction, cards: str = "") -> None:
        """Show the person's own panel, from now on with the cards chosen."""
        if cards:
            await self._desk.people.prefers(interaction.user.id, large_cards=cards == Style.LARGE.value)
        table = table_of(self._desk.bot.tables, interaction)
        if table is None:
            await self._desk.refuse(interaction, Refusal("no_table_here", ""))
        else:
            await show_panel(self._desk, interaction, table)

    async def _pressed(self, interaction: Interaction, rest: str) -> None:
        """Answer a button: `<table>:<verb>`."""
        table_id, _, verb = rest.partition(":")
        table = await self._desk.table_of(interaction, table_id)
        if table is not None:
            await self._answers[verb](interaction, table)

    async def _hand(self, interaction: Interaction, table: Table) -> None:
        await show_panel(self._desk, interaction, table, anew=True)

    async def _again(self, interaction: Interaction, table: Table) -> None:
        await show_panel(self._desk, interaction, table)

    async def _trick(self, interaction: Interaction, table: Table) -> None:
        w = reader(interaction).of(table.game.name)
        if table.deal is None or not (public := table.deal.open).tricks:
            await tell(interaction, w("trick.none_yet"))
            return
        page = Page((last_trick(w, table, public), last_trick_line(w, public, names_of(w, table))))
        await show(interaction, await patiently(interaction, self._desk.painter.render(page), anew=True))

    async def _score(self, interaction: Interaction, table: Table) -> None:
        w = reader(interaction).of(table.game.name)
        text = lines(totals(w, table)) or w("score.none_yet")
        page = Page((text, *session_chart(w, table)))
        await show(interaction, await self._desk.painter.render(page))

    async def _items(self, interaction: Interaction, table: Table) -> None:
        w = reader(interaction).of(table.game.name)
        await show(interaction, await self._desk.painter.render(announced(w, table)))

    async def _rules(self, interaction: Interaction, table: Table) -> None:
        w = reader(interaction).of(table.game.name)
        page = rules_page(w, table)
        await show(interaction, await self._desk.painter.render(page))

    async def _dm(self, interaction: Interaction, table: Table) -> None:
        """Try once more whether direct messages arrive."""
        sending = self._desk.inbox.send_words(
            interaction.user.id, "dm.hello", channel=f"<#{table.channel_id}>"
        )
        arrived = await patiently(interaction, sending, anew=True)
        await tell(interaction, reader(interaction)("dm.open" if arrived else "dm.still_closed"))
        if arrived:
            self._desk.inbox.refresh(table, interaction.user.id)

    async def _next(self, interaction: Interaction, table: Table) -> None:
        """Go on; a private answer then shows the new hand, while a direct message stays as it is."""
        going_on = table.next_deal(interaction.user.id)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await carry_out(self._desk, interaction, table, going_on)
        else:
            await move_on(self._desk, interaction, table, going_on)

    async def _return(self, interaction: Interaction, table: Table) -> None:
        """Give whoever has got up the seat again that a computer has kept."""
        user = interaction.user
        await move_on(self._desk, interaction, table, table.join(user.id, user.display_name))

    async def _ask(self, verb: str, interaction: Interaction, table: Table) -> None:
        """Ask whoever may do something grave whether it shall be so."""
        if refusal := GRAVE[verb].refused(table, interaction.user.id):
            await self._desk.refuse(interaction, refusal)
            return
        w = reader(interaction).of(table.game.name)
        sure = Button(panel_id(table, f"{verb}:{SURE}"), w(f"button.{verb}"), Look.GRAVE)
        await show(interaction, await self._desk.painter.render(Page((w(f"sure.{verb}"),), ((sure,),))))

    async def _do(self, verb: str, interaction: Interaction, table: Table) -> None:
        """Do something grave, and leave in place of the question what came of it."""
        w = reader(interaction).of(table.game.name)
        refusal = await patiently(interaction, GRAVE[verb].do(table, interaction.user.id))
        text = refusal_sentence(w, refusal) if refusal else w(f"sure.{verb}_done")
        await update(interaction, await self._desk.painter.render(Page((text,))))


async def setup(bot: Skiz) -> None:
    """Add the cog."""
    await bot.add_cog(Hands(await desk_for(bot)))
