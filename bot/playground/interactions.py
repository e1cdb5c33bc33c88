"""Interactions: what people do, handed to the bot, and the answers it gives.

The rules that bots trip over are kept: three seconds for the first answer, one answer only,
fifteen minutes for the token, ephemeral messages for one user, a modal never after a modal.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from bot.playground import objects
from bot.playground.errors import ApiError
from bot.playground.limits import FIRST_ANSWER, TOKEN_LIFE, Files, check_answer_modal, check_choices
from bot.playground.messages import compose, revise
from bot.playground.world import APPLICATION_ID, GUILD_ID, Flag, Json, Message, User, World


class Kind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """How the bot may answer at first."""

    MESSAGE = 4
    THINKING = 5
    ACKNOWLEDGE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


REPLIES = frozenset({Callback.MESSAGE, Callback.THINKING})
ON_MESSAGE = frozenset({Callback.ACKNOWLEDGE, Callback.UPDATE})
CALLBACKS = {
    Kind.COMMAND: REPLIES | {Callback.MODAL},
    Kind.COMPONENT: REPLIES | ON_MESSAGE | {Callback.MODAL},
    Kind.AUTOCOMPLETE: frozenset({Callback.CHOICES}),
    Kind.MODAL: REPLIES | ON_MESSAGE,
}
"""Which answers suit which interaction; `ON_MESSAGE` only where there is a message."""


def command_text(data: Json) -> str:
    """The command in an interaction's data as it is typed, such as `/tarock new`."""
    names, options = [str(data["name"])], data.get("options") or []
    while options and options[0]["type"] in {1, 2}:
        names.append(str(options[0]["name"]))
        options = options[0].get("options") or []
    return "/" + " ".join(names)


@dataclass
class Interaction:
    """One thing a person did, and what the bot made of it.

    Attributes:
        token: The secret with which the bot answers.
        command: For a command, what was typed.
        message_id: The message whose component was used, if any.
        born: Seconds since 1970 at which it happened.
        callback: The bot's first answer, None while there is none.
        original: The message that `@original` means.
        choices: What autocomplete offers.
        modal: The form the bot opened.
        failed: The bot did not answer in time.
    """

    id: str
    token: str = field(repr=False)
    kind: Kind
    user_id: str
    channel_id: str
    message_id: str | None
    born: float
    command: str = ""
    before: Json | None = None
    callback: Callback | None = None
    original: str | None = None
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    failed: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event, repr=False)


class Interactions:
    """Every interaction that may still be answered."""

    def __init__(
        self, world: World, deliver: Callable[[Json], None], link: objects.Link, seconds: float = FIRST_ANSWER
    ) -> None:
        self._world = world
        self._deliver = deliver
        self._link = link
        self._seconds = seconds
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        world.clock.listen(self._look_again)

    # -- from people -----------------------------------------------------------------------

    async def send(
        self,
        user_id: str,
        kind: Kind,
        data: Json,
        channel_id: str,
        message: Message | None = None,
        before: Json | None = None,
    ) -> Interaction:
        """Hand to the bot what a person did and wait for its first answer, three seconds at most.

        Args:
            user_id: Who did it.
            kind: What was done.
            data: The `data` of Discord's interaction object.
            channel_id: Where.
            message: The message whose component was used.
            before: For a modal, the description of the interaction that opened it.
        """
        self._forget()
        interaction = Interaction(
            id=self._world.snowflake(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel_id,
            message_id=None if message is None else message.id,
            born=self._world.clock.now(),
            command=command_text(data) if kind is Kind.COMMAND else "",
            before=before,
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
            "channel": objects.channel(channel, world),
            "data": data,
            "locale": user.locale,
            "app_permissions": objects.EVERYTHING,
            "entitlements": [],
            "authorizing_integration_owners": {"0": GUILD_ID if channel.recipient is None else "0"},
            "attachment_size_limit": objects.SIZE_LIMIT,
        }
        if message is not None:
            payload["message"] = objects.message(message, world, self._link)
        if channel.recipient is not None:
            return {**payload, "context": 1, "user": objects.user(user)}
        guild = {"id": GUILD_ID, "locale": objects.GUILD_LOCALE, "features": []}
        member = {**objects.member(user), "permissions": objects.EVERYTHING}
        return {
            **payload,
            "context": 0,
            "guild_id": GUILD_ID,
            "guild": guild,
            "guild_locale": objects.GUILD_LOCALE,
            "member": member,
        }

    def by_token(self, token: str) -> Interaction | None:
        """The interaction with this token, unless it is long forgotten."""
        return self._by_token.get(token)

    def _look_again(self) -> None:
        """After the clock was put forward: who has waited too long has failed."""
        for interaction in self._by_id.values():
            if interaction.callback is None and self._late(interaction):
                interaction.failed = True
                interaction.settled.set()

    def _late(self, interaction: Interaction) -> bool:
        return self._world.clock.now() - interaction.born > self._seconds

    def _forget(self) -> None:
        """Drop interactions whose token has been dead for a while."""
        oldest = self._world.clock.now() - 2 * TOKEN_LIFE
        # They stand in the order in which they were born.
        while self._by_id and (first := next(iter(self._by_id.values()))).born < oldest:
            del self._by_id[first.id]
            del self._by_token[first.token]

    # -- from the bot ----------------------------------------------------------------------

    def answer(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """The bot's first answer.

        Raises:
            ApiError: 10062 if unknown or too late, 40060 if already answered, 50035 if malformed.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise ApiError(10062)
        if interaction.callback is not None:
            raise ApiError(40060)
        if self._late(interaction):
            raise ApiError(10062)
        callback = self._allowed(interaction, body.get("type"))
        message = self._apply(interaction, callback, body.get("data") or {}, files)
        interaction.callback = callback
        interaction.settled.set()
        return self._receipt(interaction, callback, message)

    def _allowed(self, interaction: Interaction, type_: Any) -> Callback:
        allowed = CALLBACKS[interaction.kind]
        if interaction.message_id is None:
            allowed -= ON_MESSAGE
        if type_ not in allowed:
            names = ", ".join(str(int(each)) for each in sorted(allowed))
            wrong = {"code": "BASE_TYPE_CHOICES", "message": f"Value must be one of {{{names}}}."}
            raise ApiError(50035, {"type": {"_errors": [wrong]}})
        return Callback(type_)

    def _apply(
        self, interaction: Interaction, callback: Callback, data: Json, files: Files
    ) -> Message | None:
        if callback is Callback.CHOICES:
            check_choices(data.get("choices") or [])
            interaction.choices = data.get("choices") or []
        elif callback is Callback.MODAL:
            check_answer_modal(data)
            interaction.modal = data
        elif callback is Callback.ACKNOWLEDGE:
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
            "origin": self.origin(interaction),
            "prompt": interaction.command,
            "only_for": interaction.user_id if int(data.get("flags") or 0) & Flag.EPHEMERAL else None,
        }
        if callback is Callback.THINKING:
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

    def origin(self, interaction: Interaction) -> Json:
        """How a message, or a modal's submission, says which interaction it comes from."""
        user: User = self._world.users[interaction.user_id]
        guild = self._world.channels[interaction.channel_id].recipient is None
        origin: Json = {
            "id": interaction.id,
            "type": int(interaction.kind),
            "user": objects.user(user),
            "authorizing_integration_owners": {"0": GUILD_ID if guild else "0"},
        }
        if interaction.kind is Kind.COMPONENT:
            origin["interacted_message_id"] = interaction.message_id
        if interaction.kind is Kind.MODAL:
            origin["triggering_interaction_metadata"] = interaction.before
        return origin

    def _receipt(self, interaction: Interaction, callback: Callback, message: Message | None) -> Json:
        about: Json = {"id": interaction.id, "type": int(interaction.kind)}
        receipt: Json = {"interaction": about}
        if message is not None:
            about |= {
                "response_message_id": message.id,
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.ephemeral,
            }
        if message is not None and callback is not Callback.THINKING:
            shape = objects.message(message, self._world, self._link)
            receipt["resource"] = {"type": int(callback), "message": shape}
        return receipt
