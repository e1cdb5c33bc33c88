"""The channel in which the machine of an evening opens its tables: a room, a clock, and a disk that fails."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis.stateful import RuleBasedStateMachine

from bot.rules.reasons import Refusal
from bot.rules.record import result_document
from bot.tables.restoring import replayed, restored
from tests.tables.clock import Clock
from tests.tables.evening import ALL_GAMES, Disk, gathered, own_revision, what_is_known
from tests.tables.room import Fixed, Room, facts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from bot.rules.moves import Action
    from bot.tables import Table

T = TypeVar("T")


class ChannelMachine(RuleBasedStateMachine):
    """One channel, in which up to two tables are open."""

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._folder = TemporaryDirectory(prefix="evening-")
        self._path = Path(self._folder.name, "skiz.db")
        self._shuffle = Fixed()
        self._clock = Clock()
        self._revisions: dict[str, int] = {}
        self._slept: set[str] = set()
        self._room = self._run(self._opened())

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(coroutine)

    async def _opened(self) -> Room:
        room = await Room.open(self._path, shuffle=self._shuffle, limit=2, clock=self._clock)
        self._disk = Disk(room.store)
        room.store.log._database = self._disk  # type: ignore[assignment]  # it has the two methods that are used
        return room

    def teardown(self) -> None:
        try:
            self._run(self._accounts())
        finally:
            self._run(self._room.close())
            self._runner.close()
            self._folder.cleanup()

    @property
    def tables(self) -> tuple[Table, ...]:
        return self._room.tables.in_channel(2)

    def _some(self, number: int) -> tuple[Table, ...]:
        """One of the open tables, as a tuple that is empty if there is none."""
        tables = self.tables
        return (tables[number % len(tables)],) if tables else ()

    def _change(self, number: int, change: Callable[[Table], Awaitable[Refusal | None]]) -> None:
        for table in self._some(number):
            self._change_at(table, change)

    def _change_at(
        self, table: Table, change: Callable[[Table], Awaitable[Refusal | None]]
    ) -> Refusal | None:
        before = facts(table)
        (refusal,) = self._run(gathered([change(table)]))
        if refusal is not None and not self._is_overtaken(refusal):
            assert refusal.code != "stale"
            assert facts(table) == before
        self._run(self._room.tables.quiet())
        return refusal

    def _act(self, table: Table, who: int, revision: int, action: Action) -> None:
        refusal = self._run(table.act(who, revision, [action]))
        if refusal is None:
            assert own_revision(table, who) > revision
        else:
            assert refusal.code == "storage_failed" or self._is_overtaken(refusal), refusal.code
        self._run(self._room.tables.quiet())

    def _is_overtaken(self, refusal: Refusal) -> bool:
        """Whether a change was refused because one before it had been saved without an answer."""
        return self._disk.lost > 0 and refusal.code in {"stale", "table_ended"}

    async def _behind(self) -> set[str]:
        """The tables saved once more than they know, after checking that all others are as saved."""
        behind = set[str]()
        for table in self.tables:
            saved = await self._room.store.log.table(table.id)
            assert saved is not None
            identity, situation = restored(saved, ALL_GAMES)
            if saved.table.saves == table._now.saves + 1:
                behind.add(table.id)
            else:
                assert identity == table._identity
                assert what_is_known(situation) == what_is_known(table._now)
        return behind

    async def _wait(self, seconds: float) -> None:
        self._clock.advance(seconds)
        await self._room.tables.quiet()

    async def _resumed(self) -> None:
        self._room.tables.resume()
        await self._room.tables.quiet()

    async def _accounts(self) -> None:
        """Check that every finished deal has the result that its log gives."""
        async for each in self._room.store.history.deals():
            deal = replayed(each.table, each.deal, each.actions, ALL_GAMES)
            if deal.result is None:
                assert each.deal.result is None
            else:
                assert json.loads(each.deal.result or "") == json.loads(
                    json.dumps(result_document(deal.result))
                )
