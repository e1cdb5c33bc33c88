"""Checks of request bodies against Discord's rules and limits.

Covered are the kinds of components and commands that a bot here may use; every other kind is refused.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.playground.errors import ApiError, Problems
from bot.playground.state import ChannelKind, Flag, Json, walk

Path = tuple[str | int, ...]
"""The keys and indices that lead to a field of a request body."""

Files = Mapping[int, tuple[str, bytes]]
"""Uploaded files: the number n of `files[n]` -> filename and content."""

FILE_LIMIT: Final = 10 * 1024 * 1024
EMOJI_LIMIT: Final = 256 * 1024

LENGTHS: Final[Mapping[str, tuple[int, int]]] = {
    "content": (0, 2000),
    "custom_id": (1, 100),
    "button label": (0, 80),
    "placeholder": (0, 150),
    "option label": (1, 100),
    "option value": (1, 100),
    "option description": (0, 100),
    "text display": (1, 4000),
    "alt text": (0, 1024),
    "choice name": (1, 100),
    "choice value": (1, 100),
    "command name": (1, 32),
    "command description": (1, 100),
    "nonce": (0, 25),
    "thread name": (1, 100),
    "emoji name": (2, 32),
}

COUNTS: Final[Mapping[str, tuple[int, int]]] = {
    "rows": (0, 5),
    "buttons in a row": (1, 5),
    "select options": (1, 25),
    "components": (0, 40),
    "gallery items": (1, 10),
    "attachments": (0, 10),
    "autocomplete choices": (0, 25),
    "command choices": (0, 25),
    "command options": (0, 25),
}

V2_CHARACTERS: Final = 4000
COMMAND_CHARACTERS: Final = 8000
MOST_COMMANDS: Final = 100
ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)

ROW, BUTTON, SELECT, CHANNEL_SELECT, TEXT, GALLERY, CONTAINER = 1, 2, 3, 8, 10, 12, 17
IN_CONTAINER: Final = frozenset({ROW, TEXT, GALLERY})
TOP: Final = IN_CONTAINER | {CONTAINER}
IN_ROW: Final = frozenset({BUTTON, SELECT, CHANNEL_SELECT})
BUTTON_STYLES: Final = (1, 2, 3, 4)

COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")
EMOJI_NAME: Final = re.compile(r"\w+", re.ASCII)
IMAGE: Final = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.*)", re.DOTALL)
SIGNATURES: Final = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}


def check_length(value: Any, limit: str, problems: Problems, path: Path) -> None:
    """Add a problem if the value is not a string within its limit; `None` counts as empty."""
    least, most = LENGTHS[limit]
    if value is None:
        if least:
            problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
    elif not isinstance(value, str):
        problems.add(path, "STRING_TYPE_CONVERT", "Must be a string.")
    elif not least and len(value) > most:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    elif not least <= len(value) <= most:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def check_count(entries: Sequence[Any], limit: str, problems: Problems, path: Path) -> None:
    least, most = COUNTS[limit]
    if not least <= len(entries) <= most:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def _check_texts(part: Json, problems: Problems, path: Path, **limits: str) -> None:
    for key, limit in limits.items():
        check_length(part.get(key), limit, problems, (*path, key))


def check_message(body: Json, files: Files, names: Iterable[str], emojis: Container[str]) -> None:
    """Check a complete message, with the fields that an edit leaves unchanged.

    `names` has the names of all attachments, uploaded or kept, `emojis` the ids of the application's emojis.

    Raises:
        ApiError: 50035 for invalid fields, 50006 for an empty message, 40005 for a file that is too large.
    """
    if any(len(content) > FILE_LIMIT for _, content in files.values()):
        raise ApiError(40005)
    problems, names = Problems(), frozenset(names)
    components = body.get("components") or []
    _attachments(body.get("attachments") or [], problems)
    _allowed_mentions(body.get("allowed_mentions") or {}, problems)
    check_length(str(body.get("nonce", "")), "nonce", problems, ("nonce",))
    if body.get("embeds"):
        problems.add(("embeds",), "BASE_TYPE_CHOICES", "The playground has no embeds.")
    if int(body.get("flags") or 0) & Flag.COMPONENTS_V2:
        _check_v2(body, components, names, problems)
    else:
        check_length(body.get("content"), "content", problems, ("content",))
        check_count(components, "rows", problems, ("components",))
        _check_each(components, frozenset({ROW}), problems, ("components",))
    _unique_ids(components, problems)
    _existing_emojis(components, emojis, problems)
    problems.raise_any()
    if not (body.get("content") or components or names):
        raise ApiError(50006)


def _attachments(attachments: Sequence[Json], problems: Problems) -> None:
    check_count(attachments, "attachments", problems, ("attachments",))
    for index, attachment in enumerate(attachments):
        _check_texts(attachment, problems, ("attachments", index), description="alt text")


def _allowed_mentions(allowed: Json, problems: Problems) -> None:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _check_v2(body: Json, components: Sequence[Json], files: Container[str], problems: Problems) -> None:
    """Check what is special about a Components V2 message; `files` holds the names of its attachments."""
    if body.get("content"):
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        message = "The 'content' field cannot be used with MessageFlags.IS_COMPONENTS_V2"
        problems.add(("content",), code, message)
    everything = tuple(walk(components))
    check_count(everything, "components", problems, ("components",))
    if sum(len(str(part.get("content", ""))) for part in everything) > V2_CHARACTERS:
        message = f"Total text exceeds {V2_CHARACTERS}"
        problems.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    _check_each(components, TOP, problems, ("components",))
    for address in media_urls(components):
        if address.startswith("attachment://") and address.removeprefix("attachment://") not in files:
            message = f"No attachment for {address}"
            problems.add(("components",), "INVALID_ATTACHMENT_REFERENCE", message)


def media_urls(components: Iterable[Json]) -> list[str]:
    media = [item.get("media") for part in walk(components) for item in part.get("items") or ()]
    return [str(each["url"]) for each in media if isinstance(each, dict) and "url" in each]


def _unique_ids(components: Sequence[Json], problems: Problems) -> None:
    ids = [part["custom_id"] for part in walk(components) if part.get("custom_id") is not None]
    if len(set(ids)) < len(ids):
        message = "Component custom id cannot be duplicated"
        problems.add(("components",), "COMPONENT_CUSTOM_ID_DUPLICATED", message)


def _existing_emojis(components: Sequence[Json], emojis: Container[str], problems: Problems) -> None:
    for part in walk(components):
        for each in (part, *(part.get("options") or ())):
            emoji = each.get("emoji")
            if isinstance(emoji, dict) and emoji.get("id") and str(emoji["id"]) not in emojis:
                problems.add(("components",), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_each(components: Sequence[Json], allowed: frozenset[int], problems: Problems, path: Path) -> None:
    for index, component in enumerate(components):
        if component.get("type") not in allowed:
            _wrong_type(allowed, problems, (*path, index))
        else:
            CHECKS[component["type"]](component, problems, (*path, index))


def _wrong_type(allowed: frozenset[int], problems: Problems, path: Path) -> None:
    names = ", ".join(map(str, sorted(allowed)))
    problems.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names},).')


def _row(row: Json, problems: Problems, path: Path) -> None:
    parts, path = row.get("components") or [], (*path, "components")
    if len(parts) > 1 and any(part.get("type") in {SELECT, CHANNEL_SELECT} for part in parts):
        problems.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the max width")
    else:
        check_count(parts, "buttons in a row", problems, path)
    _check_each(parts, IN_ROW, problems, path)


def _button(button: Json, problems: Problems, path: Path) -> None:
    _check_texts(button, problems, path, label="button label", custom_id="custom_id")
    if not button.get("label") and not button.get("emoji"):
        problems.add(path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji")
    if button.get("style") not in BUTTON_STYLES:
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", f"Value must be one of {BUTTON_STYLES}.")


def _select(select: Json, problems: Problems, path: Path) -> None:
    _check_texts(select, problems, path, custom_id="custom_id", placeholder="placeholder")
    if select["type"] == SELECT:
        _options(select, problems, path)
    if select.get("min_values", 1) > select.get("max_values", 1):
        problems.add((*path, "min_values"), "SELECT_COMPONENT_VALUES", "min_values exceeds max_values")


def _options(select: Json, problems: Problems, path: Path) -> None:
    options = select.get("options") or []
    check_count(options, "select options", problems, (*path, "options"))
    limits = {"label": "option label", "value": "option value", "description": "option description"}
    for index, option in enumerate(options):
        _check_texts(option, problems, (*path, "options", index), **limits)
    if len({option.get("value") for option in options}) < len(options):
        code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
        problems.add((*path, "options"), code, "The specified option value is already used")
    if not 1 <= select.get("max_values", 1) <= max(1, len(options)):
        message = "max_values exceeds the number of options"
        problems.add((*path, "max_values"), "NUMBER_TYPE_MAX", message)


def _text(text: Json, problems: Problems, path: Path) -> None:
    _check_texts(text, problems, path, content="text display")


def _gallery(gallery: Json, problems: Problems, path: Path) -> None:
    items = gallery.get("items") or []
    check_count(items, "gallery items", problems, (*path, "items"))
    for index, item in enumerate(items):
        here = (*path, "items", index)
        _check_texts(item, problems, here, description="alt text")
        if not isinstance(item.get("media"), Mapping) or not item["media"].get("url"):
            problems.add((*here, "media"), "BASE_TYPE_REQUIRED", "This field is required")


def _container(container: Json, problems: Problems, path: Path) -> None:
    _check_each(container.get("components") or [], IN_CONTAINER, problems, (*path, "components"))


CHECKS: Final[Mapping[int, Callable[[Json, Problems, Path], None]]] = {
    ROW: _row,
    BUTTON: _button,
    SELECT: _select,
    CHANNEL_SELECT: _select,
    TEXT: _text,
    GALLERY: _gallery,
    CONTAINER: _container,
}


def check_choices(choices: Sequence[Json]) -> None:
    problems = Problems()
    _choices(choices, "autocomplete choices", problems, ("data", "choices"))
    problems.raise_any()


def check_commands(commands: Sequence[Json]) -> None:
    """Check all commands of an application; `ApiError` 30032 for too many, 50035 for invalid fields."""
    if len(commands) > MOST_COMMANDS:
        raise ApiError(30032)
    problems = Problems()
    names = [command.get("name") for command in commands]
    for index, command in enumerate(commands):
        path: Path = (index,)
        if command.get("type", 1) != 1:
            problems.add((*path, "type"), "BASE_TYPE_CHOICES", "The playground has slash commands only.")
        _name_and_description(command, problems, path)
        _command_options(command.get("options") or [], problems, (*path, "options"))
        if _command_size(command) > COMMAND_CHARACTERS:
            message = f"Command exceeds maximum size ({COMMAND_CHARACTERS})"
            problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)
        if names.count(names[index]) > 1:
            message = "Application command names must be unique"
            problems.add((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    problems.raise_any()


def _choices(choices: Sequence[Json], limit: str, problems: Problems, path: Path) -> None:
    check_count(choices, limit, problems, path)
    for index, choice in enumerate(choices):
        _check_texts(choice, problems, (*path, index), name="choice name")
        if not isinstance(choice.get("value"), int | float):
            _check_texts(choice, problems, (*path, index), value="choice value")


def _name_and_description(named: Json, problems: Problems, path: Path) -> None:
    """Check the name and description of a command or an option, in every language."""
    names = {(*path, "name"): named.get("name")}
    for locale, name in (named.get("name_localizations") or {}).items():
        names[*path, "name_localizations", locale] = name
    for here, name in names.items():
        check_length(name, "command name", problems, here)
        if isinstance(name, str) and (not COMMAND_NAME.fullmatch(name) or name != name.lower()):
            problems.add(here, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    _check_texts(named, problems, path, description="command description")
    for locale, text in (named.get("description_localizations") or {}).items():
        check_length(text, "command description", problems, (*path, "description_localizations", locale))


def _command_options(options: Sequence[Json], problems: Problems, path: Path) -> None:
    check_count(options, "command options", problems, path)
    names = [option.get("name") for option in options]
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, index)
        _name_and_description(option, problems, here)
        _choices(option.get("choices") or [], "command choices", problems, (*here, "choices"))
        if option.get("type") in {1, 2}:
            _command_options(option.get("options") or [], problems, (*here, "options"))
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


def check_thread(body: Json) -> None:
    problems = Problems()
    _check_texts(body, problems, (), name="thread name")
    if body.get("type") != ChannelKind.THREAD:
        problems.add(("type",), "BASE_TYPE_CHOICES", "The playground has public threads only.")
    if body.get("auto_archive_duration", 1440) not in ARCHIVE_MINUTES:
        problems.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Must be one of {ARCHIVE_MINUTES}.")
    problems.raise_any()


def read_emoji(body: Json) -> tuple[str, str, bytes]:
    """The name, media type and image of a new emoji.

    Raises:
        ApiError: 50035 for an invalid name or image, 50138 for an image that is too large.
    """
    problems, name = Problems(), body.get("name")
    _check_texts(body, problems, (), name="emoji name")
    if isinstance(name, str) and not EMOJI_NAME.fullmatch(name):
        problems.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    kind, content = _data_uri(body.get("image"))
    if not content.startswith(SIGNATURES.get(kind, ()) or (b"\0",)):
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
    problems.raise_any()
    if len(content) > EMOJI_LIMIT:
        raise ApiError(50138)
    return str(name), kind, content


def _data_uri(uri: Any) -> tuple[str, bytes]:
    """Return the media type and the content of a data URI, both empty if it is none of an image."""
    found = IMAGE.fullmatch(uri) if isinstance(uri, str) else None
    try:
        return (found[1], base64.b64decode(found[2], validate=True)) if found else ("", b"")
    except binascii.Error:
        return "", b""
