"""Registering the commands with Discord: at the start, and again while Discord refuses them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from hashlib import sha256
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.errors import reported
from bot.ops.login import is_unauthorized, named, retry_after
from bot.store import Store, StoreError
from cogs.discord.render import Mentions

PATIENCE = 10.0
"""Seconds that the start waits for the first attempt."""

ATTEMPT_SECONDS = 120.0
"""Seconds after which an attempt has failed: discord.py may wait for hours for a limit to end."""

PAUSES = (60.0, 300.0, 900.0, 3600.0)
"""Seconds between two attempts; the last one repeats. Discord may ask for longer ones."""

DAILY_LIMIT = 30034
MEANINGS = {
    DAILY_LIMIT: ": it takes 200 new commands a day",
    50035: ": it finds a mistake in them, please report it",
}
"""What Discord's codes mean, for the operator."""

_FAILURES = (aiohttp.ClientError, OSError, discord.HTTPException, discord.RateLimited, StoreError)

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Registration:
    """Registers the commands, unless they equal those registered last."""

    tree: app_commands.CommandTree[Any]
    store: Store
    """Keeps a digest of the commands registered last, and their ids."""
    mentions: Mentions
    """Learns the ids of the commands."""
    doubt_token: Callable[[], object]
    """Called when Discord does not accept the token."""
    _: KW_ONLY
    always: bool
    """Whether to register equal commands, too: a local Discord may have forgotten them."""
    registers: bool = True
    """Whether this process registers them; else it waits until another one has, and learns their ids."""

    def __post_init__(self) -> None:
        self._tried = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Register the commands. While that fails, go on trying in the background, until `stop`."""
        self._running = asyncio.create_task(reported("Registering the commands", self._run))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._tried.wait()

    def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> None:
        try:
            for shortest in chain(PAUSES, repeat(PAUSES[-1])):
                wait = await self._attempt(shortest)
                self._tried.set()
                if wait is None:
                    return
                await pause(wait)
        finally:
            self._tried.set()

    async def _attempt(self, shortest: float) -> float | None:
        """Try once. Return the seconds until the next attempt, at least `shortest`; `None` after success."""
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                return None if await self._are_registered() else shortest
        except _FAILURES as error:
            wait = max(shortest, retry_after(error) or 0.0)
            code = error.code if isinstance(error, discord.HTTPException) else None
            if code == DAILY_LIMIT:
                wait = max(wait, PAUSES[-1])
            if is_unauthorized(error):
                self.doubt_token()
            _log.warning(
                "The commands are not registered with Discord (%s%s). Until they are, players lack those that"
                " are new in this version, and all else works. The next attempt is in %.0f s",
                named(error),
                MEANINGS.get(code, "") if code else "",
                wait,
            )
            return wait

    async def _are_registered(self) -> bool:
        """Whether the commands are registered now: if this process registers them, they are."""
        payload = await payload_of(self.tree)
        application = self.tree.client.application_id
        key, ids_key = f"commands:{application}", f"command_ids:{application}"
        digest = sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        ids = await self.store.settings.get(ids_key)
        if ids is not None:
            self.mentions.learn(json.loads(ids))
            if await self.store.settings.get(key) == digest and not (self.always and self.registers):
                return True
        if not self.registers:
            return False
        await self.store.settings.put(ids_key, json.dumps(await self._register(payload)))
        await self.store.settings.put(key, digest)
        _log.info("The commands have been registered with Discord")
        return True

    async def _register(self, payload: list[dict[str, Any]]) -> dict[str, int]:
        """Register the commands, and return their ids. `CommandTree.sync` would translate them again."""
        client = self.tree.client
        assert client.application_id is not None
        registered = await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
        ids = {each["name"]: int(each["id"]) for each in registered}
        self.mentions.learn(ids)
        return ids


async def pause(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def payload_of(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands as Discord takes them."""
    return [
        await command.get_translated_payload(tree, tree.translator)
        if tree.translator
        else command.to_dict(tree)
        for command in tree.get_commands()
    ]
