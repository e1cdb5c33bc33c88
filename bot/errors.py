"""Errors that the operator can fix, with their exit codes, and how unexpected ones are logged."""

from __future__ import annotations

import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import ClassVar, Self

logger = logging.getLogger(__name__)

FILE = Path(".env")
"""The file of the settings, read in addition to the environment, which takes precedence."""

FAILED = 1
"""The exit code after an error that may pass by itself: a service manager starts the bot again."""

WRONG_USE = 2
"""The exit code after an error that the operator must correct: no service manager restarts the bot.

argparse exits with it after a command line that it cannot parse.
"""


class LaunchError(Exception):
    """The bot cannot start or go on. The message is one line that says what to do."""

    exit_code: ClassVar[int] = FAILED


class WrongSettingError(LaunchError):
    """A setting is invalid. The message names it and says why and what to do."""

    exit_code = WRONG_USE

    @classmethod
    def of(cls, name: str, value: object, reason: str, file: Path | None = FILE) -> Self:
        """Return the error for a variable whose value cannot be used.

        `value`: `None` if it must not be shown.
        `reason`: the rest of a sentence about the value, such as `must be positive`.
        `file`: the file that the settings are read from.
        """
        shown = "" if value is None else f"={value}"
        return cls(f"{name}{shown} {reason}; correct it in {file} or in the environment.")


class RefusedError(LaunchError):
    """Discord refuses the bot, and will until the operator has changed something."""

    exit_code = WRONG_USE


class StoreError(Exception):
    """The database could not be opened, read or written. The text is one line that says what to do."""

    exit_code: ClassVar[int] = WRONG_USE


class StoreOutageError(StoreError):
    """The database may work again by itself: its disk is full, its server does not answer, it is locked."""

    exit_code = FAILED


class StaleLogError(StoreError):
    """The table was changed after its writer last read it; nothing was saved."""


def system_reason(error: OSError) -> str:
    """Why the system refused, without the host and port that Python adds to some of its words."""
    if error.errno is None or isinstance(error, socket.gaierror):
        return str(error.strerror or error)
    return os.strerror(error.errno)


def one_line(text: object) -> str:
    r"""Return a text for a terminal: line breaks, control characters and bidirectional marks as escapes.

    >>> print(one_line("\x1b[31mred"))
    \x1b[31mred
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in str(text)
    )


def report(what: str, error: BaseException | None = None) -> str:
    """Log something unexpected and return its short id.

    The id, the type of the exception and its stack are in one record; its attribute `incident` is the id. The
    text of the exception and its causes are left out, because they might name a card.
    """
    incident, name, stack = secrets.token_hex(3), "", None
    if error is not None:
        kind = type(error)
        bare = type(kind.__name__, (Exception,), {"__module__": kind.__module__})
        name, stack = f": {kind.__name__}", (bare, bare(), error.__traceback__)
    logger.error(
        "[%s] %s%s", incident, what, name, exc_info=stack, extra={"incident": incident}, stacklevel=2
    )
    return incident


async def reported(what: str, work: Callable[[], Awaitable[object]]) -> None:
    """Do some work in a task that nobody awaits, and log its failure as that of `what`."""
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - no caller could receive it
        report(f"{what} failed", error)
