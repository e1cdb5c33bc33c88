"""The private panels of people who watch a table: they follow it for as long as that costs nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.tables import TableState
from cogs.table.page import spectator_page

if TYPE_CHECKING:
    from bot.tables import Table
    from cogs.discord.direct_messages import DirectMessages
    from cogs.discord.messenger import Messenger
    from cogs.discord.page import Page
    from cogs.discord.queue import Queue


class Panel(NamedTuple):
    """A private answer, and what it shows."""

    message_id: int
    page: Page


class Watchers:
    """Who watches which table, and where. Nothing of this is saved: *Refresh* begins again."""

    def __init__(self, queue: Queue, messenger: Messenger, direct: DirectMessages) -> None:
        self._queue = queue
        self._messenger = messenger
        self._direct = direct
        self._panels: dict[str, dict[int, Panel]] = {}
        """The latest panel of each person, by table."""

    def watch(self, table: Table, user_id: int, message_id: int, page: Page) -> None:
        """Keep a private answer up to date that shows a table to a person."""
        if table.state is not TableState.ENDED:
            self._panels.setdefault(table.id, {})[user_id] = Panel(message_id, page)
            self._put(table, user_id)  # it may have changed meanwhile

    def follow(self, table: Table) -> None:
        """Bring the panels up to date after something has happened at a table."""
        for user_id in self._panels.get(table.id, ()):
            self._put(table, user_id)

    def _put(self, table: Table, user_id: int) -> None:
        self._queue.put(user_id, ("watch", table.id), partial(self._update, table, user_id))

    async def _update(self, table: Table, user_id: int) -> None:
        panel = self._panels.get(table.id, {}).get(user_id)
        if panel is None:
            return
        page = spectator_page((await self._direct.words_of(user_id)).of(table.game.name), table, user_id)
        reached = page == panel.page
        reached = reached or await self._messenger.edit_by_token(panel.message_id, page, panel.page)
        if reached and table.state is not TableState.ENDED:
            self._panels[table.id][user_id] = panel._replace(page=page)
        else:
            self._forget(table, user_id)

    def _forget(self, table: Table, user_id: int) -> None:
        panels = self._panels[table.id]
        del panels[user_id]
        if not panels:
            del self._panels[table.id]
