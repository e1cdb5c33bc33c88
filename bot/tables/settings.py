"""The settings of a table, a row each, and the waiting times that the operator has set for all tables.

The host changes settings in the lobby. The lobby, `/tarock new` and `/settings` follow from the rows. A new
setting needs its row here, its words in each language, a column of `tables` and `servers` with a field of
`TableRow` and `Server`, and the code that reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.computers.players import Strength


class Pace(StrEnum):
    """How long a table waits for a person who is asked."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"
    SLOW = "slow"
    NONE = "none"


class Hints(StrEnum):
    """When a player may ask what a computer would do."""

    ALONE = "alone"
    """While no other person plays at the table, or has left a seat to a computer."""
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What the host of a table has chosen: a field is the row of a setting.

    The type of a field has all values of the setting. Its metadata give the name of its option of
    `/tarock new` if that differs.
    """

    pace: Pace = Pace.RELAXED
    strength: Strength = field(default=Strength.STEADY, metadata={"option": "computers"})
    """Of computers without a strength of their own, and of those that sit in for people."""
    locale: str = field(default="en", metadata={"option": "language"})
    """The language of the public messages, as a Discord locale or as that of a catalogue."""
    hints: Hints = Hints.ALONE

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> TableSettings:
        """Return the settings named in `values`; one that is missing or empty has its default.

        Raises:
            ValueError: A setting has no such value.
        """
        return cls().with_values(**{name: values[name] for name in SETTINGS if values.get(name)})

    def with_values(self, **values: str) -> TableSettings:
        """Return the settings with other values; raise `ValueError` if a setting has no such value."""
        typed: dict[str, Any] = {name: SETTINGS[name].kind(value) for name, value in values.items()}
        return replace(self, **typed)


class Setting(NamedTuple):
    """The row of a setting. The keys of its words begin with its name: `pace.line`, `pace.slow`."""

    name: str
    default: str
    option: str
    """The option of `/tarock new`: `computers` has the words `command.new.computers.name`."""

    @property
    def kind(self) -> type[str]:
        """The enumeration of its values; `str` for the language, whose values are the catalogues."""
        return type(self.default)

    @property
    def values(self) -> tuple[str, ...]:
        """All values; none for the language."""
        return tuple(self.kind) if issubclass(self.kind, StrEnum) else ()


SETTINGS: Mapping[str, Setting] = {
    row.name: Setting(row.name, getattr(TableSettings(), row.name), row.metadata.get("option", row.name))
    for row in fields(TableSettings)
}


class Limits(NamedTuple):
    """The times of a pace in seconds, from the beginning of a turn on."""

    remind: int
    play: int | None
    """When the computer plays the turn; `None` if the others at the table decide that."""


Paces = Mapping[Pace, Limits]
"""The limits of each pace that has any."""


class Times(NamedTuple):
    """How long a table may be idle, in seconds; `None` for no limit."""

    lobby: float | None = None
    """Until a lobby ends."""
    sleep: float | None = None
    """Until a game falls asleep."""
    close: float | None = None
    """Until a table that is asleep ends."""


class Terms(NamedTuple):
    """What the operator has set for all tables; without settings no time ever ends."""

    paces: Paces = MappingProxyType({})
    offer_seconds: float = inf
    """How long an offer lasts at every pace but the slow one."""
    times: Times = Times()
    computers_think: bool = False
    """Whether computers of any strength but *quick* play as such: they need processes to think in."""
