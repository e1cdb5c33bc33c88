"""Validate component trees: classic action rows, Components V2 and modals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.playground.errors import Problems
from bot.playground.limits import COUNTS, Path, check_count, check_length
from bot.playground.world import Json, walk

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SELECTS = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 19, 21, 22, 23

TOP = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER})
IN_CONTAINER = TOP - {CONTAINER}
IN_SECTION = frozenset({TEXT})
IN_ROW = frozenset({BUTTON}) | SELECTS
ACCESSORIES = frozenset({BUTTON, THUMBNAIL})
IN_MODAL = frozenset({ROW, TEXT, LABEL})
IN_LABEL = SELECTS | {INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX}

LINK, PREMIUM = 5, 6
"""Button styles without a custom_id."""


def check_classic(components: Sequence[Json], problems: Problems) -> None:
    """Check the action rows of a message without Components V2."""
    path: Path = ("components",)
    check_count(components, "rows", problems, path)
    _check_each(components, frozenset({ROW}), problems, path)
    _unique_ids(components, problems)


def check_v2(components: Sequence[Json], files: frozenset[str], problems: Problems) -> None:
    """Check the components of a Components V2 message; `files` holds the names of its attachments."""
    path: Path = ("components",)
    everything = tuple(walk(components))
    check_count(everything, "components", problems, path)
    characters = sum(len(str(part.get("content", ""))) for part in everything)
    most = COUNTS["v2 characters"].most
    if characters > most:
        problems.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"Total text exceeds {most}")
    _check_each(components, TOP, problems, path)
    _unique_ids(components, problems)
    for address in media_urls(components):
        if address.startswith("attachment://") and address.removeprefix("attachment://") not in files:
            problems.add(path, "INVALID_ATTACHMENT_REFERENCE", f"No attachment for {address}")


def check_modal(modal: Json, problems: Problems) -> None:
    """Check a modal."""
    path: Path = ("data",)
    check_length(modal.get("title"), "modal title", problems, (*path, "title"))
    check_length(modal.get("custom_id"), "custom_id", problems, (*path, "custom_id"))
    parts = modal.get("components") or []
    check_count(parts, "modal parts", problems, (*path, "components"))
    for index, part in enumerate(parts):
        here = (*path, "components", index)
        if part.get("type") not in IN_MODAL:
            _wrong_type(IN_MODAL, problems, here)
        elif part["type"] == LABEL:
            _label(part, problems, here)
        elif part["type"] == ROW:
            _input_row(part, problems, here)
    _unique_ids(parts, problems)


def _check_each(components: Sequence[Json], allowed: frozenset[int], problems: Problems, path: Path) -> None:
    for index, component in enumerate(components):
        if component.get("type") not in allowed:
            _wrong_type(allowed, problems, (*path, index))
        else:
            CHECKS[component["type"]](component, problems, (*path, index))


def _wrong_type(allowed: frozenset[int], problems: Problems, path: Path) -> None:
    names = ", ".join(map(str, sorted(allowed)))
    problems.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names},).')


def _unique_ids(components: Sequence[Json], problems: Problems) -> None:
    seen: set[str] = set()
    for part in walk(components):
        custom_id = part.get("custom_id")
        if custom_id is not None and custom_id in seen:
            message = "Component custom id cannot be duplicated"
            problems.add(("components",), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        seen.add(str(custom_id))


def media_urls(tree: Iterable[Json]) -> list[str]:
    """Return the URLs of all pictures and files in a tree of components, or in a list of embeds."""
    media: list[Any] = []
    for part in walk(tree):
        media += [part.get(key) for key in ("media", "file", "image", "thumbnail")]
        media += [item.get("media") for item in part.get("items") or ()]
    return [str(each["url"]) for each in media if isinstance(each, dict) and "url" in each]


def _row(row: Json, problems: Problems, path: Path) -> None:
    parts = row.get("components") or []
    path = (*path, "components")
    selects = [part for part in parts if part.get("type") in SELECTS]
    if selects and len(parts) > 1:
        problems.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the max width")
    else:
        check_count(parts, "buttons in a row", problems, path)
    _check_each(parts, IN_ROW, problems, path)


def _button(button: Json, problems: Problems, path: Path) -> None:
    check_length(button.get("label"), "button label", problems, (*path, "label"))
    if not button.get("label") and not button.get("emoji") and button.get("style") != PREMIUM:
        problems.add(path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji")
    if button.get("style") not in range(1, 7):
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    elif button["style"] == LINK:
        if not button.get("url") or button.get("custom_id"):
            problems.add(path, "BUTTON_COMPONENT_INVALID_URL", "A link button has a url and no custom id")
    elif button["style"] != PREMIUM:
        check_length(button.get("custom_id"), "custom_id", problems, (*path, "custom_id"))


def _select(select: Json, problems: Problems, path: Path) -> None:
    check_length(select.get("custom_id"), "custom_id", problems, (*path, "custom_id"))
    check_length(select.get("placeholder"), "placeholder", problems, (*path, "placeholder"))
    if select["type"] == SELECT:
        _options(select, problems, path)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if least is not None and most is not None and least > most:
        problems.add((*path, "min_values"), "SELECT_COMPONENT_VALUES", "min_values exceeds max_values")


def _options(select: Json, problems: Problems, path: Path) -> None:
    options = select.get("options") or []
    check_count(options, "select options", problems, (*path, "options"))
    for index, option in enumerate(options):
        here = (*path, "options", index)
        check_length(option.get("label"), "option label", problems, (*here, "label"))
        check_length(option.get("value"), "option value", problems, (*here, "value"))
        check_length(option.get("description"), "option description", problems, (*here, "description"))
    if len({option.get("value") for option in options}) < len(options):
        code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
        problems.add((*path, "options"), code, "The specified option value is already used")
    most = select.get("max_values", 1)
    if most is not None and not 1 <= most <= 25:
        problems.add((*path, "max_values"), "NUMBER_TYPE_MAX", "int value should be between 1 and 25.")
    elif most is not None and most > len(options):
        problems.add((*path, "max_values"), "NUMBER_TYPE_MAX", "max_values exceeds the number of options")


def _section(section: Json, problems: Problems, path: Path) -> None:
    texts = section.get("components") or []
    check_count(texts, "section texts", problems, (*path, "components"))
    _check_each(texts, IN_SECTION, problems, (*path, "components"))
    accessory = section.get("accessory")
    if not isinstance(accessory, Mapping):
        problems.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
    elif accessory.get("type") not in ACCESSORIES:
        _wrong_type(ACCESSORIES, problems, (*path, "accessory"))
    else:
        CHECKS[accessory["type"]](dict(accessory), problems, (*path, "accessory"))


def _text(text: Json, problems: Problems, path: Path) -> None:
    check_length(text.get("content"), "text display", problems, (*path, "content"))


def _picture(picture: Json, problems: Problems, path: Path) -> None:
    check_length(picture.get("description"), "alt text", problems, (*path, "description"))
    if not isinstance(picture.get("media"), Mapping) or not picture["media"].get("url"):
        problems.add((*path, "media"), "BASE_TYPE_REQUIRED", "This field is required")


def _gallery(gallery: Json, problems: Problems, path: Path) -> None:
    items = gallery.get("items") or []
    check_count(items, "gallery items", problems, (*path, "items"))
    for index, item in enumerate(items):
        _picture(item, problems, (*path, "items", index))


def _file(file: Json, problems: Problems, path: Path) -> None:
    address = (file.get("file") or {}).get("url", "")
    if not str(address).startswith("attachment://"):
        problems.add((*path, "file"), "INVALID_ATTACHMENT_REFERENCE", "Only attachment:// is allowed")


def _separator(separator: Json, problems: Problems, path: Path) -> None:
    if "spacing" in separator and separator["spacing"] not in {1, 2}:
        problems.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


def _container(container: Json, problems: Problems, path: Path) -> None:
    _check_each(container.get("components") or [], IN_CONTAINER, problems, (*path, "components"))


def _label(label: Json, problems: Problems, path: Path) -> None:
    check_length(label.get("label"), "input label", problems, (*path, "label"))
    check_length(label.get("description"), "label description", problems, (*path, "description"))
    inner = label.get("component") or {}
    if inner.get("type") not in IN_LABEL:
        _wrong_type(IN_LABEL, problems, (*path, "component"))
    elif inner["type"] == INPUT:
        _input(inner, problems, (*path, "component"))
    elif inner["type"] in SELECTS:
        _select(inner, problems, (*path, "component"))
    else:
        check_length(inner.get("custom_id"), "custom_id", problems, (*path, "component", "custom_id"))


def _input_row(row: Json, problems: Problems, path: Path) -> None:
    for index, inner in enumerate(row.get("components") or ()):
        here = (*path, "components", index)
        if inner.get("type") != INPUT:
            _wrong_type(frozenset({INPUT}), problems, here)
        else:
            check_length(inner.get("label"), "input label", problems, (*here, "label"))
            _input(inner, problems, here)


def _input(field: Json, problems: Problems, path: Path) -> None:
    check_length(field.get("custom_id"), "custom_id", problems, (*path, "custom_id"))
    check_length(field.get("value"), "input value", problems, (*path, "value"))
    check_length(field.get("placeholder"), "option description", problems, (*path, "placeholder"))
    if field.get("style") not in {1, 2}:
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


CHECKS: Mapping[int, Callable[[Json, Problems, Path], None]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _picture,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
}
"""Component type -> the function that checks it."""
