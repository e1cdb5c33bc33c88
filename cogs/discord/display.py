"""What one message shows, and what is known of that."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot.store import BEING_POSTED, Message
from cogs.discord.failures import blames_content, cause_of, may_have_taken_effect
from cogs.discord.page import Page, digest_of

if TYPE_CHECKING:
    from collections.abc import Hashable

NONCE_SECONDS: Final = 180.0
"""For how long an attempt to post is repeated as it was: Discord compares nonces of the last few minutes."""

TRIES: Final = 3
"""How often refused content is sent before a notice takes its place.

Once Discord has accepted the notice, the content is tried once more, and then given up.
"""


class State(Enum):
    """What is known of a message."""

    ABSENT = "absent"
    """There is none, as far as is known."""
    POSTING = "posting"
    """It may have been posted: Discord's answer is outstanding, or was lost."""
    CURRENT = "current"
    """It shows `Display.shown`."""
    UNKNOWN = "unknown"
    """It is there, but an edit may or may not have taken effect."""
    REFUSED = "refused"
    """Discord refuses its content: it shows less, a notice, or what it showed before."""
    OUT_OF_REACH = "out of reach"
    """Discord lets nothing be shown in its channel until people change something there."""


@dataclass(frozen=True)
class Text:
    """A message of text alone."""

    content: str
    users: tuple[int, ...] = ()
    """The people whom it notifies; it notifies no one else."""

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Whom Discord may notify."""
        users = [discord.Object(each) for each in self.users]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


Body: TypeAlias = Page | Text


@dataclass(frozen=True)
class Content:
    """What a message shows or should show: contents of equal versions look the same."""

    body: Body | None
    """`None` if only the key is known."""
    key: Any = None
    """What the body was made from, if that is cheaper to compare: a value with a `digest`."""
    offers: Hashable = None
    """Which controls it has: a second press may be a slip of the finger until they have been in view."""

    @property
    def version(self) -> Any:
        """Equal for contents that look the same."""
        return self.body if self.key is None else self.key

    @cached_property
    def digest(self) -> str:
        """Of the version: equal for equal ones in every run of this program."""
        if self.key is not None:
            return str(self.key.digest)
        return digest_of(self.body if isinstance(self.body, Page) else self.body.content if self.body else "")


@dataclass(frozen=True)
class Attempt:
    """A message that may have been posted."""

    content: Content
    at: float
    """When it was tried first, in seconds of the event loop."""
    nonce: int = field(default_factory=lambda: secrets.randbits(63))
    """By which Discord recognizes a repeated attempt."""
    is_doubtful: bool = False
    """Whether it may have succeeded, although Discord may have refused it later."""


@dataclass(eq=False)
class Display:
    """One message: where it is, what it shows, and how Discord has received that.

    An object of this class stands for one message at a time. `Messenger` sends and saves it.
    """

    table_id: str = ""
    kind: str = ""
    """Under which its id is saved; `""` if it is not saved."""
    number: int = 0
    """The deal that it shows."""
    user_id: int = 0
    """The only person who sees it; 0: everybody in its channel."""
    channel_id: int = 0
    guild_id: int | None = None
    message_id: int | None = None
    state: State = State.ABSENT
    shown: Content | None = None
    """What it shows, if that is known."""
    digest: str = ""
    """Of what it shows; known even after a restart."""
    called: tuple[int, ...] = ()
    """The people whom it has notified."""
    since: float = -inf
    """Since when it shows that, in seconds of the event loop."""
    offers: Hashable = None
    """Which controls it has offered last."""
    offered: float = -inf
    """Since when it offers the same controls, in seconds of the event loop."""
    attempt: Attempt | None = None
    """The attempt to post it whose outcome is unknown."""
    refused: str = ""
    """The digest of the content that Discord has refused."""
    refusals: int = 0
    is_noticed: bool = False
    """Whether Discord has accepted a notice instead."""

    @classmethod
    def of(cls, table_id: str, saved: Message, guild_id: int | None = None) -> Display:
        """The message as saved before a restart. The second word of its kind is the number of its deal."""
        number = saved.kind.partition(" ")[2]
        return cls(
            table_id,
            saved.kind,
            int(number) if number.isdecimal() else 0,
            saved.user_id,
            saved.channel_id,
            guild_id,
            saved.message_id,
            State.CURRENT if saved.digest else State.UNKNOWN,
            digest=saved.digest,
            called=saved.called,
        )

    @property
    def saved(self) -> Message:
        """The message as it is saved."""
        message_id = BEING_POSTED if self.message_id is None else self.message_id
        return Message(self.kind, self.user_id, self.channel_id, message_id, self.digest, self.called)

    @property
    def page(self) -> Page | None:
        """The page it shows, if that is known."""
        body = self.shown.body if self.shown else None
        return body if isinstance(body, Page) else None

    @property
    def key(self) -> Any:
        """What the content was made from that it shows, if that is known."""
        return self.shown.key if self.shown else None

    def shows(self, content: Content) -> bool:
        """Whether it shows some content, and Discord has accepted all of it."""
        if self.state is not State.CURRENT:
            return False
        if self.shown is None and self.digest == content.digest:
            self.shown = content  # it did so before a restart
        return self.shown is not None and self.shown.version == content.version

    def recognizes(self, key: Any) -> bool:
        """Whether it shows what is made from a key, of which a digest is known after a restart."""
        if self.state is State.CURRENT and self.shown is None and self.digest == Content(None, key).digest:
            self.shown = Content(None, key)
        return self.state is State.CURRENT and self.shown is not None and self.shown.key == key

    def begin(self, content: Content, now: float) -> Attempt:
        """Begin to post some content, or repeat an earlier attempt that may have succeeded."""
        tried = self.attempt
        if tried is None or tried.at < now - NONCE_SECONDS:
            tried = Attempt(content, now)
        self.state, self.attempt, self.shown, self.digest = State.POSTING, tried, None, ""
        if isinstance(tried.content.body, Text):  # which is found by its digest after a crash
            self.digest, self.called = tried.content.digest, tried.content.body.users
        return tried

    def now_shows(self, content: Content, now: float) -> None:
        """Remember what it shows from now on."""
        if self.offers != content.offers:
            self.offers, self.offered = content.offers, now
        self.state, self.shown, self.digest, self.since = State.CURRENT, content, content.digest, now
        self.refused, self.refusals, self.is_noticed = "", 0, False

    def now_unknown(self, now: float) -> None:
        """Remember that it is not known what it shows."""
        self.state, self.shown, self.digest, self.since = State.UNKNOWN, None, "", now

    def is_gone(self) -> None:
        """Remember that there is no message any more."""
        self.message_id, self.state, self.attempt = None, State.ABSENT, None
        self.shown, self.digest = None, ""

    def failed(self, content: Content, error: Exception, now: float) -> None:
        """Learn from a request that has failed to show some content."""
        is_post = self.message_id is None
        if is_post and self.attempt is not None:
            is_doubtful = self.attempt.is_doubtful or may_have_taken_effect(error)
            self.attempt = replace(self.attempt, is_doubtful=True) if is_doubtful else None
            self.state = State.POSTING if is_doubtful else State.ABSENT
        elif not is_post and may_have_taken_effect(error):
            self.now_unknown(now)
        if isinstance(error, discord.HTTPException) and blames_content(error):
            self.refuse(content, is_notice=self.needs_notice(content))
        elif cause_of(error) is not None:
            self.state, self.digest = State.OUT_OF_REACH, ""

    def refuse(self, content: Content, *, is_notice: bool = False) -> None:
        """Note that Discord has refused some content, or the notice in place of it."""
        if self.refused != content.digest:
            self.refused, self.refusals, self.is_noticed = content.digest, 0, False
        self.refusals += not is_notice
        self.state = self.state if self.message_id is None else State.REFUSED

    def shows_less(self, content: Content, now: float, *, is_notice: bool) -> None:
        """Note that Discord has accepted a notice, or part of some content, in place of all of it."""
        self.now_unknown(now)
        if is_notice:
            self.state = State.REFUSED
        else:
            self.refuse(content)
        self.is_noticed = True  # what it shows is better than a notice

    def needs_notice(self, content: Content) -> bool:
        """Whether a notice must be sent in place of some content."""
        return self.refused == content.digest and self.refusals == TRIES and not self.is_noticed

    def has_given_up(self, content: Content) -> bool:
        """Whether it stays as it is, because Discord does not accept this content."""
        return self.refused == content.digest and self.refusals > TRIES
