"""Logging to standard error, as lines or as JSON: one line for an expected error, and no cards."""

from __future__ import annotations

import json
import logging
import time
from traceback import walk_tb

VOICE_WARNINGS = ("PyNaCl is not installed", "davey is not installed")
"""The beginnings of discord.py's warnings about missing voice support, logged at every start."""

LAGGING = "Can't keep up"
"""The beginning of discord.py's warning about a slow heartbeat."""

HEARTBEAT = 41.25
"""Seconds between two heartbeats."""

REPEATED_SECONDS = 3600.0
"""For how long an error of the same kind, raised in the same place, is logged without its stack."""


class LineFormatter(logging.Formatter):
    """Formats a record as a line for people, with the stack of an exception below it. Times are UTC."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")


class JsonFormatter(LineFormatter):
    """Formats a record as one line of JSON, with `incident` and `exception` if the record has them."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if incident := getattr(record, "incident", None):
            fields["incident"] = incident
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields)  # ASCII: valid in every encoding of a console


FORMATTERS = {"lines": LineFormatter, "json": JsonFormatter}
"""The values of LOG_FORMAT."""


def set_up(level: str, form: str) -> None:
    """Configure logging to standard error, in one of `FORMATTERS`."""
    handler = logging.StreamHandler()
    handler.addFilter(relevant)
    handler.addFilter(Repetitions())
    handler.setFormatter(FORMATTERS[form]())
    logging.basicConfig(level=level, handlers=[handler])
    logging.captureWarnings(capture=True)
    # Below INFO discord.py logs whole requests, and with them the cards of a hand.
    logging.getLogger("discord").setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))


def relevant(record: logging.LogRecord) -> bool:
    """Filter log records: drop noise of discord.py, and the traceback of a failure to connect."""
    if not record.name.startswith("discord."):
        return True
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError):
        record.msg, record.args = f"{record.getMessage()} ({error})", ()
        record.exc_info = record.exc_text = None
    # A local Discord may answer a heartbeat before discord.py has noted that it was sent;
    # the lag reported is then about one whole heartbeat.
    seconds = record.args[-1] if isinstance(record.args, tuple) and record.args else None
    is_false_lag = isinstance(seconds, float) and HEARTBEAT <= seconds < HEARTBEAT + 1
    return not record.getMessage().startswith((*VOICE_WARNINGS, LAGGING) if is_false_lag else VOICE_WARNINGS)


class Repetitions(logging.Filter):
    """Filter of log records: an error that repeats is one line that names the record with the stack."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[tuple[str, str, int], tuple[float, str]] = {}
        """By an error's kind and place: when its stack was logged, and under which incident."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the stack from a record whose stack was logged a short time ago."""
        if not record.exc_info or not record.exc_info[0] or not record.exc_info[2]:
            return True
        *_, (frame, line) = walk_tb(record.exc_info[2])
        error = record.exc_info[0].__name__, frame.f_code.co_filename, line
        at, incident = self._logged.get(error, (-REPEATED_SECONDS, ""))
        if abs(record.created - at) >= REPEATED_SECONDS:  # the computer's clock may be set back
            self._logged[error] = record.created, getattr(record, "incident", "")
            return True
        record.msg = f"{record.getMessage()} (stack: see {f'[{incident}]' if incident else 'above'})"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True
