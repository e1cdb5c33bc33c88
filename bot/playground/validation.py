"""Validate request bodies: messages, embeds, autocomplete choices, modals and commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.playground.components import check_classic, check_modal, check_v2
from bot.playground.emojis import Emojis
from bot.playground.errors import ApiError, Problems
from bot.playground.limits import COUNTS, LENGTHS, Path, check_count, check_length
from bot.playground.objects import SIZE_LIMIT
from bot.playground.world import Flag, Json, walk

COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")

LEGACY_FIELDS = ("content", "embeds")
"""Fields that a Components V2 message must not have."""

Files = Mapping[int, tuple[str, bytes]]
"""Uploaded files: the number n of `files[n]` -> filename and content."""


def check_message(body: Json, files: Files, names: Iterable[str], emojis: Emojis) -> None:
    """Check a complete message.

    Args:
        body: All fields of the message, including those that an edit leaves unchanged.
        files: The uploaded files.
        names: The names of all attachments, uploaded or kept.
        emojis: The emojis of the application.

    Raises:
        ApiError: 50035 for invalid fields, 50006 for an empty message, 40005 for a file that is too large.
    """
    if any(len(content) > SIZE_LIMIT for _, content in files.values()):
        raise ApiError(40005)
    problems = Problems()
    names = frozenset(names)
    components = body.get("components") or []
    _attachments(body.get("attachments") or [], problems)
    _mentions(body.get("allowed_mentions") or {}, problems)
    if len(str(body.get("nonce", ""))) > LENGTHS["nonce"].most:
        check_length(str(body["nonce"]), "nonce", problems, ("nonce",))
    if int(body.get("flags") or 0) & Flag.COMPONENTS_V2:
        _no_legacy_fields(body, problems)
        check_v2(components, names, problems)
    else:
        check_length(body.get("content"), "content", problems, ("content",))
        check_embeds(body.get("embeds") or [], problems)
        check_classic(components, problems)
    emojis.check(walk(components), problems)
    problems.raise_any()
    filled = any(body.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll"))
    if not (filled or names):
        raise ApiError(50006)


def check_modal_response(modal: Json) -> None:
    """Check a modal sent as the response to an interaction.

    Raises:
        ApiError: 50035 for invalid fields.
    """
    problems = Problems()
    check_modal(modal, problems)
    problems.raise_any()


def check_choices(choices: Sequence[Json]) -> None:
    """Check the choices of an autocomplete response.

    Raises:
        ApiError: 50035 for invalid fields.
    """
    problems = Problems()
    _choices(choices, "autocomplete choices", problems, ("data", "choices"))
    problems.raise_any()


def check_commands(commands: Sequence[Json]) -> None:
    """Check all commands of an application.

    Raises:
        ApiError: 30032 for too many commands, 50035 for invalid fields.
    """
    if len(commands) > COUNTS["commands"].most:
        raise ApiError(30032)
    problems = Problems()
    names = [(command.get("type", 1), command.get("name")) for command in commands]
    for index, command in enumerate(commands):
        _command(command, problems, (index,))
        if names.count(names[index]) > 1:
            message = "Application command names must be unique"
            problems.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    problems.raise_any()


def check_embeds(embeds: Sequence[Json], problems: Problems) -> None:
    """Check the embeds of a message."""
    check_count(embeds, "embeds", problems, ("embeds",))
    for index, embed in enumerate(embeds):
        here: Path = ("embeds", index)
        check_length(embed.get("title"), "embed title", problems, (*here, "title"))
        check_length(embed.get("description"), "embed description", problems, (*here, "description"))
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        check_length(footer.get("text"), "embed footer", problems, (*here, "footer", "text"))
        check_length(author.get("name"), "embed author", problems, (*here, "author", "name"))
        fields = embed.get("fields") or []
        check_count(fields, "embed fields", problems, (*here, "fields"))
        for place, row in enumerate(fields):
            check_length(row.get("name"), "field name", problems, (*here, "fields", place, "name"))
            check_length(row.get("value"), "field value", problems, (*here, "fields", place, "value"))
    most = COUNTS["embed characters"].most
    if sum(map(_embed_size, embeds)) > most:
        message = f"Embed size exceeds maximum size of {most}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _embed_size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for row in embed.get("fields") or ():
        texts += [row.get("name"), row.get("value")]
    return sum(len(text) for text in texts if isinstance(text, str))


def _attachments(attachments: Sequence[Json], problems: Problems) -> None:
    check_count(attachments, "attachments", problems, ("attachments",))
    for index, attachment in enumerate(attachments):
        path: Path = ("attachments", index, "description")
        check_length(attachment.get("description"), "alt text", problems, path)


def _mentions(allowed: Json, problems: Problems) -> None:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _no_legacy_fields(body: Json, problems: Problems) -> None:
    for key in LEGACY_FIELDS:
        if body.get(key):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            problems.add((key,), code, f"The '{key}' field cannot be used with MessageFlags.IS_COMPONENTS_V2")


def _choices(choices: Sequence[Json], limit: str, problems: Problems, path: Path) -> None:
    check_count(choices, limit, problems, path)
    for index, choice in enumerate(choices):
        check_length(choice.get("name"), "choice name", problems, (*path, index, "name"))
        value = choice.get("value")
        if not isinstance(value, int | float):
            check_length(value, "choice value", problems, (*path, index, "value"))


def _command(command: Json, problems: Problems, path: Path) -> None:
    _name_and_description(command, problems, path)
    if command.get("type", 1) == 1:
        _options(command.get("options") or [], problems, (*path, "options"))
        if _command_size(command) > COUNTS["command characters"].most:
            problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _name_and_description(named: Json, problems: Problems, path: Path) -> None:
    """Check the name and description of a command or an option, in every language."""
    if named.get("type", 1) in {2, 3} and "description" not in named:
        return  # user and message commands have any name and no description
    _name(named.get("name"), problems, (*path, "name"))
    for locale, name in (named.get("name_localizations") or {}).items():
        _name(name, problems, (*path, "name_localizations", locale))
    check_length(named.get("description"), "command description", problems, (*path, "description"))
    for locale, text in (named.get("description_localizations") or {}).items():
        here = (*path, "description_localizations", locale)
        check_length(text, "command description", problems, here)


def _name(name: Any, problems: Problems, path: Path) -> None:
    check_length(name, "command name", problems, path)
    if isinstance(name, str) and (not COMMAND_NAME.fullmatch(name) or name != name.lower()):
        code = "APPLICATION_COMMAND_INVALID_NAME"
        problems.add(path, code, "Command name is invalid")


def _options(options: Sequence[Json], problems: Problems, path: Path) -> None:
    check_count(options, "command options", problems, path)
    names = [option.get("name") for option in options]
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, index)
        _name_and_description({**option, "type": 1}, problems, here)
        _choices(option.get("choices") or [], "command choices", problems, (*here, "choices"))
        if option.get("type") in {1, 2}:
            _options(option.get("options") or [], problems, (*here, "options"))
        elif option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            problems.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        if names.count(option.get("name")) > 1:
            message = "Option names must be unique"
            problems.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message)
        optional_seen |= option.get("type") not in {1, 2} and not option.get("required")


def _command_size(node: Json) -> int:
    """Count the characters of names, descriptions and values, each in its longest translation."""
    size = 0
    for key in ("name", "description"):
        texts = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        size += max(len(str(text)) for text in texts)
    for choice in node.get("choices") or ():
        size += len(str(choice.get("name"))) + len(str(choice.get("value")))
    return size + sum(map(_command_size, node.get("options") or ()))
