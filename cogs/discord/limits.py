"""Which interactions are refused before any work is done: how often people may ask, and double presses."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

import discord
from discord import AppCommandOptionType, InteractionType, app_commands

from bot.rules.reasons import Refusal
from cogs.discord.budget import loop_time
from cogs.discord.chat import Chat, chat_of, is_in_server
from cogs.discord.page import OPTION_LIMIT
from cogs.discord.replies import Interaction

logger = logging.getLogger(__name__)

COSTLY_COMMAND = {"costly": True}
"""The `extras` of a command that makes a long page or a picture."""

OWN_TABLE = {"own_table": True}
"""The `extras` of a command that acts at the person's own table."""

NEEDS_SERVER = {"needs_server": True}
"""The `extras` of a subcommand that works only in servers, unlike others of its group."""
FOR_EVERYBODY = {"everybody": True}
"""The `extras` of a command that those may use, too, whom the operator has excluded."""

UNKNOWN_CONTACT = "</about>"
"""What excluded people are referred to if the operator has not set CONTACT."""

KINDS: Mapping[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.user: (discord.User, discord.Member),
    AppCommandOptionType.attachment: (discord.Attachment,),
}
"""The Python types of the values of each type of option."""

SUBCOMMAND = AppCommandOptionType.subcommand.value
GROUP = AppCommandOptionType.subcommand_group.value

MOST_PEOPLE = 10_000
"""How many people an `Allowance` remembers; the one who has not asked for longest is forgotten first."""

READING = 2
"""Factor of the time in view for controls that must be read, such as bids."""

SINGLE = 4
"""Factor of the time after which a press is never a double one."""


class Allowance:
    """How often each person may ask: a token bucket of `burst` tokens, one more every `interval` seconds."""

    def __init__(self, burst: int, interval: float) -> None:
        self._interval = interval
        self._slack = interval * (burst - 1)
        self._next: OrderedDict[int, float] = OrderedDict()
        """When each person's bucket will be full, in seconds of the event loop."""

    def take(self, user_id: int) -> float:
        """Take a token and return 0; without a token, return the seconds until there is one."""
        now = loop_time()
        turn = max(self._next.pop(user_id, now), now)
        wait = max(turn - now - self._slack, 0.0)
        self._next[user_id] = turn if wait else turn + self._interval
        if len(self._next) > MOST_PEOPLE:
            self._next.popitem(last=False)
        return wait


class Admission:
    def __init__(self, allowance: Allowance, contact: str = "") -> None:
        """Make the checks; no one is excluded yet.

        Args:
            allowance: limits the costly pages.
            contact: how to reach the operator, who can exclude people and servers.
        """
        self._excluded: Container[int] = ()
        self._allowance = allowance
        self._contact = contact or UNKNOWN_CONTACT
        self._logged: set[str] = set()
        """The unknown commands that were logged."""

    def exclude(self, ids: Container[int]) -> None:
        """Refuse from now on these people and what is done in these servers, and no others."""
        self._excluded = ids

    def command_refused(self, interaction: Interaction) -> Refusal | None:
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return self._unknown(interaction)
        if "everybody" not in command.extras and (refusal := self.exclusion(interaction)):
            return refusal
        if not is_in_server(interaction) and not works_in_direct_messages(command):
            return Refusal("only_in_servers", "")
        given, parameters = dict(iter(interaction.namespace)), command.parameters
        is_typing = interaction.type is InteractionType.autocomplete
        needed = {each.display_name for each in parameters if each.required and not is_typing}
        if not needed <= given.keys() <= {each.display_name for each in parameters}:
            return self._unknown(interaction)
        refused = (undeclared(each, given.get(each.display_name), is_typing=is_typing) for each in parameters)
        costly = not is_typing and "costly" in command.extras
        return next(filter(None, refused), None) or (self._too_soon(interaction) if costly else None)

    def exclusion(self, interaction: Interaction) -> Refusal | None:
        """Refuse everything that an excluded person does, or that is done in an excluded server."""
        for each, code in ((interaction.user.id, "excluded"), (interaction.guild_id, "server_excluded")):
            if each in self._excluded:
                return Refusal(code, "", {"contact": self._contact})
        return None

    def _unknown(self, interaction: Interaction) -> Refusal:
        """Refuse a command of another version of the bot, and log it once."""
        name = typed_name(interaction)
        if name not in self._logged:
            self._logged.add(name)
            logger.info("This version does not know /%s as Discord shows it", name)
        return Refusal("other_version", "")

    def control_refused(
        self, interaction: Interaction, *, private: bool, costly: bool, needs_server: bool = False
    ) -> Refusal | None:
        """Check a press; `private`, `costly` and `needs_server` as for `Trait`."""
        if needs_server and not is_in_server(interaction):
            return Refusal("only_in_servers", "")
        if private and not is_private(interaction):
            return Refusal("not_yours", "")
        return self._too_soon(interaction) if costly else None

    def _too_soon(self, interaction: Interaction) -> Refusal | None:
        wait = self._allowance.take(interaction.user.id)
        return Refusal("too_soon", "", {"count": ceil(wait)}) if wait else None


class Pressed(NamedTuple):
    """A press that has changed the controls of a message."""

    at: datetime
    """By Discord's clock."""
    message_id: int | None
    place: tuple[int, int] | None
    """Where the control was, counted from the last row and from its first control."""


class DoublePresses:
    """Recognizes the second of two quick presses, which hits the control that has replaced the one meant."""

    def __init__(self, apart: float) -> None:
        """`apart` is how many seconds a card must be in view before a second press plays it."""
        self._apart = timedelta(seconds=apart)
        self._latest: dict[int, Pressed] = {}
        """The last press of each person."""

    def note(self, interaction: Interaction) -> None:
        """Note a press that has changed the controls of a panel, and forget old ones."""
        now = pressed_by(interaction)
        recent = {
            user: each for user, each in self._latest.items() if now.at - each.at < SINGLE * self._apart
        }
        self._latest = {**recent, interaction.user.id: now}

    def is_double(self, interaction: Interaction, in_view: float, *, read: bool) -> bool:
        """Whether a press came too soon after the last one, in the same place of the same message.

        Places in different messages cannot be compared: there only the time counts.

        Args:
            interaction: the press.
            in_view: for how many seconds the pressed control has been in view.
            read: whether it must be read first.
        """
        latest, now = self._latest.get(interaction.user.id), pressed_by(interaction)
        if latest is None or (since := now.at - latest.at) >= SINGLE * self._apart:
            return False
        if latest.message_id == now.message_id and latest.place != now.place:
            return False
        return min(since.total_seconds(), in_view) < (READING if read else 1) * self._apart.total_seconds()


def rows_of(components: Iterable[object]) -> Iterator[discord.ActionRow]:
    """The rows of controls among components, also those in containers."""
    for each in components:
        if isinstance(each, discord.ActionRow):
            yield each
        elif isinstance(each, discord.Container):
            yield from rows_of(each.children)


def pressed_by(interaction: Interaction) -> Pressed:
    """When and where an interaction pressed a control."""
    message, data = interaction.message, dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    rows = list(rows_of(message.components)) if message else []
    places = (
        (number, column)
        for number, row in enumerate(reversed(rows))
        for column, each in enumerate(row.children)
        if each.custom_id == custom_id
    )
    return Pressed(interaction.created_at, message.id if message else None, next(places, None))


def undeclared(parameter: app_commands.Parameter, value: object, *, is_typing: bool) -> Refusal | None:
    """Refuse a value that an option was not declared to take.

    Discord checks that only in its own client, and not while a command is being typed.
    """
    is_text = parameter.type is AppCommandOptionType.string
    if value is None or (is_typing and not is_text):
        return None
    if is_text and len(str(value)) > (limit := int(parameter.max_value or OPTION_LIMIT)):
        return Refusal("too_long", "", {"count": limit})
    return None if is_typing or _is_declared(parameter, value) else Refusal("not_offered", "")


def _is_declared(parameter: app_commands.Parameter, value: object) -> bool:
    is_flag = parameter.type is AppCommandOptionType.boolean
    if not isinstance(value, KINDS[parameter.type]) or isinstance(value, bool) is not is_flag:
        return False
    if isinstance(value, int) and not is_flag:
        least, most = parameter.min_value, parameter.max_value
        return (least is None or value >= least) and (most is None or value <= most)
    return not parameter.choices or value in [each.value for each in parameter.choices]


def typed_name(interaction: Interaction) -> str:
    """The full name of a command, also of one that this version does not know."""
    part: Any = interaction.data
    names = [part["name"]]
    while (part := next(iter(part.get("options", ())), None)) and part["type"] in {SUBCOMMAND, GROUP}:
        names.append(part["name"])
    return " ".join(names)


def works_in_direct_messages(command: app_commands.Command[Any, ..., Any]) -> bool:
    """Whether it works there, and in all other chats outside the servers of the bot."""
    if "needs_server" in command.extras:
        return False
    contexts = (command.root_parent or command).allowed_contexts
    return contexts is not None and bool(contexts.dm_channel)


def is_private(interaction: Interaction) -> bool:
    """Whether only the acting person sees the pressed message."""
    message = interaction.message
    if message is None or chat_of(interaction) is Chat.DIRECT:
        return True
    asked = message.interaction_metadata
    return message.flags.ephemeral and (asked is None or asked.user.id == interaction.user.id)
