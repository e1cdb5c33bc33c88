"""Tells the operator of errors through a webhook: where in the code and how often, and no more than that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from traceback import walk_tb

import aiohttp
from pydantic import SecretStr

from bot import version

TOP = Path(__file__).parents[2]

SECONDS = 15.0
"""Between two messages; the errors of that time are in one."""

REPEATED_SECONDS = 3600.0
"""For how long the same error is only counted after it was told."""

POST_SECONDS = 10.0
"""How long the webhook may take to accept a message."""

MOST_ERRORS = 10
"""How many different errors one message names: Discord limits its length."""

_log = logging.getLogger(__name__)


@dataclass
class Occurrences:
    """How often an error has occurred that was logged in the same place."""

    what: str
    """The class of the exception and where it was raised."""
    untold: int = 0
    incident: str = ""
    """The latest code that a player was shown and the log holds."""
    told_at: float | None = None
    """By the monotonic clock."""

    def is_due(self, now: float) -> bool:
        return self.untold > 0 and (self.told_at is None or now - self.told_at >= REPEATED_SECONDS)

    def told(self, now: float) -> str:
        """Count the error as told, and return its line."""
        times = f", {self.untold} times" if self.untold > 1 else ""
        code = f" [{self.incident}]" if self.incident else ""
        self.untold, self.told_at = 0, now
        return f"{self.what}{times}{code}"


class ErrorCounter(logging.Handler):
    """Counts what is logged as an error. Texts are left out: they may name a person or a card."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._found: dict[str, Occurrences] = {}

    def emit(self, record: logging.LogRecord) -> None:
        what = what_failed(record)
        found = self._found.setdefault(what, Occurrences(what))
        found.untold += 1
        found.incident = getattr(record, "incident", "") or found.incident

    def due(self) -> list[str]:
        """Return a line for each error that is to be told now, and count these as told."""
        now = monotonic()
        self.acquire()  # any thread may log
        try:
            return [each.told(now) for each in self._found.values() if each.is_due(now)]
        finally:
            self.release()


def what_failed(record: logging.LogRecord) -> str:
    """Return the class of a record's exception and where it was raised, or else where the record was made."""
    _, error, stack = record.exc_info or (None, None, None)
    if error is None or stack is None:
        return f"{record.levelname} {_place(record.pathname, record.lineno)}"
    places = [_place(frame.f_code.co_filename, line) for frame, line in walk_tb(stack)]
    ours = [each for each in places if not each.startswith("…")]
    # The last place of ours says more than one in a library.
    return f"{type(error).__name__} {(ours or places)[-1]}"


def _place(file: str, line: int) -> str:
    """Return a line of the program, or of a library, without where it is installed."""
    path = Path(file)
    is_ours = path.is_relative_to(TOP) and "site-packages" not in path.parts
    return f"{path.relative_to(TOP) if is_ours else f'…/{path.parent.name}/{path.name}'}:{line}"


@asynccontextmanager
async def reporting_errors(address: SecretStr | None) -> AsyncIterator[None]:
    """Send what is logged as an error to a webhook while the block runs.

    `address`: ERROR_WEBHOOK; `None` to send nothing.
    """
    if address is None:
        yield
        return
    counter, root = ErrorCounter(), logging.getLogger()
    # Before the handlers of the log, which leave out the stack of an error that repeats.
    root.handlers.insert(0, counter)
    sending = asyncio.create_task(_send_all(counter, address.get_secret_value()))
    try:
        yield
    finally:
        sending.cancel()
        root.removeHandler(counter)


async def _send_all(counter: ErrorCounter, address: str) -> None:
    was_refused = False
    while True:
        await asyncio.sleep(SECONDS)
        if lines := counter.due():
            reason = await _post(address, text_of(lines))
            if reason and not was_refused:
                _log.warning("ERROR_WEBHOOK accepts no messages: %s", reason)
            was_refused = bool(reason)


def text_of(lines: Sequence[str]) -> str:
    more = len(lines) - MOST_ERRORS
    rest = [f"and {more} other errors; see the log"] if more > 0 else []
    return "\n".join([f"Skíz {version()}", *(f"`{each}`" for each in lines[:MOST_ERRORS]), *rest])


async def _post(address: str, text: str) -> str:
    """Send a message. Return why it was not accepted, without the address, which is a secret; or `""`."""
    timeout = aiohttp.ClientTimeout(total=POST_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(address, json={"content": text}, allow_redirects=False) as answer,
        ):
            return "" if answer.status < 300 else f"status {answer.status}"
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return type(error).__name__
