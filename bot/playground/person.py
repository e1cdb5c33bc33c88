"""What a person at the local Discord can see and do.

The web page and the tests both act through `Person`, so that neither can do what the other cannot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.playground.commands import Command, RefusedError, Where, command_data, commands_for, find_command
from bot.playground.component_data import button_data, find_button, find_select, modal_data, select_data
from bot.playground.errors import ApiError
from bot.playground.interactions import Callback, Interaction, Interactions, Kind
from bot.playground.users import User
from bot.playground.world import (
    CHANNEL_ID,
    GUILD_ID,
    Attachment,
    Change,
    ChangeKind,
    Channel,
    Json,
    Message,
    World,
)

T = TypeVar("T")

TIMEOUT = 5.0
"""Seconds that `until` waits by default."""


class Answer:
    """The bot's response to an interaction of a person."""

    def __init__(self, person: Person, interaction: Interaction, world: World) -> None:
        self._person = person
        self._world = world
        self.interaction = interaction

    @property
    def failed(self) -> bool:
        """Whether the bot did not respond within three seconds."""
        return self.interaction.failed

    @property
    def callback(self) -> Callback | None:
        """The type of the first response, `None` if there is none."""
        return self.interaction.callback

    @property
    def choices(self) -> list[Json]:
        """The choices of an autocomplete response, each with `name` and `value`."""
        return self.interaction.choices

    @property
    def modal(self) -> Json | None:
        """The modal that the bot opened, else `None`."""
        return self.interaction.modal

    @property
    def shown(self) -> Message | None:
        """The message as the response left it, whatever has become of it since; `None` if there is none."""
        return self.interaction.shown

    @property
    def message(self) -> Message:
        """The current state of the message that the bot sent or updated as its response.

        Raises:
            RefusedError: If there is no such message, or this person may not see it.
        """
        message = self._world.messages.get(str(self.interaction.original))
        if message is None or not self._world.may_see(self._person.user.id, message):
            raise RefusedError("the answer is not a message")
        return message

    async def done(self, seconds: float = TIMEOUT) -> Message:
        """Wait until the response has finished loading, and return its message.

        Raises:
            TimeoutError: If it is still loading after `seconds`.
            RefusedError: If the response is not a message.
        """
        await self._person.until(lambda: not self.message.loading, seconds)
        return self.message


class Person:
    """A person in the guild, as the web page and the tests use them."""

    def __init__(
        self,
        world: World,
        interactions: Interactions,
        user: User,
        address: str = "",
        channel_id: str = CHANNEL_ID,
    ) -> None:
        self._world = world
        self._interactions = interactions
        self.user = user
        self.address = address
        self.channel_id = channel_id
        """The channel of the server that this person looks at."""

    def __repr__(self) -> str:
        return f"Person({self.user.name!r})"

    @property
    def name(self) -> str:
        """The display name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that mentions this person in a message."""
        return f"<@{self.user.id}>"

    # -- settings --------------------------------------------------------------------------

    def set_locale(self, locale: str) -> None:
        """Change the language of this person's Discord client."""
        self.user.locale = locale
        self._world.notify(Change(ChangeKind.PEOPLE))

    def allow_dms(self, *, allowed: bool) -> None:
        """Let the bot send direct messages to this person, or not."""
        self.user.dms_open = allowed
        self._world.notify(Change(ChangeKind.PEOPLE))

    def make_moderator(self, *, moderator: bool) -> None:
        """Let this person do everything in the guild, or only what every member may do."""
        self.user.moderator = moderator
        self._world.notify(Change(ChangeKind.PEOPLE))

    # -- seeing ----------------------------------------------------------------------------

    def channel(self) -> list[Message]:
        """Return the messages this person sees in the channel, including ephemeral ones, oldest first."""
        return [m for m in self._world.seen_by(self.user.id) if m.channel_id == self.channel_id]

    def inbox(self) -> list[Message]:
        """Return the direct messages from the bot, oldest first."""
        channels = self._world.channels
        return [m for m in self._world.seen_by(self.user.id) if channels[m.channel_id].recipient is not None]

    def ephemerals(self) -> list[Message]:
        """Return the ephemeral messages this person sees, oldest first."""
        return [message for message in self._world.seen_by(self.user.id) if message.ephemeral]

    def message(self, message_id: str) -> Message:
        """Return the current state of a message.

        Raises:
            RefusedError: If this person may not see it.
        """
        message = self._world.messages.get(message_id)
        if message is None or not self._world.may_see(self.user.id, message):
            raise RefusedError("there is no such message")
        return message

    def file(self, attachment_id: str) -> Attachment:
        """Return an attachment.

        Raises:
            RefusedError: If it belongs to no message that this person may see.
        """
        attachment = self._world.attachment_for(self.user.id, attachment_id)
        if attachment is None:
            raise RefusedError("there is no such file")
        return attachment

    def commands(self, where: Where = Where.CHANNEL) -> list[Command]:
        """Return the commands available here, in this person's language."""
        return commands_for(self._world, self.user, where)

    async def until(self, condition: Callable[[], T], seconds: float = TIMEOUT) -> T:
        """Wait until a condition is true and return its value; it is checked after every change.

        Raises:
            TimeoutError: If it is still false after `seconds`.
        """
        changed = asyncio.Event()
        stop = self._world.listen(lambda _: changed.set())
        try:
            async with asyncio.timeout(seconds):
                while not (result := condition()):
                    await changed.wait()
                    changed.clear()
            return result
        finally:
            stop()

    # -- acting ----------------------------------------------------------------------------

    def _channel(self, where: Where) -> Channel:
        return (
            self._world.channels[self.channel_id] if where is Where.CHANNEL else self._world.dm(self.user.id)
        )

    def look_at(self, channel_id: str) -> None:
        """Look at another channel of the server, which may be a thread.

        Raises:
            RefusedError: If there is none.
        """
        channel = self._world.channels.get(channel_id)
        if channel is None or channel.recipient is not None:
            raise RefusedError("there is no such channel")
        self.channel_id = channel_id

    async def _send(
        self,
        kind: Kind,
        data: Json,
        channel_id: str,
        message: Message | None = None,
        trigger: Json | None = None,
    ) -> Answer:
        interaction = await self._interactions.send(self.user.id, kind, data, channel_id, message, trigger)
        return Answer(self, interaction, self._world)

    async def slash(self, path: str, /, where: Where = Where.CHANNEL, **options: object) -> Answer:
        """Send a command, such as `slash("tarock new", game="tapp_tarock")`.

        Raises:
            RefusedError: If there is no such command here, or an option is invalid.
        """
        command = find_command(self._world, self.user, where, path)
        data = command_data(self._world, command, {k: self._uploaded(v) for k, v in options.items()})
        if where is Where.CHANNEL:
            data |= self._guild_of(command)
        return await self._send(Kind.COMMAND, data, self._channel(where).id)

    def _uploaded(self, value: object) -> object:
        """Return the value of an option: of a file, a pair of its name and its content, the id it gets."""
        match value:
            case (str() as name, bytes() as content):
                return self._world.upload(name, content).id
            case _:
                return _option_value(value)

    async def complete(
        self, path: str, option: str, typed: str = "", /, where: Where = Where.CHANNEL, **others: object
    ) -> list[Json]:
        """Return the autocomplete choices for an option after typing `typed`.

        Raises:
            RefusedError: If there is no such command or option.
            TimeoutError: If the bot did not respond.
        """
        command = find_command(self._world, self.user, where, path)
        given = {**{k: _option_value(v) for k, v in others.items()}, option: typed}
        data = command_data(self._world, command, given, focused=option)
        if where is Where.CHANNEL:
            data |= self._guild_of(command)
        answer = await self._send(Kind.AUTOCOMPLETE, data, self._channel(where).id)
        if answer.failed:
            raise TimeoutError("loading options failed")
        return answer.choices

    def _guild_of(self, command: Command) -> Json:
        """Return the `guild_id` field that the data of a guild command has."""
        is_guild_command = any(each["id"] == command.id for each in self._world.commands.get(GUILD_ID, ()))
        return {"guild_id": GUILD_ID} if is_guild_command else {}

    async def press(
        self, message: Message | str, custom_id: str | None = None, *, label: str | None = None
    ) -> Answer:
        """Press a button, given by its custom_id or its label.

        Given a `Message`, the button is searched in that state of the message, which may have changed since.

        Raises:
            RefusedError: If this person may not see the message, or there is no such button, or it is
            disabled.
        """
        shown = message if isinstance(message, Message) else self.message(message)
        current = self.message(shown.id)
        data = button_data(find_button(shown, custom_id, label))
        return await self._send(Kind.COMPONENT, data, current.channel_id, current)

    async def select(self, message: Message | str, custom_id: str, values: Sequence[str]) -> Answer:
        """Choose values in a select menu.

        Raises:
            RefusedError: If this person may not see the message, or there is no such menu or option.
        """
        shown = message if isinstance(message, Message) else self.message(message)
        current = self.message(shown.id)
        data = select_data(self._world, find_select(shown, custom_id), values)
        return await self._send(Kind.COMPONENT, data, current.channel_id, current)

    async def submit(self, opened: Answer, values: Mapping[str, Any]) -> Answer:
        """Submit the modal that a response opened; `values` maps custom_ids to values.

        Raises:
            RefusedError: If the response opened no modal, or a value is invalid.
        """
        if opened.modal is None:
            raise RefusedError("no modal was opened")
        interaction = opened.interaction
        message = None if interaction.message_id is None else self.message(interaction.message_id)
        data = modal_data(self._world, opened.modal, values)
        trigger = self._interactions.metadata(interaction)
        return await self._send(Kind.MODAL, data, interaction.channel_id, message, trigger)

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message.

        Raises:
            RefusedError: If this person has no such message.
        """
        try:
            self._world.dismiss(self.user.id, message.id)
        except ApiError:
            raise RefusedError("there is no such message") from None


def _option_value(value: object) -> object:
    """Return the value of an option: the user id of a person, any other value unchanged."""
    return value.user.id if isinstance(value, Person) else value
