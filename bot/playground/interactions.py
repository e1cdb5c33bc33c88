"""Interactions: what people do is sent to the bot, which responds.

Discord's rules are enforced: the first response is due within three seconds, there is only one, the token
works for fifteen minutes, an ephemeral message is visible to one user only, and a modal cannot open another
modal.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from bot.playground import objects
from bot.playground.commands import ATTACHMENT
from bot.playground.errors import ApiError
from bot.playground.limits import FIRST_ANSWER, TOKEN_LIFE
from bot.playground.messages import compose, revise
from bot.playground.users import User
from bot.playground.validation import Files, check_choices, check_modal_response
from bot.playground.world import APPLICATION_ID, GUILD_ID, Flag, Json, Message, World


class Kind(IntEnum):
    """The type of an interaction, as Discord numbers it."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """The type of the first response, as Discord numbers it."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


MESSAGE_RESPONSES = frozenset({Callback.MESSAGE, Callback.DEFERRED_MESSAGE})
UPDATE_RESPONSES = frozenset({Callback.DEFERRED_UPDATE, Callback.UPDATE})
CALLBACKS = {
    Kind.COMMAND: MESSAGE_RESPONSES | {Callback.MODAL},
    Kind.COMPONENT: MESSAGE_RESPONSES | UPDATE_RESPONSES | {Callback.MODAL},
    Kind.AUTOCOMPLETE: frozenset({Callback.AUTOCOMPLETE}),
    Kind.MODAL: MESSAGE_RESPONSES | UPDATE_RESPONSES,
}
"""Interaction type -> allowed responses; `UPDATE_RESPONSES` also require a message."""


def walk_options(data: Json) -> list[Json]:
    """Return the options of a command and of its subcommands."""
    options = data.get("options") or []
    return [*options, *(inner for each in options for inner in walk_options(each))]


def command_text(data: Json) -> str:
    """Return the command in an interaction's data as it is typed, such as `/tarock new`."""
    names, options = [str(data["name"])], data.get("options") or []
    while options and options[0]["type"] in {1, 2}:
        names.append(str(options[0]["name"]))
        options = options[0].get("options") or []
    return "/" + " ".join(names)


@dataclass
class Interaction:
    """An interaction and the bot's response to it.

    Attributes:
        token: The secret that authorizes the bot to respond.
        message_id: The message whose component was used, else `None`.
        created: Seconds since 1970.
        command: For a command, its name as typed, else an empty string.
        trigger: For a modal, the metadata of the interaction that opened it, else `None`.
        callback: The type of the first response, `None` before it.
        original: The id of the message that `@original` refers to, `None` if there is none.
        choices: The choices of an autocomplete response.
        modal: The modal that the bot opened, else `None`.
        shown: The message as the response left it, whatever has become of it since; `None` if there is none.
        failed: Whether the bot did not respond in time.
        settled: Set once the bot has responded or failed to.
    """

    id: str
    token: str = field(repr=False)
    kind: Kind
    user_id: str
    channel_id: str
    message_id: str | None
    created: float
    command: str = ""
    trigger: Json | None = None
    callback: Callback | None = None
    original: str | None = None
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    shown: Message | None = None
    failed: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event, repr=False)


class Interactions:
    """All interactions whose tokens are still valid."""

    def __init__(
        self, world: World, deliver: Callable[[Json], None], link: objects.Link, seconds: float = FIRST_ANSWER
    ) -> None:
        self._world = world
        self._deliver = deliver
        self._link = link
        self._seconds = seconds
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        world.clock.listen(self._fail_expired)

    # -- to the bot ------------------------------------------------------------------------

    async def send(
        self,
        user_id: str,
        kind: Kind,
        data: Json,
        channel_id: str,
        message: Message | None = None,
        trigger: Json | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and wait for its first response, for three seconds at most.

        Args:
            user_id: The user who acted.
            kind: The type of the interaction.
            data: The `data` of Discord's interaction object.
            channel_id: The channel in which the user acted.
            message: The message whose component was used.
            trigger: For a modal, the metadata of the interaction that opened it.
        """
        self._drop_expired()
        interaction = Interaction(
            id=self._world.snowflake(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel_id,
            message_id=None if message is None else message.id,
            created=self._world.clock.now(),
            command=command_text(data) if kind is Kind.COMMAND else "",
            trigger=trigger,
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self._deliver(self._payload(interaction, data, message))
        try:
            await asyncio.wait_for(interaction.settled.wait(), self._seconds)
        except TimeoutError:
            interaction.failed = interaction.callback is None
        return interaction

    def _payload(self, interaction: Interaction, data: Json, message: Message | None) -> Json:
        world = self._world
        user = world.users[interaction.user_id]
        channel = world.channels[interaction.channel_id]
        payload: Json = {
            "id": interaction.id,
            "application_id": APPLICATION_ID,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "channel_id": channel.id,
            "channel": objects.place(channel, world),
            "data": self._with_files(data, channel.id),
            "locale": user.locale,
            "app_permissions": objects.ALL_PERMISSIONS,
            "entitlements": [],
            "authorizing_integration_owners": {"0": GUILD_ID if channel.recipient is None else "0"},
            "attachment_size_limit": objects.SIZE_LIMIT,
        }
        if message is not None:
            payload["message"] = objects.message(message, world, self._link)
        if channel.recipient is not None:
            return {**payload, "context": 1, "user": objects.user(user)}
        guild = {"id": GUILD_ID, "locale": objects.GUILD_LOCALE, "features": []}
        member = {**objects.member(user), "permissions": objects.permissions(user)}
        return {
            **payload,
            "context": 0,
            "guild_id": GUILD_ID,
            "guild": guild,
            "guild_locale": objects.GUILD_LOCALE,
            "member": member,
        }

    def _with_files(self, data: Json, channel_id: str) -> Json:
        """Return the data of a command with the files that were attached to its options."""
        uploads = self._world.uploads
        given = [str(each.get("value")) for each in walk_options(data) if each["type"] == ATTACHMENT]
        files = {
            each: objects.attachment(uploads[each], self._link(channel_id, uploads[each])) for each in given
        }
        return {**data, "resolved": {**data.get("resolved", {}), "attachments": files}} if files else data

    def by_token(self, token: str) -> Interaction | None:
        """Return the interaction with this token, or `None` if it is unknown or long expired."""
        return self._by_token.get(token)

    def expire_tokens(self) -> None:
        """Let the tokens of all interactions that the bot has responded to expire now."""
        for interaction in self._by_id.values():
            if interaction.callback is not None:
                interaction.created -= TOKEN_LIFE

    def _fail_expired(self) -> None:
        """Fail every interaction whose deadline has passed."""
        for interaction in self._by_id.values():
            if interaction.callback is None and self._expired(interaction):
                interaction.failed = True
                interaction.settled.set()

    def _expired(self, interaction: Interaction) -> bool:
        return self._world.clock.now() - interaction.created > self._seconds

    def _drop_expired(self) -> None:
        """Drop interactions whose token expired long ago."""
        oldest = self._world.clock.now() - 2 * TOKEN_LIFE
        # Insertion order is the order of creation.
        while self._by_id and (first := next(iter(self._by_id.values()))).created < oldest:
            del self._by_id[first.id]
            del self._by_token[first.token]

    # -- from the bot ----------------------------------------------------------------------

    def answer(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """Accept the bot's first response and return Discord's callback response.

        Raises:
            ApiError: 10062 if the interaction is unknown or expired, 40060 if it has a response, 50035 for
                an invalid body.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise ApiError(10062)
        if interaction.callback is not None:
            raise ApiError(40060)
        if self._expired(interaction):
            raise ApiError(10062)
        callback = self._check_type(interaction, body.get("type"))
        message = self._apply(interaction, callback, body.get("data") or {}, files)
        interaction.callback = callback
        interaction.shown = message if message is None or not message.loading else None
        interaction.settled.set()
        return self._callback_response(interaction, callback, message)

    def _check_type(self, interaction: Interaction, type_: Any) -> Callback:
        allowed = CALLBACKS[interaction.kind]
        if interaction.message_id is None:
            allowed -= UPDATE_RESPONSES
        if type_ not in allowed:
            names = ", ".join(str(int(each)) for each in sorted(allowed))
            error = {"code": "BASE_TYPE_CHOICES", "message": f"Value must be one of {{{names}}}."}
            raise ApiError(50035, {"type": {"_errors": [error]}})
        return Callback(type_)

    def _apply(
        self, interaction: Interaction, callback: Callback, data: Json, files: Files
    ) -> Message | None:
        if callback is Callback.AUTOCOMPLETE:
            check_choices(data.get("choices") or [])
            interaction.choices = data.get("choices") or []
        elif callback is Callback.MODAL:
            check_modal_response(data)
            interaction.modal = data
        elif callback is Callback.DEFERRED_UPDATE:
            interaction.original = interaction.message_id
        elif callback is Callback.UPDATE:
            old = self._world.messages.get(str(interaction.message_id))
            if old is None:
                raise ApiError(10008)
            interaction.original = old.id
            return self._world.put(revise(self._world, old, data, files))
        else:
            message = self._reply(interaction, callback, data, files)
            interaction.original = message.id
            return self._world.put(message)
        return None

    def _reply(self, interaction: Interaction, callback: Callback, data: Json, files: Files) -> Message:
        fields: Json = {
            "kind": 20 if interaction.kind is Kind.COMMAND else 19,
            "reference": interaction.message_id,
            "metadata": self.metadata(interaction),
            "command": interaction.command,
            "only_for": interaction.user_id if int(data.get("flags") or 0) & Flag.EPHEMERAL else None,
        }
        if callback is Callback.DEFERRED_MESSAGE:
            flags = int(data.get("flags") or 0) & Flag.EPHEMERAL | Flag.LOADING
            world = self._world
            return Message(
                id=world.snowflake(),
                channel_id=interaction.channel_id,
                author_id=world.bot.id,
                created=world.clock.now(),
                flags=flags,
                **fields,
            )
        message = compose(self._world, interaction.channel_id, data, files)
        return replace(message, **fields)

    def metadata(self, interaction: Interaction) -> Json:
        """Return Discord's `interaction_metadata` object of an interaction."""
        user: User = self._world.users[interaction.user_id]
        guild = self._world.channels[interaction.channel_id].recipient is None
        metadata: Json = {
            "id": interaction.id,
            "type": int(interaction.kind),
            "user": objects.user(user),
            "authorizing_integration_owners": {"0": GUILD_ID if guild else "0"},
        }
        if interaction.kind is Kind.COMPONENT:
            metadata["interacted_message_id"] = interaction.message_id
        if interaction.kind is Kind.MODAL:
            metadata["triggering_interaction_metadata"] = interaction.trigger
        return metadata

    def _callback_response(
        self, interaction: Interaction, callback: Callback, message: Message | None
    ) -> Json:
        summary: Json = {"id": interaction.id, "type": int(interaction.kind)}
        response: Json = {"interaction": summary}
        if message is not None:
            summary |= {
                "response_message_id": message.id,
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.ephemeral,
            }
        if message is not None and callback is not Callback.DEFERRED_MESSAGE:
            body = objects.message(message, self._world, self._link)
            response["resource"] = {"type": int(callback), "message": body}
        return response
