"""A bot whose health a test sets, and logging as the bot sets it up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from bot.ops.health import Levels
from bot.ops.logs import set_up

WELL = Levels(
    connected=True,
    latency=0.05,
    queue_length=2,
    oldest_job=0.5,
    oldest_display=1.5,
    out_of_reach=3,
    thinking=4,
    backup_age=86400.0,
)


@dataclass
class Patient:
    """A bot in the state that a test sets."""

    measured: Levels = WELL
    answers: bool = True
    hangs: bool = False

    def levels(self) -> Levels:
        return self.measured

    async def database_answers(self) -> bool:
        if self.hangs:
            await asyncio.Event().wait()
        return self.answers


@contextmanager
def logging_set_up(level: str, form: str) -> Iterator[None]:
    """Logging as the bot sets it up, for as long as the block runs."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    before = root.level, library.level
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(root, "handlers", [])
            set_up(level, form)
            yield
    finally:
        logging.captureWarnings(capture=False)
        root.setLevel(before[0])
        library.setLevel(before[1])
