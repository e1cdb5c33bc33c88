"""Unexpected errors: logged under a short id that the user concerned is shown."""

from __future__ import annotations

import logging
import secrets
import traceback

logger = logging.getLogger("bot.tables")


def report(what: str, error: BaseException | None = None) -> str:
    """Log something unexpected and return its short id.

    Only the type and the stack of an exception are logged: its text might name a card.
    """
    incident = secrets.token_hex(3)
    kind = f": {type(error).__name__}" if error else ""
    stack = "".join(traceback.format_tb(error.__traceback__)) if error else ""
    logger.error("[%s] %s%s\n%s", incident, what, kind, stack)
    return incident
