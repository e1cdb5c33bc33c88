"""How often each person may ask for a costly page."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from discord import AppCommandOptionType

from cogs.discord import admission
from cogs.discord.admission import Allowance


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
    monkeypatch.setattr(admission, "MOST_PEOPLE", 3)
    allowance = Allowance(1, 60.0)
    assert [allowance.take(user) for user in range(5)] == [0] * 5
    assert len(allowance._next) == 3
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
    refusal = admission._undeclared(option, text, is_typing=False)
    assert (refusal and refusal.code) == code


@pytest.mark.parametrize(("typing", "code"), [(True, None), (False, "not_offered")])
def test_a_value_outside_the_choices_is_refused_only_when_submitted(
    *, typing: bool, code: str | None
) -> None:
    offered = [SimpleNamespace(value="tapp_tarock")]
    option: Any = SimpleNamespace(type=AppCommandOptionType.string, max_value=None, choices=offered)
    refusal = admission._undeclared(option, "tapp", is_typing=typing)
    assert (refusal and refusal.code) == code
    assert admission._undeclared(option, "tapp_tarock", is_typing=typing) is None


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
    refusal = admission._undeclared(number, value, is_typing=False)
    assert (refusal and refusal.code) == code
    assert admission._undeclared(number, "12 or so", is_typing=True) is None
