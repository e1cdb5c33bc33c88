"""Details of a table at which something is wrong, so that the cause can be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from bot.playground.world import Message
from bot.store.rows import Message as SavedMessage
from bot.tables import Table
from tests.soak.players import Player

DISCORDS_EPOCH: Final = 1_420_070_400.0
"""The time from which Discord's ids count milliseconds, in seconds since 1970."""
MOST_TEXT: Final = 160


class SavedTable(NamedTuple):
    """A table as the database has it."""

    table: Table
    messages: Sequence[SavedMessage]
    """Those that the bot keeps up to date."""


def about(saved: SavedTable, players: Sequence[Player]) -> Iterator[str]:
    """What the bot believes of a table, and what each of its people sees and has done last."""
    table, public = saved.table, saved.table.open
    yield (
        f"    {table.state}, pace {table.settings.pace}, saved {table.saves} times, "
        f"revision {table.revision}, asleep {table.asleep}, paused {table.paused}, "
        f"turn {public and public.turn}, awaited {table.awaited}, clock {table.turn}, away {table.away}, "
        f"channel {table.channel_id}"
    )
    for each in saved.messages:
        whom = f" of {each.user_id}" if each.user_id else ""
        yield f"    saved: {each.kind}{whom}, {_made(each.message_id)}, shows {each.digest[:6] or 'unknown'}"
    for player in players:
        yield f"    {player.person.name} ({player.user_id}), who is {_role(table, player)}, has done:"
        yield from (f"        {each}" for each in player.history)
        screens = player.evening.screens
        yield from _seen("by direct message", list(screens.letters[player.user_id].values())[-2:])
        yield from _seen("in private", list(screens.answers[player.user_id].values()))
    if players:
        public_messages = players[0].evening.screens.public[players[0].party.channel_id]
        yield from _seen("in the channel", list(public_messages.values())[-3:])


def _role(table: Table, player: Player) -> str:
    user_id = int(player.user_id)
    seat = table.seat_of(user_id)
    role = "away" if user_id in table.away else "no player" if seat is None else f"at seat {seat}"
    return f"{role}, host" if table.host_id == user_id else role


def _seen(where: str, messages: Sequence[Message]) -> Iterator[str]:
    for each in messages:
        ids = [str(control["custom_id"]) for control in (*each.selects, *each.buttons)]
        yield f"        sees {where}, {_made(int(each.id))}: {each.text[:MOST_TEXT]!r}, {ids}"


def _made(message_id: int) -> str:
    """A message, with the time of its making as the log has it."""
    at = datetime.fromtimestamp(DISCORDS_EPOCH + (message_id >> 22) / 1000, UTC)
    return f"{message_id} of {at:%H:%M:%S}"
