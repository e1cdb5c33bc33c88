"""How failed requests are classified and logged."""

from __future__ import annotations

import logging

import aiohttp
import discord
import pytest

from bot.store import StoreError
from cogs.discord.failures import (
    IMPROVING_PAUSES,
    JITTER,
    PAUSES,
    SLOW_PAUSE,
    Cause,
    IncompleteError,
    NotSentError,
    Scope,
    blames_content,
    cause_of,
    is_ban,
    is_out_of_reach,
    is_outage,
    log_failure,
    may_have_taken_effect,
    pause_after,
    scope_of,
)
from tests.cogs.discord.helpers import refused


@pytest.mark.parametrize(
    ("error", "outage", "effect", "reach"),
    [
        (refused(500, 0), True, True, False),
        (refused(499, 0), False, False, False),
        (refused(400, 50083), False, False, True),
        (refused(403, 0), False, False, False),
        (refused(403, 50013), False, False, True),
        (refused(404, 0), False, False, False),
        (refused(404, 10003), False, False, True),
        (NotSentError(), True, False, False),
        (discord.RateLimited(60.0), False, False, False),
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
        (OSError("a secret"), 0, logging.WARNING, False),
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
    assert "secret" not in record.getMessage()
    assert bool(record.exc_info) is reported
    assert ("next try in 60 s" in record.getMessage()) is not reported


@pytest.mark.parametrize(
    ("error", "failures", "out_of_reach", "pause"),
    [
        (OSError(), 0, False, PAUSES[0]),
        (OSError(), 99, False, PAUSES[-1]),
        (OSError(), 0, True, SLOW_PAUSE),
        (OSError(), 99, True, SLOW_PAUSE),
        *((IncompleteError(), failures, False, pause) for failures, pause in enumerate(IMPROVING_PAUSES)),
    ],
)
def test_pauses_before_a_retry_are_spread_by_jitter(
    error: Exception, failures: int, pause: float, *, out_of_reach: bool
) -> None:
    pauses = [pause_after(error, failures, out_of_reach=out_of_reach) for _ in range(50)]
    assert pause * (1 - JITTER) <= min(pauses) < pause < max(pauses) <= pause * (1 + JITTER)


def test_a_pause_that_discord_names_is_kept_within_bounds() -> None:
    assert pause_after(discord.RateLimited(600.0), 0, out_of_reach=False) == 600.0
    assert pause_after(discord.RateLimited(86400.0), 0, out_of_reach=False) == 900.0


@pytest.mark.parametrize(
    ("error", "scope"),
    [
        (refused(400, 50035), Scope.PART),
        (refused(400, 99999), Scope.PART),
        (refused(413, 0), Scope.PART),
        (refused(404, 10008), Scope.MESSAGE),
        (refused(404, 99999), Scope.MESSAGE),
        (refused(429, 30046), Scope.MESSAGE),
        (discord.RateLimited(600.0), Scope.MESSAGE),
        (refused(404, 10062), Scope.TOKEN),
        (refused(401, 50027), Scope.TOKEN),
        (refused(403, 50013), Scope.PLACE),
        (refused(403, 99999), Scope.PLACE),
        (refused(400, 50033), Scope.PLACE),
        (refused(401, 0), Scope.PROCESS),
        (refused(503, 0), Scope.OUTAGE),
        (TimeoutError(), Scope.OUTAGE),
        (RuntimeError(), None),
    ],
    ids=repr,
)
def test_a_refusal_concerns_as_much_as_its_code_says_or_else_its_status(
    error: Exception, scope: Scope | None
) -> None:
    assert scope_of(error) is scope


@pytest.mark.parametrize(
    ("error", "blamed"),
    [
        (refused(400, 99999), True),
        (refused(400, 40003), True),
        (refused(413, 0), True),
        (refused(400, 50083), False),
        (refused(403, 40003), False),
        (TimeoutError(), False),
    ],
    ids=repr,
)
def test_a_400_blames_the_content_unless_its_code_blames_the_place(error: Exception, *, blamed: bool) -> None:
    assert blames_content(error) is blamed


JSON, HTML = "application/json", "text/html; charset=UTF-8"


@pytest.mark.parametrize(
    ("status", "headers", "ban"),
    [
        (429, {"Content-Type": HTML, "Retry-After": "60"}, True),
        (403, {"Content-Type": HTML}, True),
        (429, {"Content-Type": JSON}, True),
        (429, {"Content-Type": JSON, "Via": "1.1 google"}, False),
        (403, {"Content-Type": JSON}, False),
        (502, {"Content-Type": HTML}, False),
    ],
)
def test_a_ban_is_known_by_what_answers(status: int, headers: dict[str, str], *, ban: bool) -> None:
    assert is_ban(status, headers) is ban


def test_a_channel_that_refuses_without_a_known_reason_is_out_of_reach_for_its_players() -> None:
    assert cause_of(refused(403, 99999)) is Cause.REFUSED
    assert cause_of(refused(404, 10003)) is Cause.GONE
    assert cause_of(refused(400, 50035)) is None
