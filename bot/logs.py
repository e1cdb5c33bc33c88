"""Logging to the terminal: one line for an expected error, and no cards."""

from __future__ import annotations

import logging
from typing import Final

VOICE_WARNINGS: Final = ("PyNaCl is not installed", "davey is not installed")
"""The beginnings of discord.py's warnings about missing voice support, logged at every start."""

LAGGING: Final = "Can't keep up"
"""The beginning of discord.py's warning about a slow heartbeat."""

HEARTBEAT: Final = 41.25
"""Seconds between two heartbeats."""


def set_up(level: str) -> None:
    """Configure logging to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(relevant)
    logging.basicConfig(
        level=level, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.captureWarnings(capture=True)
    # Below INFO discord.py logs whole requests, and with them the cards of a hand.
    logging.getLogger("discord").setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))


def relevant(record: logging.LogRecord) -> bool:
    """Filter of log records: drop noise of discord.py, and the traceback of a failure to connect."""
    if not record.name.startswith("discord."):
        return True
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError):
        record.msg, record.args = f"{record.getMessage()} ({error})", ()
        record.exc_info = record.exc_text = None
    noise = VOICE_WARNINGS if is_real_lag(record) else (*VOICE_WARNINGS, LAGGING)
    return not record.getMessage().startswith(noise)


def is_real_lag(record: logging.LogRecord) -> bool:
    """Whether a reported lag is real.

    A local Discord may answer a heartbeat before discord.py has noted that it was sent;
    the lag reported is then about one whole heartbeat.
    """
    seconds = record.args[-1] if isinstance(record.args, tuple) and record.args else None
    return not (isinstance(seconds, float) and HEARTBEAT <= seconds < HEARTBEAT + 1)
