"""Posting messages once, even where Discord's answer to an attempt is lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from cogs.discord.failures import may_have_taken_effect

if TYPE_CHECKING:
    import discord

NONCE_SECONDS: Final = 180.0
"""For how long an attempt is remembered: Discord compares a nonce with those of the last few minutes."""

Content = TypeVar("Content")
Sender: TypeAlias = "Callable[[Content, int], Awaitable[discord.Message]]"


class Attempt(NamedTuple):
    """A message that may have been posted."""

    nonce: int
    content: Any
    at: float
    """When it was tried first, in seconds of the event loop."""


class Posts:
    """Posts messages, each under a key for what it shows and a nonce by which Discord knows it again."""

    def __init__(self) -> None:
        self._in_doubt: dict[Hashable, Attempt] = {}

    async def post(self, key: Hashable, content: Content, send: Sender[Content]) -> tuple[int, Content]:
        """Post a message.

        If an attempt under the same key may have succeeded, exactly that is posted again, under its nonce:
        Discord answers with the message that is there, or posts it now. If it refuses, which says nothing of
        the attempts before, that stays so.

        Args:
            key: what is shown.
            content: what the message should contain.
            send: posts content under a nonce.

        Returns:
            The id of the message, and what it contains.
        """
        now = asyncio.get_running_loop().time()
        for old in [each for each, tried in self._in_doubt.items() if tried.at < now - NONCE_SECONDS]:
            del self._in_doubt[old]
        attempt = self._in_doubt.get(key) or Attempt(secrets.randbits(63), content, now)
        try:
            message = await send(attempt.content, attempt.nonce)
        except Exception as error:
            if may_have_taken_effect(error):
                self._in_doubt[key] = attempt
            raise
        self._in_doubt.pop(key, None)
        return message.id, attempt.content
