"""The emojis of the application: their images, Discord's limits for them, and their JSON objects."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.playground.errors import ApiError, Problems

EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.*)", re.DOTALL)
MOST_EMOJIS = 2000
MOST_BYTES = 256 * 1024
SIGNATURES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}
"""How the files of each media type begin."""


@dataclass(frozen=True)
class Emoji:
    """An emoji of the application."""

    id: str
    name: str
    media_type: str
    content: bytes = field(repr=False)

    def json(self, owner: dict[str, Any]) -> dict[str, Any]:
        """The emoji object; `owner` is the user object of the bot."""
        return {
            "id": self.id,
            "name": self.name,
            "roles": [],
            "user": owner,
            "require_colons": True,
            "managed": False,
            "animated": self.media_type == "image/gif",
            "available": True,
        }


class Emojis:
    """All emojis of the application, by id."""

    def __init__(self, snowflake: Callable[[], str]) -> None:
        self._snowflake = snowflake
        self._emojis: dict[str, Emoji] = {}

    @property
    def all(self) -> tuple[Emoji, ...]:
        """The emojis, oldest first."""
        return tuple(self._emojis.values())

    def restore(self, emojis: Iterable[Emoji]) -> None:
        """Add emojis of an earlier run."""
        self._emojis.update({each.id: each for each in emojis})

    def get(self, emoji_id: str) -> Emoji:
        """Return an emoji.

        Raises:
            ApiError: 10014 if there is no such emoji.
        """
        if emoji_id not in self._emojis:
            raise ApiError(10014)
        return self._emojis[emoji_id]

    def create(self, body: Any) -> Emoji:
        """Add an emoji.

        Raises:
            ApiError: 50035 for an invalid name or image, 50138 for an image too large, 30008 for too many.
        """
        problems = Problems()
        _check_name(body, problems)
        kind, content = _image(body.get("image"), problems)
        problems.raise_any()
        if len(content) > MOST_BYTES:
            raise ApiError(50138)
        if len(self._emojis) >= MOST_EMOJIS:
            raise ApiError(30008)
        emoji = Emoji(self._snowflake(), body["name"], kind, content)
        self._emojis[emoji.id] = emoji
        return emoji

    def rename(self, emoji_id: str, body: Any) -> Emoji:
        """Give an emoji another name.

        Raises:
            ApiError: 10014 if there is no such emoji, 50035 for an invalid name.
        """
        emoji, problems = self.get(emoji_id), Problems()
        _check_name(body, problems)
        problems.raise_any()
        self._emojis[emoji_id] = replace(emoji, name=body["name"])
        return self._emojis[emoji_id]

    def delete(self, emoji_id: str) -> None:
        """Delete an emoji.

        Raises:
            ApiError: 10014 if there is no such emoji.
        """
        self.get(emoji_id)
        del self._emojis[emoji_id]

    def check(self, components: Iterable[dict[str, Any]], problems: Problems) -> None:
        """Add a problem for each emoji on a component, or an option of it, that does not exist."""
        for part in components:
            for each in (part, *(part.get("options") or ())):
                emoji = each.get("emoji")
                if isinstance(emoji, dict) and emoji.get("id") and str(emoji["id"]) not in self._emojis:
                    problems.add(("components",), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_name(body: Any, problems: Problems) -> None:
    name = body.get("name")
    if not isinstance(name, str) or not 2 <= len(name) <= 32:
        problems.add(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
    elif not EMOJI_NAME.fullmatch(name):
        message = "String value did not match validation regex."
        problems.add(("name",), "STRING_TYPE_REGEX", message)


def _image(uri: Any, problems: Problems) -> tuple[str, bytes]:
    """Return the media type and the content of a data URI; a problem is added if it is none of an image."""
    found = IMAGE.fullmatch(uri) if isinstance(uri, str) else None
    try:
        kind, content = (found[1], base64.b64decode(found[2], validate=True)) if found else ("", b"")
    except binascii.Error:
        kind, content = "", b""
    if not content.startswith(SIGNATURES.get(kind, ()) or (b"\0",)):
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
    return kind, content
