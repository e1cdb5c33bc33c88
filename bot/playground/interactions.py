"""Interactions: what people do is sent to the bot, which responds.

Discord's rules are enforced: the first response is due within three seconds, there is only one, the token
works for fifteen minutes, and an ephemeral message is visible to one user only. There are no modals.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Final

from bot.playground import objects
from bot.playground.commands import ATTACHMENT, SUBCOMMAND, RefusedError
from bot.playground.errors import ApiError, invalid
from bot.playground.messages import compose, revise
from bot.playground.state import APPLICATION_ID, TIMEOUT, Flag, Json, Message, State
from bot.playground.validation import FILE_LIMIT, Files, check_choices

FIRST_ANSWER: Final = 3.0
"""Seconds within which the bot must respond to an interaction."""
TOKEN_LIFE: Final = 15 * 60.0
"""Seconds for which the token of an interaction is valid."""


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4


class Callback(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8


MESSAGE_RESPONSES = frozenset({Callback.MESSAGE, Callback.DEFERRED_MESSAGE})
UPDATE_RESPONSES = frozenset({Callback.DEFERRED_UPDATE, Callback.UPDATE})
CALLBACKS = {
    Kind.COMMAND: MESSAGE_RESPONSES,
    Kind.COMPONENT: MESSAGE_RESPONSES | UPDATE_RESPONSES,
    Kind.AUTOCOMPLETE: frozenset({Callback.AUTOCOMPLETE}),
}
"""Interaction type -> allowed responses."""


def _callback(interaction: Interaction, type_: Any) -> Callback:
    allowed = CALLBACKS[interaction.kind]
    if type_ not in allowed:
        names = ", ".join(str(int(each)) for each in sorted(allowed))
        raise invalid("type", f"Value must be one of {{{names}}}.")
    return Callback(type_)


def _typed(data: Json) -> tuple[str, list[Json]]:
    """The command in an interaction's data as it is typed, such as `/tarock new`, and its options."""
    options = data.get("options") or []
    if options and options[0]["type"] == SUBCOMMAND:
        return f"/{data['name']} {options[0]['name']}", options[0]["options"]
    return f"/{data['name']}", options


@dataclass
class Interaction:
    """What a person did, and the bot's response to it.

    Attributes:
        state: The state that has its messages.
        token: The secret that authorizes the bot to respond.
        message_id: The message whose component was used, else `None`.
        created: Seconds since 1970.
        command: For a command, its name as typed, else an empty string.
        callback: The type of the first response, `None` before it.
        original: The id of the message that `@original` refers to, `None` if there is none.
        choices: The choices of an autocomplete response, each with `name` and `value`.
        shown: The message as the response left it, before later edits; `None` if there is none.
        failed: Whether the bot did not respond in time.
        settled: Set once the bot has responded or failed to.
    """

    state: State = field(repr=False)
    id: str
    token: str = field(repr=False)
    kind: Kind
    user_id: str
    channel_id: str
    message_id: str | None
    created: float
    command: str = ""
    callback: Callback | None = None
    original: str | None = None
    choices: list[Json] = field(default_factory=list)
    shown: Message | None = None
    failed: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def message(self) -> Message:
        """The current state of the message that the bot sent or updated as its response.

        Raises:
            RefusedError: There is no such message.
        """
        message = self.state.messages.get(str(self.original))
        if message is None:
            raise RefusedError("refused.no_answer")
        return message

    async def done(self, seconds: float = TIMEOUT) -> Message:
        """Wait until the response has finished loading, and return its message.

        Raises:
            TimeoutError: It is still loading after `seconds`.
            RefusedError: The response is not a message.
        """
        await self.state.until(lambda: not self.message.loading, seconds)
        return self.message


class Interactions:
    """All interactions, until their tokens have long expired; `deliver` sends a payload to the bot."""

    def __init__(self, state: State, deliver: Callable[[Json], None], link: objects.Link) -> None:
        self._state = state
        self.deliver = deliver
        self._link = link
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        state.clock.listen(self._fail_expired)

    async def send(
        self, user_id: str, kind: Kind, data: Json, channel_id: str, message: Message | None = None
    ) -> Interaction:
        """Send an interaction to the bot and wait for its first response, for three seconds at most.

        `message` is the message whose component was used.
        """
        self._drop_expired()
        interaction = Interaction(
            state=self._state,
            id=self._state.snowflake(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel_id,
            message_id=None if message is None else message.id,
            created=self._state.clock.now(),
            command=_typed(data)[0] if kind is Kind.COMMAND else "",
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self.deliver(self._payload(interaction, data, message))
        try:
            await asyncio.wait_for(interaction.settled.wait(), FIRST_ANSWER)
        except TimeoutError:
            interaction.failed = interaction.callback is None
        return interaction

    def _payload(self, interaction: Interaction, data: Json, message: Message | None) -> Json:
        state = self._state
        user = state.users[interaction.user_id]
        channel = state.channels[interaction.channel_id]
        guild_id = state.guild_of(channel.id)
        payload: Json = {
            "id": interaction.id,
            "application_id": APPLICATION_ID,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "channel_id": channel.id,
            "channel": objects.channel(channel, state),
            "data": self._with_files(data, channel.id),
            "locale": user.locale,
            "app_permissions": objects.ALL_PERMISSIONS,
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild_id or "0"},
            "attachment_size_limit": FILE_LIMIT,
        }
        if message is not None:
            payload["message"] = objects.message(message, state, self._link)
        if guild_id is None:
            return {**payload, "context": 1, "user": objects.user(user)}
        return {
            **payload,
            "context": 0,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": objects.GUILD_LOCALE, "features": []},
            "guild_locale": objects.GUILD_LOCALE,
            "member": {**objects.member(user), "permissions": objects.permissions(user)},
        }

    def _with_files(self, data: Json, channel_id: str) -> Json:
        """Return the data of a command with the files that were attached to its options."""
        uploads = self._state.uploads
        options = _typed(data)[1] if "name" in data else []
        given = [str(each["value"]) for each in options if each["type"] == ATTACHMENT]
        files = {
            each: objects.attachment(uploads[each], self._link(channel_id, uploads[each])) for each in given
        }
        return {**data, "resolved": {**data.get("resolved", {}), "attachments": files}} if files else data

    @property
    def tokens(self) -> frozenset[str]:
        """The tokens of all interactions that are remembered."""
        return frozenset(self._by_token)

    def expire_tokens(self) -> None:
        """Let the tokens of all interactions that the bot has responded to expire now."""
        for interaction in self._by_id.values():
            if interaction.callback is not None:
                interaction.created -= TOKEN_LIFE

    def _fail_expired(self) -> None:
        for interaction in self._by_id.values():
            if interaction.callback is None and self._expired(interaction):
                interaction.failed = True
                interaction.settled.set()

    def _expired(self, interaction: Interaction) -> bool:
        return self._state.clock.now() - interaction.created > FIRST_ANSWER

    def _drop_expired(self) -> None:
        """Drop interactions whose token expired long ago."""
        oldest = self._state.clock.now() - 2 * TOKEN_LIFE
        # Insertion order is the order of creation.
        while self._by_id and (first := next(iter(self._by_id.values()))).created < oldest:
            del self._by_id[first.id]
            del self._by_token[first.token]

    def answer(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """Accept the bot's first response and return Discord's callback response.

        Raises:
            ApiError: 10062 for an interaction that is unknown or expired, 40060 for a second response.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise ApiError(10062)
        if interaction.callback is not None:
            raise ApiError(40060)
        if self._expired(interaction):
            raise ApiError(10062)
        callback = _callback(interaction, body.get("type"))
        message = self._apply(interaction, callback, body.get("data") or {}, files)
        interaction.callback = callback
        interaction.shown = message if message is None or not message.loading else None
        interaction.settled.set()
        return self._callback_response(interaction, message)

    def _apply(
        self, interaction: Interaction, callback: Callback, data: Json, files: Files
    ) -> Message | None:
        if callback is Callback.AUTOCOMPLETE:
            check_choices(data.get("choices") or [])
            interaction.choices = data.get("choices") or []
        elif callback is Callback.DEFERRED_UPDATE:
            interaction.original = interaction.message_id
        elif callback is Callback.UPDATE:
            old = self._state.messages.get(str(interaction.message_id))
            if old is None:
                raise ApiError(10008)
            interaction.original = old.id
            return self._state.put(revise(self._state, old, data, files))
        else:
            message = self._reply(interaction, callback, data, files)
            interaction.original = message.id
            return self._state.put(message)
        return None

    def _reply(self, interaction: Interaction, callback: Callback, data: Json, files: Files) -> Message:
        ephemeral = int(data.get("flags") or 0) & Flag.EPHEMERAL
        fields: Json = {
            "kind": 20 if interaction.kind is Kind.COMMAND else 19,
            "reference": interaction.message_id,
            "metadata": self.metadata(interaction),
            "command": interaction.command,
            "only_for": interaction.user_id if ephemeral else None,
        }
        if callback is not Callback.DEFERRED_MESSAGE:
            return compose(self._state, interaction.channel_id, data, files, **fields)
        now, author = self._state.clock.now(), self._state.bot.id
        fields["flags"] = ephemeral | Flag.LOADING
        return Message(self._state.snowflake(), interaction.channel_id, author, now, **fields)

    def metadata(self, interaction: Interaction) -> Json:
        user = self._state.users[interaction.user_id]
        metadata: Json = {
            "id": interaction.id,
            "type": int(interaction.kind),
            "user": objects.user(user),
            "authorizing_integration_owners": {"0": self._state.guild_of(interaction.channel_id) or "0"},
        }
        if interaction.kind is Kind.COMPONENT:
            metadata["interacted_message_id"] = interaction.message_id
        return metadata

    def _callback_response(self, interaction: Interaction, message: Message | None) -> Json:
        summary: Json = {"id": interaction.id, "type": int(interaction.kind)}
        response: Json = {"interaction": summary}
        if message is not None:
            summary["response_message_id"] = message.id
            summary["response_message_loading"] = message.loading
            summary["response_message_ephemeral"] = message.ephemeral
        if message is not None and interaction.callback is not Callback.DEFERRED_MESSAGE:
            body = objects.message(message, self._state, self._link)
            response["resource"] = {"type": int(interaction.callback or 0), "message": body}
        return response

    def _answered(self, application_id: str, token: str) -> Interaction:
        """The answered interaction with a token; `ApiError` 10015 if there is none, 50027 if it is old."""
        interaction = self._by_token.get(token)
        if application_id != APPLICATION_ID or interaction is None or interaction.callback is None:
            raise ApiError(10015)
        if self._state.clock.now() - interaction.created > TOKEN_LIFE:
            raise ApiError(50027)
        return interaction

    def follow_up(self, application_id: str, token: str, body: Json, files: Files) -> Message:
        """Post a message; the first one after a deferred response replaces the loading message."""
        interaction = self._answered(application_id, token)
        original = self._state.messages.get(str(interaction.original))
        if interaction.callback is Callback.DEFERRED_MESSAGE and original is not None and original.loading:
            return self._edited(interaction, original, body, files)
        ephemeral = int(body.get("flags") or 0) & Flag.EPHEMERAL
        metadata, only_for = self.metadata(interaction), interaction.user_id if ephemeral else None
        channel = interaction.channel_id
        message = compose(self._state, channel, body, files, metadata=metadata, only_for=only_for)
        return self._state.put(message)

    def _own_message(self, interaction: Interaction, message_id: str) -> Message:
        """A message of an interaction, by id or as `@original`; `ApiError` 10008 if there is none."""
        wanted = interaction.original if message_id == "@original" else message_id
        message = self._state.messages.get(str(wanted))
        if message is None:
            raise ApiError(10008)
        is_follow_up = message.metadata is not None and message.metadata["id"] == interaction.id
        if not is_follow_up and message.id != interaction.original:
            raise ApiError(10008)
        return message

    def edit(self, application_id: str, token: str, message_id: str, body: Json, files: Files) -> Message:
        """Edit a message of this interaction; a loading message stops loading."""
        interaction = self._answered(application_id, token)
        return self._edited(interaction, self._own_message(interaction, message_id), body, files)

    def delete(self, application_id: str, token: str, message_id: str) -> None:
        """Delete a message of this interaction."""
        self._state.delete(self._own_message(self._answered(application_id, token), message_id).id)

    def _edited(self, interaction: Interaction, old: Message, body: Json, files: Files) -> Message:
        """Edit a message of this interaction; keep how the response looked once it had loaded."""
        loaded = replace(old, flags=old.flags & ~Flag.LOADING)
        edited = revise(self._state, loaded, body, files)
        edited = self._state.put(replace(edited, edited=None) if old.loading else edited)
        if interaction.shown is None and edited.id == interaction.original:
            interaction.shown = edited
        return edited
