"""Slash commands as Discord's client offers them: flattened and localized, with their options validated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.playground.objects import member, permissions, user
from bot.playground.state import Json, State, User
from bot.playground.words import ENGLISH, say

SUBCOMMAND, STRING, INTEGER, BOOLEAN, USER, ATTACHMENT = 1, 3, 4, 5, 6, 11

TEXT_LIMIT: Final = 6000
"""Characters of a text for which an option declares no limit of its own."""

OPTION_KEYS: Final = (
    *("name", "shown", "description", "type", "required"),
    *("autocomplete", "choices", "min_value", "max_value", "max_length"),
)

FIRST: Final = {("help",): 0, ("tarock", "new"): 1}
"""Suggested before all others: Discord begins with what is used often, and this server is a newcomer's."""


class RefusedError(Exception):
    """An action that Discord's own client would not allow; `key` names its sentence in the table of words."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(say(ENGLISH, key, **facts))
        self.key, self.facts = key, facts

    def told(self, locale: str) -> str:
        """The reason, in the language of a reader."""
        return say(locale, self.key, **self.facts)


class Where(StrEnum):
    """Where a command is used: in the channel, or in the direct messages with the bot."""

    CHANNEL = "channel"
    DM = "dm"


@dataclass(frozen=True)
class Command:
    """A command or subcommand that can be sent, localized for one person.

    `path` has the names from the top level down, such as `("tarock", "new")`, and `shown` their translations.
    `options` are Discord's option objects with a localized `description`, and the localized name as `shown`.
    """

    id: str
    path: tuple[str, ...]
    shown: tuple[str, ...]
    description: str
    options: tuple[Json, ...]

    @property
    def typed(self) -> str:
        return f"/{' '.join(self.path)}"

    def json(self) -> Json:
        options = [{key: each[key] for key in OPTION_KEYS if key in each} for each in self.options]
        return {
            "path": list(self.path),
            "shown": " ".join(self.shown),
            "description": self.description,
            "options": options,
        }


def localized(source: Json, key: str, locale: str) -> str:
    """Return the name or description in a language, or the default if there is no translation."""
    return str((source.get(f"{key}_localizations") or {}).get(locale) or source.get(key) or "")


def commands_for(state: State, who: User, where: Where) -> list[Command]:
    """Return the commands a person can use there: first those of `FIRST`, the others sorted by name."""
    context = 0 if where is Where.CHANNEL else 1
    found = [
        leaf
        for command in state.commands
        if _offered(command, context) and _allowed(command, who)
        for leaf in _leaves(command, command["id"], (), (), who.locale)
    ]
    return sorted(found, key=lambda each: (FIRST.get(each.path, len(FIRST)), each.shown))


def _offered(command: Json, context: int) -> bool:
    contexts = command.get("contexts")
    return context in contexts if contexts is not None else command.get("dm_permission", True) or not context


def _allowed(command: Json, who: User) -> bool:
    """Whether a person has the permissions that a command needs; one that needs 0 is for administrators."""
    default = command.get("default_member_permissions")
    if default is None:
        return True
    needed = int(default)
    return int(permissions(who)) & needed == needed if needed else who.moderator


def _leaves(
    node: Json, command_id: str, path: tuple[str, ...], shown: tuple[str, ...], locale: str
) -> Iterator[Command]:
    path = (*path, node["name"])
    shown = (*shown, localized(node, "name", locale))
    options = node.get("options") or []
    inner = [each for each in options if each["type"] == SUBCOMMAND]
    for each in inner:
        yield from _leaves(each, command_id, path, shown, locale)
    if not inner:
        fields = tuple(_localized_option(each, locale) for each in options)
        yield Command(command_id, path, shown, localized(node, "description", locale), fields)


def _localized_option(option: Json, locale: str) -> Json:
    choices = [
        {"name": localized(choice, "name", locale), "value": choice["value"]}
        for choice in option.get("choices") or ()
    ]
    return {
        **option,
        "shown": localized(option, "name", locale),
        "description": localized(option, "description", locale),
        "choices": choices,
    }


def command_data(
    state: State, command: Command, given: Mapping[str, object], focused: str | None = None
) -> Json:
    """Build the `data` of a command interaction, or of an autocomplete interaction if `focused` is given.

    Args:
        state: Has the users and files named in options.
        command: The command.
        given: Option name -> value; `None` omits the option.
        focused: The option being autocompleted; the others may then be incomplete.

    Raises:
        RefusedError: An option is unknown or missing, or its value is of the wrong type.
    """
    by_name = {option["name"]: option for option in command.options}
    given = {name: value for name, value in given.items() if value is not None}
    if unknown := given.keys() - by_name.keys():
        raise RefusedError("refused.no_option", command=command.typed, option=min(unknown))
    missing = [name for name, each in by_name.items() if each.get("required") and given.get(name, "") == ""]
    if missing and focused is None:
        raise RefusedError("refused.required", option=by_name[missing[0]]["shown"])
    entries = [_entry(by_name[name], value, focused) for name, value in given.items()]
    data: Json = {"id": command.id, "name": command.path[0], "type": 1}
    inner = [{"name": name, "type": SUBCOMMAND, "options": entries} for name in command.path[1:]]
    data["options"] = inner or entries
    if any(each["type"] == ATTACHMENT and each["value"] not in state.uploads for each in entries):
        raise RefusedError("refused.no_upload")
    users = [str(each["value"]) for each in entries if each["type"] == USER and "focused" not in each]
    if users:
        data["resolved"] = _resolved(state, users)
    return data


def _entry(option: Json, value: object, focused: str | None) -> Json:
    entry: Json = {"name": option["name"], "type": option["type"]}
    if option["name"] == focused:
        return {**entry, "value": str(value), "focused": True}
    return {**entry, "value": _value(option, value, lenient=focused is not None)}


def _value(option: Json, value: object, *, lenient: bool) -> object:
    kind, choices = option["type"], option.get("choices") or ()
    parsed = _parsed(kind, value, option["shown"], lenient=lenient)
    if choices and not lenient and parsed not in [choice["value"] for choice in choices]:
        raise RefusedError("refused.not_a_choice", option=option["shown"], value=value)
    if kind == STRING and not lenient and len(str(parsed)) > option.get("max_length", TEXT_LIMIT):
        raise RefusedError("refused.too_long", option=option["shown"])
    if kind == INTEGER and isinstance(parsed, int) and not lenient:
        least, most = option.get("min_value", parsed), option.get("max_value", parsed)
        if not least <= parsed <= most:
            raise RefusedError("refused.out_of_range", option=option["shown"], value=value)
    return parsed


def _parsed(kind: int, value: object, name: str, *, lenient: bool) -> object:
    text = str(value)
    if kind == INTEGER:
        try:
            return int(text)
        except ValueError:
            if lenient:
                return text
            raise RefusedError("refused.not_a_number", option=name, value=text) from None
    if kind == BOOLEAN:
        if text.lower() not in {"true", "false"}:
            raise RefusedError("refused.not_true_or_false", option=name, value=text)
        return text.lower() == "true"
    return text


def _resolved(state: State, user_ids: list[str]) -> Json:
    resolved: Json = {"users": {}, "members": {}}
    for user_id in user_ids:
        if user_id not in state.users:
            raise RefusedError("refused.no_user", user=user_id)
        shape = member(state.users[user_id])
        partial = {key: value for key, value in shape.items() if key not in {"user", "deaf", "mute"}}
        resolved["users"][user_id] = user(state.users[user_id])
        resolved["members"][user_id] = {**partial, "permissions": "0"}
    return resolved


def find_command(state: State, who: User, where: Where, path: str) -> Command:
    """Find the command with a path such as `tarock new`.

    Raises:
        RefusedError: This person cannot use it there.
    """
    wanted = tuple(path.removeprefix("/").split())
    for command in commands_for(state, who, where):
        if command.path == wanted:
            return command
    raise RefusedError("refused.no_command", command=f"/{' '.join(wanted)}")
