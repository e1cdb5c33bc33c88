"""Which interactions are let in: texts as declared, controls in their place, costly pages not too often."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from math import ceil
from typing import TYPE_CHECKING, Final

from discord import AppCommandOptionType, InteractionType, app_commands

from bot.rules.reasons import Refusal
from cogs.pages.custom_ids import COSTLY_CONTROLS, PRIVATE_CONTROLS, is_among
from cogs.pages.page import OPTION_LIMIT

if TYPE_CHECKING:
    from cogs.delivery.replies import Interaction

COSTLY: Final = {"costly": True}
"""The `extras` of a command that makes a long page or a picture only on request."""

MOST_PEOPLE: Final = 10_000
"""How many people an `Allowance` remembers; the one who asked longest ago is forgotten first."""


class Allowance:
    """How often each person may ask: a token bucket of `burst` tokens, one more every `interval` seconds."""

    def __init__(self, burst: int, interval: float) -> None:
        self._interval = interval
        self._slack = interval * (burst - 1)
        self._next: OrderedDict[int, float] = OrderedDict()
        """When each person's bucket is full again, in seconds of the event loop."""

    def take(self, user_id: int) -> float:
        """Take a token. Returns 0, or the seconds until there is one, and then takes none."""
        now = asyncio.get_running_loop().time()
        turn = max(self._next.pop(user_id, now), now)
        wait = max(turn - now - self._slack, 0.0)
        self._next[user_id] = turn if wait else turn + self._interval
        if len(self._next) > MOST_PEOPLE:
            self._next.popitem(last=False)
        return wait


class Admission:
    """Says why an interaction is refused before any work is done for it."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance

    def command_refused(self, interaction: Interaction) -> Refusal | None:
        """Return why a command or its autocomplete is refused, or `None`."""
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return None
        given = ((each, getattr(interaction.namespace, each.display_name)) for each in command.parameters)
        is_typing = interaction.type is InteractionType.autocomplete
        refused = (_undeclared(each, value, is_typing=is_typing) for each, value in given)
        costly = not is_typing and "costly" in command.extras
        return next(filter(None, refused), None) or (self._too_soon(interaction) if costly else None)

    def control_refused(self, interaction: Interaction, kind: str, rest: str) -> Refusal | None:
        """Return why the press of a control is refused, or `None`."""
        if is_among(PRIVATE_CONTROLS, kind, rest) and not is_private(interaction):
            return Refusal("not_yours", "")
        return self._too_soon(interaction) if is_among(COSTLY_CONTROLS, kind, rest) else None

    def _too_soon(self, interaction: Interaction) -> Refusal | None:
        wait = self._allowance.take(interaction.user.id)
        return Refusal("too_soon", "", {"count": ceil(wait)}) if wait else None


def _undeclared(parameter: app_commands.Parameter, value: object, *, is_typing: bool) -> Refusal | None:
    """Return why a value is none that the option was declared to take, or `None`.

    Discord checks the same, but only in its own client.
    """
    if value is None or parameter.type is not AppCommandOptionType.string:
        return None
    if len(str(value)) > (limit := int(parameter.max_value or OPTION_LIMIT)):
        return Refusal("too_long", "", {"count": limit})
    if parameter.choices and not is_typing and value not in [each.value for each in parameter.choices]:
        return Refusal("not_offered", "")
    return None


def is_private(interaction: Interaction) -> bool:
    """Whether the pressed message is one that only the acting person sees."""
    message = interaction.message
    if message is None or interaction.guild_id is None:
        return True
    asked = message.interaction_metadata
    return message.flags.ephemeral and (asked is None or asked.user.id == interaction.user.id)
