"""Which function answers which kind of control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from cogs.delivery.replies import Interaction, apologize, reader, tell

if TYPE_CHECKING:
    from cogs.delivery.people import People

Handler: TypeAlias = Callable[[Interaction, str], Awaitable[None]]
"""Answers a control, given the rest of its custom_id."""


class ControlRouter:
    """Passes each press on to the handler of its kind."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._handlers: dict[str, Handler] = {}

    def add(self, kind: str, handler: Handler) -> None:
        """Let a handler answer all controls of a kind."""
        self._handlers[kind] = handler

    async def pressed(self, interaction: Interaction, kind: str, rest: str) -> None:
        """Answer a control. An unexpected error is logged under an id that the person is shown."""
        try:
            await self._people.met(interaction.user.id, str(interaction.locale))
            if handler := self._handlers.get(kind):
                await handler(interaction, rest)
            else:
                await tell(interaction, reader(interaction)("error.older_version"))
        except Exception as error:  # noqa: BLE001 - the press of one person must not end the bot
            await apologize(interaction, error)
