"""How a pressed message is updated, however its answer ends; with players, see `test_tokens.py`."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.rules.reasons import Refusal
from cogs import context as changes
from cogs.context import change_by_table_message
from cogs.discord.page import Button, Page
from cogs.lobby.opening import show_opened
from tests.cogs.stubs import StubContext

PRESSED, PAGE = 20, Page(("text",), ((Button("a", "A"),),))


class Press:
    """A press of a table message that changes the table."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, page: Page | None = PAGE, updated: bool = True
    ) -> None:
        self.acknowledge = AsyncMock()
        monkeypatch.setattr(changes, "acknowledge", self.acknowledge)
        monkeypatch.setattr(changes, "table_page", lambda _: PAGE)
        self.message = Mock(held=nullcontext, is_of_earlier_deal=False, shown=None)
        for name in ("changed", "strip", "post_by_token"):
            setattr(self.message, name, AsyncMock())
        self.message.page_for = AsyncMock(return_value=page)
        self.message.is_at.return_value = True
        self.suspected: list[int] = []
        services: Any = Mock()
        services.table_messages.of.return_value = self.message
        services.membership.suspect = lambda _, user: self.suspected.append(user)
        self.context: Any = StubContext(
            services=services,
            table=SimpleNamespace(people=(1, 2)),
            interaction=SimpleNamespace(message=SimpleNamespace(id=PRESSED)),
            thinking=nullcontext,
            update=AsyncMock(return_value=updated),
            refuse=AsyncMock(),
            follow_up=AsyncMock(),
        )

    async def answered(self, refusal: Refusal | None = None) -> Press:
        await change_by_table_message(self.context, AsyncMock(return_value=refusal))
        return self


async def test_the_pressed_message_shows_the_change_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    press = await Press(monkeypatch).answered()
    press.message.changed.assert_awaited_once_with(PAGE)
    press.acknowledge.assert_not_awaited()
    press.message.post_by_token.assert_not_awaited()


async def test_a_press_of_another_message_is_only_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    press = await Press(monkeypatch, page=None).answered()
    press.acknowledge.assert_awaited_once()
    press.context.update.assert_not_awaited()
    press.message.changed.assert_not_awaited()


@pytest.mark.parametrize("updated", [True, False])
async def test_a_deal_begun_by_a_press_is_posted_by_its_token_if_still_valid(
    monkeypatch: pytest.MonkeyPatch, *, updated: bool
) -> None:
    press = Press(monkeypatch, updated=updated)
    press.message.is_of_earlier_deal = True
    await press.answered()
    press.message.changed.assert_awaited_once_with(PAGE if updated else None)
    assert press.message.post_by_token.await_count == updated


@pytest.mark.parametrize("updated", [True, False])
async def test_a_message_replaced_in_the_meantime_loses_its_controls(
    monkeypatch: pytest.MonkeyPatch, *, updated: bool
) -> None:
    press = Press(monkeypatch, updated=updated)
    press.message.is_at.return_value = False
    await press.answered()
    assert [each.args[0] for each in press.context.update.await_args_list] == [
        PAGE,
        *([PAGE.without_controls()] if updated else []),
    ]
    assert press.message.strip.await_count == (not updated)
    press.message.changed.assert_not_awaited()


@pytest.mark.parametrize(("code", "suspected"), [("table_full", [1, 2]), ("already_seated", [])])
async def test_seated_people_are_checked_only_if_the_table_is_full(
    monkeypatch: pytest.MonkeyPatch, code: str, suspected: list[int]
) -> None:
    press = await Press(monkeypatch).answered(Refusal(code, ""))
    assert press.suspected == suspected
    press.context.refuse.assert_awaited_once_with(Refusal(code, ""))
    press.context.update.assert_not_awaited()


@pytest.mark.parametrize("posted", [True, False, None], ids=["posted", "not posted", "failed"])
async def test_a_lobby_not_posted_by_its_command_is_queued(
    monkeypatch: pytest.MonkeyPatch, *, posted: bool | None
) -> None:
    monkeypatch.setattr("cogs.lobby.opening.table_page", lambda _: PAGE)
    monkeypatch.setattr("cogs.lobby.opening.greet", AsyncMock())
    press = Press(monkeypatch)
    press.context.reply = AsyncMock()
    error = RuntimeError("broken") if posted is None else None
    press.message.post_by_token = AsyncMock(return_value=posted, side_effect=error)
    with nullcontext() if error is None else pytest.raises(RuntimeError):
        await show_opened(press.context)
    assert press.message.refresh.call_count == (not posted)
