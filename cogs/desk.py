"""The desk: what the cogs share. It hears the tables' news and lets the right cog answer a control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from discord.ext import commands

from bot.rules.reasons import Refusal
from bot.tables import NewsKind
from bot.text.deals import refusal_sentence
from cogs.inbox import Inbox
from cogs.items import DESK, Control, Painter
from cogs.outbox import SECONDS_PER_CHANGE, Outbox
from cogs.people import People
from cogs.respond import Interaction, reader, sorry, tell
from cogs.screen import Screen

if TYPE_CHECKING:
    from bot.client import Skiz
    from bot.tables import News, Table

ATTENTION: Final = 20.0
"""Seconds for which whoever has just used a panel is taken to look at it still."""

Answering: TypeAlias = Callable[[Interaction, str], Awaitable[None]]
"""Answers a control, given what follows its kind."""


class Desk(commands.Cog, name=DESK):
    """What the cogs share."""

    seconds_per_change: ClassVar[float] = SECONDS_PER_CHANGE
    attention: ClassVar[float] = ATTENTION

    def __init__(self, bot: Skiz) -> None:
        self.bot = bot
        self.outbox = Outbox(self.seconds_per_change)
        self.painter = Painter(bot.pictures)
        self.people = People(bot.store)
        self.inbox = Inbox(self)
        self._screens: dict[str, Screen] = {}
        self._answering: dict[str, Answering] = {}

    async def cog_load(self) -> None:
        """Listen to the tables, and answer the controls of all messages there ever were."""
        self.bot.tables.listen(self.hear)
        self.bot.add_dynamic_items(Control)

    async def cog_unload(self) -> None:
        """Let what is being sent be sent."""
        await self.outbox.close()

    def answer(self, kind: str, answering: Answering) -> None:
        """Let somebody answer all controls of a kind."""
        self._answering[kind] = answering

    async def hear(self, table: Table, news: News) -> None:
        """Show what has happened at a table."""
        if not news.continues:
            self.screen(table).refresh()
        for user_id in table.people:
            self.inbox.refresh(table, user_id)
            if news.kind is NewsKind.ENDED:
                self.inbox.forget(table, user_id)
        if news.kind is NewsKind.ENDED:
            self._screens.pop(table.id, None)

    async def pressed(self, interaction: Interaction, kind: str, rest: str) -> None:
        """Answer a control; whatever happens, the person who pressed it is told."""
        try:
            await self.people.met(interaction.user.id, str(interaction.locale))
            answering = self._answering.get(kind)
            if answering is None:
                await tell(interaction, reader(interaction)("error.older_version"))
            else:
                await answering(interaction, rest)
        except Exception as error:  # noqa: BLE001 - logged under an id that the person is shown
            await sorry(interaction, error)

    def screen(self, table: Table) -> Screen:
        """What the channel shows of a table."""
        if table.id not in self._screens:
            self._screens[table.id] = Screen(self, table)
        return self._screens[table.id]

    def posted(self, table: Table) -> None:
        """Take note that a message of a table was posted below those of other tables of its channel."""
        for other in self.bot.tables.in_channel(table.channel_id):
            if other.id != table.id:
                self.screen(other).posted_below()

    async def table_of(self, interaction: Interaction, table_id: str) -> Table | None:
        """The table of a control; if there is none any more, the person is told."""
        table = self.bot.tables.get(table_id)
        if table is None:
            await self.refuse(interaction, Refusal("no_such_table", ""))
        return table

    async def refuse(self, interaction: Interaction, refusal: Refusal) -> None:
        """Tell the acting person why nothing has changed."""
        await tell(interaction, refusal_sentence(reader(interaction), refusal))


def desk_of(bot: commands.Bot | commands.AutoShardedBot) -> Desk:
    """The desk of a bot.

    Raises:
        TypeError: its cog is not loaded.
    """
    desk = bot.get_cog(DESK)
    if not isinstance(desk, Desk):
        raise TypeError("the desk's cog is not loaded")
    return desk


async def desk_for(bot: Skiz) -> Desk:
    """The desk of a bot, set up by whichever cog comes first."""
    if bot.get_cog(DESK) is None:
        await bot.add_cog(Desk(bot))
    return desk_of(bot)
