"""Fetching the avatars of people from Discord, when they first act or have a new one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import aiohttp
import discord

from card_images import Avatars

SIZE = 128
"""The width in pixels to which Discord scales an avatar."""

MOST_BYTES = 512_000
"""The largest size of an avatar that is read."""

TYPE = "image/png"

FETCH_SECONDS = 5.0

AT_ONCE = 4
"""How many avatars are fetched at the same time."""

MOST_FETCHES = 200
"""How many may wait to be fetched; others are fetched when their people act again."""

PATIENCE = 1.0
"""Seconds for which a picture waits for avatars; without one it shows initials."""

MOST_PEOPLE = 10_000
"""How many people are remembered, so that the avatar of each is checked once in a run."""

logger = logging.getLogger(__name__)


class AvatarFetcher:
    """Fetches avatars in the background. They are untrusted: only small PNGs are shown."""

    def __init__(self, avatars: Avatars) -> None:
        self._avatars = avatars
        self._free = asyncio.Semaphore(AT_ONCE)
        self._seen: dict[int, str] = {}
        """The key of each person's last avatar, fetched or not."""
        self._fetching: dict[int, asyncio.Task[None]] = {}

    def met(self, user: discord.abc.User) -> None:
        """Fetch the avatar of a person who has just acted, unless it is known."""
        key = user.avatar.key if user.avatar else ""
        if self._seen.get(user.id) == key or user.id in self._fetching or len(self._fetching) >= MOST_FETCHES:
            return
        self._seen[user.id] = key
        if len(self._seen) > MOST_PEOPLE:
            del self._seen[next(iter(self._seen))]
        self._fetching[user.id] = asyncio.create_task(self._fetch(user.id, user.avatar))

    async def ready(self, people: Iterable[int]) -> None:
        """Wait for avatars that are being fetched, at most `PATIENCE`."""
        if tasks := [self._fetching[each] for each in people if each in self._fetching]:
            await asyncio.wait(tasks, timeout=PATIENCE)

    async def forget(self, user_id: int) -> None:
        """Delete the avatar of a person; it is fetched again when the person acts."""
        if task := self._fetching.get(user_id):
            await asyncio.wait([task])
        self._seen.pop(user_id, None)
        await asyncio.to_thread(self._avatars.forget, user_id)

    async def close(self) -> None:
        tasks = tuple(self._fetching.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _fetch(self, user_id: int, asset: discord.Asset | None) -> None:
        try:
            await self._update(user_id, asset)
        finally:
            del self._fetching[user_id]

    async def _update(self, user_id: int, asset: discord.Asset | None) -> None:
        if asset is None:
            await asyncio.to_thread(self._avatars.forget, user_id)
            return
        known = await asyncio.to_thread(self._avatars.of, user_id)
        if known is not None and known.key == asset.key:
            await asyncio.to_thread(self._avatars.renew, user_id)
            return
        async with self._free:
            data = await download(asset.replace(size=SIZE, format="png").url)
        if data is not None and not await asyncio.to_thread(self._avatars.keep, user_id, asset.key, data):
            logger.warning("An avatar is not a picture that can be shown")


async def download(url: str) -> bytes | None:
    """The content of a PNG of at most `MOST_BYTES`; `None` if it cannot be fetched.

    Redirects are not followed: an avatar is on Discord's own server.
    """
    timeout = aiohttp.ClientTimeout(total=FETCH_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(url, allow_redirects=False) as response,
        ):
            if response.status != 200 or response.content_type != TYPE:
                logger.warning(
                    "An avatar cannot be fetched: status %d, %s", response.status, response.content_type
                )
                return None
            data = bytearray()
            async for part in response.content.iter_any():
                data += part
                if len(data) > MOST_BYTES:
                    logger.warning("An avatar is larger than %d bytes", MOST_BYTES)
                    return None
    except (aiohttp.ClientError, TimeoutError) as error:
        logger.warning("An avatar cannot be fetched: %s", type(error).__name__)
        return None
    return bytes(data)
