"""Mishaps on request: the answers Discord gives on its bad days."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from bot.playground.errors import ERRORS
from bot.playground.world import Json


@dataclass
class Mishap:
    """A scripted refusal.

    Attributes:
        method: The HTTP method it waits for.
        path: A pattern for the path after `/api/v10`, with `*` for anything.
        status: The HTTP status answered.
        body: The JSON answered.
        times: How many requests it still refuses.
    """

    method: str
    path: str
    status: int
    body: Json
    times: int = 1


@dataclass
class Faults:
    """What goes wrong, and where.

    Attributes:
        forbidden: Channel id -> error code that writing there answers, such as 50013 or 50001.
    """

    forbidden: dict[str, int] = field(default_factory=dict)
    _script: list[Mishap] = field(default_factory=list)

    def fail(self, method: str, path: str, status: int, code: int = 0, *, times: int = 1) -> None:
        """Refuse the next requests to a path with a status and one of Discord's error codes."""
        message = ERRORS.get(code, (status, f"{status}: scripted"))[1]
        self._script.append(Mishap(method, path, status, {"message": message, "code": code}, times))

    def limit_rate(self, method: str, path: str, retry_after: float, *, times: int = 1) -> None:
        """Answer the next requests to a path with 429: come again after so many seconds."""
        body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        self._script.append(Mishap(method, path, 429, body, times))

    def take(self, method: str, path: str) -> Mishap | None:
        """The mishap that befalls this request, if any; it is then used up."""
        for mishap in self._script:
            if mishap.method == method and fnmatchcase(path, mishap.path):
                mishap.times -= 1
                if mishap.times == 0:
                    self._script.remove(mishap)
                return mishap
        return None
