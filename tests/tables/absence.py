"""Helpers for tests of absent people."""

from __future__ import annotations

from bot.tables import LiveTable
from tests.tables.room import (
    ANNA,
    Room,
    least,
    legal,
    revision_of,
)


async def act(table: LiveTable, room: Room, user_id: int) -> None:
    """Let a person take the least action."""
    action = least(legal(table, user_id))
    assert await table.act(user_id, revision_of(table, user_id), [action]) is None
    await room.tables.quiet()


async def discarded(table: LiveTable, room: Room) -> None:
    """Let everybody discard; then Béla leads."""
    for user_id in table.now.people:
        await act(table, room, user_id)


def is_paused(table: LiveTable) -> bool:
    """Whether a table pauses and no clock runs."""
    assert not (table.now.paused and table.now.turn)
    return table.now.paused


async def without_bela(table: LiveTable, room: Room, seconds: float = 40) -> None:
    """Let Anna act if she is asked, else let the time of a turn pass."""
    await (act(table, room, ANNA) if legal(table, ANNA) else room.wait(seconds))


def away(table: LiveTable) -> list[int]:
    return [each.away_id for each in table.now.occupants if each and each.away_id is not None]


def missed(table: LiveTable) -> list[int]:
    return [each.missed for each in table.now.occupants if each]
