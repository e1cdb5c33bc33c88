"""When a player's direct message is brought up to date, and when that may wait."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.moves import Action
from cogs.delivery.hand_message import ATTENTION
from cogs.delivery.queue import Queue
from tests.cogs.place import Place, acts_of, words_of


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> dict[Any, float]:
    """The seconds for which jobs are put off, by lane and key."""
    put: dict[Any, float] = {}
    monkeypatch.setattr("cogs.delivery.hand_message.ATTENTION", ATTENTION)
    monkeypatch.setattr(
        Queue, "put_later", lambda _, seconds, lane, key, *__: put.__setitem__((lane, key), seconds)
    )
    return put


async def test_a_panel_that_offers_what_was_done_elsewhere_waits(
    place: Place, waits: dict[Any, float]
) -> None:
    table = await place.start(place.bela, place.clara)
    assert await table.act(place.anna.id, None, [Action("pass")]) is None
    await place.settle()
    assert waits[place.anna.id, ("dm", table.id)] == ATTENTION
    assert acts_of(place.panel(place.anna)), "it still offers the bids"
    assert acts_of(place.panel(place.bela)), "the player to act is shown that at once"
    assert (place.bela.id, ("dm", table.id)) not in waits


async def test_a_panel_marks_a_player_for_whom_a_computer_plays(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert await table.act(place.anna.id, None, [Action("bid", "dreier")]) is None
    await place.settle()
    assert "anna Dreier" in words_of(place.panel(place.bela))
    await place.anna.slash(place.channel, "tarock leave")
    await place.settle()
    assert "anna ⚙ Dreier" in words_of(place.panel(place.bela))
