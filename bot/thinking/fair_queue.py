"""A queue in which several owners take turns, however much each of them has put there."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by owner. The owner whose item was taken comes after all others that wait.

    Patient items are taken only while no other waits.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._patient: dict[str, deque[Item]] = {}
        self._put = asyncio.Event()

    def __len__(self) -> int:
        """How many items wait that are not patient."""
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, item: Item, *, patient: bool = False) -> None:
        """Add an item behind the others of its owner."""
        (self._patient if patient else self._waiting).setdefault(owner, deque()).append(item)
        self._put.set()

    def discard(self, owner: str, item: Item) -> None:
        """Remove an item if it still waits."""
        for owners in (self._waiting, self._patient):
            items = owners.get(owner)
            if items and item in items:
                items.remove(item)
                if not items:
                    del owners[owner]

    async def get(self) -> Item:
        """Take the next item of the owner whose turn it is, as soon as there is one."""
        while not (self._waiting or self._patient):
            self._put.clear()
            await self._put.wait()
        owners = self._waiting or self._patient
        owner = next(iter(owners))
        items = owners.pop(owner)
        item = items.popleft()
        if items:
            owners[owner] = items
        return item
