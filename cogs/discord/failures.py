"""What Discord can refuse, what follows from it, and when a failed request is tried again.

Everything that sends reads the one table here, `REJECTIONS`, through `scope_of`.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from types import MappingProxyType
from typing import NamedTuple

import aiohttp
import discord

from bot.store import StoreError
from bot.tables.services import report

logger = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 4.0, 8.0, 10.0)
"""Seconds until a failed display is tried again, by the number of failures before; the last one repeats."""

IMPROVING_PAUSES = (10.0, 60.0, 300.0)
"""The same for a message that is shown, but not as it should be."""

SLOW_PAUSE = 300.0
"""Seconds until a display out of reach is tried again, unless an event shows that it can be reached."""

LONGEST_WAIT = 900.0
"""Seconds: the longest pause that Discord can ask for. A longer one is cut."""

JITTER = 0.2
"""The part by which a pause is longer or shorter, so that not all displays are tried at the same moment."""


REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request to Discord can raise."""


class Scope(StrEnum):
    """How much of what the bot sends a refusal concerns, and therefore what follows from it."""

    PART = "part"
    """Something in the message: send it once more without decoration, and look the decoration up again."""
    MESSAGE = "message"
    """A message that is gone or may not be edited: post a new one."""
    TOKEN = "token"  # noqa: S105 - the scope of a refusal
    """An interaction that is over: nothing is left to answer, and its token edits nothing any more.

    Where no token was used, such a code says nothing.
    """
    PLACE = "place"
    """A channel or a person: inform the people concerned once, and wait."""
    PROCESS = "process"
    """All that this process sends: close the gate, see `Gate`."""
    OUTAGE = "outage"
    """Nothing was refused: the network or Discord failed. Try again with growing pauses."""


class Cause(StrEnum):
    """Why a channel is out of reach: the last part of the key of the sentence that says how to fix it."""

    GONE = "gone"
    ACCESS = "access"
    PERMISSION = "permission"
    ARCHIVED = "archived"
    LOCKED = "locked"
    REFUSED = "refused"
    """Discord does not say why in a way that this program knows."""


class Rejection(NamedTuple):
    """One of Discord's error codes."""

    status: HTTPStatus
    """The HTTP status with which Discord documents it. Only the code counts."""
    code: int
    scope: Scope
    lasts: bool = False
    """Whether it lasts until people change something on Discord: then the next try is at a slow pace."""
    cause: Cause | None = None


REJECTIONS = (
    Rejection(HTTPStatus.NOT_FOUND, 10003, Scope.PLACE, lasts=True, cause=Cause.GONE),  # unknown channel
    Rejection(HTTPStatus.NOT_FOUND, 10004, Scope.PLACE, lasts=True),  # unknown server
    Rejection(HTTPStatus.NOT_FOUND, 10008, Scope.MESSAGE),  # unknown message
    Rejection(HTTPStatus.NOT_FOUND, 10013, Scope.PLACE, lasts=True),  # unknown user
    Rejection(HTTPStatus.NOT_FOUND, 10014, Scope.PART),  # unknown emoji
    Rejection(HTTPStatus.NOT_FOUND, 10015, Scope.TOKEN),  # unknown webhook
    Rejection(HTTPStatus.NOT_FOUND, 10062, Scope.TOKEN),  # unknown interaction
    Rejection(HTTPStatus.FORBIDDEN, 20026, Scope.PLACE, lasts=True),  # the bot was flagged as spam
    Rejection(HTTPStatus.TOO_MANY_REQUESTS, 30046, Scope.MESSAGE),  # too many edits of old messages
    Rejection(HTTPStatus.FORBIDDEN, 40003, Scope.PLACE),  # direct messages opened too fast
    Rejection(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, 40005, Scope.PART),  # request entity too large
    Rejection(HTTPStatus.BAD_REQUEST, 40060, Scope.TOKEN),  # interaction already acknowledged
    Rejection(HTTPStatus.FORBIDDEN, 50001, Scope.PLACE, lasts=True, cause=Cause.ACCESS),  # missing access
    Rejection(HTTPStatus.FORBIDDEN, 50005, Scope.MESSAGE),  # message of another author
    Rejection(HTTPStatus.FORBIDDEN, 50007, Scope.PLACE, lasts=True),  # direct messages closed
    Rejection(HTTPStatus.FORBIDDEN, 50013, Scope.PLACE, lasts=True, cause=Cause.PERMISSION),  # permissions
    Rejection(HTTPStatus.BAD_REQUEST, 50024, Scope.PLACE, lasts=True),  # not in a channel of this type
    Rejection(HTTPStatus.UNAUTHORIZED, 50027, Scope.TOKEN),  # invalid webhook token
    Rejection(HTTPStatus.BAD_REQUEST, 50033, Scope.PLACE, lasts=True),  # invalid recipient
    Rejection(HTTPStatus.BAD_REQUEST, 50035, Scope.PART),  # invalid form body
    Rejection(
        HTTPStatus.BAD_REQUEST, 50083, Scope.PLACE, lasts=True, cause=Cause.ARCHIVED
    ),  # archived thread
    Rejection(HTTPStatus.FORBIDDEN, 50278, Scope.PLACE, lasts=True),  # no server in common
    Rejection(HTTPStatus.BAD_REQUEST, 160005, Scope.PLACE, lasts=True, cause=Cause.LOCKED),  # locked thread
)
"""What Discord can refuse."""

_BY_CODE: Mapping[int, Rejection] = MappingProxyType({each.code: each for each in REJECTIONS})

_BY_STATUS: Mapping[int, Scope] = MappingProxyType(
    {
        HTTPStatus.UNAUTHORIZED: Scope.PROCESS,
        HTTPStatus.FORBIDDEN: Scope.PLACE,
        HTTPStatus.NOT_FOUND: Scope.MESSAGE,
        HTTPStatus.TOO_MANY_REQUESTS: Scope.MESSAGE,
    }
)
"""The scope of a refusal whose code is unknown; `PART` for every other status below 500."""

INVALID = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})
"""The statuses that Discord counts as invalid requests: 10,000 of them in ten minutes lead to a ban."""


UNCOUNTED = ("/interactions/", "/webhooks/")
"""Answers to interactions, by a part of their path: Discord does not count them."""


def is_counted(path: str) -> bool:
    """Whether Discord counts a request to a path among those it limits."""
    return "/api/" in path and not any(part in path for part in UNCOUNTED)


LOGIN = ("/users/@me", "/gateway/bot")
"""The ends of the paths of a login. They pass a closed gate: a login waits by rules of its own."""


class IncompleteError(Exception):
    """A message is shown, but without something that Discord has refused. It is tried again later."""


def is_ban(status: int, headers: Mapping[str, str]) -> bool:
    """Whether a response comes from what protects Discord, which refuses all requests of an address.

    Discord itself answers with JSON and names its proxy in `Via`.
    """
    if status not in (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS):
        return False
    is_json = headers.get("Content-Type", "").startswith("application/json")
    return not is_json or (status == HTTPStatus.TOO_MANY_REQUESTS and "Via" not in headers)


def scope_of(error: Exception) -> Scope | None:
    """How much a failed request concerns; `None` if neither Discord nor the network is the reason."""
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
    """Return why the channel of a failed request is out of reach; `None` if it is not known to be."""
    known = _rejection_of(error)
    if known and known.cause:
        return known.cause
    return Cause.REFUSED if scope_of(error) is Scope.PLACE else None


def blames_content(error: Exception) -> bool:
    """Whether a request must not be repeated often as it is: Discord may dislike what it contains."""
    if scope_of(error) is Scope.PART:
        return True
    is_bad = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.BAD_REQUEST
    return is_bad and not is_out_of_reach(error)


def is_refusal(error: Exception) -> bool:
    """Whether Discord has refused a request for what it asks, where it asks it, or when."""
    return scope_of(error) in (Scope.PART, Scope.MESSAGE, Scope.PLACE)


def is_out_of_reach(error: Exception) -> bool:
    """Whether a request will fail until people have changed something on Discord."""
    known = _rejection_of(error)
    return known is not None and known.lasts


def _rejection_of(error: Exception) -> Rejection | None:
    if isinstance(error, discord.HTTPException) and error.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return _BY_CODE.get(error.code)
    return None


def is_outage(error: Exception) -> bool:
    """Whether a request failed because the network, Discord or our connection to it did.

    A refusal of all that the process sends counts, too: it is not about the request.
    """
    return scope_of(error) in (Scope.OUTAGE, Scope.PROCESS)


def may_have_taken_effect(error: Exception) -> bool:
    """Whether a failed request may have been carried out: Discord has not refused it."""
    if isinstance(error, (discord.RateLimited, NotSentError)):
        return False
    return not isinstance(error, discord.HTTPException) or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


class NotSentError(aiohttp.ClientError):
    """A request that was not made, because Discord refuses all requests of the process for now."""


def pause_after(error: Exception, failures: int, *, out_of_reach: bool) -> float:
    """Return the seconds until a display that has failed some times before is tried again."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, LONGEST_WAIT)
    pauses = IMPROVING_PAUSES if isinstance(error, IncompleteError) else PAUSES
    pause = SLOW_PAUSE if out_of_reach else pauses[min(failures, len(pauses) - 1)]
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
    return scope_of(error) not in (None, Scope.PART) or isinstance(error, (StoreError, IncompleteError))


def named(error: Exception) -> str:
    """Name an error without its text, which may quote what was to be shown."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}, code {error.code}"
    return type(error).__name__
