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

THREAD_STARTED: Final = 18
"""The type of the message that announces a thread in its channel."""

APPLICATION_ID: Final = "1160249817339527168"
GUILD_ID: Final = "1160246031804006410"
GUILD_NAME: Final = "Tarock Club"
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
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward and call every listener."""
        self._offset += seconds
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)


@dataclass
class User:
    """A person, or the bot.

    `locale` is the language of the person's client, `dms_open` whether the bot may send direct messages,
    `moderator` whether the person may do everything in the guild, and `portrait` the avatar as a PNG.
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
    web = files("bot.playground").joinpath("web")
    portraits = {name: web.joinpath(f"{name}.png").read_bytes() for name in PORTRAITS}
    return [
        User(id_, name, username, locale, portrait=portraits.get(username, b""))
        for id_, name, username, locale in PEOPLE
    ]


class Flag(IntFlag):
    EPHEMERAL = 64
    LOADING = 128
    COMPONENTS_V2 = 32768


class ChannelKind(IntEnum):
    TEXT = 0
    DM = 1
    THREAD = 11


class ChangeKind(StrEnum):
    CREATED = "created"
    EDITED = "edited"
    DELETED = "deleted"
    COMMANDS = "commands"
    PEOPLE = "people"
    THREAD_CREATED = "thread created"
    THREAD_UPDATED = "thread updated"
    THREAD_DELETED = "thread deleted"


@dataclass(frozen=True)
class Guild:
    id: str
    name: str


@dataclass(frozen=True)
class Channel:
    """A text channel, a public thread of it, or the direct messages between the bot and `recipient`.

    A thread is archived after `archive_minutes` without a message. `guild_id` and `parent`, the channel of a
    thread, mean nothing for direct messages.
    """

    id: str
    kind: ChannelKind
    name: str = ""
    recipient: str | None = None
    archive_minutes: int = 1440
    guild_id: str = GUILD_ID
    parent: str = CHANNEL_ID


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
        return bool(self.flags & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        return bool(self.flags & Flag.LOADING)

    def parts(self) -> Iterable[Json]:
        return walk(self.components)

    @property
    def text(self) -> str:
        """The whole text of the message: content and text displays, one per line."""
        lines = [self.content] if self.content else []
        lines += [str(part["content"]) for part in self.parts() if part["type"] == 10]
        return "\n".join(lines)

    @property
    def buttons(self) -> tuple[Json, ...]:
        return tuple(part for part in self.parts() if part["type"] == 2)

    @property
    def selects(self) -> tuple[Json, ...]:
        return tuple(part for part in self.parts() if part["type"] in {3, 8})


@dataclass(frozen=True)
class Emoji:
    id: str
    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Change:
    """A change of the state; `message` is the new state of the message, or the last one if it was deleted."""

    kind: ChangeKind
    message: Message | None = None
    thread: Channel | None = None


def walk(components: Iterable[Json]) -> Iterable[Json]:
    for component in components:
        yield component
        yield from walk(component.get("components") or ())


class State:
    """A guild with a channel, the bot, four people and their messages. Everybody is in every guild.

    `commands` are as Discord returns them, `uploads` the files attached to commands, and `keys` the secret
    parts of the addresses of people's pages, by user id.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._counter = itertools.count()
        self.bot = User(APPLICATION_ID, "Skíz", "skiz", bot=True)
        self.users = {each.id: each for each in (self.bot, *four_people())}
        self.guilds = {GUILD_ID: Guild(GUILD_ID, GUILD_NAME)}
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
        return tuple(user for user in self.users.values() if not user.bot)

    def snowflake(self) -> str:
        """Return a new id; later ids are greater."""
        return str(((int(self.clock.now() * 1000) - EPOCH) << 22) | (next(self._counter) & 0x3FFFFF))

    def user(self, user_id: str) -> User:
        if user_id not in self.users:
            raise ApiError(10013)
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        if channel_id not in self.channels:
            raise ApiError(10003)
        return self.channels[channel_id]

    def add_guild(self, guild_id: str, name: str, channel: str = "tarock") -> Channel:
        """Add another guild, before the bot connects, and return its text channel."""
        self.guilds[guild_id] = Guild(guild_id, name)
        home = Channel(str(int(guild_id) + 1), ChannelKind.TEXT, channel, guild_id=guild_id)
        self.channels[home.id] = home
        return home

    def guild_of(self, channel_id: str) -> str | None:
        """Return the id of the guild that a channel belongs to, `None` for direct messages."""
        channel = self.channels[channel_id]
        return None if channel.recipient is not None else channel.guild_id

    def dm(self, user_id: str) -> Channel:
        """The direct messages with a person, under an id made from the person's; 50007 for the bot itself."""
        user = self.user(user_id)
        if user.bot:
            raise ApiError(50007)
        channel = Channel(str(int(user_id) + 1), ChannelKind.DM, recipient=user_id)
        return self.channels.setdefault(channel.id, channel)

    def may_see(self, user_id: str, message: Message) -> bool:
        channel, allowed = self.channels.get(message.channel_id), (None, user_id)
        return channel is not None and channel.recipient in allowed and message.only_for in allowed

    def seen_by(self, user_id: str) -> list[Message]:
        """Return the messages that a person sees, oldest first, without dismissed ones."""
        return [m for m in self.messages.values() if self.may_see(user_id, m) and not self.is_dismissed(m)]

    def is_dismissed(self, message: Message) -> bool:
        return message.id in self._dismissed

    def attachment_for(self, user_id: str, attachment_id: str) -> Attachment | None:
        """The attachment, or `None` unless it belongs to a message that this person may see."""
        for message, attachment in self._files():
            if attachment.id == attachment_id:
                return attachment if self.may_see(user_id, message) else None
        return None

    def signed_attachment(self, attachment_id: str, signature: str) -> Attachment | None:
        """The attachment, or `None` if the signature is wrong."""
        in_messages = (attachment for _, attachment in self._files())
        for attachment in (*in_messages, *self.uploads.values()):
            if attachment.id == attachment_id and secrets.compare_digest(attachment.signature, signature):
                return attachment
        return None

    def upload(self, filename: str, content: bytes) -> Attachment:
        attachment = Attachment(self.snowflake(), filename, content)
        self.uploads[attachment.id] = attachment
        return attachment

    def _files(self) -> Iterable[tuple[Message, Attachment]]:
        for message in (*self.messages.values(), *self._replaced):
            for attachment in message.attachments:
                yield message, attachment

    def message(self, channel_id: str, message_id: str) -> Message:
        """A message that is not ephemeral, by channel and id; `ApiError` 10003 or 10008 if there is none."""
        self.channel(channel_id)
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id or message.only_for is not None:
            raise ApiError(10008)
        return message

    def put(self, message: Message) -> Message:
        old = self.messages.get(message.id)
        if old is not None:
            self._replaced.append(old)
            message = replace(message, previous=replace(old, previous=None))
        self.messages[message.id] = message
        self.notify(Change(ChangeKind.CREATED if old is None else ChangeKind.EDITED, message))
        return message

    def delete(self, message_id: str) -> None:
        message = self.messages.pop(message_id, None)
        if message is None:
            raise ApiError(10008)
        self.notify(Change(ChangeKind.DELETED, message))

    def dismiss(self, user_id: str, message_id: str) -> None:
        """Hide an ephemeral message from its reader; the bot can still edit it.

        Raises `ApiError` 10008 if that person has no such ephemeral message.
        """
        message = self.messages.get(message_id)
        if message is None or message.only_for != user_id:
            raise ApiError(10008)
        self._dismissed.add(message_id)
        self.notify(Change(ChangeKind.DELETED, message))

    def is_archived(self, channel: Channel) -> bool:
        """Whether a channel is a thread without a message for `archive_minutes`."""
        if channel.kind is not ChannelKind.THREAD:
            return False
        opened = ((int(channel.id) >> 22) + EPOCH) / 1000
        written = (each.created for each in self.messages.values() if each.channel_id == channel.id)
        return self.clock.now() - max(written, default=opened) > 60 * channel.archive_minutes

    def open_thread(self, channel_id: str, name: str, archive_minutes: int = 1440) -> Channel:
        parent = self.channel(channel_id)
        if parent.kind is not ChannelKind.TEXT:
            raise ApiError(50024)
        thread = replace(
            parent,
            id=self.snowflake(),
            kind=ChannelKind.THREAD,
            name=name,
            archive_minutes=archive_minutes,
            parent=parent.id,
        )
        self.channels[thread.id] = thread
        self.notify(Change(ChangeKind.THREAD_CREATED, thread=thread))
        started = Message(self.snowflake(), channel_id, self.bot.id, self.clock.now(), name, thread=thread.id)
        self.put(replace(started, kind=THREAD_STARTED))
        return thread

    def delete_thread(self, thread_id: str) -> Channel:
        """Delete a thread with its messages; `ApiError` 50024 if it is no thread."""
        thread = self.channel(thread_id)
        if thread.kind is not ChannelKind.THREAD:
            raise ApiError(50024)
        for message in [each for each in self.messages.values() if each.channel_id == thread_id]:
            self.delete(message.id)
        del self.channels[thread_id]
        self.notify(Change(ChangeKind.THREAD_DELETED, thread=thread))
        return thread

    def create_emoji(self, name: str, content: bytes) -> Emoji:
        emoji = Emoji(self.snowflake(), name, content)
        self.emojis[emoji.id] = emoji
        return emoji

    def emoji(self, emoji_id: str) -> Emoji:
        if emoji_id not in self.emojis:
            raise ApiError(10014)
        return self.emojis[emoji_id]

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` after every change; return a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def until(self, condition: Callable[[], T], seconds: float = TIMEOUT) -> T:
        """Wait until a condition is true and return its value; it is checked after every change.

        Raises:
            TimeoutError: It is still false after `seconds`.
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
        for listener in tuple(self._listeners):
            listener(change)
