"""How failed requests are classified and logged."""

from __future__ import annotations

import logging

import aiohttp
import discord
import pytest

from bot.store import StoreError
from cogs.delivery.failures import (
    JITTER,
    PAUSES,
    SLOW_PAUSE,
    is_out_of_reach,
    is_outage,
    log_failure,
    may_have_taken_effect,
    pause_after,
)
from tests.cogs.delivery.test_queue import refused


@pytest.mark.parametrize(
    ("error", "outage", "effect", "reach"),
    [
        (refused(500, 0), True, True, False),
        (refused(499, 0), False, False, False),
        (refused(400, 50083), False, False, True),
        (refused(403, 0), False, False, True),
        (refused(404, 0), False, False, True),
        (aiohttp.ServerDisconnectedError(), True, True, False),
        (TimeoutError(), True, True, False),
        (RuntimeError(), False, True, False),
    ],
    ids=repr,
)
def test_failures_are_classified(error: Exception, *, outage: bool, effect: bool, reach: bool) -> None:
    assert is_outage(error) is outage
    assert may_have_taken_effect(error) is effect
    assert is_out_of_reach(error) is reach


@pytest.mark.parametrize(
    ("error", "failures", "level", "reported"),
    [
        (refused(403, 50013), 0, logging.INFO, False),
        (refused(400, 50083), 0, logging.INFO, False),
        (refused(503, 0), 0, logging.WARNING, False),
        (refused(429, 0), 0, logging.WARNING, False),
        (discord.RateLimited(60.0), 0, logging.WARNING, False),
        (StoreError("locked"), 0, logging.WARNING, False),
        (OSError("reset"), 0, logging.WARNING, False),
        (refused(400, 50035), 0, logging.ERROR, True),
        (refused(400, 50035), 1, logging.WARNING, False),
        (RuntimeError("a mistake of ours"), 0, logging.ERROR, True),
    ],
    ids=repr,
)
def test_only_our_own_bugs_are_logged_as_errors_and_lost_access_as_info(
    caplog: pytest.LogCaptureFixture, error: Exception, failures: int, level: int, *, reported: bool
) -> None:
    with caplog.at_level(logging.DEBUG):
        log_failure(error, failures, 60.0)
    (record,) = caplog.records
    assert record.levelno == level
    assert bool(record.exc_info) is reported
    assert ("next try in 60 s" in record.getMessage()) is not reported


@pytest.mark.parametrize(
    ("failures", "out_of_reach", "pause"),
    [(0, False, PAUSES[0]), (99, False, PAUSES[-1]), (0, True, SLOW_PAUSE), (99, True, SLOW_PAUSE)],
)
def test_pauses_before_a_retry_are_spread_by_jitter(
    failures: int, pause: float, *, out_of_reach: bool
) -> None:
    pauses = [pause_after(failures, out_of_reach=out_of_reach) for _ in range(50)]
    assert pause * (1 - JITTER) <= min(pauses) < pause < max(pauses) <= pause * (1 + JITTER)
