"""Requests are scarce: how many of them a deal costs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables import TableState
from cogs.discord.budget import Priority
from cogs.discord.queue import Lane, Pings, Queue
from cogs.hands.page import player_page
from tests.cogs.discord.helpers import counted
from tests.cogs.place import Place, act, act_once, choose, confirm, words_of


@pytest.fixture
def attentive(place: Place, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A place where no player looks away, and no panel waits to follow."""
    monkeypatch.setattr("cogs.discord.panels.ATTENTION", 600.0)
    monkeypatch.setattr("cogs.discord.panels.FOLLOWING_PACE", 600.0)
    return place


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Any]:
    """The delayed jobs, by lane and key."""
    put: dict[Any, Any] = {}

    def put_later(queue: Queue, _seconds: float, lane: Lane, key: Any, job: Any, *priority: Priority) -> None:
        put[lane, key] = lambda: queue.put(lane, key, job, *priority)

    monkeypatch.setattr(Queue, "put_later", put_later)
    return put


async def test_a_deal_costs_one_table_edit_per_turn_and_few_panel_edits(attentive: Place) -> None:
    place = attentive
    await place.start(place.bela, place.clara)
    channel, dm_channels = {place.channel.id}, {who.user.dm_channel.id for who in place.people}
    before_public, before_private = counted(place, channel), counted(place, dm_channels)
    turns = 0
    while (now := place.view(place.anna).open).result is None:
        (seat,) = now.turn
        await act(place, place.people[seat])
        turns += 1
    public, private = counted(place, channel) - before_public, counted(place, dm_channels) - before_private
    assert turns > 48
    assert public["PATCH"] <= turns + 3, "one for each turn, and the ping when only its request has changed"
    assert public["POST"] <= 2, "everybody is pinged once, the first before the count starts"
    assert public["DELETE"] <= 3
    assert private["POST"] == 0
    assert private["PATCH"] <= 3, "until each has pressed something: from then on tokens are used"


async def test_only_a_ping_notifies_and_only_those_whom_it_names(place: Place) -> None:
    await place.start(place.bela, computers=1)
    await place.anna.slash(place.channel, "bid", bid="pass")
    await place.bela.click(place.shown, label="My hand")
    await place.clara.slash(place.channel, "bid", bid="pass")
    bodies = [each.json for each in place.env.http_requests if isinstance(each.json, dict)]
    sent = [body for each in bodies if {"content", "components"} & (body := each.get("data") or each).keys()]
    assert len(sent) > 5
    for body in sent:
        allowed = body["allowed_mentions"]
        assert not allowed.get("parse")
        assert [*map(str, allowed.get("users", []))] == re.findall(r"<@(\d+)>", body.get("content") or "")


async def test_moves_of_computers_cost_no_edit_of_their_own(attentive: Place) -> None:
    place = attentive
    table = await place.start(computers=2)
    channel, dm_channel = {place.channel.id}, {place.anna.user.dm_channel.id}
    await act(place, place.anna)
    before, by_dm, turns = counted(place, channel), counted(place, dm_channel), 0
    while table.now.state is TableState.PLAYING:
        await act(place, place.anna)
        turns += 1
    spent = counted(place, channel) - before
    assert spent["POST"] == 0
    assert spent["DELETE"] <= 1
    assert spent["PATCH"] <= turns + 1, "a trick that a computer completes comes with the next lead"
    assert counted(place, dm_channel) == by_dm, "by the token of the press"


async def test_the_ping_stays_while_the_same_player_is_to_act(
    place: Place,
) -> None:
    await place.start(place.bela, place.clara)
    ping = place.ping
    await choose(place, place.anna, "bid solo")
    await confirm(place, place.anna)
    assert "To announce or double: anna" in words_of(place.shown)
    assert place.ping == ping


async def test_a_player_looking_at_a_panel_is_pinged_only_later(
    attentive: Place, later: dict[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = attentive
    await place.start(place.bela, place.clara)
    for who in place.people:
        await who.user.click(place.panel(who), label="Pass")
    await place.bela.click(place.shown, label="Next deal")
    assert "To bid: bela" in words_of(place.shown)
    assert not [each for each in place.public if each.content]
    monkeypatch.setattr("cogs.discord.panels.ATTENTION", 0.0)
    later[Pings(place.channel.id), ("ping", place.table.id)]()
    await place.services.queue.join()
    assert place.ping is not None
    assert f"<@{place.bela.id}>" in place.ping.content


async def test_a_panel_is_made_once_for_each_revision(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await place.start(computers=2)
    while table.now.open is None or table.now.open.phase != "play":
        await act_once(place)
    made: Counter[tuple[int, str]] = Counter()

    def counting(make: Callable[..., Any], reader: str) -> Callable[..., Any]:
        def count(*args: Any, **kwargs: Any) -> Any:
            made[table.now.revision, reader] += 1
            return make(*args, **kwargs)

        return count

    monkeypatch.setattr("cogs.services.player_page", counting(player_page, "player"))
    while table.now.state is TableState.PLAYING:
        await act_once(place)
        await place.settle()
    assert made
    assert set(made.values()) == {1}, "each page once"
