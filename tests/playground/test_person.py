"""What Discord's own client lets a person do, and the interaction data it sends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.playground.clock import Clock
from bot.playground.commands import RefusedError, Where
from bot.playground.errors import ApiError
from bot.playground.interactions import Callback, Interactions
from bot.playground.messages import compose, numbered
from bot.playground.person import Answer, Person
from bot.playground.world import CHANNEL_ID, GUILD_ID, Message, World
from tests.playground.test_validation import button, classic, label, modal, options, row, select

Body = dict[str, Any]


class ScriptedBot:
    """A bot that records the interactions it receives and responds to all of them with `answer`."""

    def __init__(self, answer: Body | None = None) -> None:
        self.world = World(Clock())
        self.answer = {"type": 4, "data": {"content": "done"}} if answer is None else answer
        self.received: list[Body] = []
        self.interactions = Interactions(self.world, self._deliver, lambda _, file: f"files/{file.id}")
        users = {user.name: user for user in self.world.people}
        self.anna, self.bela = (
            Person(self.world, self.interactions, users[name]) for name in ("Anna", "Béla")
        )

    def _deliver(self, payload: Body) -> None:
        self.received.append(payload)
        self.interactions.answer(payload["id"], payload["token"], self.answer, {})

    @property
    def data(self) -> Body:
        """The data of the latest interaction."""
        data: Body = self.received[-1]["data"]
        return data

    def say(self, body: Body) -> Message:
        return self.world.put(compose(self.world, CHANNEL_ID, body, {}))


@pytest.fixture
def bot() -> ScriptedBot:
    scripted = ScriptedBot()
    fields: list[Body] = [
        {"type": 3, "name": "suit", "required": True, "choices": [{"name": "Hearts", "value": "H"}]},
        {"type": 4, "name": "count", "min_value": 1, "max_value": 9},
        {"type": 5, "name": "loud"},
        {"type": 6, "name": "who"},
        {"type": 10, "name": "factor"},
        {"type": 3, "name": "note", "max_length": 5},
        {"type": 11, "name": "file"},
    ]
    fields = [{"description": "x", **each} for each in fields]
    sub = {"type": 1, "name": "now", "description": "x", "options": []}
    scripted.world.commands[None] = [
        {"id": "1", "type": 1, "name": "bid", "description": "Bid", "options": fields, "contexts": [0, 1]},
        {"id": "2", "type": 1, "name": "end", "description": "End", "dm_permission": False, "options": []},
        {"id": "3", "type": 2, "name": "Show score", "description": ""},
        {
            "id": "4",
            "type": 1,
            "name": "deal",
            "description": "Deal",
            "contexts": [0],
            "options": [{"type": 2, "name": "next", "description": "x", "options": [sub]}],
        },
    ]
    scripted.world.commands[GUILD_ID] = [
        {"id": "5", "type": 1, "name": "here", "description": "Here", "options": []},
    ]
    return scripted


def test_commands_are_offered_where_they_can_be_used(bot: ScriptedBot) -> None:
    assert [each.path[0] for each in bot.anna.commands()] == ["bid", "deal", "end", "here"]
    assert [each.path[0] for each in bot.anna.commands(Where.DM)] == ["bid"]


async def test_options_are_sent_with_their_types(bot: ScriptedBot) -> None:
    await bot.anna.slash("bid", suit="H", count="3", loud="True", who=bot.bela, factor="1.5")
    assert {each["name"]: each["value"] for each in bot.data["options"]} == {
        "suit": "H",
        "count": 3,
        "loud": True,
        "who": bot.bela.user.id,
        "factor": 1.5,
    }
    assert bot.data["resolved"]["users"][bot.bela.user.id]["global_name"] == "Béla"


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"suit": ""},
        {"suit": "X"},
        {"suit": "H", "card": "T1"},
        {"suit": "H", "count": "three"},
        {"suit": "H", "count": 10},
        {"suit": "H", "count": 0},
        {"suit": "H", "loud": "perhaps"},
        {"suit": "H", "factor": "x"},
        {"suit": "H", "who": "1"},
        {"suit": "H", "note": "longer"},
        {"suit": "H", "file": "1"},
    ],
)
async def test_invalid_options_are_refused(bot: ScriptedBot, given: dict[str, Any]) -> None:
    with pytest.raises(RefusedError):
        await bot.anna.slash("bid", **given)
    assert bot.received == []


async def test_a_file_is_attached_to_a_command(bot: ScriptedBot) -> None:
    await bot.anna.slash("bid", suit="H", file=("deal.json", b"{}"))
    (given,) = (each["value"] for each in bot.data["options"] if each["name"] == "file")
    shape = bot.data["resolved"]["attachments"][given]
    assert (shape["filename"], shape["size"], shape["url"]) == ("deal.json", 2, f"files/{given}")
    upload = bot.world.uploads[given]
    assert bot.world.signed_attachment(given, upload.signature) is upload
    assert bot.world.signed_attachment(given, "guessed") is None


async def test_subcommand_in_a_group_and_guild_command(bot: ScriptedBot) -> None:
    answer = await bot.anna.slash("deal next now")
    assert answer.message.command == "/deal next now"
    (group,) = bot.data["options"]
    assert (group["type"], group["name"]) == (2, "next")
    assert group["options"] == [{"type": 1, "name": "now", "options": []}]
    assert "guild_id" not in bot.data
    await bot.anna.slash("here")
    assert bot.data["guild_id"] == GUILD_ID


async def test_only_a_moderator_may_manage_messages(bot: ScriptedBot) -> None:
    allowed = []
    for moderator in (False, True, False):
        bot.anna.make_moderator(moderator=moderator)
        await bot.anna.slash("bid", suit="H")
        allowed.append(int(bot.received[-1]["member"]["permissions"]) >> 13 & 1)
    assert allowed == [0, 1, 0]


async def test_commands_in_direct_messages(bot: ScriptedBot) -> None:
    answer = await bot.anna.slash("bid", where=Where.DM, suit="H")
    received = bot.received[-1]
    assert received["user"]["id"] == bot.anna.user.id
    assert not {"member", "guild_id", "guild_locale"} & received.keys()
    assert (bot.anna.inbox(), bot.bela.channel()) == ([answer.message], [])
    with pytest.raises(RefusedError):
        await bot.anna.slash("end", where=Where.DM)


async def test_autocomplete_sends_half_typed_options(bot: ScriptedBot) -> None:
    bot.answer = {"type": 8, "data": {"choices": [{"name": "Hearts", "value": "H"}]}}
    assert await bot.anna.complete("bid", "suit", "he", count="thr") == [{"name": "Hearts", "value": "H"}]
    assert {"name": "suit", "type": 3, "value": "he", "focused": True} in bot.data["options"]
    assert {"name": "count", "type": 4, "value": "thr"} in bot.data["options"]


async def test_buttons(bot: ScriptedBot) -> None:
    link = {"type": 2, "style": 5, "label": "rules", "url": "https://a.example"}
    message = bot.say(classic(row(button(1, label="a"), button(2, label="b", disabled=True), link)))
    await bot.anna.press(message, label="a")
    assert bot.data == {"custom_id": "b1", "component_type": 2, "id": message.buttons[0]["id"]}
    for wrong in ("b", "rules", "none"):
        with pytest.raises(RefusedError):
            await bot.anna.press(message, label=wrong)


async def test_press_just_after_the_message_was_edited(bot: ScriptedBot) -> None:
    message = bot.say(classic(row(button(1))))
    for number in (2, 3):
        bot.world.put(replace(message, components=numbered([row(button(number))])))
    await bot.anna.press(message.id, "b2")
    with pytest.raises(RefusedError):
        await bot.anna.press(message.id, "b1")
    await bot.anna.press(message, "b1")
    bot.world.delete(message.id)
    with pytest.raises(RefusedError):
        await bot.anna.press(message, "b1")


async def test_selects(bot: ScriptedBot) -> None:
    message = bot.say(
        classic(row(select(3, min_values=1, max_values=2)), row(select(custom_id="off", disabled=True)))
    )
    await bot.anna.select(message, "s", ["0", "2"])
    assert bot.data["values"] == ["0", "2"]
    for values in ([], ["0", "1", "2"], ["7"], ["0", "0"]):
        with pytest.raises(RefusedError):
            await bot.anna.select(message, "s", values)
    for custom_id in ("off", "none"):
        with pytest.raises(RefusedError):
            await bot.anna.select(message, custom_id, ["0"])


async def test_select_of_users(bot: ScriptedBot) -> None:
    message = bot.say(classic(row({"type": 5, "custom_id": "u"})))
    await bot.anna.select(message, "u", [bot.bela.user.id])
    assert bot.data["resolved"]["users"][bot.bela.user.id]["username"] == "bela.tarokk"


async def test_select_of_channels(bot: ScriptedBot) -> None:
    message = bot.say(classic(row({"type": 8, "custom_id": "c"})))
    channel = bot.world.channels[CHANNEL_ID]
    await bot.anna.select(message, "c", [channel.id])
    assert bot.data["values"] == [channel.id]
    assert bot.data["resolved"]["channels"][channel.id]["name"] == channel.name
    with pytest.raises(RefusedError):
        await bot.anna.select(message, "c", [bot.bela.user.id])


async def test_every_field_of_a_modal(bot: ScriptedBot) -> None:
    fields: list[Body] = [
        {"type": 4, "custom_id": "text", "style": 1, "min_length": 2, "max_length": 5},
        {"type": 3, "custom_id": "menu", "options": options(2)},
        {"type": 21, "custom_id": "one", "options": options(2)},
        {"type": 23, "custom_id": "tick"},
    ]
    form = modal({"type": 10, "content": "Fill in"}, *(label(component=field) for field in fields))
    bot.answer = {"type": 9, "data": form}
    opened = await bot.anna.slash("end")
    assert opened.callback is Callback.MODAL
    bot.answer = {"type": 4, "data": {"content": "thanks"}}
    good: Body = {"text": "abc", "menu": ["1"], "one": "0", "tick": True}
    mistakes: list[Body] = [
        {"text": ""},
        {"text": "a"},
        {"text": "abcdef"},
        {"menu": ["7"]},
        {"menu": []},
        {"one": None},
    ]
    for wrong in mistakes:
        with pytest.raises(RefusedError):
            await bot.anna.submit(opened, {**good, **wrong})
    answer = await bot.anna.submit(opened, good)
    assert answer.message.content == "thanks"
    sent = [part.get("component", {}) for part in bot.data["components"]]
    assert [each.get("value", each.get("values")) for each in sent] == [None, "abc", ["1"], "0", True]
    with pytest.raises(RefusedError):
        await bot.anna.submit(answer, {})


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("slash", {"type": 6}),
        ("slash", {"type": 7, "data": {"content": "x"}}),
        ("slash", {"type": 8, "data": {"choices": []}}),
        ("slash", {"type": 1}),
        ("slash", {}),
        ("press", {"type": 8, "data": {"choices": []}}),
        ("complete", {"type": 4, "data": {"content": "x"}}),
    ],
)
async def test_responses_of_the_wrong_type_are_rejected(bot: ScriptedBot, what: str, answer: Body) -> None:
    message = bot.say(classic(row(button(1))))
    bot.answer = answer
    acts: dict[str, Callable[[], Awaitable[object]]] = {
        "slash": lambda: bot.anna.slash("end"),
        "press": lambda: bot.anna.press(message, "b1"),
        "complete": lambda: bot.anna.complete("bid", "suit"),
    }
    with pytest.raises(ApiError) as caught:
        await acts[what]()
    assert caught.value.code == 50035


async def test_a_response_without_a_message(bot: ScriptedBot) -> None:
    message = bot.say(classic(row(button(1))))
    bot.answer = {"type": 6}
    assert (await bot.anna.press(message, "b1")).message.id == message.id
    bot.answer = {"type": 9, "data": modal(label())}
    answer: Answer = await bot.anna.slash("end")
    with pytest.raises(RefusedError):
        _ = answer.message


async def test_until_times_out_or_returns_the_value(bot: ScriptedBot) -> None:
    with pytest.raises(TimeoutError):
        await bot.anna.until(lambda: False, 0)
    waiting = asyncio.create_task(bot.anna.until(bot.anna.channel))
    await asyncio.sleep(0)
    message = bot.say({"content": "x"})
    assert await waiting == [message]
    assert not bot.world._listeners, "nobody listens to changes any longer"


def test_components_have_the_defaults_of_discord() -> None:
    item = {"media": {"url": "attachment://hand.png"}}
    button, gallery = numbered([{"type": 2, "style": 1, "custom_id": "b"}, {"type": 12, "items": [item]}])
    assert (button["id"], button["disabled"]) == (1, False)
    assert gallery["items"] == [{**item, "description": None, "spoiler": False}]
