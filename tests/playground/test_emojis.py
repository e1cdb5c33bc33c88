"""The emojis of an application: what Discord accepts, and how it refuses the rest."""

from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from bot.playground.clock import Clock
from bot.playground.emojis import Emojis
from bot.playground.errors import ApiError
from bot.playground.messages import compose
from bot.playground.world import CHANNEL_ID, World
from tests.playground.test_validation import LENGTH, button, classic, code_of, options, row, select

PNG = b"\x89PNG\r\n\x1a\n"


def image(content: bytes = PNG, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


@pytest.fixture
def emojis() -> Emojis:
    numbers = count(1)
    return Emojis(lambda: str(next(numbers)))


def refused(action: Callable[[], object]) -> int:
    with pytest.raises(ApiError) as caught:
        action()
    return caught.value.code


def test_an_emoji_is_made_renamed_and_deleted(emojis: Emojis) -> None:
    made = emojis.create({"name": "card_T21", "image": image()})
    assert made.content == PNG
    assert emojis.get(made.id) == made
    assert emojis.rename(made.id, {"name": "card_T22"}).name == "card_T22"
    assert made.json({})["animated"] is False
    emojis.delete(made.id)
    assert emojis.all == ()
    assert refused(lambda: emojis.get(made.id)) == 10014
    assert refused(lambda: emojis.delete(made.id)) == 10014


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "x", "image": image()}, 50035),
        ({"name": "x" * 33, "image": image()}, 50035),
        ({"name": "sküs", "image": image()}, 50035),
        ({"image": image()}, 50035),
        ({"name": "card", "image": "card.png"}, 50035),
        ({"name": "card", "image": "data:image/png;base64,?"}, 50035),
        ({"name": "card", "image": image().replace("base64,", "base64,?")}, 50035),
        ({"name": "card", "image": image(b"GIF89a")}, 50035),
        ({"name": "card"}, 50035),
        ({"name": "card", "image": image(PNG + bytes(256 * 1024 - 7))}, 50138),
    ],
)
def test_invalid_emojis_are_refused(emojis: Emojis, body: dict[str, Any], code: int) -> None:
    assert refused(lambda: emojis.create(body)) == code
    assert emojis.all == ()


@pytest.mark.parametrize("name", ["x", "x" * 33])
def test_a_name_has_between_2_and_32_characters(emojis: Emojis, name: str) -> None:
    with pytest.raises(ApiError) as caught:
        emojis.create({"name": name, "image": image()})
    assert code_of(caught.value, "name") == LENGTH
    for fitting in ("xy", "x" * 32):
        assert emojis.create({"name": fitting, "image": image()}).name == fitting


def test_an_animated_image_of_256_kibibytes_is_accepted(emojis: Emojis) -> None:
    made = emojis.create({"name": "card", "image": image(b"GIF89a" + bytes(256 * 1024 - 6), "image/gif")})
    assert made.json({})["animated"] is True


def test_an_application_has_at_most_two_thousand_emojis(emojis: Emojis) -> None:
    for _ in range(2000):
        made = emojis.create({"name": "card", "image": image()})
    assert refused(lambda: emojis.create({"name": "card", "image": image()})) == 30008
    assert refused(lambda: emojis.rename(made.id, {"name": ""})) == 50035


def test_a_control_may_show_only_an_existing_emoji() -> None:
    world = World(Clock())
    made = world.emojis.create({"name": "card", "image": image()})
    for number, is_there in ((made.id, True), ("1", False)):
        emoji = {"id": number, "name": "card"}
        for body in (
            classic(row(button(emoji=emoji))),
            classic(row(select(options=options(1, emoji=emoji)))),
        ):
            if is_there:
                assert compose(world, CHANNEL_ID, body, {}).components
            else:
                assert refused(lambda body=body: compose(world, CHANNEL_ID, body, {})) == 50035  # type: ignore[misc]  # a default binds the body


def test_the_id_of_an_emoji_is_a_string() -> None:
    """discord.py sends a number, which JavaScript could not hold."""
    world = World(Clock())
    made = world.emojis.create({"name": "card", "image": image()})
    emoji = {"id": int(made.id), "name": "card"}
    message = compose(
        world,
        CHANNEL_ID,
        classic(row(button(emoji=emoji)), row(select(options=options(1, emoji=emoji)))),
        {},
    )
    assert [each["emoji"]["id"] for each in (*message.buttons, *message.selects[0]["options"])] == [
        made.id
    ] * 2
