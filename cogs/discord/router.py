"""Which function answers which kind of control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from cogs.discord.replies import Interaction, apologize, reader, refuse, tell, thinking

if TYPE_CHECKING:
    from cogs.discord.limits import Admission
    from cogs.discord.people import People

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Kind(Protocol[T_co]):
    """What the router must know of a kind of control."""

    @property
    def kind(self) -> str:
        """The beginning of its custom_ids."""

    @property
    def verb(self) -> str:
        """What follows the table in them; `""` if the kind is not divided."""

    @property
    def private(self) -> bool:
        """Whether no public message has it."""

    @property
    def costly(self) -> bool:
        """Whether each person may use it only so often."""

    @property
    def read(self) -> Callable[[str], T_co | None]:
        """Reads the rest of a custom_id; `None` if no control of ours has such a rest."""


Handler: TypeAlias = Callable[[Interaction, Any], Awaitable[None]]


class ControlRouter:
    """Passes each press on to the handler of its kind."""

    def __init__(self, people: People, admission: Admission) -> None:
        self._people = people
        self._admission = admission
        self._kinds: dict[tuple[str, str], tuple[Kind[Any], Handler]] = {}

    def add(self, kind: Kind[T], handler: Callable[[Interaction, T], Awaitable[None]]) -> None:
        """Let a handler answer all controls of a kind.

        Args:
            kind: the kind.
            handler: answers a press, given what was read.
        """
        self._kinds[kind.kind, kind.verb] = kind, handler

    @property
    def answered(self) -> frozenset[tuple[str, str]]:
        """The kinds, with their verbs, that have a handler."""
        return frozenset(self._kinds)

    async def pressed(self, interaction: Interaction, kind: str, rest: str) -> None:
        """Answer a control. An unexpected error is logged under an id that the person is shown."""
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
