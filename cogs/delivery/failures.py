"""What a failed request means: when it is tried again, and what must be done if that alone does not help."""

from __future__ import annotations

import logging
import random
from enum import StrEnum
from typing import Final

import aiohttp
import discord

from bot.store import StoreError
from bot.tables.incidents import report

logger = logging.getLogger(__name__)

PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 12.0)
"""Seconds until a failed display is tried again, by the number of failures before; the last one repeats."""

SLOW_PAUSE: Final = 300.0
"""Seconds until a display out of reach is tried again, unless an event shows that it can be reached."""

JITTER: Final = 0.2
"""The part by which a pause is longer or shorter, so that not all displays are tried at the same moment."""

INVALID_FORM: Final = 50035
"""Discord's code for a message that it refuses, such as one that shows a file it does not have."""

BAD_REQUEST: Final = 400
SERVER_ERROR: Final = 500


class Cause(StrEnum):
    """Why a channel is out of reach: the last part of the key of the sentence that says how to fix it."""

    GONE = "gone"
    ACCESS = "access"
    PERMISSION = "permission"
    ARCHIVED = "archived"
    LOCKED = "locked"


CAUSES: Final = {
    10003: Cause.GONE,
    50001: Cause.ACCESS,
    50013: Cause.PERMISSION,
    50083: Cause.ARCHIVED,
    160005: Cause.LOCKED,
}
"""By Discord's code of the error."""


def cause_of(error: Exception) -> Cause | None:
    """Return why the channel of a failed request is out of reach; `None` if it is not known to be."""
    return CAUSES.get(error.code) if isinstance(error, discord.HTTPException) else None


def is_out_of_reach(error: Exception) -> bool:
    """Whether a request will fail until people have changed something on Discord."""
    return isinstance(error, (discord.Forbidden, discord.NotFound)) or cause_of(error) is not None


def is_outage(error: Exception) -> bool:
    """Whether a request failed because the network, Discord or our connection to it did."""
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERROR
    return isinstance(error, (OSError, aiohttp.ClientError))


def may_have_taken_effect(error: Exception) -> bool:
    """Whether a failed request may have been carried out: Discord has not refused it."""
    return not isinstance(error, discord.HTTPException) or error.status >= SERVER_ERROR


def pause_after(failures: int, *, out_of_reach: bool) -> float:
    """Return the seconds until a display that has failed some times before is tried again."""
    pause = SLOW_PAUSE if out_of_reach else PAUSES[min(failures, len(PAUSES) - 1)]
    return pause * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - it need not be unpredictable


def log_failure(error: Exception, failures: int, pause: float) -> None:
    """Log that a display has failed. One that must be our own mistake is reported with its stack, once."""
    level = logging.INFO if is_out_of_reach(error) else logging.WARNING
    if not _is_outside(error) and not failures:
        report(f"A message could not be sent ({named(error)})", error)
    else:
        logger.log(level, "A message could not be sent, next try in %.0f s: %s", pause, named(error))


def _is_outside(error: Exception) -> bool:
    """Whether an error comes from the network, from Discord or from the database."""
    if isinstance(error, discord.HTTPException):
        return error.status != BAD_REQUEST or is_out_of_reach(error)
    return is_outage(error) or isinstance(error, (discord.RateLimited, StoreError))


def named(error: Exception) -> str:
    """Name an error without its text, which may quote what was to be shown."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    return type(error).__name__
