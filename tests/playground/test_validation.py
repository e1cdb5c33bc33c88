"""Messages that Discord rejects, and its error codes."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.clock import Clock
from bot.playground.errors import ApiError
from bot.playground.messages import compose, revise
from bot.playground.objects import SIZE_LIMIT
from bot.playground.world import CHANNEL_ID, World

Body = dict[str, Any]
V2 = 1 << 15


def button(number: int = 0, **more: Any) -> Body:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}", **more}


def row(*parts: Body) -> Body:
    return {"type": 1, "components": list(parts)}


def options(count: int, **more: Any) -> list[Body]:
    return [{"label": f"{n}", "value": f"{n}", **more} for n in range(count)]


def select(count: int = 2, **more: Any) -> Body:
    return {"type": 3, "custom_id": "s", "options": options(count), **more}


def text(length: int) -> Body:
    return {"type": 10, "content": "x" * length}


def container(*parts: Body) -> Body:
    return {"type": 17, "components": list(parts)}


def gallery(count: int, name: str = "a.png") -> Body:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}] * count}


def classic(*rows: Body) -> Body:
    return {"components": list(rows), "content": "x"}


def v2(*parts: Body, **more: Any) -> Body:
    return {"components": list(parts), "flags": V2, **more}


def label(**more: Any) -> Body:
    return {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "i", "style": 1}, **more}


def modal(*parts: Body, **more: Any) -> Body:
    return {"title": "x", "custom_id": "m", "components": list(parts), **more}


def code_of(error: ApiError, path: str) -> str:
    """Return the error code for the field at a path such as `components.0.label`."""
    node: Any = error.errors
    for step in path.split("."):
        node = node[step]
    return str(node["_errors"][0]["code"])


LENGTH = "BASE_TYPE_BAD_LENGTH"
LONG = "BASE_TYPE_MAX_LENGTH"
TYPE = "UNION_TYPE_CHOICES"
WIDTH = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
FIRST = "components.0.components.0"

MESSAGES: list[tuple[str, Body, str, str]] = [
    ("content 2001", {"content": "x" * 2001}, "content", LONG),
    ("content no text", {"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ("six rows", classic(*(row(button(n)) for n in range(6))), "components", LENGTH),
    ("six buttons", classic(row(*map(button, range(6)))), "components.0.components", LENGTH),
    ("empty row", classic(row()), "components.0.components", LENGTH),
    ("two selects", classic(row(select(), select(custom_id="t"))), "components.0.components", WIDTH),
    ("button beside select", classic(row(select(), button())), "components.0.components", WIDTH),
    ("custom_id 101", classic(row(button(custom_id="x" * 101))), FIRST + ".custom_id", LENGTH),
    ("custom_id empty", classic(row(button(custom_id=""))), FIRST + ".custom_id", LENGTH),
    (
        "custom_id missing",
        classic(row({"type": 2, "style": 1, "label": "x"})),
        FIRST + ".custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    ("custom_id twice", classic(row(button(1), button(1))), "components", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ("label 81", classic(row(button(label="x" * 81))), FIRST + ".label", LONG),
    ("no label", classic(row(button(label=None))), FIRST, "BUTTON_COMPONENT_LABEL_REQUIRED"),
    ("style 9", classic(row(button(style=9))), FIRST + ".style", "BASE_TYPE_CHOICES"),
    (
        "link with custom_id",
        classic(row(button(style=5, url="https://a.example"))),
        FIRST,
        "BUTTON_COMPONENT_INVALID_URL",
    ),
    ("26 options", classic(row(select(26))), FIRST + ".options", LENGTH),
    ("no options", classic(row(select(0))), FIRST + ".options", LENGTH),
    (
        "option label 101",
        classic(row(select(options=options(1, label="x" * 101)))),
        FIRST + ".options.0.label",
        LENGTH,
    ),
    (
        "option value 101",
        classic(row(select(options=options(1, value="x" * 101)))),
        FIRST + ".options.0.value",
        LENGTH,
    ),
    (
        "option twice",
        classic(row(select(options=options(2, value="x")))),
        FIRST + ".options",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    ("placeholder 151", classic(row(select(placeholder="x" * 151))), FIRST + ".placeholder", LONG),
    (
        "max_values above options",
        classic(row(select(2, max_values=3))),
        FIRST + ".max_values",
        "NUMBER_TYPE_MAX",
    ),
    ("max_values 26", classic(row(select(25, max_values=26))), FIRST + ".max_values", "NUMBER_TYPE_MAX"),
    (
        "min above max",
        classic(row(select(3, min_values=2, max_values=1))),
        FIRST + ".min_values",
        "SELECT_COMPONENT_VALUES",
    ),
    ("text display without flag", classic(text(1)), "components.0.type", TYPE),
    ("button at the top", classic(button()), "components.0.type", TYPE),
    ("41 components", v2(*(text(1) for _ in range(41))), "components", LENGTH),
    ("41 components inside", v2(container(*(text(1) for _ in range(40)))), "components", LENGTH),
    ("text 4001", v2(text(4001)), "components.0.content", LENGTH),
    (
        "4001 characters in all",
        v2(text(2000), text(2001)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    ("empty text", v2(text(0)), "components.0.content", LENGTH),
    ("content beside v2", v2(text(1), content="x"), "content", LEGACY),
    ("embeds beside v2", v2(text(1), embeds=[{"title": "x"}]), "embeds", LEGACY),
    ("container in container", v2(container(container(text(1)))), FIRST + ".type", TYPE),
    (
        "section without accessory",
        v2({"type": 9, "components": [text(1)]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    (
        "section with a select",
        v2({"type": 9, "components": [text(1)], "accessory": select()}),
        "components.0.accessory.type",
        TYPE,
    ),
    (
        "section of four texts",
        v2({"type": 9, "components": [text(1)] * 4, "accessory": button()}),
        "components.0.components",
        LENGTH,
    ),
    ("11 pictures", v2(gallery(11)), "components.0.items", LENGTH),
    ("unknown attachment", v2(gallery(1)), "components", "INVALID_ATTACHMENT_REFERENCE"),
    (
        "file by address",
        v2({"type": 13, "file": {"url": "https://a.example/x"}}),
        "components.0.file",
        "INVALID_ATTACHMENT_REFERENCE",
    ),
    ("spacing 3", v2({"type": 14, "spacing": 3}), "components.0.spacing", "BASE_TYPE_CHOICES"),
    ("11 embeds", {"embeds": [{"title": "x"}] * 11}, "embeds", LENGTH),
    ("embed title 257", {"embeds": [{"title": "x" * 257}]}, "embeds.0.title", LONG),
    ("embed description 4097", {"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", LONG),
    ("26 fields", {"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]}, "embeds.0.fields", LENGTH),
    (
        "field value 1025",
        {"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]},
        "embeds.0.fields.0.value",
        LENGTH,
    ),
    (
        "6001 characters of embeds",
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    ("unknown file", {"content": "x", "attachments": [{"id": 0}]}, "attachments", "ATTACHMENT_NOT_FOUND"),
    (
        "mentions both ways",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ("nonce 26", {"content": "x", "nonce": "x" * 26}, "nonce", LONG),
    (
        "option description 101",
        classic(row(select(options=options(1, description="x" * 101)))),
        FIRST + ".options.0.description",
        LONG,
    ),
    ("embed footer 2049", {"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text", LONG),
    ("embed author 257", {"embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name", LONG),
    (
        "field name 257",
        {"embeds": [{"fields": [{"name": "x" * 257, "value": "x"}]}]},
        "embeds.0.fields.0.name",
        LENGTH,
    ),
]


@pytest.fixture
def world() -> World:
    return World(Clock())


@pytest.mark.parametrize(
    ("body", "path", "code"), [case[1:] for case in MESSAGES], ids=[c[0] for c in MESSAGES]
)
def test_message_refused(world: World, body: Body, path: str, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        compose(world, CHANNEL_ID, body, {})
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert code_of(caught.value, path) == code
    assert world.messages == {}


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        classic(*(row(*(button(5 * r + n) for n in range(5))) for r in range(5))),
        classic(row(select(25, max_values=25, min_values=0))),
        v2(*(text(100) for _ in range(40))),
        v2(container(text(3999), row(button(label="x" * 80, custom_id="x" * 100)), {"type": 14}), text(1)),
        v2({"type": 9, "components": [text(1)], "accessory": button()}),
        {"embeds": [{"description": "x" * 4096}, {"description": "x" * 1904}]},
        {"embeds": [{"title": "x" * 256, "author": {"name": "x" * 256}, "footer": {"text": "x" * 2048}}]},
        {"embeds": [{"fields": [{"name": "x" * 256, "value": "x" * 1024}]}]},
        {"embeds": [{"fields": [{"name": "x", "value": "x"}] * 25}]},
        {"embeds": [{"title": "x"}] * 10},
        classic(row(select(options=[{"label": "x" * 100, "value": "x" * 100, "description": "x" * 100}]))),
        classic(row(select(placeholder="x" * 150))),
        v2({"type": 9, "components": [text(1)] * 3, "accessory": button()}),
        v2(text(4000)),
        {"content": "x", "nonce": "x" * 25},
    ],
)
def test_message_at_the_limit_is_accepted(world: World, body: Body) -> None:
    message = compose(world, CHANNEL_ID, body, {})
    assert message.text or message.components or message.embeds


def test_alt_text_of_1024_characters_and_ten_files_are_accepted(world: World) -> None:
    files = {number: (f"{number}.png", b"x") for number in range(10)}
    listed = [{"id": number, "description": "x" * 1024} for number in files]
    assert len(compose(world, CHANNEL_ID, {"attachments": listed}, files).attachments) == 10


def test_empty_message_is_refused(world: World) -> None:
    with pytest.raises(ApiError) as caught:
        compose(world, CHANNEL_ID, {}, {})
    assert caught.value.code == 50006


def test_alt_text_of_1025_characters_and_eleven_files_are_refused(world: World) -> None:
    files = {number: (f"{number}.png", b"x") for number in range(11)}
    listed = [{"id": 0, "description": "x" * 1025}]
    with pytest.raises(ApiError) as caught:
        compose(world, CHANNEL_ID, {"attachments": listed}, {0: files[0]})
    assert code_of(caught.value, "attachments.0.description") == LONG
    with pytest.raises(ApiError) as caught:
        compose(world, CHANNEL_ID, {"attachments": [{"id": number} for number in files]}, files)
    assert code_of(caught.value, "attachments") == LENGTH


def test_file_too_large_is_refused(world: World) -> None:
    with pytest.raises(ApiError) as caught:
        compose(world, CHANNEL_ID, {}, {0: ("a.png", bytes(SIZE_LIMIT + 1))})
    assert (caught.value.status, caught.value.code) == (413, 40005)


def test_edit_checks_the_whole_message(world: World) -> None:
    message = world.put(compose(world, CHANNEL_ID, v2(gallery(1)), {0: ("a.png", b"x")}))
    with pytest.raises(ApiError) as caught:
        revise(world, message, {"attachments": []}, {})
    assert code_of(caught.value, "components") == "INVALID_ATTACHMENT_REFERENCE"
    with pytest.raises(ApiError) as caught:
        revise(world, message, {"content": "x"}, {})
    assert "content" in (caught.value.errors or {})


def test_edit_checks_the_alt_text_of_files(world: World) -> None:
    message = world.put(compose(world, CHANNEL_ID, {"content": "x"}, {0: ("a.png", b"x")}))
    listed = {"id": message.attachments[0].id, "description": "x" * 1025}
    with pytest.raises(ApiError) as caught:
        revise(world, message, {"attachments": [listed]}, {})
    assert code_of(caught.value, "attachments.0.description") == LONG


def test_edit_keeps_or_replaces_files(world: World) -> None:
    message = world.put(compose(world, CHANNEL_ID, {"content": "x"}, {0: ("a.png", b"a")}))
    kept = revise(world, message, {"content": "y"}, {})
    assert [each.filename for each in kept.attachments] == ["a.png"]
    old = message.attachments[0].id
    both = revise(world, message, {"attachments": [{"id": old}, {"id": 0}]}, {0: ("b.png", b"b")})
    assert [each.filename for each in both.attachments] == ["a.png", "b.png"]
    replaced = revise(world, message, {"attachments": [{"id": 0}]}, {0: ("b.png", b"b")})
    assert [each.filename for each in replaced.attachments] == ["b.png"]
