"""What is told on the terminal: one line for whatever can be expected, and never a card."""

from __future__ import annotations

import logging
from typing import Final

NOBODY_SPEAKS: Final = ("PyNaCl is not installed", "davey is not installed")
"""How discord.py's warnings begin that voice will not work, at every start."""

TOO_FAST: Final = "Can't keep up"
"""How it begins when a local Discord answers a heartbeat before it has noted down that it was sent."""

HEARTBEAT: Final = 41.25
"""Seconds between two heartbeats."""


def set_up(level: str) -> None:
    """Log from a level on, to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(worth_telling)
    logging.basicConfig(
        level=level, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.captureWarnings(capture=True)
    # Below INFO that library logs whole requests, and so what is in a hand.
    logging.getLogger("discord").setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))


def worth_telling(record: logging.LogRecord) -> bool:
    """Whether a line is told; an expected failure to connect loses its traceback on the way."""
    if not record.name.startswith("discord."):
        return True
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError):
        record.msg, record.args = f"{record.getMessage()} ({error})", ()
        record.exc_info = record.exc_text = None
    untold = NOBODY_SPEAKS if behind_in_truth(record) else (*NOBODY_SPEAKS, TOO_FAST)
    return not record.getMessage().startswith(untold)


def behind_in_truth(record: logging.LogRecord) -> bool:
    """Whether a connection that is said to lag does: a whole heartbeat late means that only the clock was."""
    seconds = record.args[-1] if isinstance(record.args, tuple) and record.args else None
    return not (isinstance(seconds, float) and HEARTBEAT <= seconds < HEARTBEAT + 1)
