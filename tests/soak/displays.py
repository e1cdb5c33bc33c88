"""Whether every message shows what it should: pages made from the database, compared with the messages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from bot.games import GAMES
from bot.playground.state import Message
from bot.store import Store
from bot.tables import Table, Tables, TableServices, TableState, Terms
from bot.text import words
from cogs.controls import lasts
from cogs.discord.page import Page
from cogs.hands.page import player_page
from cogs.table.page import table_page
from tests.e2e.players import MENTION, Content, content_of, wanted_by
from tests.soak.ledger import BACK, UNFINISHED, Seats
from tests.soak.people import Screens


def _has_controls(message: Message, table: Table) -> bool:
    """Whether a message has controls of a table other than those about a finished deal."""
    ids = [str(each[1]) for each in content_of(message) if each[0] == "control"]
    return any(f":{table.id}:" in f"{each}:" for each in ids if not lasts(each))


class Wrong(NamedTuple):
    lines: tuple[str, ...]
    since: float
    """Since when it has not been changed, in seconds of the monotonic clock."""


class Displays:
    def __init__(self, screens: Screens, seats: Seats, terms: Terms) -> None:
        self._screens = screens
        self._seats = seats
        self._terms = terms
        self._right = set[str]()
        """The tables at which everything was right at some look."""
        self._resting = dict[str, tuple[int, float]]()
        """How often each table had been saved at the last look, and since when it has not been."""

    async def look(self, database: Path | str) -> list[Wrong]:
        """Return the tables at which not everything is as it should be, nor was at an earlier look.

        Clocks run, so that something happens somewhere all the time: a table is right once it was.
        """
        wrong, now = list[Wrong](), monotonic()
        for table in await self.saved(database):
            saves = self._seats.saves.get(table.id, 0)
            if self._resting.setdefault(table.id, (saves, now))[0] != saves:
                self._resting[table.id] = saves, now
            if table.id not in self._right:
                if lines := tuple(self._wrong_at(table)):
                    wrong.append(Wrong(lines, self._resting[table.id][1]))
                else:
                    self._right.add(table.id)
                await asyncio.sleep(0)
        return wrong

    async def saved(self, database: Path | str) -> list[Table]:
        store = await Store.open(database)
        try:
            tables = await Tables.open(GAMES, TableServices(store, _no_computer, terms=self._terms))
            channels = {int(each) for each in self._screens.public}
            return [table.now for each in sorted(channels) for table in tables.in_channel(each)]
        finally:
            await store.close()

    def _wrong_at(self, table: Table) -> Iterator[str]:
        what = f"{table.game.name} {table.id}, deal {table.number}, {table.state}"
        messages = self._screens.public[str(table.channel_id)].values()
        boards = [each for each in messages if _has_controls(each, table)]
        if not boards:
            yield f"{what}: no table message"
        elif (found := content_of(boards[-1])) != (right := wanted_by(table_page(table))):
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
        pings = [each.content for each in messages if not each.components and MENTION.search(each.content)]
        if asked and not any(asked <= {*MENTION.findall(each)} for each in pings):
            yield f"{what}: {sorted(asked)} are to move, and {pings} call players"
        if len(pings) > 1:
            yield f"{what}: {pings} call players"

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
            found = content_of(panels[0]) if panels else []
            yield f"{what}: the direct message of {user_id} shows {_difference(found, wanted_by(page))}"
        letters = self._screens.letters[str(user_id)].values()
        if (count := sum(_has_controls(each, table) for each in letters)) > 1:
            yield f"{what}: {count} direct messages to {user_id} with controls"


def _shows(message: Message, page: Page, *, asked: bool) -> bool:
    found, right = content_of(message), wanted_by(page)
    if not asked:
        return _hand(found) == _hand(right)
    # Its reader is choosing, or has been refused something: the text is about that.
    steps = [each for each in message.buttons if each.get("label") == BACK]
    if steps or any(each in message.text for each in UNFINISHED):
        return _pictures(found) == _pictures(right)
    return found == right


def _hand(content: Content) -> Content:
    return [each for each in _pictures(content) if str(each[1]).startswith("hand")]


def _pictures(content: Content) -> Content:
    return [each for each in content if each[0] == "picture"]


def _difference(found: Content, right: Content) -> str:
    pairs = zip([*found, None], [*right, None], strict=False)
    return next((f"{one!r} for {other!r}" for one, other in pairs if one != other), "nothing else")


def _no_computer(_game: str) -> Any:
    raise AssertionError("nothing is played here")
