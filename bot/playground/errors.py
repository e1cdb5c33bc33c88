"""Discord's error responses: error codes with their HTTP status and message."""

from __future__ import annotations

from typing import Any

UNKNOWN_ROUTE = 1
"""The playground has no such route; Discord itself has no such code."""

ERRORS: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    UNKNOWN_ROUTE: (404, "404: Not Found (the playground has no such route)"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    30032: (400, "Maximum number of application commands reached (100)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50138: (400, "Failed to resize asset below the maximum size: 262144"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
}


class ApiError(Exception):
    """A request that Discord would refuse.

    `code` is Discord's error code. `field` is the path of an invalid field, such as `components.0.label`,
    and `problem` says what is wrong with it.
    """

    def __init__(self, code: int, field: str = "", problem: str = "") -> None:
        self.status, self.message = ERRORS[code]
        super().__init__(f"{code}: {self.message} {field} {problem}".rstrip())
        self.code = code
        self.field = field
        self.problem = problem

    def json(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.field:
            errors: dict[str, Any] = {"_errors": [{"code": "INVALID", "message": self.problem}]}
            for step in reversed(self.field.split(".")):
                errors = {step: errors}
            body["errors"] = errors
        return body


def invalid(field: str, problem: str) -> ApiError:
    """Return the error for an invalid field of a request body."""
    return ApiError(50035, field, problem)
