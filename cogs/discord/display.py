"""The state of one message: its content, and whether Discord has accepted that."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any

import discord

from bot.store import BEING_POSTED, Message
from cogs.discord.budget import loop_time
from cogs.discord.failures import blames_content, cause_of, may_have_taken_effect
from cogs.discord.page import Page, digest_of

NONCE_SECONDS = 180.0
"""How long a post is retried with the same nonce: Discord compares nonces of the last few minutes."""

TRIES = 3
"""How often refused content is sent before a notice replaces it.

Once Discord has accepted the notice, the content is sent once more, and then given up.
"""


@dataclass(frozen=True)
class Text:
    content: str
    users: tuple[int, ...] = ()
    """The ids of the people whom it notifies; nobody else is notified."""


Body = Page | Text


@dataclass(frozen=True)
class Content:
    """What a message shows or should show."""

    body: Body | None
    """`None` if only the key is known."""
    key: Any = None
    """What the body was made from, if that is cheaper to compare than the body: a value with a `digest`."""
    offers: Hashable = None
    """Identifies its controls: a press soon after they have changed may be an accidental second press."""

    @property
    def version(self) -> Any:
        """Equal for contents that look the same."""
        return self.body if self.key is None else self.key

    @cached_property
    def digest(self) -> str:
        """Equal for equal versions, in every run of this program."""
        if self.key is not None:
            return str(self.key.digest)
        return digest_of(self.body if isinstance(self.body, Page) else self.body.content if self.body else "")


@dataclass(frozen=True)
class Attempt:
    """An attempt to post a message."""

    content: Content
    at: float
    """When it was first sent, in seconds of the event loop."""
    nonce: int = field(default_factory=lambda: secrets.randbits(63))
    """Discord posts only one message for repeated requests with the same nonce."""
    is_doubtful: bool = False
    """Whether a request may have succeeded, even if Discord has refused a later one."""


@dataclass(eq=False)
class Display:
    """One message: where it is, what it shows, and whether Discord has accepted that."""

    table_id: str = ""
    kind: str = ""
    """The key under which it is saved; `""` if it is not saved."""
    number: int = 0
    """The deal that it shows."""
    user_id: int = 0
    """The only person who sees it; 0 if everybody in its channel does."""
    channel_id: int = 0
    guild_id: int | None = None
    message_id: int | None = None
    shown: Content | None = None
    """The last content that Discord has accepted; `None` if it is not known what it shows."""
    digest: str = ""
    """The digest of what it shows; known after a restart, too."""
    called: tuple[int, ...] = ()
    """The ids of the people whom it has notified."""
    since: float = -inf
    """When it was last changed, in seconds of the event loop."""
    offers: Hashable = None
    """`Content.offers` of what it showed last."""
    offered: float = -inf
    """Since when it has had these controls, in seconds of the event loop."""
    attempt: Attempt | None = None
    """The attempt to post it that is under way, or whose outcome is unknown."""
    refused: str = ""
    """The digest of the content that Discord has refused."""
    refusals: int = 0
    """How often Discord has refused it."""
    is_noticed: bool = False
    """Whether Discord has accepted a notice, or a part of the content, instead."""

    @classmethod
    def of(cls, table_id: str, saved: Message, guild_id: int | None = None) -> Display:
        """A saved message. The second word of its kind is the number of its deal."""
        number = saved.kind.partition(" ")[2]
        return cls(
            table_id,
            saved.kind,
            int(number) if number.isdecimal() else 0,
            saved.user_id,
            saved.channel_id,
            guild_id,
            saved.message_id,
            digest=saved.digest,
            called=saved.called,
        )

    @property
    def saved(self) -> Message:
        message_id = BEING_POSTED if self.message_id is None else self.message_id
        return Message(self.kind, self.user_id, self.channel_id, message_id, self.digest, self.called)

    @property
    def page(self) -> Page | None:
        """The page that it shows; `None` if it is not known, or shows a text."""
        body = self.shown.body if self.shown else None
        return body if isinstance(body, Page) else None

    @property
    def key(self) -> Any:
        """The key of the content that it shows; `None` if that is not known."""
        return self.shown.key if self.shown else None

    def shows(self, content: Content) -> bool:
        """Whether it shows some content, all of which Discord has accepted."""
        if self.shown is None and self.digest == content.digest:
            self.shown = content  # it was posted before a restart
        return self.shown is not None and self.shown.version == content.version

    def begin(self, content: Content) -> Attempt:
        """Begin to post some content; returns an earlier attempt instead if that may have succeeded."""
        tried = self.attempt
        if tried is None or tried.at < loop_time() - NONCE_SECONDS:
            tried = Attempt(content, loop_time())
        self.attempt, self.shown, self.digest = tried, None, ""
        if isinstance(tried.content.body, Text):  # after a crash its digest identifies it
            self.digest, self.called = tried.content.digest, tried.content.body.users
        return tried

    def now_shows(self, content: Content) -> None:
        if self.offers != content.offers:
            self.offers, self.offered = content.offers, loop_time()
        self.shown, self.digest, self.since = content, content.digest, loop_time()
        self.refused, self.refusals, self.is_noticed = "", 0, False

    def now_unknown(self) -> None:
        self.shown, self.digest, self.since = None, "", loop_time()

    def is_gone(self) -> None:
        self.message_id, self.attempt, self.shown, self.digest = None, None, None, ""

    def failed(self, content: Content, error: Exception) -> None:
        """Note that a request to show some content has failed."""
        is_post = self.message_id is None
        if is_post and self.attempt is not None:
            is_doubtful = self.attempt.is_doubtful or may_have_taken_effect(error)
            self.attempt = replace(self.attempt, is_doubtful=True) if is_doubtful else None
        elif not is_post and may_have_taken_effect(error):
            self.now_unknown()
        if isinstance(error, discord.HTTPException) and blames_content(error):
            self.refuse(content, is_notice=self.needs_notice(content))
        elif cause_of(error) is not None:
            self.digest = ""

    def refuse(self, content: Content, *, is_notice: bool = False) -> None:
        """Note that Discord has refused some content, or the notice that replaces it."""
        if self.refused != content.digest:
            self.refused, self.refusals, self.is_noticed = content.digest, 0, False
        self.refusals += not is_notice

    def shows_less(self, content: Content, *, is_notice: bool) -> None:
        """Note that Discord has accepted a notice, or only a part of some content."""
        self.now_unknown()
        if not is_notice:
            self.refuse(content)
        self.is_noticed = True

    def needs_notice(self, content: Content) -> bool:
        """Whether a notice must be sent instead of some content."""
        return self.refused == content.digest and self.refusals == TRIES and not self.is_noticed

    def has_given_up(self, content: Content) -> bool:
        """Whether some content is not sent any more, because Discord has refused it too often."""
        return self.refused == content.digest and self.refusals > TRIES
