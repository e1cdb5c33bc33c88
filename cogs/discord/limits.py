"""Limits for people: which interactions are let in, how often, and which presses count."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import AppCommandOptionType, InteractionType, app_commands

from bot.rules.reasons import Refusal
from cogs.discord.page import OPTION_LIMIT

if TYPE_CHECKING:
    from datetime import datetime

    from cogs.discord.replies import Interaction

logger = logging.getLogger(__name__)

COSTLY: Final = {"costly": True}
"""The `extras` of a command that makes a long page or a picture only on request."""

KINDS: Final[Mapping[AppCommandOptionType, tuple[type, ...]]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.user: (discord.User, discord.Member),
    AppCommandOptionType.attachment: (discord.Attachment,),
}
"""What an option of each type holds."""

SUBCOMMAND: Final = AppCommandOptionType.subcommand.value
GROUP: Final = AppCommandOptionType.subcommand_group.value

MOST_PEOPLE: Final = 10_000
"""How many people an `Allowance` remembers; the one who asked longest ago is forgotten first."""

READING: Final = 2
"""What must be read, such as a bid, has to be in view this many times as long as a card to play."""

IN_A_ROW: Final = 4
"""A press counts in any case once this many times that long have passed since the last one."""


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
        """`allowance` is how often each person may ask for a costly page."""
        self._allowance = allowance
        self._logged: set[str] = set()
        """The names of the commands of other versions that have been logged."""

    def command_refused(self, interaction: Interaction) -> Refusal | None:
        """Return why a command or its autocomplete is refused, or `None`."""
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return self._unknown(interaction)
        if interaction.guild_id is None and not works_in_direct_messages(command):
            return Refusal("only_in_servers", "")
        given, parameters = dict(iter(interaction.namespace)), command.parameters
        is_typing = interaction.type is InteractionType.autocomplete
        needed = {each.display_name for each in parameters if each.required and not is_typing}
        if not needed <= given.keys() <= {each.display_name for each in parameters}:
            return self._unknown(interaction)
        refused = (undeclared(each, given.get(each.display_name), is_typing=is_typing) for each in parameters)
        costly = not is_typing and "costly" in command.extras
        return next(filter(None, refused), None) or (self._too_soon(interaction) if costly else None)

    def _unknown(self, interaction: Interaction) -> Refusal:
        """Return why a command is refused which another version of the bot has registered."""
        name = typed_name(interaction)
        if name not in self._logged:
            self._logged.add(name)
            logger.info("This version does not know /%s as Discord shows it", name)
        return Refusal("other_version", "")

    def control_refused(self, interaction: Interaction, *, private: bool, costly: bool) -> Refusal | None:
        """Return why the press of a control is refused, or `None`.

        Args:
            interaction: the press.
            private: whether no public message has the control.
            costly: whether each person may use it only so often.
        """
        if private and not is_private(interaction):
            return Refusal("not_yours", "")
        return self._too_soon(interaction) if costly else None

    def _too_soon(self, interaction: Interaction) -> Refusal | None:
        wait = self._allowance.take(interaction.user.id)
        return Refusal("too_soon", "", {"count": ceil(wait)}) if wait else None


class DoublePresses:
    """Knows when each person has last changed a table, or was asked whether to, by Discord's clock.

    The second of two presses falls on what has just taken the place of the control that was meant.
    """

    def __init__(self, apart: float) -> None:
        """`apart` is for how many seconds a card must be in view before a second press plays it."""
        self._apart = timedelta(seconds=apart)
        self._latest: dict[int, datetime] = {}

    def note(self, interaction: Interaction) -> None:
        """Note a press that has put other controls into a panel, and forget those of long ago."""
        now = interaction.created_at
        recent = {user: at for user, at in self._latest.items() if now - at < IN_A_ROW * self._apart}
        self._latest = {**recent, interaction.user.id: now}

    def is_double(self, interaction: Interaction, in_view: float, *, read: bool) -> bool:
        """Whether a press came too soon after such a one to mean what was shown since.

        Args:
            interaction: the press.
            in_view: for how many seconds the person has seen what was pressed.
            read: whether that must be read first.
        """
        latest = self._latest.get(interaction.user.id)
        if latest is None or (since := interaction.created_at - latest) >= IN_A_ROW * self._apart:
            return False
        return min(since.total_seconds(), in_view) < (READING if read else 1) * self._apart.total_seconds()


def undeclared(parameter: app_commands.Parameter, value: object, *, is_typing: bool) -> Refusal | None:
    """Return why a value is none that the option was declared to take, or `None`.

    Discord checks the same, but only in its own client. While a command is being typed, it does not.
    """
    is_text = parameter.type is AppCommandOptionType.string
    if value is None or (is_typing and not is_text):
        return None
    if is_text and len(str(value)) > (limit := int(parameter.max_value or OPTION_LIMIT)):
        return Refusal("too_long", "", {"count": limit})
    return None if is_typing or _is_declared(parameter, value) else Refusal("not_offered", "")


def _is_declared(parameter: app_commands.Parameter, value: object) -> bool:
    """Whether an option was declared to take a value, whose length is checked elsewhere."""
    is_flag = parameter.type is AppCommandOptionType.boolean
    if not isinstance(value, KINDS[parameter.type]) or isinstance(value, bool) is not is_flag:
        return False
    if isinstance(value, int) and not is_flag:
        least, most = parameter.min_value, parameter.max_value
        return (least is None or value >= least) and (most is None or value <= most)
    return not parameter.choices or value in [each.value for each in parameter.choices]


def typed_name(interaction: Interaction) -> str:
    """The name of a command with those of its subcommands, whether this version knows it or not."""
    part: Any = interaction.data
    names = [part["name"]]
    while (part := next(iter(part.get("options", ())), None)) and part["type"] in {SUBCOMMAND, GROUP}:
        names.append(part["name"])
    return " ".join(names)


def works_in_direct_messages(command: app_commands.Command[Any, ..., Any]) -> bool:
    """Whether a command is offered in direct messages."""
    contexts = (command.root_parent or command).allowed_contexts
    return contexts is not None and bool(contexts.dm_channel)


def is_private(interaction: Interaction) -> bool:
    """Whether the pressed message is one that only the acting person sees."""
    message = interaction.message
    if message is None or interaction.guild_id is None:
        return True
    asked = message.interaction_metadata
    return message.flags.ephemeral and (asked is None or asked.user.id == interaction.user.id)
