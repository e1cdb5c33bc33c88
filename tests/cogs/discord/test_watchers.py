"""The panels of several spectators; with the bot, see `tests/cogs/test_spectators.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.tables import TableState
from cogs.discord.page import Page
from cogs.discord.watchers import Watchers

ANNA, BELA = 1, 2
OLD, NEW = Page(("old",)), Page(("new",))


class Gallery:
    """The spectators of a table, and the queued jobs that edit their panels."""

    def __init__(self) -> None:
        self.table: Any = SimpleNamespace(id="k3m9xp", state=TableState.PLAYING, game=Mock())
        self.reached: set[int] = {ANNA, BELA}
        """The people whose panels can still be edited."""
        self.edited: list[int] = []
        self._jobs: dict[Any, Any] = {}
        queue: Any = SimpleNamespace(put=lambda lane, key, job: self._jobs.update({(lane, key): job}))
        messenger: Any = SimpleNamespace(edit_by_token=self._edit)
        direct: Any = SimpleNamespace(words_of=AsyncMock(return_value=Mock()))
        self.watchers = Watchers(queue, messenger, direct)

    async def _edit(self, message_id: int, _page: Page, _shown: Page | None) -> bool:
        self.edited.append(message_id)
        return message_id in self.reached

    def watch(self, *people: int) -> None:
        for each in people:
            self.watchers.watch(self.table, each, each, OLD)

    async def work(self) -> list[int]:
        """Run the queued jobs; returns the people whose panels they edited."""
        jobs, self._jobs, self.edited = self._jobs, {}, []
        for job in jobs.values():
            await job()
        return self.edited

    async def followed(self) -> list[int]:
        """Report a change at the table and run the jobs; returns the people whose panels were edited."""
        self.watchers.follow(self.table)
        return await self.work()


@pytest.fixture
def gallery(monkeypatch: pytest.MonkeyPatch) -> Gallery:
    monkeypatch.setattr("cogs.discord.watchers.spectator_page", lambda *_: NEW)
    return Gallery()


async def test_a_panel_outdated_on_arrival_is_updated_at_once(gallery: Gallery) -> None:
    gallery.watch(ANNA)
    assert await gallery.work() == [ANNA]
    assert await gallery.followed() == [], "the panel is up to date already"


async def test_dropping_an_unreachable_spectator_keeps_the_panels_of_others(gallery: Gallery) -> None:
    gallery.watch(ANNA, BELA)
    gallery.reached = {BELA}
    assert await gallery.work() == [ANNA, BELA]
    gallery.watch(BELA)
    assert await gallery.followed() == [BELA]


async def test_a_panel_that_shows_the_end_is_forgotten(gallery: Gallery) -> None:
    gallery.watch(ANNA)
    await gallery.work()
    gallery.table.state = TableState.ENDED
    assert await gallery.followed() == []
    gallery.watchers.follow(gallery.table)
    assert not gallery.watchers._panels


async def test_panels_of_an_ended_table_are_not_edited(gallery: Gallery) -> None:
    gallery.table.state = TableState.ENDED
    gallery.watch(ANNA)
    assert await gallery.followed() == []
    assert gallery.edited == []
