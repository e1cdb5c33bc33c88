"""Passing interactions outside servers to the process that has the table they are about.

Discord sends all of direct messages to shard 0. The process of another shard answers by HTTP, as if Discord
had sent it the interaction. Where only the person has installed the bot, an interaction may arrive at any
shard: what is about no table is left to shard 0, which has the tables outside servers.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from discord import app_commands

from bot.errors import report, reported
from bot.rules.reasons import Refusal
from bot.shards import Shards
from bot.store import NO_SERVER, Store, StoreError
from bot.store.forwarding import Forwarded, Taken
from bot.tables import Tables
from cogs.discord.budget import loop_time
from cogs.discord.chat import is_in_server
from cogs.discord.replies import Interaction, apologize, refuse_command

TAKEN_SECONDS: Final = 2.0
"""From the arrival of an interaction until another process must have taken it, or the person is told."""
RETRY_SECONDS: Final = 1.0
"""Between two attempts to connect again."""
CONNECTED_SECONDS: Final = 10.0
"""After that time a connection worked, and its end is worth a warning."""
MOST_TABLES: Final = 10_000
"""How many tables of other processes are remembered."""

_log = logging.getLogger(__name__)


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
        interaction = self._made(payload)
        if self._is_here(interaction):
            self._handle(payload, 0.0)
        else:
            self._do("Forwarding an interaction", partial(self._pass_on, payload, interaction, loop_time()))

    def _is_here(self, interaction: Interaction) -> bool:
        """Whether this process answers an interaction for certain, without asking the database."""
        if is_in_server(interaction):
            return True
        if table_id := self._table_id(interaction):
            return bool(self._tables.get(table_id) or self._tables.get_suspended(table_id))
        return self._shards.has(NO_SERVER) and not _is_at_own_table(interaction)

    def _table_id(self, interaction: Interaction) -> str:
        """The table that an interaction names, or `""`."""
        if _is_at_own_table(interaction):
            return str(interaction.namespace.table or "")
        data: Any = interaction.data
        return self._table_of(str(data.get("custom_id", "")))

    async def _server_of(self, interaction: Interaction) -> int | None:
        """The server whose process answers an interaction outside servers; `None` for any.

        It is that of the table, else `NO_SERVER`.
        """
        table_id, server = self._table_id(interaction), None
        if table_id:
            server = await self._server_of_table(table_id)
        if server is None and _is_at_own_table(interaction):
            return await self._store.log.server_of_player(interaction.user.id)
        return server if table_id else NO_SERVER

    async def _server_of_table(self, table_id: str) -> int | None:
        if (known := self._servers.get(table_id)) is not None:
            return known
        server = await self._store.log.server_of(table_id)
        if server is not None and not self._shards.has(server):
            self._servers[table_id] = server
            if len(self._servers) > MOST_TABLES:
                del self._servers[next(iter(self._servers))]
        return server

    async def _pass_on(self, payload: Any, interaction: Interaction, arrived: float) -> None:
        try:
            server = await self._server_of(interaction)
            if server is None or self._shards.has(server):
                self._handle(payload, loop_time() - arrived)
            elif self._serves(server) and await self._is_taken(payload, server, arrived):
                self._observe("taken")
            else:
                self._observe("rests")
                await refuse_command(interaction, Refusal("table_rests", ""))
        except StoreError as error:
            await apologize(interaction, error)

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


def _is_at_own_table(interaction: Interaction) -> bool:
    """Whether an interaction is a command at the person's own table."""
    command = interaction.command
    return isinstance(command, app_commands.Command) and "own_table" in command.extras
