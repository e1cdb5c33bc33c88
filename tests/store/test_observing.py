from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import Store
from tests.store.rows import SEATS, TABLE

if TYPE_CHECKING:
    from pathlib import Path


async def test_every_operation_is_observed(database: Path | str) -> None:
    seen: list[tuple[str, float]] = []
    store = await Store.open(database, observe=lambda operation, seconds: seen.append((operation, seconds)))
    seen.clear()
    await store.log.add_table(TABLE, SEATS)
    await store.settings.get("anything")
    await store.close()
    assert [operation for operation, _ in seen] == ["write", "read"]
    assert all(0 < seconds < 10 for _, seconds in seen)
