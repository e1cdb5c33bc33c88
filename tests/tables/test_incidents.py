"""What no one awaits is reported when it fails."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

from bot.tables import reported

if TYPE_CHECKING:
    import pytest


async def test_a_failure_is_logged_with_its_kind_but_not_its_text(caplog: pytest.LogCaptureFixture) -> None:
    values, card = dict[str, int](), "T21"

    async def fail() -> None:
        values[card] += 1

    await reported("Counting", fail)
    assert "Counting failed: KeyError" in caplog.text
    assert card not in caplog.text


async def test_a_task_that_is_cancelled_before_it_begins_leaves_nothing_behind() -> None:
    async def work() -> None:
        raise AssertionError("It must not begin.")

    task = asyncio.create_task(reported("Working", work))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    del task
    gc.collect()  # Python would warn of a coroutine that was never awaited
