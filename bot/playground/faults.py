"""Fault injection: error responses, limits, bans and lost connections, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from time import time
from typing import Any, Final

from bot.playground.errors import ERRORS
from bot.playground.state import Json

BAN_PAGE: Final = (
    "<!DOCTYPE html>\n<html><head><title>{status}</title></head><body>Access denied</body></html>\n"
)
"""What a proxy in front of Discord answers instead of JSON."""

EXEMPT: Final = ("/interactions/", "/webhooks/")
"""The routes of responses to interactions, which the global rate limit does not count."""


@dataclass(eq=False)
class Fault:
    """An error response for matching requests.

    Attributes:
        method: A pattern for the HTTP method, where `*` matches any.
        path: A pattern for the path after `/api/v10`, where `*` matches anything.
        status: The HTTP status of the response.
        body: The JSON body of the response; a text is sent as HTML, as by a proxy in front of Discord.
        times: The number of requests still to be answered so; `None` for all until the fault is stopped.
        carried_out: Whether the requests are carried out all the same.
        reset: Whether the connection is reset instead of a response.
        retry_after: The seconds in the header `Retry-After`; `None` for no such header.
        until: Seconds since 1970 by the playground's clock at which the fault ends by itself, or `None`.
    """

    method: str
    path: str
    status: int
    body: Json | str
    times: int | None = 1
    carried_out: bool = False
    reset: bool = False
    retry_after: float | None = None
    until: float | None = None

    def matches(self, method: str, path: str) -> bool:
        is_global = isinstance(self.body, dict) and bool(self.body.get("global"))
        exempt = is_global and path.startswith(EXEMPT)
        return fnmatchcase(method, self.method) and fnmatchcase(path, self.path) and not exempt


@dataclass
class Faults:
    """The faults to inject. Of several that match a request, the oldest is used.

    `forbidden` has an error code, such as 50013, for every request that writes to a channel. Where no fault
    matches, `chance` is asked for one, with method and path.
    """

    now: Callable[[], float] = time
    forbidden: dict[str, int] = field(default_factory=dict)
    chance: Callable[[str, str], Fault | None] = lambda _method, _path: None
    _all: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        self._all.append(fault)
        return fault

    def stop(self, fault: Fault) -> None:
        """Switch a fault off, unless it has ended."""
        if fault in self._all:
            self._all.remove(fault)

    def clear(self) -> None:
        self._all.clear()

    def fail(
        self, method: str, path: str, status: int, code: int = 0,
        *, times: int | None = 1, retry_after: float | None = None,
    ) -> Fault:  # fmt: skip
        """Refuse the next requests to a path with an HTTP status and one of Discord's error codes."""
        body = refusal(status, code, retry_after)
        return self.add(Fault(method, path, status, body, times, retry_after=retry_after))

    def lose(self, method: str, path: str, status: int = 503, *, times: int = 1) -> None:
        """Carry out the next requests to a path, but answer with an HTTP status as if they had failed."""
        self.add(Fault(method, path, status, refusal(status, 0, None), times, carried_out=True))

    def limit_rate(self, method: str, path: str, retry_after: float, *, times: int | None = 1) -> Fault:
        return self.fail(method, path, 429, times=times, retry_after=retry_after)

    def ban(self, retry_after: float | None = None, *, status: int = 429, times: int | None = None) -> Fault:
        """Answer all requests as a proxy in front of Discord does: in HTML, before Discord has seen them."""
        page = BAN_PAGE.format(status=status)
        return self.add(Fault("*", "*", status, page, times, retry_after=retry_after))

    @property
    def active(self) -> tuple[Fault, ...]:
        """The faults that have not ended, oldest first."""
        now = self.now()
        self._all = [each for each in self._all if each.until is None or now < each.until]
        return tuple(self._all)

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault for this request, if there is one, and use it up."""
        for fault in self.active:
            if fault.matches(method, path):
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times == 0:
                        self._all.remove(fault)
                return fault
        return self.chance(method, path)


def refusal(status: int, code: int, retry_after: float | None) -> Json:
    """Return the body of an error response; one with status 429 names how long to wait."""
    known_status, known = ERRORS.get(code, (status, f"{status}: scripted"))
    if status == 429:
        seconds = 1.0 if retry_after is None else retry_after
        limit: Json = {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
        return {**limit, "message": known, "code": code} if code else limit
    return {"message": known if code or known_status == status else f"{status}: scripted", "code": code}


def global_limit(retry_after: float) -> Fault:
    """Return what Discord answers to more requests in a second than a bot may make."""
    body = {**refusal(429, 0, retry_after), "global": True}
    return Fault("*", "*", 429, body, retry_after=retry_after)


FIELDS: Final[dict[str, tuple[type, ...]]] = {
    "method": (str,),
    "path": (str,),
    "status": (int,),
    "code": (int,),
    "retry_after": (int, float),
    "html": (bool,),
    "global": (bool,),
    "times": (int,),
    "seconds": (int, float),
}
"""Field of a fault that is described in JSON -> its types."""


def described(row: Any, now: float) -> Fault:
    """Read a fault from a JSON object; by default it answers all requests with status 429, for ever.

    Raises:
        TypeError: It is no object, or a value is of a wrong type.
        ValueError: A field is unknown, or the status is no error.
    """
    if not isinstance(row, dict):
        raise TypeError("A fault is a JSON object.")
    for name, value in row.items():
        if name not in FIELDS:
            raise ValueError(f"There is no field {name}; there are {', '.join(FIELDS)}.")
        if type(value) not in FIELDS[name]:
            raise TypeError(f"The value of {name} is of a wrong type.")
    status, retry_after = row.get("status", 429), row.get("retry_after")
    if not 400 <= status <= 599:
        raise ValueError("The status must be between 400 and 599.")
    body: Json | str = refusal(status, row.get("code", 0), retry_after)
    if row.get("html"):
        body = BAN_PAGE.format(status=status)
    elif row.get("global"):
        body = {**refusal(status, row.get("code", 0), retry_after), "global": True}
    until = now + row["seconds"] if "seconds" in row else None
    where = row.get("method", "*"), row.get("path", "*")
    return Fault(*where, status, body, row.get("times"), retry_after=retry_after, until=until)
