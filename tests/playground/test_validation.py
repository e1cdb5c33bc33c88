"""Request bodies at and beyond Discord's limits, and the field that is refused."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.messages import compose, revise
from bot.playground.state import CHANNEL_ID, State
from bot.playground.validation import FILE_LIMIT, check_choices, check_commands, check_thread, read_emoji
from tests.playground.helpers import (
    Body,
    button,
    classic,
    container,
    gallery,
    options,
    row,
    select,
    text,
    v2,
)

FIRST = "components.0.components.0"
CHOICE = {"name": "x", "value": "x"}


def refused(action: Callable[[], object]) -> ApiError:
    with pytest.raises(ApiError) as caught:
        action()
    return caught.value


def picture(**item: Any) -> Body:
    return v2({"type": 12, "items": [{"media": {"url": "https://a.example/x.png"}, **item}]})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": 7}, "content"),
        ({"content": "x", "nonce": "x" * 26}, "nonce"),
        ({"content": "x", "embeds": [{"title": "x"}]}, "embeds"),
        ({"content": "x", "attachments": [{"id": 0}]}, "attachments"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions"),
        (classic(*(row(button(n)) for n in range(6))), "components"),
        (classic(text(1)), "components.0.type"),
        (classic(button()), "components.0.type"),
        (classic(row(*map(button, range(6)))), "components.0.components"),
        (classic(row()), "components.0.components"),
        (classic(row(text(1))), f"{FIRST}.type"),
        (classic(row(select(), button())), "components.0.components"),
        (classic(row(button(custom_id="x" * 101))), f"{FIRST}.custom_id"),
        (classic(row(button(custom_id=""))), f"{FIRST}.custom_id"),
        (classic(row(button(custom_id=None))), f"{FIRST}.custom_id"),
        (classic(row(button(1), button(1))), "components"),
        (v2(row(button(1)), row(button(1))), "components"),
        (classic(row(button(label="x" * 81))), f"{FIRST}.label"),
        (classic(row(button(label=None))), FIRST),
        (classic(row(button(style=5))), f"{FIRST}.style"),
        (classic(row(button(emoji={"id": "1"}))), "components"),
        (classic(row(select(options=options(1, emoji={"id": 1})))), "components"),
        (classic(row(select(26))), f"{FIRST}.options"),
        (classic(row(select(0))), f"{FIRST}.options"),
        (classic(row(select(options=options(1, label="x" * 101)))), f"{FIRST}.options.0.label"),
        (classic(row(select(options=options(1, value="x" * 101)))), f"{FIRST}.options.0.value"),
        (classic(row(select(options=options(1, description="x" * 101)))), f"{FIRST}.options.0.description"),
        (classic(row(select(options=options(2, value="x")))), f"{FIRST}.options"),
        (classic(row(select(placeholder="x" * 151))), f"{FIRST}.placeholder"),
        (classic(row(select(2, max_values=3))), f"{FIRST}.max_values"),
        (classic(row(select(2, max_values=0))), f"{FIRST}.max_values"),
        (classic(row(select(3, min_values=2))), f"{FIRST}.min_values"),
        (v2(*(text(1) for _ in range(41))), "components"),
        (v2(container(*(text(1) for _ in range(40)))), "components"),
        (v2(text(4001)), "components.0.content"),
        (v2(text(0)), "components.0.content"),
        (v2(text(2000), text(2001)), "components"),
        (v2(text(1), content="x"), "content"),
        (v2(container(container(text(1)))), f"{FIRST}.type"),
        (v2(gallery(11)), "components.0.items"),
        (v2(gallery(1)), "components"),
        (picture(description="x" * 1025), "components.0.items.0.description"),
        (picture(media=None), "components.0.items.0.media"),
    ],
)
def test_an_invalid_message_is_refused(state: State, body: Body, field: str) -> None:
    error = refused(lambda: compose(state, CHANNEL_ID, body, {}))
    assert (error.status, error.code, error.field) == (400, 50035, field)


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000, "nonce": "x" * 25},
        classic(*(row(*(button(5 * r + n) for n in range(5))) for r in range(5))),
        classic(row(select(25, max_values=25, min_values=0, placeholder="x" * 150))),
        classic(row(select(options=[{"label": "x" * 100, "value": "x" * 100, "description": "x" * 100}]))),
        classic(row(button(label=None, emoji={"name": "🂡"})), row({"type": 8, "custom_id": "c"})),
        v2(*(text(100) for _ in range(40))),
        v2(container(text(3999), row(button(label="x" * 80, custom_id="x" * 100))), text(1)),
        picture(description="x" * 1024),
    ],
)
def test_a_message_at_the_limit_is_accepted(state: State, body: Body) -> None:
    assert compose(state, CHANNEL_ID, body, {}).channel_id == CHANNEL_ID


def test_files_are_limited_in_number_size_and_description(state: State) -> None:
    files = {number: (f"{number}.png", b"x") for number in range(11)}
    listed = [{"id": number, "description": "x" * 1024} for number in files]
    ten = {number: files[number] for number in range(10)}
    assert len(compose(state, CHANNEL_ID, {"attachments": listed[:10]}, ten).attachments) == 10
    compose(state, CHANNEL_ID, {}, {0: ("a.png", bytes(FILE_LIMIT))})
    error = refused(lambda: compose(state, CHANNEL_ID, {"attachments": listed}, files))
    assert error.field == "attachments"
    wordy = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    error = refused(lambda: compose(state, CHANNEL_ID, wordy, {0: files[0]}))
    assert error.field == "attachments.0.description"
    error = refused(lambda: compose(state, CHANNEL_ID, {}, {0: ("a.png", bytes(FILE_LIMIT + 1))}))
    assert (error.status, error.code) == (413, 40005)
    assert refused(lambda: compose(state, CHANNEL_ID, {}, {})).code == 50006


def test_an_edit_is_checked_with_what_it_leaves_unchanged(state: State) -> None:
    message = state.put(compose(state, CHANNEL_ID, v2(gallery(1)), {0: ("a.png", b"x")}))
    listed = {"id": message.attachments[0].id, "description": "x" * 1025}
    for change, field in (
        ({"attachments": []}, "components"),
        ({"content": "x"}, "content"),
        ({"attachments": [listed]}, "attachments.0.description"),
    ):
        assert refused(partial(revise, state, message, change, {})).field == field


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ([CHOICE] * 26, "data.choices"),
        ([{**CHOICE, "name": "x" * 101}], "data.choices.0.name"),
        ([{**CHOICE, "value": "x" * 101}], "data.choices.0.value"),
        ([{**CHOICE, "name": ""}], "data.choices.0.name"),
    ],
)
def test_choices_have_limits(choices: list[Body], field: str) -> None:
    number: Body = {"name": "x", "value": 7}
    check_choices([{"name": "x" * 100, "value": "x" * 100}, number, *[CHOICE] * 23])
    assert refused(lambda: check_choices(choices)).field == field


def command(**more: Any) -> Body:
    return {"name": "bid", "description": "Bid", **more}


def option(**more: Any) -> Body:
    return {"type": 3, "name": "card", "description": "A card", **more}


LONG_CHOICES = [{"name": "x" * 100, "value": "x" * 58}] * 25
INNER = "0.options.0.options.0"


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (command(name="Bid"), "0.name"),
        (command(name="my bid"), "0.name"),
        (command(name="x" * 33), "0.name"),
        (command(type=2), "0.type"),
        (command(description="x" * 101), "0.description"),
        (command(description=""), "0.description"),
        (command(name_localizations={"de": "Bieten"}), "0.name_localizations.de"),
        (command(description_localizations={"ja": "x" * 101}), "0.description_localizations.ja"),
        (command(options=[option(name=f"c{n}") for n in range(26)]), "0.options"),
        (command(options=[option(choices=[CHOICE] * 26)]), "0.options.0.choices"),
        (command(options=[{"type": 3, "name": "card"}]), "0.options.0.description"),
        (command(options=[option(type=1, options=[option(name="A")])]), f"{INNER}.name"),
        (command(options=[option(), option()]), "0.options.1.name"),
        (command(options=[option(), option(name="b", required=True)]), "0.options.1"),
        (command(options=[option(name=f"o{n}", choices=LONG_CHOICES) for n in range(3)]), "0"),
    ],
)
def test_an_invalid_command_is_refused(bad: Body, field: str) -> None:
    assert refused(lambda: check_commands([bad])).field == field


def test_commands_at_the_limit_are_accepted() -> None:
    names = {"ja": "入札", "hu": "licitálás", "de": "x" * 32}
    rich = command(
        name_localizations=names,
        description_localizations={"ja": "x" * 100},
        options=[option(required=True, name="x" * 32), *(option(name=f"c{n}") for n in range(24))],
    )
    check_commands([{**rich, "name": f"c{number}"} for number in range(100)])
    check_commands(
        [command(options=[option(type=1, options=[option(required=True)]), option(type=1, name="b")])]
    )
    assert (
        refused(lambda: check_commands([command(name=f"c{number}") for number in range(101)])).code == 30032
    )
    error = refused(lambda: check_commands([command(), command()]))
    assert error.field == "1.name"


def test_the_size_of_a_command_counts_its_options_and_longest_translations() -> None:
    fields = [option(name=f"o{n}", choices=LONG_CHOICES) for n in range(2)]

    def described(length: int) -> list[Body]:
        texts = {"de": "x", "ja": "x" * length, "hu": "x"}
        return [command(description_localizations=texts, options=fields)]

    check_commands(described(81))
    refused(lambda: check_commands(described(82)))
    inner = option(type=1, name="s", description="x" * 79, options=fields)
    refused(lambda: check_commands([command(options=[inner])]))


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": "x" * 101}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x", "auto_archive_duration": 61}, "auto_archive_duration"),
        ({"name": "x", "type": 12}, "type"),
    ],
)
def test_an_invalid_thread_is_refused(body: Body, path: str) -> None:
    for minutes in (60, 1440, 4320, 10080):
        check_thread({"type": 11, "name": "x" * 100, "auto_archive_duration": minutes})
    assert refused(lambda: check_thread({"type": 11, **body})).field == path


def image(content: bytes) -> str:
    return f"data:image/png;base64,{b64encode(content).decode()}"


PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "x", "image": image(PNG)}, 50035),
        ({"name": "x" * 33, "image": image(PNG)}, 50035),
        ({"name": "sküs", "image": image(PNG)}, 50035),
        ({"image": image(PNG)}, 50035),
        ({"name": "card", "image": "card.png"}, 50035),
        ({"name": "card", "image": "data:image/png;base64,?"}, 50035),
        ({"name": "card", "image": image(b"GIF89a")}, 50035),
        ({"name": "card"}, 50035),
        ({"name": "card", "image": image(PNG + bytes(256 * 1024 - 7))}, 50138),
    ],
)
def test_an_invalid_emoji_is_refused(body: Body, code: int) -> None:
    assert refused(lambda: read_emoji(body)).code == code


def test_emojis_at_the_limit_are_accepted(state: State) -> None:
    largest = PNG + bytes(256 * 1024 - 8)
    for name in ("xy", "x" * 32):
        assert read_emoji({"name": name, "image": image(largest)}) == (name, largest)
    made = state.create_emoji("card", PNG)
    emoji = {"id": int(made.id), "name": "card"}
    message = compose(state, CHANNEL_ID, classic(row(button(emoji=emoji))), {})
    assert message.buttons[0]["emoji"]["id"] == made.id, "a number is too long for JavaScript"
