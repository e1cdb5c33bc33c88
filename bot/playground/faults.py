"""Fault injection: error responses and lost connections that tests ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from bot.playground.errors import ERRORS
from bot.playground.world import Json


@dataclass
class ScriptedFault:
    """An error response for the next matching requests.

    Attributes:
        method: The HTTP method to match.
        path: A pattern for the path after `/api/v10`, where `*` matches anything.
        status: The HTTP status of the response.
        body: The JSON body of the response.
        times: The number of requests still to be answered so.
        carried_out: Whether they are carried out all the same.
        reset: Whether the connection is reset instead of a response.
        headers: Further headers of the response; with a `Content-Type` of its own the body is sent as text.
    """

    method: str
    path: str
    status: int
    body: Any
    times: int = 1
    carried_out: bool = False
    reset: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Faults:
    """The faults to inject.

    Attributes:
        forbidden: Channel id -> error code for every request that writes there, such as 50013 or 50001.
        chance: Asked for a fault, by method and path, where none is scripted.
    """

    forbidden: dict[str, int] = field(default_factory=dict)
    chance: Callable[[str, str], ScriptedFault | None] = lambda _method, _path: None
    _script: list[ScriptedFault] = field(default_factory=list)

    def fail(self, method: str, path: str, status: int, code: int = 0, *, times: int = 1) -> None:
        """Refuse the next requests to a path with an HTTP status and one of Discord's error codes."""
        message = ERRORS.get(code, (status, f"{status}: scripted"))[1]
        self._script.append(ScriptedFault(method, path, status, {"message": message, "code": code}, times))

    def lose(self, method: str, path: str, status: int = 503, *, times: int = 1) -> None:
        """Carry out the next requests to a path, but answer with an HTTP status as if they had failed."""
        body: Json = {"message": f"{status}: scripted", "code": 0}
        self._script.append(ScriptedFault(method, path, status, body, times, carried_out=True))

    def limit_rate(self, method: str, path: str, retry_after: float, *, times: int = 1) -> None:
        """Answer the next requests to a path with status 429 and `retry_after` seconds."""
        body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        self._script.append(ScriptedFault(method, path, 429, body, times))

    def reset(self, method: str, path: str, *, carried_out: bool = False) -> None:
        """Reset the connection of the next request to a path, which may be carried out before."""
        self._script.append(ScriptedFault(method, path, 0, {}, carried_out=carried_out, reset=True))

    def take(self, method: str, path: str) -> ScriptedFault | None:
        """Return the fault for this request and use it up, or return `None`."""
        for fault in self._script:
            if fault.method == method and fnmatchcase(path, fault.path):
                fault.times -= 1
                if fault.times == 0:
                    self._script.remove(fault)
                return fault
        return self.chance(method, path)
