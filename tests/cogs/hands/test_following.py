"""What players see in their panels of what the others do."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.moves import Action
from cogs.discord.panels import ATTENTION, FOLLOWING_PACE
from cogs.discord.queue import Queue
from tests.cogs.place import Place, words_of


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> dict[Any, float]:
    """The seconds for which jobs are put off, by lane and key."""
    put: dict[Any, float] = {}
    monkeypatch.setattr("cogs.discord.panels.ATTENTION", ATTENTION)
    monkeypatch.setattr("cogs.discord.panels.FOLLOWING_PACE", FOLLOWING_PACE)
    monkeypatch.setattr(
        Queue, "put_later", lambda _, seconds, lane, key, *__: put.__setitem__((lane, key), seconds)
    )
    return put


async def test_a_panel_marks_a_player_for_whom_a_computer_plays(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    with place.as_bot():
        assert await table.act(place.anna.id, None, [Action("bid", "dreier")]) is None
    await place.settle()
    assert "anna: Dreier" in words_of(place.panel(place.bela))
    await place.leave(place.anna)
    await place.settle()
    assert "anna\N{NO-BREAK SPACE}⚙: Dreier" in words_of(place.panel(place.bela))


async def test_a_panel_follows_the_others_at_once_only_if_that_is_free(
    place: Place, waits: dict[Any, float]
) -> None:
    await place.start(place.bela, place.clara)
    await place.clara.click(place.shown, label="My hand")
    await place.anna.slash(place.channel, "bid", bid="dreier")
    assert "anna: Dreier" in words_of(place.private(place.clara)[-1]), "by the token of the press"
    assert "To bid: bela" in words_of(place.private(place.clara)[-1])
    assert "Dreier" not in words_of(place.panel(place.clara)), "that would cost a request"
    assert 0 < waits[place.clara.id, ("dm", place.table.id)] <= FOLLOWING_PACE, "so it comes later"
    await place.clara.user.click(place.panel(place.clara), label="Refresh")
    assert "anna: Dreier" in words_of(place.panel(place.clara))
    await place.bela.slash(place.channel, "bid", bid="pass")
    assert "bela: pass" in words_of(place.panel(place.clara))


async def test_players_can_vote_for_a_pause_in_their_panels(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.click(place.shown, label="Pause")
    wished = "anna would like a pause. It takes 2 players."
    assert wished in words_of(place.panel(place.anna))
    assert wished in words_of(place.panel(place.bela))
    await place.anna.user.click(place.panel(place.anna), label="No pause")
    assert "would like" not in words_of(place.panel(place.bela))
    await place.anna.click(place.shown, label="Pause")
    await place.bela.user.click(place.panel(place.bela), label="Pause")
    assert place.table.now.paused
    assert "The table is paused" in words_of(place.panel(place.clara))
    assert "To bid" not in words_of(place.shown), "the table waits for nobody"


async def test_choices_and_auction_can_be_asked_for_by_button(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    with place.as_bot():
        assert await table.act(place.anna.id, None, [Action("bid", "dreier")]) is None
    await place.settle()
    await place.bela.user.click(place.panel(place.bela), label="What can I do?")
    dm = place.bela.user.dm_channel
    answer = [each for each in dm.history(viewer=place.bela.user) if each.flags.ephemeral][-1]
    assert "Unterer" in words_of(answer)
    await place.clara.click(place.shown, label="Auction")
    assert "anna: Dreier" in words_of(place.private(place.clara)[-1])
