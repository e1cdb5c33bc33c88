"""Waiting for what must not stop in the middle."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def completed(task: asyncio.Task[T]) -> T:
    """Wait for a task to the end, even if the waiting is cancelled; `CancelledError` is raised only then."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        raise
