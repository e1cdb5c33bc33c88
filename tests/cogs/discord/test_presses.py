"""Which presses are taken for the second half of a double press."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from math import inf
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cogs.discord.presses import Presses
from cogs.table.commands import confirmed

START = datetime(2026, 1, 1, tzinfo=UTC)


def press(seconds: float, user: int = 1) -> Any:
    """A press by Discord's clock."""
    return SimpleNamespace(created_at=START + timedelta(seconds=seconds), user=SimpleNamespace(id=user))


@pytest.mark.parametrize(
    ("read", "double"),
    [(False, [True, True, True, False, False]), (True, [True, True, True, True, False])],
)
def test_a_second_press_within_the_interval_is_double(*, read: bool, double: list[bool]) -> None:
    presses = Presses(0.3)
    assert not presses.is_double(press(0), inf, read=read)
    presses.note(press(0))
    after = (0.0, 0.1, 0.299, 0.3, 0.6)
    assert [presses.is_double(press(seconds), inf, read=read) for seconds in after] == double
    assert not presses.is_double(press(0.1, user=2), inf, read=read)


@pytest.mark.parametrize(("read", "enough"), [(False, 0.3), (True, 0.6)])
def test_a_press_on_a_control_that_just_appeared_is_double(*, read: bool, enough: float) -> None:
    presses = Presses(0.3)
    presses.note(press(0))
    soon, late = press(1.19), press(1.2)
    assert presses.is_double(soon, enough - 0.01, read=read)
    assert not presses.is_double(soon, enough, read=read)
    assert not presses.is_double(late, 0.0, read=read), "the last press was long ago"


def test_no_press_is_double_if_the_interval_is_zero() -> None:
    presses = Presses(0)
    presses.note(press(0))
    assert not presses.is_double(press(0), 0.0, read=True)


def test_only_people_who_have_just_pressed_are_remembered() -> None:
    presses = Presses(0.1)
    for user in range(10):
        presses.note(press(user / 10, user))
    assert [*presses._latest] == [6, 7, 8, 9]


@pytest.mark.parametrize(("seconds", "refused"), [(0.59, ["double_press"]), (0.6, [])], ids=["soon", "late"])
async def test_a_question_must_have_been_read_to_be_confirmed(
    monkeypatch: pytest.MonkeyPatch, seconds: float, refused: list[str]
) -> None:
    presses, done = Presses(0.3), AsyncMock(return_value=None)
    presses.note(press(0))
    monkeypatch.setattr("cogs.table.commands.QUESTIONS", {"end": Mock(do=done)})
    ctx = Mock(interaction=press(seconds), refuse=AsyncMock(), update=AsyncMock(), thinking=nullcontext)
    ctx.services.presses = presses
    await confirmed("end", ctx)
    assert [each.args[0].code for each in ctx.refuse.await_args_list] == refused
    assert done.await_count == ctx.update.await_count == (not refused)
