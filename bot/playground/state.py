"""The state of the local Discord: users, channels, messages, files, and who may see what.

This module knows nothing about sockets. Everything that is sent to a person is first checked by
`State.may_see`, the only place that decides visibility.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum, IntFlag, StrEnum
from hashlib import blake2s
from importlib.resources import files
from typing import Any, Final, TypeVar

from bot.playground.errors import ApiError

Json = dict[str, Any]
T = TypeVar("T")

TIMEOUT: Final = 5.0
"""Seconds that `State.until` waits by default."""

EPOCH: Final = 1_420_070_400_000
"""The epoch of Discord's snowflakes, in milliseconds since 1970."""

REPLACED_KEPT: Final = 64
"""Replaced states of messages whose files can still be fetched: a download may be under way."""

MOST_EMOJIS: Final = 2000

THREAD_STARTED: Final = 18
"""The type of the message that announces a thread in its channel."""

APPLICATION_ID: Final = "1160249817339527168"
GUILD_ID: Final = "1160246031804006410"
CHANNEL_ID: Final = "1160246032345071647"

PEOPLE: Final = (
    ("402857196104744961", "Anna", "anna_k", "en-US"),
    ("518390274661253120", "Béla", "bela.tarokk", "hu"),
    ("633127845590024192", "Clara", "clara.m", "de"),
    ("747260183924506634", "大輔", "daisuke", "ja"),
)
"""Snowflake, display name, user name and locale of the four people."""

PORTRAITS: Final = ("anna_k", "clara.m", "daisuke")
"""The people with an avatar: a picture in `web`. The others have none, like many people on Discord."""


class Clock:
    """Wall-clock time plus an offset, which tests may advance."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._listeners: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward and call every listener."""
        self._offset += seconds
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every `advance`."""
        self._listeners.append(listener)


@dataclass
class User:
    """A person, or the bot.

    Attributes:
        locale: The language of this person's Discord client.
        dms_open: Whether the bot may send this person direct messages.
        moderator: Whether this person may do everything in the guild, such as managing messages.
        portrait: The avatar as a PNG, empty without one.
    """

    id: str
    name: str
    username: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True
    moderator: bool = False
    portrait: bytes = field(default=b"", repr=False)

    @property
    def avatar(self) -> str | None:
        """What Discord calls the hash of the avatar, `None` without one."""
        return blake2s(self.portrait, digest_size=16).hexdigest() if self.portrait else None


def four_people() -> list[User]:
    """Return the people of a new guild."""
    web = files("bot.playground").joinpath("web")
    portraits = {name: web.joinpath(f"{name}.png").read_bytes() for name in PORTRAITS}
    return [
        User(id_, name, username, locale, portrait=portraits.get(username, b""))
        for id_, name, username, locale in PEOPLE
    ]


class Flag(IntFlag):
    """The message flags that the playground supports."""

    EPHEMERAL = 64
    LOADING = 128
    COMPONENTS_V2 = 32768


class ChannelKind(IntEnum):
    """The channel types that the playground supports."""

    TEXT = 0
    DM = 1
    THREAD = 11


class ChangeKind(StrEnum):
    """What changed: a message, the commands, a person's settings, or a thread."""

    CREATED = "created"
    EDITED = "edited"
    DELETED = "deleted"
    COMMANDS = "commands"
    PEOPLE = "people"
    THREAD_CREATED = "thread created"
    THREAD_UPDATED = "thread updated"
    THREAD_DELETED = "thread deleted"


@dataclass(frozen=True)
class Channel:
    """The text channel, a public thread of it, or the direct messages between the bot and `recipient`.

    Attributes:
        archive_minutes: For a thread: minutes without a message after which it is archived.
    """

    id: str
    kind: ChannelKind
    name: str = ""
    recipient: str | None = None
    archive_minutes: int = 1440


@dataclass(frozen=True)
class Attachment:
    """A file of a message; `signature` is the secret part of its URL."""

    id: str
    filename: str
    content: bytes = field(repr=False)
    description: str | None = None
    signature: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)


@dataclass(frozen=True)
class Message:
    """One state of a message; an edit replaces it by another.

    Attributes:
        only_for: The only user who sees an ephemeral message; `None` for other messages.
        mentions: The ids of the users this message pings.
        created: Seconds since 1970.
        edited: Seconds since 1970 of the last edit, else `None`.
        metadata: Discord's `interaction_metadata` of the interaction it responds to, else `None`.
        command: The command it responds to, such as `/tarock new`, else an empty string.
        reference: The id of the message it replies to, else `None`.
        thread: The id of the thread whose start it announces, else `None`.
        previous: The state before the last edit, else `None`.
    """

    id: str
    channel_id: str
    author_id: str
    created: float
    content: str = ""
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    mentions: tuple[str, ...] = ()
    flags: int = 0
    kind: int = 0
    only_for: str | None = None
    edited: float | None = None
    metadata: Json | None = None
    command: str = ""
    reference: str | None = None
    nonce: str | int | None = None
    thread: str | None = None
    previous: Message | None = field(default=None, repr=False)

    @property
    def ephemeral(self) -> bool:
        """Whether only one user sees this message."""
        return bool(self.flags & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether this is a deferred response that is still loading."""
        return bool(self.flags & Flag.LOADING)

    def parts(self) -> Iterable[Json]:
        """Return every component of the message, outer ones before inner ones."""
        return walk(self.components)

    @property
    def text(self) -> str:
        """The whole text of the message: content and text displays, one per line."""
        lines = [self.content] if self.content else []
        lines += [str(part["content"]) for part in self.parts() if part["type"] == 10]
        return "\n".join(lines)

    @property
    def buttons(self) -> tuple[Json, ...]:
        """The buttons of the message, in order."""
        return tuple(part for part in self.parts() if part["type"] == 2)

    @property
    def selects(self) -> tuple[Json, ...]:
        """The select menus of the message, in order."""
        return tuple(part for part in self.parts() if part["type"] in {3, 8})


@dataclass(frozen=True)
class Emoji:
    """An emoji of the application."""

    id: str
    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Change:
    """A change of the state.

    Attributes:
        message: The new state of the message, or the last one if it was deleted.
        thread: The thread that was opened, updated or deleted.
    """

    kind: ChangeKind
    message: Message | None = None
    thread: Channel | None = None


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Yield every component of a tree, depth first."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())


class State:
    """A guild with a channel, the bot, four people and their messages.

    Attributes:
        commands: The bot's commands as Discord returns them.
        emojis: The application's emojis, by id.
        uploads: The files attached to commands, by id.
        keys: The secret part of the address of each person's page, by user id.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._counter = itertools.count()
        self.bot = User(APPLICATION_ID, "Skíz", "skiz", bot=True)
        self.users = {each.id: each for each in (self.bot, *four_people())}
        self.channels = {CHANNEL_ID: Channel(CHANNEL_ID, ChannelKind.TEXT, "tarock")}
        self.messages: dict[str, Message] = {}
        self.commands: list[Json] = []
        self.emojis: dict[str, Emoji] = {}
        self.uploads: dict[str, Attachment] = {}
        self.keys = {each.id: secrets.token_urlsafe(24) for each in self.people}
        self._dismissed: set[str] = set()
        self._replaced: deque[Message] = deque(maxlen=REPLACED_KEPT)
        self._listeners: list[Callable[[Change], None]] = []

    @property
    def people(self) -> tuple[User, ...]:
        """All users but the bot."""
        return tuple(user for user in self.users.values() if not user.bot)

    def snowflake(self) -> str:
        """Return a new id; later ids are greater."""
        return str(((int(self.clock.now() * 1000) - EPOCH) << 22) | (next(self._counter) & 0x3FFFFF))

    def user(self, user_id: str) -> User:
        """Return the user with this id.

        Raises:
            ApiError: 10013 if there is none.
        """
        if user_id not in self.users:
            raise ApiError(10013)
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        """Return the channel with this id.

        Raises:
            ApiError: 10003 if there is none.
        """
        if channel_id not in self.channels:
            raise ApiError(10003)
        return self.channels[channel_id]

    def dm(self, user_id: str) -> Channel:
        """Return the direct message channel of a person, whose id follows from the person's id.

        Raises:
            ApiError: 10013 if there is no such user, 50007 for the bot itself.
        """
        user = self.user(user_id)
        if user.bot:
            raise ApiError(50007)
        channel = Channel(str(int(user_id) + 1), ChannelKind.DM, recipient=user_id)
        return self.channels.setdefault(channel.id, channel)

    def may_see(self, user_id: str, message: Message) -> bool:
        """Return whether a person may see a message."""
        channel = self.channels.get(message.channel_id)
        return (
            channel is not None
            and channel.recipient in (None, user_id)
            and message.only_for in (None, user_id)
        )

    def seen_by(self, user_id: str) -> list[Message]:
        """Return the messages that a person sees, oldest first, without dismissed ones."""
        return [m for m in self.messages.values() if self.may_see(user_id, m) and not self.is_dismissed(m)]

    def is_dismissed(self, message: Message) -> bool:
        """Return whether this ephemeral message was dismissed by its reader."""
        return message.id in self._dismissed

    def attachment_for(self, user_id: str, attachment_id: str) -> Attachment | None:
        """Return the attachment, or `None` unless it belongs to a message that this person may see."""
        for message, attachment in self._files():
            if attachment.id == attachment_id:
                return attachment if self.may_see(user_id, message) else None
        return None

    def signed_attachment(self, attachment_id: str, signature: str) -> Attachment | None:
        """Return the attachment, or `None` if the signature is wrong."""
        in_messages = (attachment for _, attachment in self._files())
        for attachment in (*in_messages, *self.uploads.values()):
            if attachment.id == attachment_id and secrets.compare_digest(attachment.signature, signature):
                return attachment
        return None

    def upload(self, filename: str, content: bytes) -> Attachment:
        """Take a file that is attached to a command."""
        attachment = Attachment(self.snowflake(), filename, content)
        self.uploads[attachment.id] = attachment
        return attachment

    def _files(self) -> Iterable[tuple[Message, Attachment]]:
        """Yield every attachment with its message, including recently replaced ones."""
        for message in (*self.messages.values(), *self._replaced):
            for attachment in message.attachments:
                yield message, attachment

    # -- messages --------------------------------------------------------------------------

    def message(self, channel_id: str, message_id: str) -> Message:
        """Return a message by channel and id, as the REST routes of channels do.

        Raises:
            ApiError: 10003 if there is no such channel, 10008 if it has no such message, or if the
                message is ephemeral.
        """
        self.channel(channel_id)
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id or message.only_for is not None:
            raise ApiError(10008)
        return message

    def put(self, message: Message) -> Message:
        """Add a message, or replace its previous state."""
        old = self.messages.get(message.id)
        if old is not None:
            self._replaced.append(old)
            message = replace(message, previous=replace(old, previous=None))
        self.messages[message.id] = message
        self.notify(Change(ChangeKind.CREATED if old is None else ChangeKind.EDITED, message))
        return message

    def delete(self, message_id: str) -> None:
        """Delete a message.

        Raises:
            ApiError: 10008 if there is no such message.
        """
        message = self.messages.pop(message_id, None)
        if message is None:
            raise ApiError(10008)
        self.notify(Change(ChangeKind.DELETED, message))

    def dismiss(self, user_id: str, message_id: str) -> None:
        """Hide an ephemeral message from its reader; the bot can still edit it.

        Raises:
            ApiError: 10008 if that person has no such ephemeral message.
        """
        message = self.messages.get(message_id)
        if message is None or message.only_for != user_id:
            raise ApiError(10008)
        self._dismissed.add(message_id)
        self.notify(Change(ChangeKind.DELETED, message))

    # -- threads and emojis ----------------------------------------------------------------

    def is_archived(self, channel: Channel) -> bool:
        """Return whether a channel is a thread without a message for as long as it stays open."""
        if channel.kind is not ChannelKind.THREAD:
            return False
        opened = ((int(channel.id) >> 22) + EPOCH) / 1000
        written = (each.created for each in self.messages.values() if each.channel_id == channel.id)
        return self.clock.now() - max(written, default=opened) > 60 * channel.archive_minutes

    def open_thread(self, channel_id: str, name: str, archive_minutes: int = 1440) -> Channel:
        """Open a public thread, and announce it in its channel.

        Raises:
            ApiError: 10003 if there is no such channel, 50024 if it can have no threads.
        """
        if self.channel(channel_id).kind is not ChannelKind.TEXT:
            raise ApiError(50024)
        thread = Channel(self.snowflake(), ChannelKind.THREAD, name, archive_minutes=archive_minutes)
        self.channels[thread.id] = thread
        self.notify(Change(ChangeKind.THREAD_CREATED, thread=thread))
        now, kind = self.clock.now(), THREAD_STARTED
        started = Message(
            self.snowflake(), channel_id, self.bot.id, now, content=name, kind=kind, thread=thread.id
        )
        self.put(started)
        return thread

    def delete_thread(self, thread_id: str) -> Channel:
        """Delete a thread with its messages.

        Raises:
            ApiError: 10003 if there is no such channel, 50024 if it is no thread.
        """
        thread = self.channel(thread_id)
        if thread.kind is not ChannelKind.THREAD:
            raise ApiError(50024)
        for message in [each for each in self.messages.values() if each.channel_id == thread_id]:
            self.delete(message.id)
        del self.channels[thread_id]
        self.notify(Change(ChangeKind.THREAD_DELETED, thread=thread))
        return thread

    def create_emoji(self, name: str, media_type: str, content: bytes) -> Emoji:
        """Add an emoji.

        Raises:
            ApiError: 30008 if there are already as many as an application may have.
        """
        if len(self.emojis) >= MOST_EMOJIS:
            raise ApiError(30008)
        emoji = Emoji(self.snowflake(), name, media_type, content)
        self.emojis[emoji.id] = emoji
        return emoji

    def emoji(self, emoji_id: str) -> Emoji:
        """Return an emoji.

        Raises:
            ApiError: 10014 if there is no such emoji.
        """
        if emoji_id not in self.emojis:
            raise ApiError(10014)
        return self.emojis[emoji_id]

    # -- changes ---------------------------------------------------------------------------

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` after every change; return a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def until(self, condition: Callable[[], T], seconds: float = TIMEOUT) -> T:
        """Wait until a condition is true and return its value; it is checked after every change.

        Raises:
            TimeoutError: If it is still false after `seconds`.
        """
        changed = asyncio.Event()
        stop = self.listen(lambda _: changed.set())
        try:
            async with asyncio.timeout(seconds):
                while not (result := condition()):
                    await changed.wait()
                    changed.clear()
            return result
        finally:
            stop()

    def notify(self, change: Change) -> None:
        """Call every listener with a change."""
        for listener in tuple(self._listeners):
            listener(change)
