"""Slots: the most urgent first, and none lost."""

from __future__ import annotations

import asyncio

import pytest

from cogs.discord.slots import FAIR, Priority, Slots


async def wait_for_all(
    slots: Slots, wanted: dict[str, Priority], served: list[str]
) -> asyncio.Future[list[None]]:
    """Let several ask for a slot at once; returns the future of all of them."""

    async def take(name: str, priority: Priority) -> None:
        await slots.take(priority)
        served.append(name)

    waiting = asyncio.gather(*(take(*each) for each in wanted.items()))
    await asyncio.sleep(0)
    return waiting


async def test_slots_go_to_the_most_urgent_and_then_in_order_of_arrival() -> None:
    slots, served = Slots(1, {}), list[str]()
    await slots.take(Priority.AHEAD)
    wanted = {"deck": Priority.AHEAD, "channel": Priority.FOLLOWING}
    wanted |= {"hand": Priority.WAITING, "ping": Priority.WAITING}
    waiting = await wait_for_all(slots, wanted, served)
    for _ in wanted:
        slots.give_back()
        await asyncio.sleep(0)
    await waiting
    assert served == ["hand", "ping", "channel", "deck"]


async def test_some_slots_are_reserved_for_urgent_requests() -> None:
    slots, served = Slots(2, {Priority.FOLLOWING: 1}), list[str]()
    await slots.take(Priority.FOLLOWING)
    waiting = await wait_for_all(slots, {"channel": Priority.FOLLOWING, "hand": Priority.WAITING}, served)
    assert served == ["hand"]
    slots.give_back()
    await asyncio.sleep(0)
    assert served == ["hand"], "one must stay free"
    slots.give_back()
    await waiting
    assert served == ["hand", "channel"]


@pytest.mark.parametrize("served", [False, True])
async def test_a_cancelled_waiter_keeps_no_slot(*, served: bool) -> None:
    slots = Slots(1, {})
    await slots.take(Priority.WAITING)
    task = asyncio.create_task(slots.take(Priority.WAITING))
    await asyncio.sleep(0)
    if served:
        slots.give_back()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    if not served:
        slots.give_back()
    assert slots.free == 1


async def test_a_channel_gets_its_turn_however_many_people_wait() -> None:
    slots, served = Slots(1, {Priority.FOLLOWING: 1}), list[str]()

    async def take(name: str, priority: Priority) -> None:
        await slots.take(priority)
        served.append(name)

    await slots.take(Priority.WAITING)
    takers = [asyncio.create_task(take("channel", Priority.FOLLOWING))]
    takers += [asyncio.create_task(take(f"person {number}", Priority.WAITING)) for number in range(8)]
    await asyncio.sleep(0)
    for _ in takers:
        slots.give_back()
        await asyncio.sleep(0)
    assert served.index("channel") == FAIR - 1
    await asyncio.gather(*takers)
