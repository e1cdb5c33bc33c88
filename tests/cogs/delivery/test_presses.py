"""Which presses are taken for the second half of a double one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from cogs.delivery.presses import Presses

START = datetime(2026, 1, 1, tzinfo=UTC)


def press(seconds: float, user: int = 1) -> Any:
    """A press by Discord's clock."""
    return SimpleNamespace(created_at=START + timedelta(seconds=seconds), user=SimpleNamespace(id=user))


def test_a_press_within_the_time_is_double() -> None:
    presses = Presses(0.3)
    assert not presses.is_double(press(0))
    presses.note(press(0))
    found = [presses.is_double(press(seconds)) for seconds in (0.0, 0.1, 0.299, 0.3, 5.0)]
    assert found == [True, True, True, False, False]
    assert not presses.is_double(press(0.1, user=2))


def test_without_a_time_none_is_double() -> None:
    presses = Presses(0)
    presses.note(press(0))
    assert not presses.is_double(press(0))


def test_only_people_who_have_just_pressed_are_remembered() -> None:
    presses = Presses(0.3)
    for user in range(10):
        presses.note(press(user / 10, user))
    assert [*presses._latest] == [7, 8, 9]
