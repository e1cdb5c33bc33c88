"""Components of every type: which are accepted, and with which errors the others are rejected."""

from __future__ import annotations

import pytest

from bot.playground.clock import Clock
from bot.playground.errors import ApiError
from bot.playground.messages import compose
from bot.playground.validation import check_modal_response
from bot.playground.world import CHANNEL_ID, World
from tests.playground.test_validation import (
    FIRST,
    LENGTH,
    LONG,
    TYPE,
    Body,
    button,
    classic,
    code_of,
    label,
    modal,
    options,
    row,
    select,
    text,
    v2,
)

URL = "https://a.example/x.png"
CHOICES = "BASE_TYPE_CHOICES"
REQUIRED = "BASE_TYPE_REQUIRED"
REFERENCE = "INVALID_ATTACHMENT_REFERENCE"
MISSING = "attachment://missing.png"
MENUS = [5, 6, 7, 8]
"""The types of select menus that Discord fills with options: users, roles, both, channels."""


def thumbnail(**more: Body) -> Body:
    return {"type": 11, "media": {"url": URL}, **more}


def section(accessory: Body) -> Body:
    return {"type": 9, "components": [text(1)], "accessory": accessory}


def pictures(**item: object) -> Body:
    return {"type": 12, "items": [{"media": {"url": URL}, **item}]}


@pytest.fixture
def world() -> World:
    return World(Clock())


@pytest.mark.parametrize(
    "body",
    [
        *(classic(row({"type": kind, "custom_id": "m"})) for kind in MENUS),
        classic(row(button(label=None, emoji={"name": "🂡"}))),
        classic(row(button(style=5, custom_id=None, url=URL), {"type": 2, "style": 6, "sku_id": "1"})),
        v2(section(thumbnail()), section(button())),
        v2(pictures(description="x" * 1024), {"type": 14, "spacing": 2}),
        v2(text(1), {"type": 14, "spacing": 1}),
    ],
)
def test_valid_components_are_accepted(world: World, body: Body) -> None:
    assert compose(world, CHANNEL_ID, body, {}).components


def test_an_attached_file_can_be_shown_as_a_file_or_a_thumbnail(world: World) -> None:
    address = {"url": "attachment://score.txt"}
    body = v2({"type": 13, "file": address}, section(thumbnail(media=address)))
    assert compose(world, CHANNEL_ID, body, {0: ("score.txt", b"x")}).components


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        (classic(row(button(style=7))), f"{FIRST}.style", CHOICES),
        (classic(row(button(style=0))), f"{FIRST}.style", CHOICES),
        (classic(row(button(style=5, custom_id=None))), FIRST, "BUTTON_COMPONENT_INVALID_URL"),
        (classic(row(select(3, min_values=2))), f"{FIRST}.min_values", "SELECT_COMPONENT_VALUES"),
        (classic(row(select(custom_id="x" * 101))), f"{FIRST}.custom_id", LENGTH),
        (v2(row(button(1)), row(button(1))), "components", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (v2(pictures(description="x" * 1025)), "components.0.items.0.description", LONG),
        (v2(pictures(media={})), "components.0.items.0.media", REQUIRED),
        (v2({"type": 13}), "components.0.file", REFERENCE),
        (v2({"type": 13, "file": {"url": MISSING}}), "components", REFERENCE),
        (v2(section(thumbnail(media={"url": MISSING}))), "components", REFERENCE),
        (v2(pictures(media=None)), "components.0.items.0.media", REQUIRED),
        (v2(section(thumbnail(media={}))), "components.0.accessory.media", REQUIRED),
        (v2(section(button(label="x" * 81))), "components.0.accessory.label", LONG),
        (v2(section(row())), "components.0.accessory.type", TYPE),
        (v2({"type": 9, "components": [button()], "accessory": button()}), f"{FIRST}.type", TYPE),
    ],
)
def test_invalid_components_are_rejected(world: World, body: Body, path: str, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        compose(world, CHANNEL_ID, body, {})
    assert code_of(caught.value, path) == code


def field(kind: int, **more: object) -> Body:
    return label(component={"type": kind, "custom_id": f"f{kind}", **more})


def test_fields_of_every_type_are_accepted_in_a_modal() -> None:
    for kind in (*MENUS, 19, 21, 22, 23):
        check_modal_response(modal(field(kind)))
    text_input = {"type": 4, "custom_id": "i", "style": 2, "label": "x" * 45}
    check_modal_response(modal(field(3, options=options(2)), row(text_input)))


INSIDE = "data.components.0.components.0"


@pytest.mark.parametrize(
    ("form", "path", "code"),
    [
        (modal(field(21, custom_id="x" * 101)), "data.components.0.component.custom_id", LENGTH),
        (modal(field(5, custom_id="x" * 101)), "data.components.0.component.custom_id", LENGTH),
        (modal(field(4, style=3)), "data.components.0.component.style", CHOICES),
        (modal(field(20)), "data.components.0.component.type", TYPE),
        (modal(row({"type": 4, "custom_id": "i", "style": 1})), f"{INSIDE}.label", REQUIRED),
        (modal(row({"type": 4, "custom_id": "i", "style": 1, "label": "x" * 46})), f"{INSIDE}.label", LENGTH),
        (modal(row({"type": 4, "custom_id": "", "style": 1, "label": "x"})), f"{INSIDE}.custom_id", LENGTH),
    ],
)
def test_invalid_modals_are_rejected(form: Body, path: str, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_modal_response(form)
    assert code_of(caught.value, path) == code
