"""Users, channels, messages and files of the local Discord, and who may see what.

This module knows nothing about sockets. Whatever is sent to a person is first checked by `World.may_see`, the
only place that decides visibility.
"""

from __future__ import annotations

import itertools
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum, IntFlag, StrEnum
from typing import Any, NamedTuple

from bot.playground.clock import Clock
from bot.playground.emojis import Emojis
from bot.playground.errors import ApiError
from bot.playground.users import User, four_people

Json = dict[str, Any]

EPOCH = 1_420_070_400_000
"""The epoch of Discord's snowflakes, in milliseconds since 1970."""

REPLACED_KEPT = 64
"""Replaced states of messages whose files can still be fetched: a download may be under way."""

APPLICATION_ID = "1160249817339527168"
GUILD_ID = "1160246031804006410"
CHANNEL_ID = "1160246032345071647"


class Flag(IntFlag):
    """The message flags that the playground supports."""

    SUPPRESS_EMBEDS = 4
    EPHEMERAL = 64
    LOADING = 128
    SILENT = 4096
    COMPONENTS_V2 = 32768


class ChannelKind(IntEnum):
    """The channel types that the playground supports."""

    TEXT = 0
    DM = 1
    THREAD = 11


class ChangeKind(StrEnum):
    """What changed in the world: a message, the commands, a person's settings, or the threads."""

    CREATED = "created"
    EDITED = "edited"
    DELETED = "deleted"
    COMMANDS = "commands"
    PEOPLE = "people"
    THREADS = "threads"


class Channel(NamedTuple):
    """The text channel, a public thread of it, or the direct messages between the bot and `recipient`."""

    id: str
    kind: ChannelKind
    name: str = ""
    recipient: str | None = None
    archive_minutes: int = 1440
    """For a thread: it is archived after so long without a message."""


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
        thread: The id of the thread whose beginning it tells, else `None`.
        previous: The state before the last edit, else `None`.
    """

    id: str
    channel_id: str
    author_id: str
    created: float
    content: str = ""
    embeds: tuple[Json, ...] = ()
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
        """The whole text of the message: content, text displays and embeds, one per line."""
        lines = [self.content] if self.content else []
        lines += [str(part["content"]) for part in self.parts() if part["type"] == 10]
        for embed in self.embeds:
            lines += [str(embed[key]) for key in ("title", "description") if embed.get(key)]
            lines += [f"{row['name']}: {row['value']}" for row in embed.get("fields") or ()]
        return "\n".join(lines)

    @property
    def buttons(self) -> tuple[Json, ...]:
        """The buttons of the message, in order."""
        return tuple(part for part in self.parts() if part["type"] == 2)

    @property
    def selects(self) -> tuple[Json, ...]:
        """The select menus of the message, in order."""
        return tuple(part for part in self.parts() if part["type"] in {3, 5, 6, 7, 8})


class Change(NamedTuple):
    """A change of the world; `message` is the new state of the message, or the last one if it was deleted."""

    kind: ChangeKind
    message: Message | None = None


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Yield every component of a tree, depth first."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for inner in ("component", "accessory"):
            if component.get(inner):
                yield from walk((component[inner],))


class World:
    """The state of the local Discord: a guild with a channel, the bot, four people and their messages."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._counter = itertools.count()
        self.bot = User(APPLICATION_ID, "Skíz", "skiz", bot=True)
        self.users = {each.id: each for each in (self.bot, *four_people())}
        self.channels = {CHANNEL_ID: Channel(CHANNEL_ID, ChannelKind.TEXT, "tarock")}
        self.messages: dict[str, Message] = {}
        self.commands: dict[str | None, list[Json]] = {}
        self.emojis = Emojis(self.snowflake)
        self.uploads: dict[str, Attachment] = {}
        """The files attached to commands, by their ids."""
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
        """Return the messages a person sees, oldest first, without dismissed ones."""
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

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` after every change; return a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self, change: Change) -> None:
        """Call every listener with a change."""
        for listener in tuple(self._listeners):
            listener(change)
