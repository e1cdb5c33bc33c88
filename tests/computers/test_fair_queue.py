from __future__ import annotations

import asyncio

from bot.computers.pool import FairQueue


async def taken(queue: FairQueue[str]) -> list[str]:
    return [await queue.get() for _ in range(len(queue))]


async def test_owners_take_turns() -> None:
    queue = FairQueue[str]()
    for item in ("a1", "a2", "a3", "b1", "c1", "c2"):
        queue.put(item[0], item)
    assert len(queue) == 6
    assert await taken(queue) == ["a1", "b1", "c1", "a2", "c2", "a3"]


async def test_an_owner_just_served_comes_after_those_who_wait() -> None:
    queue = FairQueue[str]()
    queue.put("a", "a1")
    queue.put("b", "b1")
    assert await queue.get() == "a1"
    queue.put("a", "a2")
    queue.put("b", "b2")
    assert await taken(queue) == ["b1", "a2", "b2"]


async def test_a_withdrawn_item_is_not_taken() -> None:
    queue = FairQueue[str]()
    for item in ("a1", "a2", "b1"):
        queue.put(item[0], item)
    queue.discard("a", "a1")
    queue.discard("a", "a1")
    queue.discard("b", "b1")
    queue.discard("c", "c1")
    assert await taken(queue) == ["a2"]


async def test_several_tasks_may_wait_for_items() -> None:
    queue = FairQueue[str]()
    waiting = [asyncio.create_task(queue.get()) for _ in range(2)]
    await asyncio.sleep(0)
    queue.put("a", "a1")
    await asyncio.sleep(0)
    queue.put("a", "a2")
    assert await asyncio.gather(*waiting) == ["a1", "a2"]


async def test_patient_items_come_last_and_do_not_count() -> None:
    queue = FairQueue[str]()
    for item in ("p1", "p2", "q1"):
        queue.put(item[0], item, patient=True)
    queue.put("a", "a1")
    queue.discard("p", "p2")
    assert len(queue) == 1
    assert [await queue.get() for _ in range(3)] == ["a1", "p1", "q1"]
