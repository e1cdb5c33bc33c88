"""The router, which passes each press of a control on to the handler of its kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from cogs.discord.limits import Admission
from cogs.discord.people import People
from cogs.discord.replies import Interaction, apologize, reader, refuse, tell, thinking

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Readable(Protocol[T_co]):
    """A kind of control."""

    @property
    def kind(self) -> str:
        """The first part of its custom_ids."""

    @property
    def verb(self) -> str:
        """The part after the table; `""` for none."""

    @property
    def private(self) -> bool:
        """Whether only private messages have it."""

    @property
    def costly(self) -> bool:
        """Whether the number of presses is limited for each person."""

    @property
    def read(self) -> Callable[[str], T_co | None]:
        """Parses the rest of a custom_id; returns `None` if it is malformed."""


Handler = Callable[[Interaction, Any], Awaitable[None]]


class ControlRouter:
    def __init__(self, people: People, admission: Admission) -> None:
        self._people = people
        self._admission = admission
        self._kinds: dict[tuple[str, str], tuple[Readable[Any], Handler]] = {}

    def add(self, kind: Readable[T], handler: Callable[[Interaction, T], Awaitable[None]]) -> None:
        self._kinds[kind.kind, kind.verb] = kind, handler

    @property
    def answered(self) -> frozenset[tuple[str, str]]:
        return frozenset(self._kinds)

    async def pressed(self, interaction: Interaction, kind: str, rest: str) -> None:
        """Answer a press. An unexpected error is logged under an id that the person is shown."""
        try:
            async with thinking(interaction):
                await self._people.met(interaction.user, str(interaction.locale))
            verb = rest.partition(":")[2]
            meant, handle = self._kinds.get((kind, verb)) or self._kinds.get((kind, "")) or (None, None)
            control = meant.read(rest) if meant else None
            if meant is None or handle is None or control is None:
                await tell(interaction, reader(interaction)("error.older_version"))
            elif refusal := self._admission.control_refused(
                interaction, private=meant.private, costly=meant.costly
            ):
                await refuse(interaction, refusal)
            else:
                await handle(interaction, control)
        except Exception as error:  # noqa: BLE001 - the press of one person must not end the bot
            await apologize(interaction, error)
