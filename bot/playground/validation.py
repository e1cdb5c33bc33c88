"""Checks of request bodies against Discord's rules and limits; the first problem found is the error.

Covered are the kinds of components and commands that a bot here may use; every other kind is refused.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.playground.errors import ApiError, invalid
from bot.playground.state import ChannelKind, Flag, Json, walk

Files = Mapping[int, tuple[str, bytes]]
"""Uploaded files: the number n of `files[n]` -> filename and content."""

FILE_LIMIT: Final = 10 * 1024 * 1024
EMOJI_LIMIT: Final = 256 * 1024
V2_CHARACTERS: Final = 4000
COMMAND_CHARACTERS: Final = 8000
MOST_COMMANDS: Final = 100
ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)

ROW, BUTTON, SELECT, CHANNEL_SELECT, TEXT, GALLERY, CONTAINER = 1, 2, 3, 8, 10, 12, 17
IN_CONTAINER: Final = frozenset({ROW, TEXT, GALLERY})
IN_ROW: Final = frozenset({BUTTON, SELECT, CHANNEL_SELECT})
BUTTON_STYLES: Final = (1, 2, 3, 4)

COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")
EMOJI_NAME: Final = re.compile(r"\w+", re.ASCII)
PNG_URI: Final = "data:image/png;base64,"
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def _check_text(part: Json, key: str, most: int, path: str = "", *, least: int = 0) -> None:
    """Check the length of a text; one that may be empty may also be missing."""
    text, field = part.get(key), f"{path}.{key}".lstrip(".")
    if text is None and least:
        raise invalid(field, "This field is required.")
    if text is not None and not (isinstance(text, str) and least <= len(text) <= most):
        raise invalid(field, f"Must be a text of {least} to {most} characters.")


def _check_count(entries: Sequence[Any], least: int, most: int, field: str) -> None:
    if not least <= len(entries) <= most:
        raise invalid(field, f"Must be between {least} and {most} in length.")


def check_message(body: Json, files: Files, names: Iterable[str], emojis: Container[str]) -> None:
    """Check a complete message, with the fields that an edit leaves unchanged.

    `names` has the names of all attachments, uploaded or kept, `emojis` the ids of the application's emojis.

    Raises:
        ApiError: 50035 for invalid fields, 50006 for an empty message, 40005 for a file that is too large.
    """
    if any(len(content) > FILE_LIMIT for _, content in files.values()):
        raise ApiError(40005)
    names, components, attachments = {*names}, body.get("components") or [], body.get("attachments") or []
    _check_count(attachments, 0, 10, "attachments")
    for index, attachment in enumerate(attachments):
        _check_text(attachment, "description", 1024, f"attachments.{index}")
    allowed = body.get("allowed_mentions") or {}
    if "users" in (allowed.get("parse") or ()) and allowed.get("users"):
        raise invalid("allowed_mentions", 'parse:["users"] and users: [ids...] are mutually exclusive.')
    if len(str(body.get("nonce", ""))) > 25:
        raise invalid("nonce", "Must be 25 or fewer in length.")
    if body.get("embeds"):
        raise invalid("embeds", "The playground has no embeds.")
    if int(body.get("flags") or 0) & Flag.COMPONENTS_V2:
        _check_v2(body, components, names)
    else:
        _check_text(body, "content", 2000)
        _check_count(components, 0, 5, "components")
        _check_each(components, frozenset({ROW}), "components")
    _check_references(components, emojis)
    if not (body.get("content") or components or names):
        raise ApiError(50006)


def _check_v2(body: Json, components: Sequence[Json], files: Container[str]) -> None:
    """Check what is special about a Components V2 message; `files` holds the names of its attachments."""
    if body.get("content"):
        raise invalid("content", "The 'content' field cannot be used with MessageFlags.IS_COMPONENTS_V2")
    everything = tuple(walk(components))
    _check_count(everything, 0, 40, "components")
    _check_each(components, IN_CONTAINER | {CONTAINER}, "components")
    if sum(len(part.get("content", "")) for part in everything) > V2_CHARACTERS:
        raise invalid("components", f"Total text exceeds {V2_CHARACTERS}")
    for address in media_urls(components):
        if address.startswith("attachment://") and address.removeprefix("attachment://") not in files:
            raise invalid("components", f"No attachment for {address}")


def media_urls(components: Iterable[Json]) -> list[str]:
    return [str(item["media"]["url"]) for part in walk(components) for item in part.get("items") or ()]


def _check_references(components: Sequence[Json], emojis: Container[str]) -> None:
    """Check that each custom_id is there once, and that the emojis exist."""
    parts = tuple(walk(components))
    ids = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    if len({*ids}) < len(ids):
        raise invalid("components", "Component custom id cannot be duplicated")
    for each in (option for part in parts for option in (part, *(part.get("options") or ()))):
        emoji = each.get("emoji") or {}
        if emoji.get("id") and str(emoji["id"]) not in emojis:
            raise invalid("components", "Invalid emoji")


def _check_each(components: Sequence[Json], allowed: frozenset[int], path: str) -> None:
    for index, component in enumerate(components):
        if component.get("type") not in allowed:
            names = ", ".join(map(str, sorted(allowed)))
            raise invalid(f"{path}.{index}.type", f'Value of field "type" must be one of ({names},).')
        CHECKS[component["type"]](component, f"{path}.{index}")


def _check_row(row: Json, path: str) -> None:
    parts, path = row.get("components") or [], f"{path}.components"
    if len(parts) > 1 and any(part.get("type") in {SELECT, CHANNEL_SELECT} for part in parts):
        raise invalid(path, "The specified component exceeds the max width")
    _check_count(parts, 1, 5, path)
    _check_each(parts, IN_ROW, path)


def _check_button(button: Json, path: str) -> None:
    _check_text(button, "label", 80, path)
    _check_text(button, "custom_id", 100, path, least=1)
    if not button.get("label") and not button.get("emoji"):
        raise invalid(path, "A button needs a label or an emoji")
    if button.get("style") not in BUTTON_STYLES:
        raise invalid(f"{path}.style", f"Value must be one of {BUTTON_STYLES}.")


def _check_select(select: Json, path: str) -> None:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    _check_text(select, "custom_id", 100, path, least=1)
    _check_text(select, "placeholder", 150, path)
    if select["type"] == SELECT:
        _check_select_options(select, most, path)
    if least > most:
        raise invalid(f"{path}.min_values", "min_values exceeds max_values")


def _check_select_options(select: Json, most: int, path: str) -> None:
    options = select.get("options") or []
    _check_count(options, 1, 25, f"{path}.options")
    for index, option in enumerate(options):
        _check_text(option, "label", 100, f"{path}.options.{index}", least=1)
        _check_text(option, "value", 100, f"{path}.options.{index}", least=1)
        _check_text(option, "description", 100, f"{path}.options.{index}")
    if len({option["value"] for option in options}) < len(options):
        raise invalid(f"{path}.options", "The specified option value is already used")
    if not 1 <= most <= len(options):
        raise invalid(f"{path}.max_values", "max_values exceeds the number of options")


def _check_gallery(gallery: Json, path: str) -> None:
    items = gallery.get("items") or []
    _check_count(items, 1, 10, f"{path}.items")
    for index, item in enumerate(items):
        _check_text(item, "description", 1024, f"{path}.items.{index}")
        if not (item.get("media") or {}).get("url"):
            raise invalid(f"{path}.items.{index}.media", "This field is required.")


def _check_container(container: Json, path: str) -> None:
    _check_each(container.get("components") or [], IN_CONTAINER, f"{path}.components")


CHECKS: Final[Mapping[int, Callable[[Json, str], None]]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    SELECT: _check_select,
    CHANNEL_SELECT: _check_select,
    TEXT: lambda text, path: _check_text(text, "content", 4000, path, least=1),
    GALLERY: _check_gallery,
    CONTAINER: _check_container,
}


def check_choices(choices: Sequence[Json], path: str = "data.choices") -> None:
    """Check the choices that autocomplete or an option of a command offers."""
    _check_count(choices, 0, 25, path)
    for index, choice in enumerate(choices):
        _check_text(choice, "name", 100, f"{path}.{index}", least=1)
        if not isinstance(choice.get("value"), int | float):
            _check_text(choice, "value", 100, f"{path}.{index}", least=1)


def check_commands(commands: Sequence[Json]) -> None:
    """Check all commands of an application; `ApiError` 30032 for too many, 50035 for invalid fields."""
    if len(commands) > MOST_COMMANDS:
        raise ApiError(30032)
    for index, command in enumerate(commands):
        if command.get("type", 1) != 1:
            raise invalid(f"{index}.type", "The playground has slash commands only.")
        _check_named(command, f"{index}")
        _check_options(command.get("options") or [], f"{index}.options")
        if _size(command) > COMMAND_CHARACTERS:
            raise invalid(f"{index}", f"Command exceeds maximum size ({COMMAND_CHARACTERS})")
    _check_unique_names(commands, "")


def _check_named(named: Json, path: str) -> None:
    """Check the name and description of a command or an option, in every language."""
    for key in ("name", "description"):
        texts = {path: {key: named.get(key)}, f"{path}.{key}_localizations": _translations(named, key)}
        for here, each in texts.items():
            for locale, text in each.items():
                _check_text(each, locale, 32 if key == "name" else 100, here, least=1)
                if key == "name" and not (COMMAND_NAME.fullmatch(text) and text == text.lower()):
                    raise invalid(f"{here}.{locale}", "Command name is invalid")


def _translations(named: Json, key: str) -> Json:
    return named.get(f"{key}_localizations") or {}


def _check_unique_names(several: Sequence[Json], path: str) -> None:
    names = [each["name"] for each in several]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise invalid(f"{path}.{index}.name".lstrip("."), "Names must be unique")


def _check_options(options: Sequence[Json], path: str) -> None:
    _check_count(options, 0, 25, path)
    optional_seen = False
    for index, option in enumerate(options):
        here = f"{path}.{index}"
        _check_named(option, here)
        check_choices(option.get("choices") or [], f"{here}.choices")
        if option.get("type") == 1:
            _check_options(option.get("options") or [], f"{here}.options")
            continue
        if option.get("required") and optional_seen:
            raise invalid(here, "Required options must be placed before non-required options")
        optional_seen |= not option.get("required")
    _check_unique_names(options, path)


def _size(node: Json) -> int:
    """Count the characters of names, descriptions and values, each in its longest translation."""
    texts = ([node[key], *_translations(node, key).values()] for key in ("name", "description"))
    choices = sum(len(each["name"]) + len(str(each["value"])) for each in node.get("choices") or ())
    inner = sum(map(_size, node.get("options") or ()))
    return sum(max(map(len, each)) for each in texts) + choices + inner


def check_thread(body: Json) -> None:
    _check_text(body, "name", 100, least=1)
    if body.get("type") != ChannelKind.THREAD:
        raise invalid("type", "The playground has public threads only.")
    if body.get("auto_archive_duration", 1440) not in ARCHIVE_MINUTES:
        raise invalid("auto_archive_duration", f"Must be one of {ARCHIVE_MINUTES}.")


def read_emoji(body: Json) -> tuple[str, bytes]:
    """The name and the image of a new emoji; the playground takes PNGs only.

    Raises:
        ApiError: 50035 for an invalid name or image, 50138 for an image that is too large.
    """
    _check_text(body, "name", 32, least=2)
    name, uri = body["name"], str(body.get("image"))
    if not EMOJI_NAME.fullmatch(name):
        raise invalid("name", "String value did not match validation regex.")
    try:
        content = base64.b64decode(uri.removeprefix(PNG_URI), validate=True)
    except binascii.Error:
        content = b""
    if not (uri.startswith(PNG_URI) and content.startswith(PNG_SIGNATURE)):
        raise invalid("image", "Invalid image data")
    if len(content) > EMOJI_LIMIT:
        raise ApiError(50138)
    return name, content
