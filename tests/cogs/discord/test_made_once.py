"""How often pages are made: once for each revision of a table and each reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables import TableState
from cogs.hands.page import player_page
from cogs.table.page import table_page
from tests.cogs.place import Place, act_once


async def test_a_page_is_made_once_for_each_revision_and_reader(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await place.start(computers=2)
    while table.now.open is None or table.now.open.phase != "play":
        await act_once(place)
    made: Counter[tuple[int, str]] = Counter()

    def counting(make: Callable[..., Any], reader: str) -> Callable[..., Any]:
        def count(*args: Any, **kwargs: Any) -> Any:
            made[table.now.revision, reader] += 1
            return make(*args, **kwargs)

        return count

    monkeypatch.setattr("cogs.discord.hand_message.player_page", counting(player_page, "player"))
    monkeypatch.setattr("cogs.discord.table_message.table_page", counting(table_page, "everybody"))
    while table.now.state is TableState.PLAYING:
        await act_once(place)
        await place.settle()
    assert {reader for _, reader in made} == {"player", "everybody"}
    assert set(made.values()) == {1}, "each page once"
