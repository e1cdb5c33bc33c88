"""What the buttons of panels and table messages change, and where that is shown."""

from __future__ import annotations

from contextlib import nullcontext
from math import inf
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cogs.discord.limits import DoublePresses
from cogs.hands import commands as hands
from cogs.hands.commands import Hands
from cogs.tarock import Tarock
from tests.cogs.discord.helpers import press
from tests.cogs.stubs import StubContext

ANNA = 7


def context(interaction: Any = None) -> Any:
    """A press of Anna, whose words are their keys."""
    return StubContext(
        services=Mock(),
        panels=Mock(),
        interaction=interaction,
        table=Mock(join=AsyncMock(), next_deal=AsyncMock()),
        user_id=ANNA,
        words=lambda key: key,
        thinking=Mock(side_effect=lambda **_: nullcontext()),
        tell=AsyncMock(),
    )


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_hand_is_sent_once_a_direct_message_has_arrived(*, arrived: bool) -> None:
    ctx = context()
    ctx.services.direct_messages.send = AsyncMock(return_value=arrived)
    await Hands(ctx.services)._try_direct_message(ctx)
    ctx.thinking.assert_called_once_with(new=True)
    ctx.tell.assert_awaited_once_with("dm.open" if arrived else "dm.still_closed")
    assert ctx.panels.refresh.call_count == arrived


async def test_a_second_press_of_the_way_back_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    ctx = context(press(0, ANNA))
    ctx.services.presses = DoublePresses(0.3)
    monkeypatch.setattr(hands, "show_panel", AsyncMock())
    await hands._go_back(ctx)
    assert ctx.services.presses.is_double(press(0.1, ANNA), inf, read=False)


def pressed(where: str) -> Any:
    """A press of a message that a direct message, a private answer or the channel shows."""
    flags = SimpleNamespace(ephemeral=where == "private answer")
    return StubContext(
        id=5,
        guild_id=None if where == "direct message" else 9,
        user=SimpleNamespace(id=ANNA, display_name="Anna"),
        message=SimpleNamespace(flags=flags, interaction_metadata=None),
    )


@pytest.mark.parametrize(
    ("where", "returns", "begins"),
    [
        ("direct message", "panel", "table message"),
        ("private answer", "panel", "panel"),
        ("channel", "table message", "table message"),
    ],
)
async def test_a_change_is_shown_in_the_kind_of_message_that_was_pressed(
    monkeypatch: pytest.MonkeyPatch, where: str, returns: str, begins: str
) -> None:
    shown: list[str] = []

    def shows(kind: str) -> Any:
        async def change(_: Any, operation: Any) -> None:
            shown.append(kind)
            await operation()

        return change

    monkeypatch.setattr(hands, "change_by_panel", shows("panel"))
    monkeypatch.setattr(hands, "change_by_table_message", shows("table message"))
    ctx = context(pressed(where))
    await hands._return(ctx)
    await hands._next_deal(ctx)
    assert shown == [returns, begins]
    ctx.table.join.assert_awaited_once_with(ANNA, "Anna")
    ctx.table.next_deal.assert_awaited_once_with(ANNA, 5)


@pytest.mark.parametrize(
    ("posted", "reason", "said"),
    [(True, "", "lobby.shown"), (False, "", "lobby.not_shown"), (False, "No channel.", "No channel.")],
)
async def test_who_asks_for_the_table_is_told_whether_it_was_posted_and_why_not(
    monkeypatch: pytest.MonkeyPatch, *, posted: bool, reason: str, said: str
) -> None:
    ctx = context()
    monkeypatch.setattr("cogs.tarock.context_meant", AsyncMock(return_value=ctx))
    message = Mock(post_again=AsyncMock(return_value=posted))
    message.reason.return_value = reason
    ctx.services.table_messages.of.return_value = message
    tarock: Any = Tarock(ctx.services)
    await tarock.show.callback(tarock, Mock(), "")
    ctx.tell.assert_awaited_once_with(said)
