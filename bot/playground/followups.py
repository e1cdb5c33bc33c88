"""What the bot says after its first answer, with the interaction's token as its key."""

from __future__ import annotations

from dataclasses import replace

from bot.playground.errors import ApiError
from bot.playground.interactions import Callback, Interaction, Interactions
from bot.playground.limits import TOKEN_LIFE, Files
from bot.playground.messages import compose, revise
from bot.playground.world import APPLICATION_ID, Flag, Json, Message, World


class FollowUps:
    """The webhook that every answered interaction is for fifteen minutes."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def _living(self, application_id: str, token: str) -> Interaction:
        """The answered interaction with this token.

        Raises:
            ApiError: 10015 if there is none, 50027 if the token is older than fifteen minutes.
        """
        interaction = self._interactions.by_token(token)
        if application_id != APPLICATION_ID or interaction is None or interaction.callback is None:
            raise ApiError(10015)
        if self._world.clock.now() - interaction.born > TOKEN_LIFE:
            raise ApiError(50027)
        return interaction

    def post(self, application_id: str, token: str, body: Json, files: Files) -> Message:
        """A further message; the first one after "thinking" takes the place of that.

        Raises:
            ApiError: If the token or the body does not serve.
        """
        interaction = self._living(application_id, token)
        original = self._world.messages.get(str(interaction.original))
        if interaction.callback is Callback.THINKING and original is not None and original.loading:
            return self._edit(original, body, files)
        private = int(body.get("flags") or 0) & Flag.EPHEMERAL
        message = compose(
            self._world,
            interaction.channel_id,
            body,
            files,
            origin=self._interactions.origin(interaction),
            only_for=interaction.user_id if private else None,
        )
        return self._world.put(message)

    def get(self, application_id: str, token: str, message_id: str) -> Message:
        """A message of this interaction, by id or as `@original`.

        Raises:
            ApiError: If the token does not serve or the message is not the interaction's.
        """
        interaction = self._living(application_id, token)
        wanted = interaction.original if message_id == "@original" else message_id
        message = self._world.messages.get(str(wanted))
        if message is None:
            raise ApiError(10008)
        ours = message.origin is not None and message.origin["id"] == interaction.id
        if not ours and message.id != interaction.original:
            raise ApiError(10008)
        return message

    def edit(self, application_id: str, token: str, message_id: str, body: Json, files: Files) -> Message:
        """Edit a message of this interaction; "thinking" ends.

        Raises:
            ApiError: If the token or the body does not serve or the message is not there.
        """
        return self._edit(self.get(application_id, token, message_id), body, files)

    def delete(self, application_id: str, token: str, message_id: str) -> None:
        """Delete a message of this interaction.

        Raises:
            ApiError: If the token does not serve or the message is not there.
        """
        self._world.delete(self.get(application_id, token, message_id).id)

    def _edit(self, old: Message, body: Json, files: Files) -> Message:
        if not old.loading:
            return self._world.put(revise(self._world, old, body, files))
        thought = replace(old, flags=old.flags & ~Flag.LOADING)
        return self._world.put(replace(revise(self._world, thought, body, files), edited=None))
