"""How failed requests to Discord are classified, and when they are tried again."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import NamedTuple

import aiohttp
import discord

from bot.errors import report
from bot.store import StoreError

logger = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 4.0, 8.0, 10.0)
"""Seconds until a failed display is tried again, by the number of failures before."""

IMPROVING_PAUSES = (10.0, 60.0, 300.0)
"""The same for a message of which Discord has refused a part."""

SLOW_PAUSE = 300.0
"""Seconds until a display out of reach is tried again, unless an event shows that it can be reached."""

LONGEST_WAIT = 900.0
"""The longest pause in seconds that Discord may ask for; a longer one is cut."""

JITTER = 0.2
"""The share by which a pause varies at random, so that displays are not all tried at the same moment."""

REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request to Discord can raise."""


class Scope(StrEnum):
    """How much a failure concerns, and therefore what the bot does next."""

    PART = "part"
    """A part of the message: send it without emojis, then without pictures."""
    MESSAGE = "message"
    """The message is gone or cannot be edited: post a new one."""
    TOKEN = "token"  # noqa: S105 - the scope of a refusal
    """The interaction is over: it cannot be answered, nor its token be used.

    If the request used no token, such a code means nothing.
    """
    PLACE = "place"
    """The channel or the person: inform the players once, and wait."""
    PROCESS = "process"
    """All requests of this process: close the `Gate`."""
    OUTAGE = "outage"
    """The network or Discord failed: try again with growing pauses."""


class Cause(StrEnum):
    """Why a channel is out of reach: the last part of the key of the sentence `channel_lost`."""

    GONE = "gone"
    ACCESS = "access"
    PERMISSION = "permission"
    ARCHIVED = "archived"
    LOCKED = "locked"
    REFUSED = "refused"
    """Discord gives a reason that this program does not know."""


class Rejection(NamedTuple):
    """One of Discord's error codes."""

    code: int
    scope: Scope
    lasts: bool = False
    """Whether the request will fail until people change something on Discord."""
    cause: Cause | None = None


REJECTIONS = (
    Rejection(10003, Scope.PLACE, lasts=True, cause=Cause.GONE),  # unknown channel
    Rejection(10004, Scope.PLACE, lasts=True),  # unknown server
    Rejection(10008, Scope.MESSAGE),  # unknown message
    Rejection(10013, Scope.PLACE, lasts=True),  # unknown user
    Rejection(10014, Scope.PART),  # unknown emoji
    Rejection(10015, Scope.TOKEN),  # unknown webhook
    Rejection(10062, Scope.TOKEN),  # unknown interaction
    Rejection(20026, Scope.PLACE, lasts=True),  # the bot was flagged as spam
    Rejection(30046, Scope.MESSAGE),  # too many edits of old messages
    Rejection(40003, Scope.PLACE),  # direct messages opened too fast
    Rejection(40005, Scope.PART),  # request entity too large
    Rejection(40060, Scope.TOKEN),  # interaction already acknowledged
    Rejection(50001, Scope.PLACE, lasts=True, cause=Cause.ACCESS),  # missing access
    Rejection(50005, Scope.MESSAGE),  # message of another author
    Rejection(50007, Scope.PLACE, lasts=True),  # direct messages closed
    Rejection(50013, Scope.PLACE, lasts=True, cause=Cause.PERMISSION),  # permissions
    Rejection(50024, Scope.PLACE, lasts=True),  # not in a channel of this type
    Rejection(50027, Scope.TOKEN),  # invalid webhook token
    Rejection(50033, Scope.PLACE, lasts=True),  # invalid recipient
    Rejection(50035, Scope.PART),  # invalid form body
    Rejection(50083, Scope.PLACE, lasts=True, cause=Cause.ARCHIVED),  # archived thread
    Rejection(50278, Scope.PLACE, lasts=True),  # no server in common
    Rejection(160005, Scope.PLACE, lasts=True, cause=Cause.LOCKED),  # locked thread
)

_BY_CODE = {each.code: each for each in REJECTIONS}

_BY_STATUS: Mapping[int, Scope] = {
    HTTPStatus.UNAUTHORIZED: Scope.PROCESS,
    HTTPStatus.FORBIDDEN: Scope.PLACE,
    HTTPStatus.NOT_FOUND: Scope.MESSAGE,
    HTTPStatus.TOO_MANY_REQUESTS: Scope.MESSAGE,
}
"""The scope of a refusal with an unknown code; `PART` for every other status below 500."""

INVALID = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})
"""The statuses that Discord counts as invalid requests: for 10,000 in ten minutes it bans an address."""


def is_counted(path: str) -> bool:
    """Whether a request counts towards Discord's global limit: not if it answers an interaction."""
    return "/api/" in path and not any(part in path for part in ("/interactions/", "/webhooks/"))


LOGIN = ("/users/@me", "/gateway/bot")
"""The ends of the paths of a login, which passes a closed gate: it has its own pauses."""


class IncompleteError(Exception):
    """A message lacks something that Discord has refused. It is tried again later."""


def is_ban(status: int, headers: Mapping[str, str]) -> bool:
    """Whether Discord's proxy has refused a request, because it refuses all requests of this address.

    Discord itself answers with JSON and names its proxy in `Via`.
    """
    if status not in (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS):
        return False
    is_json = headers.get("Content-Type", "").startswith("application/json")
    return not is_json or (status == HTTPStatus.TOO_MANY_REQUESTS and "Via" not in headers)


def scope_of(error: Exception) -> Scope | None:
    """The scope of a failure; `None` if neither Discord nor the network has caused it."""
    if isinstance(error, discord.HTTPException):
        return _scope_of_response(error)
    if isinstance(error, discord.RateLimited):
        return Scope.MESSAGE
    return Scope.OUTAGE if isinstance(error, (OSError, aiohttp.ClientError)) else None


def _scope_of_response(error: discord.HTTPException) -> Scope:
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Scope.OUTAGE
    if not error.code and is_ban(error.status, error.response.headers):
        return Scope.PROCESS
    known = _rejection_of(error)
    if known is None or (known.scope is Scope.TOKEN and is_counted(str(getattr(error.response, "url", "")))):
        return _BY_STATUS.get(error.status, Scope.PART)
    return known.scope


def cause_of(error: Exception) -> Cause | None:
    """Why the channel of a failed request is out of reach; `None` if it is not."""
    known = _rejection_of(error)
    if known and known.cause:
        return known.cause
    return Cause.REFUSED if scope_of(error) is Scope.PLACE else None


def blames_content(error: Exception) -> bool:
    """Whether Discord may have refused a request for its content, so that it must not be repeated often."""
    if scope_of(error) is Scope.PART:
        return True
    is_bad = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.BAD_REQUEST
    return is_bad and not is_out_of_reach(error)


def is_refusal(error: Exception) -> bool:
    """Whether Discord has refused this request, not all of the process."""
    return scope_of(error) in (Scope.PART, Scope.MESSAGE, Scope.PLACE)


def is_out_of_reach(error: Exception) -> bool:
    """Whether a request will fail until people change something on Discord."""
    known = _rejection_of(error)
    return known is not None and known.lasts


def _rejection_of(error: Exception) -> Rejection | None:
    if isinstance(error, discord.HTTPException) and error.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return _BY_CODE.get(error.code)
    return None


def is_outage(error: Exception) -> bool:
    """Whether the network or Discord failed, or Discord refuses all requests of the process."""
    return scope_of(error) in (Scope.OUTAGE, Scope.PROCESS)


def may_have_taken_effect(error: Exception) -> bool:
    """Whether a failed request may have been carried out, because Discord has not refused it."""
    if isinstance(error, (discord.RateLimited, NotSentError)):
        return False
    return not isinstance(error, discord.HTTPException) or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


class NotSentError(aiohttp.ClientError):
    """A request that was not made, because Discord refuses all requests of the process for now."""


def pause_after(error: Exception, failures: int, *, out_of_reach: bool) -> float:
    """The seconds until a display is tried again that had failed `failures` times before."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, LONGEST_WAIT)
    pauses = IMPROVING_PAUSES if isinstance(error, IncompleteError) else PAUSES
    pause = SLOW_PAUSE if out_of_reach else pauses[min(failures, len(pauses) - 1)]
    return pause * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - it need not be unpredictable


def log_failure(error: Exception, failures: int, pause: float) -> None:
    """Log that a display has failed: the first time with its stack if the bot itself has caused it."""
    level = logging.INFO if is_out_of_reach(error) else logging.WARNING
    if not _is_outside(error) and not failures:
        report(f"A message could not be sent ({named(error)})", error)
    else:
        logger.log(level, "A message could not be sent, next try in %.0f s: %s", pause, named(error))


def _is_outside(error: Exception) -> bool:
    return scope_of(error) not in (None, Scope.PART) or isinstance(error, (StoreError, IncompleteError))


def named(error: Exception) -> str:
    """An error without its text, which may quote hidden cards."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    return type(error).__name__
