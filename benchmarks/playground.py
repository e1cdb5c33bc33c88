"""The bot on a playground of its own, in one process and event loop with what is measured."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.app import Skiz, join, point_to
from bot.playground import Playground
from bot.settings import Settings


@asynccontextmanager
async def joined(playground: Playground, **options: Any) -> AsyncIterator[Skiz]:
    """Start a playground and the bot, with an empty database and no cards drawn yet; stop both in the end.

    Args:
        playground: Has not been started.
        options: Settings of the bot.
    """
    await playground.start()
    point_to(playground.address)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            _env_file=None,
            database=Path(folder, "skiz.db"),
            pictures=Path(folder, "pictures"),
            discord_address=playground.address,
            **options,
        )
        ready = asyncio.Queue[Skiz]()
        joining = asyncio.create_task(join(settings, playground.token, ready.put_nowait))
        try:
            yield await ready.get()
        finally:
            joining.cancel()
            await asyncio.gather(joining, return_exceptions=True)
            await playground.stop()
