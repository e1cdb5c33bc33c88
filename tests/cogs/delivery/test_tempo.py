"""Which moves a channel is shown by themselves."""

from __future__ import annotations

import pytest

from bot.tables import News, NewsKind
from cogs.delivery.budget import REQUESTS_PER_SECOND, Budget
from cogs.delivery.slots import Priority
from cogs.delivery.tempo import LATE_SECONDS, LOOK_SECONDS, Tempo

SLOW, QUICK = LOOK_SECONDS, LOOK_SECONDS / 2
"""Seconds a computer takes to act."""


@pytest.mark.parametrize(
    ("trick_complete", "computer_next", "pause", "is_ample", "waits"),
    [
        (False, False, SLOW, True, False),
        (True, False, QUICK, False, False),
        (False, True, SLOW, True, True),
        (True, True, SLOW, True, False),
        (True, True, QUICK, True, True),
        (True, True, SLOW, False, True),
    ],
)
async def test_only_what_a_computer_follows_up_may_wait(
    *, trick_complete: bool, computer_next: bool, pause: float, is_ample: bool, waits: bool
) -> None:
    budget = Budget()
    for _ in range(0 if is_ample else REQUESTS_PER_SECOND):
        await budget.take(Priority.WAITING)
    news = News(NewsKind.MOVES, trick_complete=trick_complete, computer_next=computer_next)
    assert Tempo(budget, pause).patience(news) == (pause + LATE_SECONDS if waits else 0.0)
