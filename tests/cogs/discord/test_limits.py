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


TEXT: dict[str, Any] = {"type": AppCommandOptionType.string, "max_value": None, "choices": []}
GAME = TEXT | {"choices": [SimpleNamespace(value="tapp_tarock")]}
NUMBER: dict[str, Any] = {
    "type": AppCommandOptionType.integer,
    "min_value": None,
    "max_value": None,
    "choices": [],
}


@pytest.mark.parametrize(
    ("option", "value", "typing", "code"),
    [
        (TEXT | {"max_value": 5}, "12345", False, None),
        (TEXT | {"max_value": 5}, "123456", False, "too_long"),
        (TEXT, "x" * 100, False, None),
        (TEXT, "x" * 101, False, "too_long"),
        (TEXT, "x" * 101, True, "too_long"),
        (TEXT, None, False, None),
        (GAME, "tapp", True, None),
        (GAME, "tapp", False, "not_offered"),
        (GAME, "tapp_tarock", False, None),
        (NUMBER, 10_000, False, None),
        (NUMBER | {"min_value": 1, "max_value": 3}, 3, False, None),
        (NUMBER | {"min_value": 1, "max_value": 3}, 4, False, "not_offered"),
        (NUMBER | {"min_value": 1}, 0, False, "not_offered"),
        (NUMBER, True, False, "not_offered"),
        (NUMBER, "12 or so", True, None),
    ],
)
def test_a_value_is_refused_that_its_option_was_not_declared_to_take(
    option: dict[str, Any], value: object, code: str | None, *, typing: bool
) -> None:
    declared: Any = SimpleNamespace(**option)
    refusal = limits.undeclared(declared, value, is_typing=typing)
    assert (refusal and refusal.code) == code


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


@pytest.mark.parametrize(
    ("second", "double"),
    [({}, True), ({"column": 1}, False), ({"message": 2}, True), ({"message": 2, "column": 1}, True)],
    ids=["same place", "other place", "other message", "other message and place"],
)
def test_a_quick_press_on_another_place_of_the_message_is_meant(
    second: dict[str, int], *, double: bool
) -> None:
    presses = DoublePresses(0.3)
    presses.note(press(0))
    assert presses.is_double(press(0.1, **second), inf, read=False) is double


def test_no_press_is_double_if_the_interval_is_zero() -> None:
    presses = DoublePresses(0)
    presses.note(press(0))
    assert not presses.is_double(press(0), 0.0, read=True)


def test_only_people_who_have_just_pressed_are_remembered() -> None:
    presses = DoublePresses(0.1)
    for user in range(10):
        presses.note(press(user / 10, user))
    assert [*presses._latest] == [6, 7, 8, 9]


@pytest.mark.parametrize(("seconds", "counts"), [(0.59, False), (0.6, True)], ids=["soon", "late"])
async def test_a_question_must_have_been_read_to_be_confirmed(
    monkeypatch: pytest.MonkeyPatch, seconds: float, *, counts: bool
) -> None:
    presses, done = DoublePresses(0.3), AsyncMock(return_value=None)
    presses.note(press(0))
    monkeypatch.setattr("cogs.table.buttons.QUESTIONS", {"end": Mock(do=done)})
    monkeypatch.setattr("cogs.table.buttons.acknowledge", acknowledged := AsyncMock())
    ctx = Mock(interaction=press(seconds), update=AsyncMock(), thinking=nullcontext)
    ctx.services.presses = presses
    await confirmed("end", ctx)
    assert done.await_count == ctx.update.await_count == counts
    assert acknowledged.await_count == (not counts)
