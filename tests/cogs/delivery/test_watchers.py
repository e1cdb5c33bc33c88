"""The panels of several people who watch; with the bot, see `tests/cogs/test_spectators.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.tables import TableState
from cogs.delivery.watchers import Watchers
from cogs.pages.page import Page

ANNA, BELA = 1, 2
OLD, NEW = Page(("old",)), Page(("new",))


class Gallery:
    """Some watchers of a table, their panels by person, and the jobs that wait."""

    def __init__(self) -> None:
        self.table: Any = SimpleNamespace(id="k3m9xp", state=TableState.PLAYING, game=Mock())
        self.reached: set[int] = {ANNA, BELA}
        """Whose panels can still be edited."""
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
        """Do the jobs that wait; returns whose panels were edited by that."""
        jobs, self._jobs, self.edited = self._jobs, {}, []
        for job in jobs.values():
            await job()
        return self.edited

    async def followed(self) -> list[int]:
        """Let something happen at the table; returns whose panels were edited by that."""
        self.watchers.follow(self.table)
        return await self.work()


@pytest.fixture
def gallery(monkeypatch: pytest.MonkeyPatch) -> Gallery:
    monkeypatch.setattr("cogs.delivery.watchers.spectator_page", lambda *_: NEW)
    return Gallery()


async def test_what_has_changed_before_the_panel_arrived_is_shown_at_once(gallery: Gallery) -> None:
    gallery.watch(ANNA)
    assert await gallery.work() == [ANNA]
    assert await gallery.followed() == [], "it shows that already"


async def test_who_can_no_longer_be_reached_does_not_take_the_panels_of_others(gallery: Gallery) -> None:
    gallery.watch(ANNA, BELA)
    gallery.reached = {BELA}
    assert await gallery.work() == [ANNA, BELA]
    gallery.watch(BELA)
    assert await gallery.followed() == [BELA]


async def test_a_panel_that_shows_the_end_already_is_kept_no_longer(gallery: Gallery) -> None:
    gallery.watch(ANNA)
    await gallery.work()
    gallery.table.state = TableState.ENDED
    assert await gallery.followed() == []
    gallery.watchers.follow(gallery.table)
    assert not gallery.watchers._panels


async def test_a_table_that_has_ended_is_not_watched(gallery: Gallery) -> None:
    gallery.table.state = TableState.ENDED
    gallery.watch(ANNA)
    assert await gallery.followed() == []
    assert gallery.edited == []
