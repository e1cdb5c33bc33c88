"""Helpers for tests of absent people."""

from __future__ import annotations

from bot.tables import Table
from tests.tables.room import (
    ANNA,
    Room,
    least,
    legal,
    revision_of,
)


async def act(table: Table, room: Room, user_id: int) -> None:
    """Let a person take the least action."""
    action = least(legal(table, user_id))
    assert await table.act(user_id, revision_of(table, user_id), [action]) is None
    await room.tables.quiet()


async def discarded(table: Table, room: Room) -> None:
    """Let everybody discard; then Béla leads."""
    for user_id in table.people:
        await act(table, room, user_id)


def is_paused(table: Table) -> bool:
    """Whether a table pauses and no clock runs."""
    assert not (table.paused and table.turn)
    return table.paused


async def without_bela(table: Table, room: Room, seconds: float = 40) -> None:
    """Let Anna act if she is asked, else let the time of a turn pass."""
    await (act(table, room, ANNA) if legal(table, ANNA) else room.wait(seconds))


def away(table: Table) -> list[int]:
    return [each.away_id for each in table.occupants if each and each.away_id is not None]


def missed(table: Table) -> list[int]:
    return [each.missed for each in table.occupants if each]
