"""Players who are no longer in the server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.tables import Occupant, TableState
from cogs.discord.failures import JITTER, SLOW_PAUSE
from cogs.discord.membership import FIRST_WAIT, LONGEST_WAIT, Membership
from tests.cogs.place import Place, words_of


async def test_a_player_who_was_kicked_is_replaced_when_it_is_their_turn(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    place.guild.remove_member(place.anna)
    assert table.seat_of(place.anna.id) == 0
    await place.env.advance_time(FIRST_WAIT)
    assert table.seat_of(place.anna.id) is None
    assert table.seat_left_by(place.anna.id) == 0
    assert table.host_id == place.bela.id
    assert "anna\N{NO-BREAK SPACE}⚙: pass" in words_of(place.shown), "the computer has bid already"


async def test_a_slow_player_keeps_the_seat(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for _ in range(3):
        await place.env.advance_time(LONGEST_WAIT)
    assert table.seat_of(place.anna.id) == 0


async def test_closed_direct_messages_are_not_taken_for_leaving(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("*", f"{path}*", status=403, code=50007, times=None)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    assert table.seat_of(place.bela.id) == 1


async def test_a_refused_direct_message_reveals_that_a_player_has_left(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    place.guild.remove_member(place.bela)
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50278, times=None)
    place.env.inject_error("PATCH", f"{path}/*", status=403, code=50278, times=None)
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert table.seat_of(place.bela.id) is None


async def test_membership_is_checked_only_for_seated_people_at_open_tables(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    place.guild.remove_member(place.anna)
    before = len(place.env.http_requests)
    check = place.services.membership._check
    await check(table, 404)
    await place.bela.slash(place.channel, "tarock end")
    with place.as_bot():
        for player in (place.bela, place.clara, place.anna):
            await table.end(player.id)
    assert table.state is TableState.ENDED
    await check(table, place.anna.id)
    assert not [each.path for each in place.env.http_requests[before:] if "/members/" in each.path]


async def test_a_lobby_whose_host_has_left_the_server_gets_a_new_host(place: Place) -> None:
    table = await place.open(place.bela, computers=1)
    place.guild.remove_member(place.anna)
    await place.bela.click(place.shown, label="Start")
    assert "Only the host" in words_of(place.private(place.bela)[-1])
    assert table.host_id == place.bela.id
    assert "1. free" in words_of(place.shown)


async def test_the_lobby_seat_of_a_person_who_left_the_server_is_freed(place: Place) -> None:
    table = await place.open(place.bela, computers=1)
    place.guild.remove_member(place.bela)
    await place.clara.click(place.shown, label="Join")
    assert "All seats are taken" in words_of(place.private(place.clara)[-1])
    await place.clara.click(place.shown, label="Join")
    assert table.seat_of(place.clara.id) == 1


async def test_a_refused_membership_check_removes_nobody(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    membership = place.services.membership
    place.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001)
    membership.suspect(table, place.anna.id)
    await place.settle()
    assert table.seat_of(place.anna.id) == 0


class Watch:
    """A table at which it is Anna's turn, with the delayed jobs recorded by person."""

    def __init__(self, guild: Any) -> None:
        self.later: dict[int, tuple[float, Any]] = {}
        self.cancelled: list[int] = []
        queue: Any = SimpleNamespace(
            put_later=lambda wait, user, _key, job, _priority: self.later.update({user: (wait, job)}),
            cancel_later=lambda user, _key: self.cancelled.append(user),
        )
        table: Any = SimpleNamespace(
            id="k3m9xp",
            guild_id=6,
            revision=1,
            state=TableState.PLAYING,
            asleep=False,
            open=SimpleNamespace(turn=(0, 1)),
            occupants=(Occupant("Anna", 1), Occupant("Poldi")),
            seat_of=lambda _: 0,
            lose=AsyncMock(),
        )
        self.table = table
        client: Any = SimpleNamespace(get_guild=lambda _: guild)
        self.membership = Membership(client, queue)
        self.membership.watch(self.table)

    async def wait(self) -> float:
        """Run the delayed check of Anna's membership; returns its delay in seconds."""
        wait, job = self.later.pop(1)
        await job()
        return wait


async def test_membership_checks_back_off_up_to_the_longest_wait() -> None:
    fetch = AsyncMock()
    watch = Watch(SimpleNamespace(fetch_member=fetch))
    assert watch.later.keys() == {1}, "computers are not checked"
    waits = [await watch.wait() for _ in range(7)]
    assert waits == [120, 240, 480, 960, 1920, LONGEST_WAIT, LONGEST_WAIT]
    assert fetch.await_count == 7


@pytest.mark.parametrize("change", [{"revision": 2}, {"asleep": True}, {"open": None}])
async def test_a_player_who_no_longer_has_to_act_is_not_checked(change: dict[str, Any]) -> None:
    fetch = AsyncMock()
    watch = Watch(SimpleNamespace(fetch_member=fetch))
    vars(watch.table).update(change)
    await watch.wait()
    fetch.assert_not_awaited()
    assert not watch.later


async def test_the_check_is_cancelled_once_the_turn_is_over() -> None:
    watch = Watch(Mock())
    assert not watch.cancelled
    watch.table.open = None
    watch.membership.watch(watch.table)
    assert watch.cancelled == [1]


async def test_nobody_is_removed_when_the_server_is_unknown() -> None:
    watch = Watch(None)
    await watch.wait()
    watch.table.lose.assert_not_awaited()
