"""Passing interactions in direct messages to the process that has the table they are about.

Discord sends all of them to shard 0. The process of another shard answers by HTTP, as if Discord had sent it
the interaction.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeAlias

from discord import InteractionType

from bot.errors import report, reported
from bot.rules.reasons import Refusal
from bot.shards import Shards
from bot.store import Store, StoreError
from bot.store.forwarding import Forwarded, Taken
from bot.tables import Tables
from cogs.discord.budget import loop_time
from cogs.discord.replies import Interaction, apologize, refuse_command

TAKEN_SECONDS: Final = 2.0
"""From the arrival of an interaction until another process must have taken it, or the person is told."""
RETRY_SECONDS: Final = 1.0
"""Between two attempts to connect again."""
CONNECTED_SECONDS: Final = 10.0
"""After that time a connection worked, and its end is worth a warning."""
MOST_TABLES: Final = 10_000
"""How many tables of other processes are remembered."""

TYPED: Final = (InteractionType.application_command.value, InteractionType.autocomplete.value)

_log = logging.getLogger(__name__)

Search: TypeAlias = Callable[[], Awaitable[int | None]]
"""Finds the server whose table an interaction is about."""


class Forwarder:
    def __init__(
        self,
        tables: Tables,
        store: Store,
        forwarded: Forwarded,
        shards: Shards,
        serves: Callable[[int], bool],
        *,
        table_of: Callable[[str], str],
        is_at_own_table: Callable[[str], bool],
        observe: Callable[[str], None],
        handle: Callable[[Any], None],
        made: Callable[[Any], Interaction],
    ) -> None:
        """Make the forwarder of one process.

        Args:
            tables: the tables of this process.
            store: knows all tables.
            forwarded: where interactions are left to other processes.
            shards: the range of this process.
            serves: whether a process runs that has the tables of a server, by its id.
            table_of: returns the id of the table that a control is of, by its custom_id, or `""`.
            is_at_own_table: whether a command, by its name, acts at the person's own table.
            observe: called with what has become of an interaction: `taken`, `rests` or `received`.
            handle: handles an interaction in this process, given as Discord sent it.
            made: makes an interaction of what Discord sent.
        """
        self._tables = tables
        self._store = store
        self._forwarded = forwarded
        self._shards = shards
        self._serves = serves
        self._table_of = table_of
        self._is_at_own_table = is_at_own_table
        self._observe = observe
        self._handler = handle
        self._made = made
        self._servers: dict[str, int] = {}
        """By the id of a table of another process; a table never changes its server."""
        self._tasks = set[asyncio.Task[None]]()
        self.waited = 0.0
        """Seconds since the arrival of the interaction that is being handled."""

    def start(self) -> None:
        """Take from now on what other processes leave to this one."""
        self._do("Receiving interactions", self._receive)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._forwarded.close()

    def _do(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.create_task(reported(what, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _handle(self, payload: Any, waited: float) -> None:
        self.waited = waited
        try:
            self._handler(payload)
        finally:
            self.waited = 0.0

    def arrived(self, payload: Any) -> None:
        """Handle an interaction that Discord has sent, or pass it on."""
        search = None if "guild_id" in payload else self._search(payload)
        if search is None:
            self._handle(payload, 0.0)
        else:
            self._do("Forwarding an interaction", partial(self._pass_on, payload, search, loop_time()))

    def _search(self, payload: Any) -> Search | None:
        """What finds the server of an interaction; `None` if any process can answer it, or only this one."""
        data = payload["data"]
        if payload["type"] in TYPED:
            user_id = int(payload["user"]["id"])
            its = partial(self._store.log.server_of_player, user_id)
            return its if self._is_at_own_table(data["name"]) else None
        table_id = self._table_of(data.get("custom_id", ""))
        is_here = not table_id or self._tables.get(table_id) or self._tables.get_suspended(table_id)
        return None if is_here else partial(self._server_of, table_id)

    async def _server_of(self, table_id: str) -> int | None:
        if (known := self._servers.get(table_id)) is not None:
            return known
        server = await self._store.log.server_of(table_id)
        if server is not None and not self._shards.has(server):
            self._servers[table_id] = server
            if len(self._servers) > MOST_TABLES:
                del self._servers[next(iter(self._servers))]
        return server

    async def _pass_on(self, payload: Any, search: Search, arrived: float) -> None:
        try:
            server = await search()
            if server is None or self._shards.has(server):
                self._handle(payload, loop_time() - arrived)
            elif self._serves(server) and await self._is_taken(payload, server, arrived):
                self._observe("taken")
            else:
                self._observe("rests")
                await refuse_command(self._made(payload), Refusal("table_rests", ""))
        except StoreError as error:
            await apologize(self._made(payload), error)

    async def _is_taken(self, payload: Any, server: int, arrived: float) -> bool:
        """Leave an interaction to the process of a server; return whether that takes it in time."""
        interaction_id, left = int(payload["id"]), Taken(json.dumps(payload), loop_time() - arrived)
        await self._forwarded.put(interaction_id, self._shards.number_of(server), left)
        await asyncio.sleep(max(arrived + TAKEN_SECONDS - loop_time(), 0.0))
        return not await self._forwarded.take_back(interaction_id)

    async def _receive(self) -> None:
        level = logging.WARNING
        while True:
            begun = loop_time()
            try:
                await self._forwarded.receive(self._shards, self._taken)
            except StoreError as error:
                level = logging.WARNING if loop_time() - begun > CONNECTED_SECONDS else level
                _log.log(level, "No interactions arrive from other processes: %s", error)
                level = logging.DEBUG
            await asyncio.sleep(RETRY_SECONDS)

    def _taken(self, taken: Taken) -> None:
        self._observe("received")
        try:
            self._handle(json.loads(taken.payload), taken.waited)
        except Exception as error:  # noqa: BLE001 - one interaction must not keep the next ones from arriving
            report("Taking a forwarded interaction failed", error)
