"""Nothing about an ended table stays in memory, whichever way it ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable

import pytest

from tests.cogs.place import Place, all_pass

Way = Callable[[Place], Awaitable[None]]


def sizes(place: Place) -> dict[str, int]:
    """How much each container of the services holds; the people met latest are remembered on purpose."""
    services, tables = place.services, place.bot.tables
    owners = (
        *(tables, tables._services.schedule),
        *(services.queue, services.panels, services.table_messages, services.membership),
    )
    return {
        f"{type(owner).__name__}.{name}": len(value)
        for owner in owners
        for name, value in vars(owner).items()
        if isinstance(value, dict | set | list | deque)
    }


async def lobby_left(place: Place) -> None:
    await place.open(place.bela)
    for who in (place.anna, place.bela):
        await who.click(place.shown, label="Leave")


async def lobby_not_started(place: Place) -> None:
    await place.open(place.bela)
    await place.env.advance_time(6 * 60 * 60)


async def ended_in_mid_deal(place: Place) -> None:
    await place.start(place.bela, computers=1)
    await place.hand(place.anna)
    await place.hand(place.clara)
    await place.end(place.anna)


async def ended_by_a_moderator_while_asleep(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await all_pass(place, place.anna, place.bela, place.clara)
    await place.hand(place.anna)
    for who in (place.clara, place.bela, place.anna):
        await place.leave(who)
    assert place.table.now.asleep
    await place.end(place.come("dora", moderates=True))


async def ended_because_its_only_person_is_deleted(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.slash(place.channel, "privacy delete")
    await place.anna.click(place.private(place.anna)[-1], label="Delete everything")


WAYS = (
    *(lobby_left, lobby_not_started, ended_in_mid_deal, ended_by_a_moderator_while_asleep),
    ended_because_its_only_person_is_deleted,
)


@pytest.mark.parametrize("way", WAYS)
async def test_nothing_about_an_ended_table_stays_in_memory(place: Place, way: Way) -> None:
    before = sizes(place)
    await way(place)
    assert place.bot.tables.in_channel(place.channel.id) == ()
    await place.env.advance_time(60 * 60)

    async def job() -> None:
        """Use the queue once more: the next job removes what is left of idle lanes."""

    place.services.queue.put(0, "last", job)
    await place.settle()
    after = sizes(place)
    del before["Queue.buckets"], after["Queue.buckets"]  # of which a limited number is kept
    assert after == before


@pytest.mark.parametrize("way", WAYS)
async def test_the_message_of_an_ended_table_keeps_no_token(place: Place, way: Way) -> None:
    """It will not be edited again, so the interaction that last answered with it is forgotten at once."""
    await way(place)
    await place.settle()
    assert not place.services.tokens.reach(place.shown.id)
