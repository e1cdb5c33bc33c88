"""Follow-up messages: what the bot sends after its first response, authorized by the interaction's token."""

from __future__ import annotations

from dataclasses import replace

from bot.playground.errors import ApiError
from bot.playground.interactions import Callback, Interaction, Interactions
from bot.playground.limits import TOKEN_LIFE
from bot.playground.messages import compose, revise
from bot.playground.validation import Files
from bot.playground.world import APPLICATION_ID, Flag, Json, Message, World


class FollowUps:
    """The webhook of an interaction, which works for fifteen minutes after the first response."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def _answered(self, application_id: str, token: str) -> Interaction:
        """Return the answered interaction with this token.

        Raises:
            ApiError: 10015 if there is none, 50027 if the token is older than fifteen minutes.
        """
        interaction = self._interactions.by_token(token)
        if application_id != APPLICATION_ID or interaction is None or interaction.callback is None:
            raise ApiError(10015)
        if self._world.clock.now() - interaction.created > TOKEN_LIFE:
            raise ApiError(50027)
        return interaction

    def post(self, application_id: str, token: str, body: Json, files: Files) -> Message:
        """Post a message; the first one after a deferred response replaces the loading message.

        Raises:
            ApiError: If the token or the body is invalid.
        """
        interaction = self._answered(application_id, token)
        original = self._world.messages.get(str(interaction.original))
        if interaction.callback is Callback.DEFERRED_MESSAGE and original is not None and original.loading:
            return self._edited(interaction, original, body, files)
        ephemeral = int(body.get("flags") or 0) & Flag.EPHEMERAL
        message = compose(
            self._world,
            interaction.channel_id,
            body,
            files,
            metadata=self._interactions.metadata(interaction),
            only_for=interaction.user_id if ephemeral else None,
        )
        return self._world.put(message)

    def get(self, application_id: str, token: str, message_id: str) -> Message:
        """Return a message of this interaction, by id or as `@original`.

        Raises:
            ApiError: If the token is invalid, or the interaction has no such message.
        """
        interaction = self._answered(application_id, token)
        wanted = interaction.original if message_id == "@original" else message_id
        message = self._world.messages.get(str(wanted))
        if message is None:
            raise ApiError(10008)
        is_follow_up = message.metadata is not None and message.metadata["id"] == interaction.id
        if not is_follow_up and message.id != interaction.original:
            raise ApiError(10008)
        return message

    def edit(self, application_id: str, token: str, message_id: str, body: Json, files: Files) -> Message:
        """Edit a message of this interaction; a loading message stops loading.

        Raises:
            ApiError: If the token or the body is invalid, or the interaction has no such message.
        """
        interaction, old = self._answered(application_id, token), self.get(application_id, token, message_id)
        return self._edited(interaction, old, body, files)

    def delete(self, application_id: str, token: str, message_id: str) -> None:
        """Delete a message of this interaction.

        Raises:
            ApiError: If the token is invalid, or the interaction has no such message.
        """
        self._world.delete(self.get(application_id, token, message_id).id)

    def _edited(self, interaction: Interaction, old: Message, body: Json, files: Files) -> Message:
        """Edit a message of this interaction; remember how the response looked once it had loaded."""
        edited = self._edit(old, body, files)
        if interaction.shown is None and edited.id == interaction.original:
            interaction.shown = edited
        return edited

    def _edit(self, old: Message, body: Json, files: Files) -> Message:
        if not old.loading:
            return self._world.put(revise(self._world, old, body, files))
        loaded = replace(old, flags=old.flags & ~Flag.LOADING)
        return self._world.put(replace(revise(self._world, loaded, body, files), edited=None))
