"""Commands, autocomplete choices and modals that Discord rejects, and its error codes."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.validation import check_choices, check_commands, check_modal_response
from tests.playground.test_validation import (
    LENGTH,
    LONG,
    TYPE,
    Body,
    button,
    code_of,
    label,
    modal,
    row,
    select,
)

CHOICE = {"name": "x", "value": "x"}


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        ([CHOICE] * 26, "data.choices"),
        ([{**CHOICE, "name": "x" * 101}], "data.choices.0.name"),
        ([{**CHOICE, "value": "x" * 101}], "data.choices.0.value"),
        ([{**CHOICE, "name": ""}], "data.choices.0.name"),
    ],
)
def test_choices_refused(choices: list[Body], path: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_choices(choices)
    assert code_of(caught.value, path) == LENGTH


def test_choices_at_the_limit_are_accepted() -> None:
    check_choices([{"name": "x" * 100, "value": "x" * 100}] * 25)


def field(**more: Any) -> Body:
    return label(component={"type": 4, "custom_id": "i", "style": 1, **more})


INSIDE = "data.components.0.component"


@pytest.mark.parametrize(
    ("form", "path", "code"),
    [
        (modal(label(), title="x" * 46), "data.title", LENGTH),
        (modal(label(), custom_id="x" * 101), "data.custom_id", LENGTH),
        (modal(label(label="x" * 46)), "data.components.0.label", LENGTH),
        (modal(label(component=select(26))), "data.components.0.component.options", LENGTH),
        (
            modal(*(label(component={"type": 4, "custom_id": f"{n}", "style": 1}) for n in range(6))),
            "data.components",
            LENGTH,
        ),
        (modal(), "data.components", LENGTH),
        (modal(label(), label()), "components", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (modal(row(button())), "data.components.0.components.0.type", TYPE),
        (modal(label(component=button())), "data.components.0.component.type", TYPE),
        (modal({"type": 17, "components": []}), "data.components.0.type", TYPE),
        (modal(label(description="x" * 101)), "data.components.0.description", LONG),
        (modal(field(custom_id="x" * 101)), f"{INSIDE}.custom_id", LENGTH),
        (modal(field(value="x" * 4001)), f"{INSIDE}.value", LONG),
        (modal(field(placeholder="x" * 101)), f"{INSIDE}.placeholder", LONG),
    ],
)
def test_modal_refused(form: Body, path: str, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_modal_response(form)
    assert code_of(caught.value, path) == code


@pytest.mark.parametrize(
    "form",
    [
        modal(label(label="x" * 45, description="x" * 100), title="x" * 45, custom_id="x" * 100),
        modal(field(custom_id="x" * 100, value="x" * 4000, placeholder="x" * 100)),
        modal(*(field(custom_id=f"{number}") for number in range(5))),
    ],
)
def test_modal_at_the_limit_is_accepted(form: Body) -> None:
    check_modal_response(form)


def command(**more: Any) -> Body:
    return {"name": "bid", "description": "Bid", **more}


def option(**more: Any) -> Body:
    return {"type": 3, "name": "card", "description": "A card", **more}


INVALID = "APPLICATION_COMMAND_INVALID_NAME"
INNER = "0.options.0.options.0"


@pytest.mark.parametrize(
    ("bad", "path", "code"),
    [
        (command(name="Bid"), "0.name", INVALID),
        (command(name="my bid"), "0.name", INVALID),
        (command(name="x" * 33), "0.name", LENGTH),
        (command(description="x" * 101), "0.description", LENGTH),
        (command(description=""), "0.description", LENGTH),
        (command(name_localizations={"de": "Bieten"}), "0.name_localizations.de", INVALID),
        (command(description_localizations={"ja": "x" * 101}), "0.description_localizations.ja", LENGTH),
        (command(options=[option(name=f"c{n}") for n in range(26)]), "0.options", LENGTH),
        (command(options=[option(choices=[CHOICE] * 26)]), "0.options.0.choices", LENGTH),
        (command(options=[{"type": 3, "name": "card"}]), "0.options.0.description", "BASE_TYPE_REQUIRED"),
        (command(options=[option(type=1, options=[option(name="A")])]), f"{INNER}.name", INVALID),
        (command(options=[option(type=2, options=[option(name="A")])]), f"{INNER}.name", INVALID),
        (
            command(options=[option(), option()]),
            "0.options.0.name",
            "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        ),
        (
            command(options=[option(), option(name="b", required=True)]),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(
                options=[
                    option(name=f"o{n}", choices=[{"name": "x" * 100, "value": "x" * 100}] * 25)
                    for n in range(3)
                ]
            ),
            "0",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ],
)
def test_command_refused(bad: Body, path: str, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_commands([bad])
    assert code_of(caught.value, path) == code


@pytest.mark.parametrize(
    "good",
    [
        command(name="x" * 32, description="x" * 100),
        command(name_localizations={"de": "x" * 32}, description_localizations={"ja": "x" * 100}),
        command(options=[option(name="x" * 32, description="x" * 100)]),
        command(options=[option(name=f"c{number}") for number in range(25)]),
        command(options=[option(choices=[{"name": "x" * 100, "value": "x" * 100}] * 25)]),
        command(options=[option(choices=[{"name": "one", "value": 1}, {"name": "half", "value": 0.5}])]),
        command(options=[option(type=1, options=[option(required=True)]), option(type=1, name="b")]),
        {"name": "x", "type": 2},
        {"name": "x", "type": 3},
    ],
)
def test_command_at_the_limit_is_accepted(good: Body) -> None:
    check_commands([good])
    check_commands([{**good, "name": f"c{number}"} for number in range(100)])


def test_command_of_the_largest_size_is_accepted() -> None:
    options = [
        option(name=f"o{len(value) // 50}", choices=[{"name": "x" * 100, "value": value}] * 25)
        for value in ("x" * 100, "x" * 19)
    ]
    largest = command(description="x" * 6, options=options)
    check_commands([largest])
    with pytest.raises(ApiError):
        check_commands([{**largest, "description": "x" * 7}])


def test_the_size_of_a_command_counts_its_options_and_longest_translations() -> None:
    options = [option(name=f"o{n}", choices=[{"name": "x" * 100, "value": "x" * 58}] * 25) for n in range(2)]
    for length, fits in ((81, True), (82, False)):
        named = command(description_localizations={"de": "x", "ja": "x" * length, "hu": "x"}, options=options)
        with nullcontext() if fits else pytest.raises(ApiError):
            check_commands([named])
    with pytest.raises(ApiError):
        check_commands([command(options=[option(type=1, name="s", description="x" * 79, options=options)])])


def test_names_of_menu_commands_may_have_capitals_and_spaces() -> None:
    check_commands([{"name": "Show score", "type": 2}, {"name": "Show score", "type": 3}])
    with pytest.raises(ApiError):
        check_commands([{"name": "Show score", "type": 1, "description": "x"}])


def test_duplicate_and_too_many_commands_are_refused() -> None:
    with pytest.raises(ApiError) as caught:
        check_commands([command(), command()])
    assert code_of(caught.value, "1.name") == "APPLICATION_COMMANDS_DUPLICATE_NAME"
    with pytest.raises(ApiError) as caught:
        check_commands([command(name=f"c{number}") for number in range(101)])
    assert caught.value.code == 30032


def test_localized_commands_are_accepted() -> None:
    names = {"ja": "入札", "hu": "licitálás", "de": "bieten"}
    check_commands([command(name_localizations=names, options=[option(required=True), option(name="b")])])
