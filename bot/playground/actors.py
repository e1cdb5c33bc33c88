"""People: what somebody at the local Discord can do and see.

The page and the tests act through the same `Person`, so neither can do what the other cannot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.playground.commands import Command, RefusedError, Where, command_data, commands_for, find_command
from bot.playground.errors import ApiError
from bot.playground.forms import button_data, find_button, find_select, modal_data, select_data
from bot.playground.interactions import Callback, Interaction, Interactions, Kind
from bot.playground.world import (
    CHANNEL_ID,
    GUILD_ID,
    Attachment,
    Change,
    ChangeKind,
    Channel,
    Json,
    Message,
    User,
    World,
)

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds that `until` waits unless told otherwise."""


class Answer:
    """What the bot answered to something a person did."""

    def __init__(self, person: Person, interaction: Interaction, world: World) -> None:
        self._person = person
        self._world = world
        self.interaction = interaction

    @property
    def failed(self) -> bool:
        """Whether the bot did not answer within three seconds."""
        return self.interaction.failed

    @property
    def callback(self) -> Callback | None:
        """How the bot answered at first."""
        return self.interaction.callback

    @property
    def choices(self) -> list[Json]:
        """What autocomplete offers, each with `name` and `value`."""
        return self.interaction.choices

    @property
    def modal(self) -> Json | None:
        """The form the bot opened."""
        return self.interaction.modal

    @property
    def message(self) -> Message:
        """The message that is the answer (or was changed by it), as it now stands.

        Raises:
            RefusedError: If there is none that this person may see.
        """
        message = self._world.messages.get(str(self.interaction.original))
        if message is None or not self._world.may_see(self._person.user.id, message):
            raise RefusedError("the answer is not a message")
        return message

    async def done(self, seconds: float = PATIENCE) -> Message:
        """The answer, once the bot has stopped "thinking".

        Raises:
            TimeoutError: If it still thinks after so many seconds.
            RefusedError: If the answer is not a message.
        """
        await self._person.until(lambda: not self.message.loading, seconds)
        return self.message


class Person:
    """One of the people in the guild."""

    def __init__(self, world: World, interactions: Interactions, user: User, address: str = "") -> None:
        self._world = world
        self._interactions = interactions
        self.user = user
        self.address = address

    def __repr__(self) -> str:
        return f"Person({self.user.name!r})"

    @property
    def name(self) -> str:
        """The name the others see."""
        return self.user.name

    @property
    def mention(self) -> str:
        """How a message mentions this person."""
        return f"<@{self.user.id}>"

    # -- settings --------------------------------------------------------------------------

    def speak(self, locale: str) -> None:
        """Read Discord in another language from now on."""
        self.user.locale = locale
        self._world.tell(Change(ChangeKind.PEOPLE))

    def allow_dms(self, *, allowed: bool) -> None:
        """Open or close direct messages to the bot."""
        self.user.dms_open = allowed
        self._world.tell(Change(ChangeKind.PEOPLE))

    # -- looking ---------------------------------------------------------------------------

    def channel(self) -> list[Message]:
        """What this person sees in the channel, ephemeral messages included, oldest first."""
        return [m for m in self._world.seen_by(self.user.id) if m.channel_id == CHANNEL_ID]

    def inbox(self) -> list[Message]:
        """The direct messages with the bot, oldest first."""
        return [m for m in self._world.seen_by(self.user.id) if m.channel_id != CHANNEL_ID]

    def ephemerals(self) -> list[Message]:
        """The messages that only this person sees, oldest first."""
        return [message for message in self._world.seen_by(self.user.id) if message.ephemeral]

    def message(self, message_id: str) -> Message:
        """A message as it now stands.

        Raises:
            RefusedError: If this person does not see it.
        """
        message = self._world.messages.get(message_id)
        if message is None or not self._world.may_see(self.user.id, message):
            raise RefusedError("there is no such message")
        return message

    def file(self, attachment_id: str) -> Attachment:
        """A file of a message.

        Raises:
            RefusedError: If it hangs on no message that this person sees.
        """
        attachment = self._world.attachment_for(self.user.id, attachment_id)
        if attachment is None:
            raise RefusedError("there is no such file")
        return attachment

    def commands(self, where: Where = Where.CHANNEL) -> list[Command]:
        """The commands offered here, in this person's language."""
        return commands_for(self._world, self.user, where)

    async def until(self, condition: Callable[[], T], seconds: float = PATIENCE) -> T:
        """Wait, change by change, until a condition holds, and return what it gave.

        Raises:
            TimeoutError: If it does not hold within so many seconds.
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

    def _place(self, where: Where) -> Channel:
        return self._world.channels[CHANNEL_ID] if where is Where.CHANNEL else self._world.dm(self.user.id)

    async def _send(
        self,
        kind: Kind,
        data: Json,
        channel_id: str,
        message: Message | None = None,
        before: Json | None = None,
    ) -> Answer:
        done = await self._interactions.send(self.user.id, kind, data, channel_id, message, before)
        return Answer(self, done, self._world)

    async def slash(self, path: str, /, where: Where = Where.CHANNEL, **options: object) -> Answer:
        """Send a command, such as `slash("tarock new", game="tapp_tarock")`.

        Raises:
            RefusedError: If there is no such command here, or an option does not suit.
        """
        command = find_command(self._world, self.user, where, path)
        data = command_data(self._world, command, {k: _plain(v) for k, v in options.items()})
        if where is Where.CHANNEL:
            data |= self._guild_of(command)
        return await self._send(Kind.COMMAND, data, self._place(where).id)

    async def complete(
        self, path: str, option: str, typed: str = "", /, where: Where = Where.CHANNEL, **others: object
    ) -> list[Json]:
        """The choices that autocomplete offers for an option after `typed`.

        Raises:
            RefusedError: If there is no such command or option.
            TimeoutError: If the bot did not answer.
        """
        command = find_command(self._world, self.user, where, path)
        given = {**{k: _plain(v) for k, v in others.items()}, option: typed}
        data = command_data(self._world, command, given, focused=option)
        if where is Where.CHANNEL:
            data |= self._guild_of(command)
        answer = await self._send(Kind.AUTOCOMPLETE, data, self._place(where).id)
        if answer.failed:
            raise TimeoutError("loading options failed")
        return answer.choices

    def _guild_of(self, command: Command) -> Json:
        """A command of the guild alone says so."""
        ours = any(each["id"] == command.id for each in self._world.commands.get(GUILD_ID, ()))
        return {"guild_id": GUILD_ID} if ours else {}

    async def press(
        self, message: Message | str, custom_id: str | None = None, *, label: str | None = None
    ) -> Answer:
        """Press a button, found by its custom_id or its label.

        Given a `Message`, the button is looked for in that state of it: a press may be on its way
        while the message changes.

        Raises:
            RefusedError: If this person sees no such message or button, or it is disabled.
        """
        shown = message if isinstance(message, Message) else self.message(message)
        current = self.message(shown.id)
        data = button_data(find_button(shown, custom_id, label))
        return await self._send(Kind.COMPONENT, data, current.channel_id, current)

    async def select(self, message: Message | str, custom_id: str, values: Sequence[str]) -> Answer:
        """Choose in a select menu.

        Raises:
            RefusedError: If this person sees no such message or menu, or it does not offer that.
        """
        shown = message if isinstance(message, Message) else self.message(message)
        current = self.message(shown.id)
        data = select_data(self._world, find_select(shown, custom_id), values)
        return await self._send(Kind.COMPONENT, data, current.channel_id, current)

    async def submit(self, opened: Answer, values: Mapping[str, Any]) -> Answer:
        """Fill in the modal that an answer opened and send it; `values` by custom_id.

        Raises:
            RefusedError: If the answer opened none, or a field does not suit.
        """
        if opened.modal is None:
            raise RefusedError("no form was opened")
        interaction = opened.interaction
        message = None if interaction.message_id is None else self.message(interaction.message_id)
        data = modal_data(self._world, opened.modal, values)
        before = self._interactions.origin(interaction)
        return await self._send(Kind.MODAL, data, interaction.channel_id, message, before)

    def dismiss(self, message: Message) -> None:
        """Make an ephemeral message go away.

        Raises:
            RefusedError: If it is not one of this person's.
        """
        try:
            self._world.dismiss(self.user.id, message.id)
        except ApiError:
            raise RefusedError("there is no such message") from None


def _plain(value: object) -> object:
    """An option's value; a person stands for their id."""
    return value.user.id if isinstance(value, Person) else value
