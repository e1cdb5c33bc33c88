"""The ping of a table by itself; with people, see `test_requests.py` and `tests/cogs/test_pace.py`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.store import Message
from bot.tables import Occupant, TableState
from cogs.delivery.pings import PING, REMINDER, Ping


@pytest.mark.parametrize(("kind", "stays"), [(PING, True), (REMINDER, False)])
async def test_while_a_computer_moves_only_a_reminder_goes(kind: str, stays: bool) -> None:
    table: Any = SimpleNamespace(
        state=TableState.PLAYING,
        paused=False,
        asleep=False,
        open=SimpleNamespace(turn=(1,)),
        occupants=(Occupant("Anna", 1), Occupant("Poldi")),
        channel_id=5,
        guild_id=6,
    )
    messenger = Mock(delete=AsyncMock(), forget=AsyncMock())
    ping = Ping(table, messenger, Mock(), lambda _: 0.0)
    ping.found(Message(kind, 0, 5, 77, called="[1]"))
    assert await ping.update() == 0
    assert messenger.delete.await_count == (0 if stays else 1)
