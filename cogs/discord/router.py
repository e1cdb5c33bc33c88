"""The router, which passes each press of a control on to the handler of its kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, Generic, TypeVar

import discord

from bot.tables import Suspended, Table
from cogs.discord.limits import Admission
from cogs.discord.people import People
from cogs.discord.replies import Interaction, apologize, reader, refuse, tell, thinking

T = TypeVar("T")


class Trait(Flag):
    PLAIN = 0
    PRIVATE = auto()
    """Only private messages have it: what it shows is for one person."""
    COSTLY = auto()
    """It makes a long page or a picture, so each person may use it only so often."""
    NEEDS_SERVER = auto()
    """What it shows belongs to a server."""
    LASTING = auto()
    """It is about a finished deal, and stays when the other controls of a message go."""
    EVERYBODY = auto()
    """Those may use it, too, whom the operator has excluded."""


@dataclass(frozen=True)
class ControlKind(Generic[T]):
    """A kind of button or list, or one verb of a kind."""

    kind: str
    """The first part of its custom_ids."""
    read: Callable[[str], T | None]
    """Reads what follows the kind in a custom_id; `None` if the bot never writes that."""
    traits: Trait = Trait.PLAIN
    verb: str = ""
    """Follows the table in the ids of the controls of a table; `""` for all others."""

    def id(self, *parts: object) -> str:
        return ":".join(map(str, (self.kind, *parts)))

    def at(self, table: Table | Suspended) -> str:
        return self.id(table.id, self.verb)


Handler = Callable[[Interaction, Any], Awaitable[None]]


class ControlRouter:
    def __init__(self, people: People, admission: Admission) -> None:
        self._people = people
        self._admission = admission
        self._kinds: dict[tuple[str, str], tuple[ControlKind[Any], Handler]] = {}

    def add(self, kind: ControlKind[T], handler: Callable[[Interaction, T], Awaitable[None]]) -> None:
        self._kinds[kind.kind, kind.verb] = kind, handler

    @property
    def answered(self) -> frozenset[tuple[str, str]]:
        return frozenset(self._kinds)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer an interaction if it is the press of a control.

        The control may be from before a restart. Or an edit may have taken it from its message just before
        the press arrived, so that discord.py finds no view for it. An unexpected error is logged under an id
        that the person is shown.
        """
        if interaction.type is not discord.InteractionType.component:
            return
        try:
            data: Any = interaction.data
            kind, _, rest = data["custom_id"].partition(":")
            verb = rest.partition(":")[2]
            meant, handle = self._kinds.get((kind, verb)) or self._kinds.get((kind, "")) or (None, None)
            for_everybody = meant is not None and Trait.EVERYBODY in meant.traits
            if not for_everybody and (refusal := self._admission.exclusion(interaction)):
                await refuse(interaction, refusal)
                return
            async with thinking(interaction):
                await self._people.met(interaction.user, str(interaction.locale))
            control = meant.read(rest) if meant else None
            if meant is None or handle is None or control is None:
                await tell(interaction, reader(interaction)("error.older_version"))
                return
            private, costly = Trait.PRIVATE in meant.traits, Trait.COSTLY in meant.traits
            needs_server = Trait.NEEDS_SERVER in meant.traits
            if refusal := self._admission.control_refused(
                interaction, private=private, costly=costly, needs_server=needs_server
            ):
                await refuse(interaction, refusal)
            else:
                await handle(interaction, control)
        except Exception as error:  # noqa: BLE001 - the press of one person must not end the bot
            await apologize(interaction, error)
