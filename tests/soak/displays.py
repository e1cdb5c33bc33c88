"""Whether every message shows what it should: pages made from the database, compared with the messages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from bot.games import GAMES
from bot.playground.world import CHANNEL_ID, Message
from bot.store import Store
from bot.tables import Paces, Table, Tables, TableServices, TableState
from bot.text import words
from cogs.controls import lasts
from cogs.discord.page import DESCRIPTION_LIMIT, Page, controls_in
from cogs.hands.page import player_page
from cogs.table.page import table_page
from tests.soak.diagnosis import SavedTable
from tests.soak.ledger import UNFINISHED
from tests.soak.screens import Screens

MENTION: Final = re.compile(r"<@(\d+)>")
COMMAND_ID: Final = re.compile(r"(?<=[a-z]):\d+(?=>)")
"""The id in a clickable command `</tarock end:123>`, which the pages made here do not know."""

Content = list[tuple[object, ...]]


def wanted(page: Page) -> Content:
    """The content of a message that shows a page."""
    parts: Content = [
        ("text", each)
        if isinstance(each, str)
        else ("picture", each.file_name, each.description[:DESCRIPTION_LIMIT])
        for each in page.clipped().parts
    ]
    for row in page.rows:
        parts += (
            [("text", row)] if isinstance(row, str) else [("control", each.id) for each in controls_in(row)]
        )
    return parts


def shown(message: Message) -> Content:
    """What a message shows."""
    parts: Content = []
    for each in message.parts():
        kind: Any = each["type"]
        if kind == 10:
            parts.append(("text", COMMAND_ID.sub("", each["content"])))
        elif kind == 12:
            (item,) = each["items"]
            parts.append(("picture", str(item["media"]["url"]).rpartition("/")[2], item["description"]))
        elif "custom_id" in each:
            parts.append(("control", each["custom_id"]))
    return parts


def _has_controls(message: Message, table: Table) -> bool:
    """Whether a message has controls of a table other than those about a finished deal."""
    ids = [str(each[1]) for each in shown(message) if each[0] == "control"]
    return any(f":{table.id}:" in f"{each}:" for each in ids if not lasts(each))


class Wrong(NamedTuple):
    """A table at which something is not as it should be."""

    saved: SavedTable
    lines: tuple[str, ...]
    since: float
    """Since when it has not been changed, in seconds of the monotonic clock."""


class Displays:
    """The messages that the tables of a database should have."""

    def __init__(self, screens: Screens, paces: Paces) -> None:
        self._screens = screens
        self._paces = paces
        self._right = set[str]()
        """The tables at which everything was right at some look."""
        self._resting = dict[str, tuple[int, float]]()
        """How often each table had been saved at the last look, and since when it has not been."""

    async def look(self, database: Path) -> list[Wrong]:
        """Return the tables at which not everything is as it should be, nor was at an earlier look.

        Clocks run, so that something happens somewhere all the time: a table is right once it was.
        """
        wrong, now = list[Wrong](), monotonic()
        for each in await self.saved(database):
            table = each.table
            saves = table.saves
            if self._resting.setdefault(table.id, (saves, now))[0] != saves:
                self._resting[table.id] = saves, now
            if table.id not in self._right:
                if lines := tuple(self._wrong_at(table)):
                    wrong.append(Wrong(each, lines, self._resting[table.id][1]))
                else:
                    self._right.add(table.id)
                await asyncio.sleep(0)
        return wrong

    async def saved(self, database: Path) -> list[SavedTable]:
        """All tables of a database that are open."""
        return await asyncio.to_thread(asyncio.run, self._saved(database))

    async def _saved(self, database: Path) -> list[SavedTable]:
        store = await Store.open(database)
        try:
            tables = await Tables.open(GAMES, TableServices(store.log, _no_computer, paces=self._paces))
            open_tables = [table for each in self._channels for table in tables.in_channel(int(each))]
            return [SavedTable(each.now, await store.messages.of(each.id)) for each in open_tables]
        finally:
            await store.close()

    @property
    def _channels(self) -> list[str]:
        return [each for each in tuple(self._screens.public) if each != CHANNEL_ID]

    def _wrong_at(self, table: Table) -> Iterator[str]:
        what = f"{table.game.name} {table.id}, deal {table.number}, {table.state}"
        messages = self._screens.public[str(table.channel_id)].values()
        boards = [each for each in messages if _has_controls(each, table)]
        if not boards:
            yield f"{what}: no table message"
        elif (found := shown(boards[-1])) != (right := wanted(table_page(table))):
            yield f"{what}: the table message shows {_difference(found, right)}"
        if len(boards) > 1:
            yield f"{what}: {len(boards)} messages with controls"
        yield from self._wrong_pings(table, what)
        for user_id in table.people:
            yield from self._wrong_panel(table, user_id, what)

    def _wrong_pings(self, table: Table, what: str) -> Iterator[str]:
        public = table.open
        waits = table.state is TableState.PLAYING and not (table.paused or table.asleep)
        turn = public.turn if public and waits else ()
        occupants = [table.occupants[seat] for seat in turn]
        asked = {str(each.user_id) for each in occupants if each and each.user_id is not None}
        messages = self._screens.public[str(table.channel_id)].values()
        called = [set(MENTION.findall(each.content)) for each in messages if not each.components]
        if asked and not any(asked <= each for each in called):
            yield f"{what}: {len(asked)} to move, {len(called)} pings"
        if (pings := sum(bool(each) for each in called)) > 1:
            yield f"{what}: {pings} pings"

    def _wrong_panel(self, table: Table, user_id: int, what: str) -> Iterator[str]:
        page = player_page(words("en-US", table.game.name), table, user_id)
        if page is None or table.state is not TableState.PLAYING:
            return
        # A private answer is as good: a person who has asked for a panel that was gone sees it there.
        private = self._screens.letters[str(user_id)], self._screens.answers[str(user_id)]
        panels = [
            panel for kept in private for panel in [each for each in kept.values() if each.components][-1:]
        ]
        # A player who is not asked may see an older state of the deal, but always the hand.
        asked = table.seat_of(user_id) in table.awaited
        if not any(_shows(each, page, asked=asked) for each in panels):
            found = shown(panels[0]) if panels else []
            yield f"{what}: the direct message of {user_id} shows {_difference(found, wanted(page))}"
        letters = self._screens.letters[str(user_id)].values()
        if (count := sum(_has_controls(each, table) for each in letters)) > 1:
            yield f"{what}: {count} direct messages to {user_id} with controls"


def _shows(message: Message, page: Page, *, asked: bool) -> bool:
    found, right = shown(message), wanted(page)
    if not asked:
        return _hand(found) == _hand(right)
    if any(each in message.text for each in UNFINISHED):
        return _pictures(found) == _pictures(right)
    return found == right


def _hand(content: Content) -> Content:
    return [each for each in _pictures(content) if str(each[1]).startswith("hand")]


def _pictures(content: Content) -> Content:
    return [each for each in content if each[0] == "picture"]


def _difference(found: Content, right: Content) -> str:
    """The first part that differs."""
    pairs = zip([*found, None], [*right, None], strict=False)
    return next((f"{one!r} for {other!r}" for one, other in pairs if one != other), "nothing else")


def _no_computer(_game: str) -> Any:
    raise AssertionError("nothing is played here")
