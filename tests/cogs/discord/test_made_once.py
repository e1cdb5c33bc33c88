"""How often pages are made: once for each revision of a table and each reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables import TableState
from cogs.hands.page import player_page
from tests.cogs.place import Place
from tests.cogs.test_whole_deal import act_once


async def test_a_panel_is_made_once_for_each_revision(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await place.start(computers=2)
    while table.open is None or table.open.phase != "play":
        await act_once(place)
    made: Counter[tuple[int, str]] = Counter()

    def counting(make: Callable[..., Any], reader: str) -> Callable[..., Any]:
        def count(*args: Any, **kwargs: Any) -> Any:
            made[table.revision, reader] += 1
            return make(*args, **kwargs)

        return count

    monkeypatch.setattr("cogs.services.player_page", counting(player_page, "player"))
    while table.state is TableState.PLAYING:
        await act_once(place)
        await place.settle()
    assert made
    assert set(made.values()) == {1}, "each page once"
