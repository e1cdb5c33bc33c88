"""Private answers about this moment: one at a time, and none after the next action."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from cogs.discord.messenger import Tokens
from tests.cogs.place import act, words_of

if TYPE_CHECKING:
    from tests.cogs.place import Place

BY_TOKEN = "/webhooks/*"


def asides(place: Place) -> list[str]:
    """The first lines of Anna's private answers in her direct messages, besides her panel."""
    shown = place.anna.user.dm_channel.history(viewer=place.anna.user)
    return [words_of(each).strip().splitlines()[0] for each in shown if each.flags.ephemeral]


async def asked(place: Place, label: str) -> None:
    """Press a button below Anna's panel that only shows something."""
    await place.anna.user.click(place.panel(place.anna), label=label)
    await place.settle()


async def test_an_aside_replaces_the_previous_one(place: Place) -> None:
    await place.start(computers=2)
    await asked(place, "What can I do?")
    assert asides(place) == ["### What can I do now?"]
    await asked(place, "Auction")
    assert asides(place) == ["### Tapp-Tarock · deal 1 · auction"]


async def test_an_aside_disappears_with_the_next_action(place: Place) -> None:
    await place.start(computers=2)
    await asked(place, "What can I do?")
    await act(place, place.anna)
    await place.settle()
    assert asides(place) == []


async def test_deleting_a_dismissed_aside_is_not_retried(place: Place) -> None:
    await place.start(computers=2)
    await asked(place, "Auction")
    place.env.inject_error("DELETE", BY_TOKEN, status=404, code=10008, times=None)
    before = len(place.env.http_requests)
    await asked(place, "What can I do?")
    deleted = [each for each in place.env.http_requests[before:] if each.method == "DELETE"]
    assert len(deleted) == 1


async def test_an_aside_whose_token_has_expired_is_left(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(computers=2)
    await asked(place, "Auction")
    monkeypatch.setattr(place.services.tokens, "reach", lambda _: False)
    await asked(place, "What can I do?")
    assert len(asides(place)) == 2


async def test_a_failure_of_discord_is_raised_for_the_queue_to_try_again() -> None:
    response = SimpleNamespace(status=503, reason="")
    failing = AsyncMock(side_effect=discord.DiscordServerError(response, ""))
    tokens = Tokens()
    tokens.keep(1, Mock(extras={}, delete_original_response=failing))
    with pytest.raises(discord.DiscordServerError):
        await tokens.delete(1)
    assert tokens.reach(1), "the next attempt needs it"


async def test_an_ended_table_forgets_its_asides(place: Place) -> None:
    table = await place.start(computers=2)
    await asked(place, "Auction")
    await place.end(place.anna)
    await place.settle()
    assert place.services.panels.of(table, place.anna.id).explanation is None
    assert table.now.ending is not None
