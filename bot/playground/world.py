"""Users, channels, messages and files of the local Discord, and who may see what.

Nothing here knows of sockets. Everything that leaves the playground towards a person passes
`World.may_see`, the one place that decides.
"""

from __future__ import annotations

import itertools
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum, IntFlag, StrEnum
from typing import Any

from bot.playground.clock import Clock
from bot.playground.errors import ApiError

Json = dict[str, Any]

EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 at which Discord's snowflakes begin."""

REPLACED = 64
"""States of edited messages whose files can still be fetched: somebody may be fetching them."""

APPLICATION_ID = "1160249817339527168"
GUILD_ID = "1160246031804006410"
CHANNEL_ID = "1160246032345071647"
PEOPLE = (
    ("402857196104744961", "Anna", "anna_k", "en-US"),
    ("518390274661253120", "Béla", "bela.tarokk", "hu"),
    ("633127845590024192", "Clara", "clara.m", "de"),
    ("747260183924506634", "大輔", "daisuke", "ja"),
)
"""Snowflake, display name, user name and language of the four people, the same at every start."""


class Flag(IntFlag):
    """Message flags that the playground understands."""

    SUPPRESS_EMBEDS = 4
    EPHEMERAL = 64
    LOADING = 128
    SILENT = 4096
    COMPONENTS_V2 = 32768


class ChannelKind(IntEnum):
    """Discord's channel types, as far as they exist here."""

    TEXT = 0
    DM = 1


class ChangeKind(StrEnum):
    """What happened to the world."""

    CREATED = "created"
    EDITED = "edited"
    DELETED = "deleted"
    COMMANDS = "commands"
    PEOPLE = "people"


@dataclass
class User:
    """A person, or the bot.

    Attributes:
        locale: The language this person reads Discord in.
        dms_open: Whether the bot may send this person direct messages.
    """

    id: str
    name: str
    username: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True


@dataclass(frozen=True)
class Channel:
    """The text channel, or the direct messages between the bot and `recipient`."""

    id: str
    kind: ChannelKind
    name: str = ""
    recipient: str | None = None


@dataclass(frozen=True)
class Attachment:
    """A file of a message; `seal` is the part of its address that cannot be guessed."""

    id: str
    filename: str
    content: bytes = field(repr=False)
    description: str | None = None
    seal: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)


@dataclass(frozen=True)
class Message:
    """One state of a message; an edit puts a new one in its place.

    Attributes:
        only_for: The user who alone sees an ephemeral message; None for ordinary messages.
        mentions: The users this message pings.
        created: Seconds since 1970.
        edited: Seconds since 1970 of the last edit, None if never.
        origin: The interaction it answers, as Discord describes it in `interaction_metadata`.
        prompt: The command it answers, such as `/tarock new`.
        before: The state just replaced: a press on it may still be under way.
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
    origin: Json | None = None
    prompt: str = ""
    reference: str | None = None
    nonce: str | int | None = None
    before: Message | None = field(default=None, repr=False)

    @property
    def ephemeral(self) -> bool:
        """Whether a single user sees this message."""
        return bool(self.flags & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the bot is still "thinking" about its answer."""
        return bool(self.flags & Flag.LOADING)

    def parts(self) -> Iterable[Json]:
        """Every component of the message, outermost first."""
        return walk(self.components)

    @property
    def text(self) -> str:
        """Everything written in the message: content, text displays and embeds, a line each."""
        lines = [self.content] if self.content else []
        lines += [str(part["content"]) for part in self.parts() if part["type"] == 10]
        for embed in self.embeds:
            lines += [str(embed[key]) for key in ("title", "description") if embed.get(key)]
            lines += [f"{row['name']}: {row['value']}" for row in embed.get("fields") or ()]
        return "\n".join(lines)

    @property
    def buttons(self) -> tuple[Json, ...]:
        """The message's buttons in reading order."""
        return tuple(part for part in self.parts() if part["type"] == 2)

    @property
    def selects(self) -> tuple[Json, ...]:
        """The message's select menus in reading order."""
        return tuple(part for part in self.parts() if part["type"] in {3, 5, 6, 7, 8})


@dataclass(frozen=True)
class Change:
    """Something happened; `message` is its new (or, deleted, its last) state."""

    kind: ChangeKind
    message: Message | None = None


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Each component of a tree and everything inside it, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for inner in ("component", "accessory"):
            if component.get(inner):
                yield from walk((component[inner],))


class World:
    """Everything there is: one guild with one channel, the bot, four people, their messages."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._counter = itertools.count()
        self.bot = User(APPLICATION_ID, "Skíz", "skiz", bot=True)
        self.users = {self.bot.id: self.bot}
        self.users |= {id_: User(id_, name, username, locale) for id_, name, username, locale in PEOPLE}
        self.channels = {CHANNEL_ID: Channel(CHANNEL_ID, ChannelKind.TEXT, "tarock")}
        self.messages: dict[str, Message] = {}
        self.commands: dict[str | None, list[Json]] = {}
        self._hidden: set[str] = set()
        self._replaced: deque[Message] = deque(maxlen=REPLACED)
        self._listeners: list[Callable[[Change], None]] = []

    # -- who and where ---------------------------------------------------------------------

    @property
    def people(self) -> tuple[User, ...]:
        """The people, without the bot."""
        return tuple(user for user in self.users.values() if not user.bot)

    def snowflake(self) -> str:
        """A new identifier, later ones greater."""
        return str(((int(self.clock.now() * 1000) - EPOCH) << 22) | (next(self._counter) & 0x3FFFFF))

    def user(self, user_id: str) -> User:
        """The user with this id.

        Raises:
            ApiError: 10013 for a stranger.
        """
        if user_id not in self.users:
            raise ApiError(10013)
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        """The channel with this id.

        Raises:
            ApiError: 10003 if there is none.
        """
        if channel_id not in self.channels:
            raise ApiError(10003)
        return self.channels[channel_id]

    def dm(self, user_id: str) -> Channel:
        """The direct messages with a person; the same channel at every start.

        Raises:
            ApiError: 10013 for a stranger, 50007 for the bot itself.
        """
        user = self.user(user_id)
        if user.bot:
            raise ApiError(50007)
        channel = Channel(str(int(user_id) + 1), ChannelKind.DM, recipient=user_id)
        return self.channels.setdefault(channel.id, channel)

    # -- who may see what ------------------------------------------------------------------

    def may_see(self, user_id: str, message: Message) -> bool:
        """Whether a person may see a message: the only judge of visibility."""
        channel = self.channels.get(message.channel_id)
        return (
            channel is not None
            and channel.recipient in (None, user_id)
            and message.only_for in (None, user_id)
        )

    def seen_by(self, user_id: str) -> list[Message]:
        """What a person sees, oldest first, without what that person dismissed."""
        return [m for m in self.messages.values() if self.may_see(user_id, m) and not self.is_hidden(m)]

    def is_hidden(self, message: Message) -> bool:
        """Whether the one person it was for has dismissed this message."""
        return message.id in self._hidden

    def attachment_for(self, user_id: str, attachment_id: str) -> Attachment | None:
        """The file, if it hangs on a message that this person may see."""
        for message, attachment in self._files():
            if attachment.id == attachment_id:
                return attachment if self.may_see(user_id, message) else None
        return None

    def sealed_attachment(self, attachment_id: str, seal: str) -> Attachment | None:
        """The file, for whoever knows the unguessable part of its address."""
        for _, attachment in self._files():
            if attachment.id == attachment_id and secrets.compare_digest(attachment.seal, seal):
                return attachment
        return None

    def _files(self) -> Iterable[tuple[Message, Attachment]]:
        """Every file with its message, also those that an edit has just replaced."""
        for message in (*self.messages.values(), *self._replaced):
            for attachment in message.attachments:
                yield message, attachment

    # -- what happens ----------------------------------------------------------------------

    def message(self, channel_id: str, message_id: str) -> Message:
        """An ordinary message by its channel and id, as the channel's routes find it.

        Raises:
            ApiError: 10003 or 10008; an ephemeral message cannot be reached this way.
        """
        self.channel(channel_id)
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id or message.only_for is not None:
            raise ApiError(10008)
        return message

    def put(self, message: Message) -> Message:
        """Add a message, or put its new state in the place of the old."""
        old = self.messages.get(message.id)
        if old is not None:
            self._replaced.append(old)
            message = replace(message, before=replace(old, before=None))
        self.messages[message.id] = message
        self.tell(Change(ChangeKind.CREATED if old is None else ChangeKind.EDITED, message))
        return message

    def delete(self, message_id: str) -> None:
        """Take a message away.

        Raises:
            ApiError: 10008 if it is not there.
        """
        message = self.messages.pop(message_id, None)
        if message is None:
            raise ApiError(10008)
        self.tell(Change(ChangeKind.DELETED, message))

    def dismiss(self, user_id: str, message_id: str) -> None:
        """Hide an ephemeral message from the person it was for; the bot can still edit it.

        Raises:
            ApiError: 10008 if that person has no such ephemeral message.
        """
        message = self.messages.get(message_id)
        if message is None or message.only_for != user_id:
            raise ApiError(10008)
        self._hidden.add(message_id)
        self.tell(Change(ChangeKind.DELETED, message))

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` after every change; the returned function ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, change: Change) -> None:
        """Let everybody who listens know of a change."""
        for listener in tuple(self._listeners):
            listener(change)
