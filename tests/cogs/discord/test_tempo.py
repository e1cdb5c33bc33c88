"""Which steps are shown in a channel one by one."""

from __future__ import annotations

from math import ceil

import pytest

from bot.tables import News, NewsKind
from cogs.discord.budget import REQUESTS_PER_SECOND, Budget
from cogs.discord.slots import Priority
from cogs.discord.tempo import AMPLE, LATE_SECONDS, LOOK_SECONDS, QUIET, Tempo

SLOW, QUICK = LOOK_SECONDS, LOOK_SECONDS / 2
"""Seconds from one step to the next."""

STEP, TRICK = False, True


async def patience(*, trick: bool, computer: bool, pause: float, free: float, is_free: bool = False) -> float:
    """How long a message may wait while a part of all requests is free."""
    budget = Budget()
    for _ in range(REQUESTS_PER_SECOND - ceil(free * REQUESTS_PER_SECOND)):
        await budget.take(Priority.WAITING)
    news = News(NewsKind.MOVES, trick_complete=trick, computer_next=computer)
    return Tempo(budget, pause).patience(news, is_free=is_free)


@pytest.mark.parametrize("trick", [STEP, TRICK])
async def test_a_step_before_a_turn_of_a_person_is_shown_at_once(*, trick: bool) -> None:
    assert await patience(trick=trick, computer=False, pause=QUICK, free=0.0) == 0.0


@pytest.mark.parametrize(
    ("trick", "free", "waits"),
    [
        (STEP, QUIET, False),
        (STEP, QUIET - 0.05, True),
        (TRICK, AMPLE, False),
        (TRICK, AMPLE - 0.05, True),
    ],
)
async def test_a_step_is_shown_at_once_while_enough_requests_are_free(
    *, trick: bool, free: float, waits: bool
) -> None:
    waited = await patience(trick=trick, computer=True, pause=SLOW, free=free)
    assert waited == (SLOW + LATE_SECONDS if waits else 0.0)


async def test_a_step_that_costs_nothing_is_always_shown() -> None:
    assert await patience(trick=STEP, computer=True, pause=SLOW, free=0.0, is_free=True) == 0.0


async def test_a_step_too_short_to_be_seen_is_shown_with_the_next() -> None:
    waited = await patience(trick=TRICK, computer=True, pause=QUICK, free=1.0, is_free=True)
    assert waited == QUICK + LATE_SECONDS
