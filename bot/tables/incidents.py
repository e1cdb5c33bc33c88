"""Unexpected errors: logged under a short id that the user concerned is shown."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

logger = logging.getLogger("bot.tables")

ExceptionInfo: TypeAlias = "tuple[type[BaseException], BaseException, TracebackType | None]"


def report(what: str, error: BaseException | None = None) -> str:
    """Log something unexpected and return its short id.

    The id, the type of the exception and its stack are in one record; its attribute `incident` is the id.
    """
    incident = secrets.token_hex(3)
    kind = f": {type(error).__name__}" if error else ""
    stack = _without_text(error) if error else None
    logger.error("[%s] %s%s", incident, what, kind, exc_info=stack, extra={"incident": incident})
    return incident


async def reported(what: str, work: Callable[[], Awaitable[object]]) -> None:
    """Do something in a task that no one awaits: its failure is logged as `what`."""
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - there is no caller whom it could reach
        report(f"{what} failed", error)


def _without_text(error: BaseException) -> ExceptionInfo:
    """An exception of the same name and stack, without the text and the causes: they might name a card."""
    kind = type(error)
    bare = type(kind.__name__, (Exception,), {"__module__": kind.__module__})
    return bare, bare(), error.__traceback__
