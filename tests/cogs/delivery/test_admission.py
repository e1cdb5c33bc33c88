"""How often each person may ask for a costly page."""

from __future__ import annotations

import pytest

from cogs.delivery import admission
from cogs.delivery.admission import Allowance


async def test_tokens_come_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
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
