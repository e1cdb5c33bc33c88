"""How often each person may ask for a costly page, and which presses and values count."""

from __future__ import annotations

from contextlib import nullcontext
from math import inf
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from discord import AppCommandOptionType

from cogs.discord import limits
from cogs.discord.limits import Allowance, DoublePresses
from cogs.table.buttons import confirmed
from tests.cogs.discord.helpers import press


async def test_tokens_are_refilled_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    loop = type("Loop", (), {"time": lambda _: now})()
    monkeypatch.setattr("asyncio.get_running_loop", lambda: loop)
    allowance = Allowance(3, 2.0)
    assert [allowance.take(1) for _ in range(5)] == [0, 0, 0, 2.0, 2.0]
    now += 1.5
    assert allowance.take(1) == 0.5
    now += 0.5
    assert [allowance.take(1), allowance.take(1)] == [0, 2.0]
    assert allowance.take(2) == 0
    now += 100
    assert [allowance.take(1) for _ in range(4)] == [0, 0, 0, 2.0]


async def test_an_allowance_remembers_a_bounded_number_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PEOPLE", 3)
    allowance = Allowance(1, 60.0)
    assert [allowance.take(user) for user in range(5)] == [0] * 5
    assert allowance.take(4) > 0
    assert allowance.take(0) == 0


@pytest.mark.parametrize(
    ("limit", "text", "code"),
    [
        (5, "12345", None),
        (5, "123456", "too_long"),
        (None, "x" * 100, None),
        (None, "x" * 101, "too_long"),
        (None, None, None),
    ],
)
def test_a_text_option_is_limited_to_its_declared_length(
    limit: int | None, text: str | None, code: str | None
) -> None:
    option: Any = SimpleNamespace(type=AppCommandOptionType.string, max_value=limit, choices=[])
    refusal = limits.undeclared(option, text, is_typing=False)
    assert (refusal and refusal.code) == code


@pytest.mark.parametrize(("typing", "code"), [(True, None), (False, "not_offered")])
def test_a_value_outside_the_choices_is_refused_only_when_submitted(
    *, typing: bool, code: str | None
) -> None:
    offered = [SimpleNamespace(value="tapp_tarock")]
    option: Any = SimpleNamespace(type=AppCommandOptionType.string, max_value=None, choices=offered)
    refusal = limits.undeclared(option, "tapp", is_typing=typing)
    assert (refusal and refusal.code) == code
    assert limits.undeclared(option, "tapp_tarock", is_typing=typing) is None


@pytest.mark.parametrize(
    ("least", "most", "value", "code"),
    [
        (None, None, 10_000, None),
        (1, 3, 3, None),
        (1, 3, 4, "not_offered"),
        (1, None, 0, "not_offered"),
        (None, None, True, "not_offered"),
    ],
)
def test_a_number_is_limited_by_its_range_and_not_by_its_length(
    least: int | None, most: int | None, value: int, code: str | None
) -> None:
    number: Any = SimpleNamespace(
        type=AppCommandOptionType.integer, min_value=least, max_value=most, choices=[]
    )
    refusal = limits.undeclared(number, value, is_typing=False)
    assert (refusal and refusal.code) == code
    assert limits.undeclared(number, "12 or so", is_typing=True) is None


@pytest.mark.parametrize(
    ("read", "double"),
    [(False, [True, True, True, False, False]), (True, [True, True, True, True, False])],
)
def test_a_second_press_within_the_interval_is_double(*, read: bool, double: list[bool]) -> None:
    presses = DoublePresses(0.3)
    assert not presses.is_double(press(0), inf, read=read)
    presses.note(press(0))
    after = (0.0, 0.1, 0.299, 0.3, 0.6)
    assert [presses.is_double(press(seconds), inf, read=read) for seconds in after] == double
    assert not presses.is_double(press(0.1, user=2), inf, read=read)


@pytest.mark.parametrize(("read", "enough"), [(False, 0.3), (True, 0.6)])
def test_a_press_on_a_control_that_just_appeared_is_double(*, read: bool, enough: float) -> None:
    presses = DoublePresses(0.3)
    presses.note(press(0))
    soon, late = press(1.19), press(1.2)
    assert presses.is_double(soon, enough - 0.01, read=read)
    assert not presses.is_double(soon, enough, read=read)
    assert not presses.is_double(late, 0.0, read=read), "the last press was long ago"


def test_no_press_is_double_if_the_interval_is_zero() -> None:
    presses = DoublePresses(0)
    presses.note(press(0))
    assert not presses.is_double(press(0), 0.0, read=True)


def test_only_people_who_have_just_pressed_are_remembered() -> None:
    presses = DoublePresses(0.1)
    for user in range(10):
        presses.note(press(user / 10, user))
    assert [*presses._latest] == [6, 7, 8, 9]


@pytest.mark.parametrize(("seconds", "refused"), [(0.59, ["double_press"]), (0.6, [])], ids=["soon", "late"])
async def test_a_question_must_have_been_read_to_be_confirmed(
    monkeypatch: pytest.MonkeyPatch, seconds: float, refused: list[str]
) -> None:
    presses, done = DoublePresses(0.3), AsyncMock(return_value=None)
    presses.note(press(0))
    monkeypatch.setattr("cogs.table.buttons.QUESTIONS", {"end": Mock(do=done)})
    ctx = Mock(interaction=press(seconds), refuse=AsyncMock(), update=AsyncMock(), thinking=nullcontext)
    ctx.services.presses = presses
    await confirmed("end", ctx)
    assert [each.args[0].code for each in ctx.refuse.await_args_list] == refused
    assert done.await_count == ctx.update.await_count == (not refused)
