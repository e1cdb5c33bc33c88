"""What a person at the local Discord can see and do.

The web page and the tests both act through `Person`, so that neither can do what the other cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.playground import objects
from bot.playground.commands import Command, RefusedError, Where, command_data, commands_for, find_command
from bot.playground.errors import ApiError
from bot.playground.interactions import Interaction, Interactions, Kind
from bot.playground.state import (
    CHANNEL_ID,
    TIMEOUT,
    Attachment,
    Change,
    ChangeKind,
    Json,
    Message,
    State,
    User,
)
from bot.playground.validation import BUTTON, CHANNEL_SELECT

T = TypeVar("T")


class Person:
    """A person in the guild, as the web page and the tests use them."""

    def __init__(self, state: State, interactions: Interactions, user: User) -> None:
        self._state = state
        self._interactions = interactions
        self.user = user
        self.address = ""
        self.channel_id = CHANNEL_ID
        """The channel of the server that this person looks at."""

    def __repr__(self) -> str:
        return f"Person({self.user.name!r})"

    @property
    def name(self) -> str:
        return self.user.name

    def set_locale(self, locale: str) -> None:
        self.user.locale = locale
        self._state.notify(Change(ChangeKind.PEOPLE))

    def allow_dms(self, *, allowed: bool) -> None:
        self.user.dms_open = allowed
        self._state.notify(Change(ChangeKind.PEOPLE))

    def make_moderator(self, *, moderator: bool) -> None:
        """Let this person do everything in the guild, or only what every member may do."""
        self.user.moderator = moderator
        self._state.notify(Change(ChangeKind.PEOPLE))

    def channel(self) -> list[Message]:
        """Return the messages this person sees in the channel, including ephemeral ones, oldest first."""
        return [m for m in self._state.seen_by(self.user.id) if m.channel_id == self.channel_id]

    def inbox(self) -> list[Message]:
        """Return the direct messages from the bot, oldest first."""
        channels = self._state.channels
        return [m for m in self._state.seen_by(self.user.id) if channels[m.channel_id].recipient is not None]

    def ephemerals(self) -> list[Message]:
        """Return the ephemeral messages this person sees, oldest first."""
        return [message for message in self._state.seen_by(self.user.id) if message.ephemeral]

    def message(self, message_id: str) -> Message:
        """The current state of a message; `RefusedError` if this person may not see it."""
        message = self._state.messages.get(message_id)
        if message is None or not self._state.may_see(self.user.id, message):
            raise RefusedError("refused.no_message")
        return message

    def file(self, attachment_id: str) -> Attachment:
        """An attachment; `RefusedError` if it belongs to no message that this person may see."""
        attachment = self._state.attachment_for(self.user.id, attachment_id)
        if attachment is None:
            raise RefusedError("refused.no_file")
        return attachment

    def commands(self, where: Where = Where.CHANNEL) -> list[Command]:
        return commands_for(self._state, self.user, where)

    async def until(self, condition: Callable[[], T], seconds: float = TIMEOUT) -> T:
        return await self._state.until(condition, seconds)

    def _channel_id(self, where: Where) -> str:
        return self.channel_id if where is Where.CHANNEL else self._state.dm(self.user.id).id

    def look_at(self, channel_id: str) -> None:
        """Look at another channel of the server, or a thread; `RefusedError` if there is none."""
        channel = self._state.channels.get(channel_id)
        if channel is None or channel.recipient is not None:
            raise RefusedError("refused.no_channel")
        self.channel_id = channel_id

    async def _send(self, kind: Kind, data: Json, where: str, message: Message | None = None) -> Interaction:
        return await self._interactions.send(self.user.id, kind, data, where, message)

    async def slash(self, path: str, /, where: Where = Where.CHANNEL, **options: object) -> Interaction:
        """Send a command, such as `slash("tarock new", game="tapp_tarock")`.

        Raises:
            RefusedError: There is no such command here, or an option is invalid.
        """
        command = find_command(self._state, self.user, where, path)
        data = command_data(self._state, command, {k: self._uploaded(v) for k, v in options.items()})
        return await self._send(Kind.COMMAND, data, self._channel_id(where))

    def _uploaded(self, value: object) -> object:
        """The value of an option; a file, a pair of name and content, becomes the id of its upload."""
        match value:
            case (str() as name, bytes() as content):
                return self._state.upload(name, content).id
        return _option_value(value)

    async def complete(
        self, path: str, option: str, typed: str = "", /, where: Where = Where.CHANNEL, **others: object
    ) -> list[Json]:
        """The autocomplete choices for an option after typing `typed`.

        Raises:
            RefusedError: There is no such command or option.
            TimeoutError: The bot did not respond.
        """
        command = find_command(self._state, self.user, where, path)
        given = {**{k: _option_value(v) for k, v in others.items()}, option: typed}
        data = command_data(self._state, command, given, focused=option)
        answer = await self._send(Kind.AUTOCOMPLETE, data, self._channel_id(where))
        if answer.failed:
            raise TimeoutError("loading options failed")
        return answer.choices

    async def press(
        self, message: Message | str, custom_id: str | None = None, *, label: str | None = None
    ) -> Interaction:
        """Press a button, given by its custom_id or its label.

        Given a `Message`, the button is searched in that state of the message, which may have changed since.

        Raises:
            RefusedError: The person may not see the message, or it has no such button, or it is disabled.
        """
        shown = message if isinstance(message, Message) else self.message(message)
        current = self.message(shown.id)
        button = find_button(shown, custom_id, label)
        data = {"custom_id": button["custom_id"], "component_type": BUTTON, "id": button["id"]}
        return await self._send(Kind.COMPONENT, data, current.channel_id, current)

    async def select(self, message: Message | str, custom_id: str, values: Sequence[str]) -> Interaction:
        """Choose values in a select menu.

        Raises:
            RefusedError: The person may not see the message, or it has no such menu or option.
        """
        shown = message if isinstance(message, Message) else self.message(message)
        current = self.message(shown.id)
        data = select_data(self._state, find_select(shown, custom_id), values)
        return await self._send(Kind.COMPONENT, data, current.channel_id, current)

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message; `RefusedError` if this person has no such message."""
        try:
            self._state.dismiss(self.user.id, message.id)
        except ApiError:
            raise RefusedError("refused.no_message") from None


def _option_value(value: object) -> object:
    return value.user.id if isinstance(value, Person) else value


def find_button(message: Message, custom_id: str | None, label: str | None) -> Json:
    """The button of a message or its previous state; `RefusedError` if there is none or it is disabled."""
    for state in filter(None, (message, message.previous)):  # a press may arrive just after an edit
        for button in state.buttons:
            if custom_id is not None and button.get("custom_id") != custom_id:
                continue
            if label is not None and button.get("label") != label:
                continue
            if button.get("disabled"):
                raise RefusedError("refused.button_disabled", button=label or custom_id)
            return button
    raise RefusedError("refused.no_button", button=label or custom_id)


def find_select(message: Message, custom_id: str) -> Json:
    """The select menu of a message or its previous state; `RefusedError` as for a button."""
    for state in filter(None, (message, message.previous)):
        for select in state.selects:
            if select["custom_id"] == custom_id:
                if select.get("disabled"):
                    raise RefusedError("refused.menu_disabled", menu=custom_id)
                return select
    raise RefusedError("refused.no_menu", menu=custom_id)


def select_data(state: State, select: Json, values: Sequence[str]) -> Json:
    """Build the `data` of a choice in a select menu; `RefusedError` if the menu does not allow it."""
    _check_values(state, select, values)
    data: Json = {
        "custom_id": select["custom_id"],
        "component_type": select["type"],
        "id": select["id"],
        "values": list(values),
    }
    if select["type"] == CHANNEL_SELECT:
        chosen = (state.channels[each] for each in values)
        data["resolved"] = {"channels": {each.id: objects.channel(each, state) for each in chosen}}
    return data


def _check_values(state: State, select: Json, values: Sequence[str]) -> None:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise RefusedError("refused.count", menu=select["custom_id"], least=least, most=most)
    offered = {option["value"] for option in select.get("options") or ()}
    if select["type"] == CHANNEL_SELECT:
        offered = {each.id for each in objects.text_channels(state)}
    if not offered.issuperset(values):
        raise RefusedError("refused.not_offered", menu=select["custom_id"])
