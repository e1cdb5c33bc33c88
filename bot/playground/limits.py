"""Discord's limits: lengths of texts, sizes of lists, and deadlines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.playground.errors import Problems

Path = tuple[str | int, ...]
"""The keys and indices that lead to a field of a request body."""

FIRST_ANSWER = 3.0
"""Seconds within which the bot must respond to an interaction."""
TOKEN_LIFE = 15 * 60.0
"""Seconds for which the token of an interaction is valid."""


class Range(NamedTuple):
    """The shortest and the longest length allowed."""

    least: int
    most: int


LENGTHS: Mapping[str, Range] = MappingProxyType(
    {
        "content": Range(0, 2000),
        "custom_id": Range(1, 100),
        "button label": Range(0, 80),
        "placeholder": Range(0, 150),
        "option label": Range(1, 100),
        "option value": Range(1, 100),
        "option description": Range(0, 100),
        "text display": Range(1, 4000),
        "alt text": Range(0, 1024),
        "modal title": Range(1, 45),
        "input label": Range(1, 45),
        "label description": Range(0, 100),
        "input value": Range(0, 4000),
        "embed title": Range(0, 256),
        "embed description": Range(0, 4096),
        "embed footer": Range(0, 2048),
        "embed author": Range(0, 256),
        "field name": Range(1, 256),
        "field value": Range(1, 1024),
        "choice name": Range(1, 100),
        "choice value": Range(1, 100),
        "command name": Range(1, 32),
        "command description": Range(1, 100),
        "nonce": Range(0, 25),
    }
)
"""Lengths of texts, in characters."""

COUNTS: Mapping[str, Range] = MappingProxyType(
    {
        "rows": Range(0, 5),
        "buttons in a row": Range(1, 5),
        "select options": Range(1, 25),
        "components": Range(0, 40),
        "v2 characters": Range(0, 4000),
        "section texts": Range(1, 3),
        "gallery items": Range(1, 10),
        "modal parts": Range(1, 5),
        "attachments": Range(0, 10),
        "embeds": Range(0, 10),
        "embed characters": Range(0, 6000),
        "embed fields": Range(0, 25),
        "autocomplete choices": Range(0, 25),
        "command choices": Range(0, 25),
        "command options": Range(0, 25),
        "command characters": Range(0, 8000),
        "commands": Range(0, 100),
    }
)
"""Numbers of entries of a list, or of parts of a whole."""


def check_length(value: Any, limit: str, problems: Problems, path: Path) -> None:
    """Add a problem if the value is not a string within its limit; `None` counts as empty."""
    least, most = LENGTHS[limit]
    if value is None and least == 0:
        return
    if value is None:
        problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
    elif not isinstance(value, str):
        problems.add(path, "STRING_TYPE_CONVERT", "Must be a string.")
    elif least > 0 and most < len(value):
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    elif len(value) > most:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    elif len(value) < least:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def check_count(entries: Sequence[Any], limit: str, problems: Problems, path: Path) -> None:
    """Add a problem if the list is not within its limit."""
    least, most = COUNTS[limit]
    if not least <= len(entries) <= most:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
