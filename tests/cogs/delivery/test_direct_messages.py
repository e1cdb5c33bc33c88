"""Whom direct messages reach, by Discord's error codes."""

from __future__ import annotations

from contextlib import nullcontext

import discord
import pytest

from tests.cogs.place import Place


@pytest.mark.parametrize(("code", "closed"), [(50007, True), (50278, True), (50001, False)])
async def test_only_some_refusals_mean_closed_direct_messages(place: Place, code: int, closed: bool) -> None:
    path = f"/channels/{place.anna.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=code)
    with nullcontext() if closed else pytest.raises(discord.Forbidden):
        assert not await place.services.direct_messages.send(place.anna.id, "dm.open")
    assert ((await place.services.people.get(place.anna.id)).dm_ok is False) == closed


@pytest.mark.parametrize(("code", "closed"), [(50007, True), (50001, False)])
async def test_a_hand_that_is_refused_for_another_reason_closes_nothing(
    place: Place, code: int, closed: bool
) -> None:
    await place.open(place.bela, place.clara)
    path = f"/channels/{place.anna.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=code)
    await place.anna.click(place.shown, label="Start")
    assert ((await place.services.people.get(place.anna.id)).dm_ok is False) == closed
    assert place.ping is not None
    assert ("My hand" in place.ping.content) == closed
