"""Which function answers which kind of control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from cogs.discord.replies import Interaction, apologize, reader, refuse, tell, thinking

if TYPE_CHECKING:
    from cogs.discord.limits import Admission
    from cogs.discord.people import People

T = TypeVar("T")
Reader: TypeAlias = Callable[[str], Any]
Handler: TypeAlias = Callable[[Interaction, Any], Awaitable[None]]


class ControlRouter:
    """Passes each press on to the handler of its kind."""

    def __init__(self, people: People, admission: Admission) -> None:
        self._people = people
        self._admission = admission
        self._kinds: dict[str, tuple[Reader, Handler]] = {}

    def add(
        self, kind: str, read: Callable[[str], T | None], handler: Callable[[Interaction, T], Awaitable[None]]
    ) -> None:
        """Let a handler answer all controls of a kind.

        Args:
            kind: the kind.
            read: reads the rest of the custom_id; `None` if no control of ours has such a rest.
            handler: answers a press, given what was read.
        """
        self._kinds[kind] = read, handler

    async def pressed(self, interaction: Interaction, kind: str, rest: str) -> None:
        """Answer a control. An unexpected error is logged under an id that the person is shown."""
        try:
            async with thinking(interaction):
                await self._people.met(interaction.user, str(interaction.locale))
            read, handle = self._kinds.get(kind, (None, None))
            control = read(rest) if read else None
            if handle is None or control is None:
                await tell(interaction, reader(interaction)("error.older_version"))
            elif refusal := self._admission.control_refused(interaction, kind, rest):
                await refuse(interaction, refusal)
            else:
                await handle(interaction, control)
        except Exception as error:  # noqa: BLE001 - the press of one person must not end the bot
            await apologize(interaction, error)
