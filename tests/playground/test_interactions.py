"""What Discord's client lets a person do, what the bot receives for it, and how its response is handled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from bot.playground.commands import RefusedError, Where
from bot.playground.errors import ApiError
from bot.playground.interactions import FIRST_ANSWER, TOKEN_LIFE, Interactions
from bot.playground.messages import numbered
from bot.playground.person import Person
from bot.playground.state import APPLICATION_ID, CHANNEL_ID, GUILD_ID, Flag
from tests.playground.helpers import Body, ScriptedBot, button, classic, row, select

EPHEMERAL = int(Flag.EPHEMERAL)


@pytest.fixture
def bot() -> ScriptedBot:
    scripted = ScriptedBot()
    fields: list[Body] = [
        {"type": 3, "name": "suit", "required": True, "choices": [{"name": "Hearts", "value": "H"}]},
        {"type": 4, "name": "count", "min_value": 1, "max_value": 9},
        {"type": 5, "name": "loud"},
        {"type": 6, "name": "who"},
        {"type": 3, "name": "note", "max_length": 5},
        {"type": 11, "name": "file"},
    ]
    fields = [{"description": "x", **each} for each in fields]
    sub = {"type": 1, "name": "now", "description": "x", "options": []}
    scripted.state.commands += [
        {"id": "1", "type": 1, "name": "bid", "description": "Bid", "options": fields, "contexts": [0, 1]},
        {"id": "2", "type": 1, "name": "end", "description": "End", "dm_permission": False, "options": []},
        {
            "id": "4",
            "type": 1,
            "name": "deal",
            "description": "Deal",
            "contexts": [0],
            "options": [sub],
        },
    ]
    return scripted


def test_commands_are_offered_where_they_can_be_used(bot: ScriptedBot) -> None:
    assert [each.path[0] for each in bot.anna.commands()] == ["bid", "deal", "end"]
    assert [each.path[0] for each in bot.anna.commands(Where.DM)] == ["bid"]


async def test_options_are_sent_with_their_types(bot: ScriptedBot) -> None:
    await bot.anna.slash("bid", suit="H", count="3", loud="True", who=bot.bela)
    assert {each["name"]: each["value"] for each in bot.data["options"]} == {
        "suit": "H",
        "count": 3,
        "loud": True,
        "who": bot.bela.user.id,
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
    upload = bot.state.uploads[given]
    assert bot.state.signed_attachment(given, upload.signature) is upload
    assert bot.state.signed_attachment(given, "guessed") is None


async def test_only_a_moderator_may_manage_messages(bot: ScriptedBot) -> None:
    allowed = []
    for moderator in (False, True, False):
        bot.anna.make_moderator(moderator=moderator)
        await bot.anna.slash("bid", suit="H")
        allowed.append(int(bot.received[-1]["member"]["permissions"]) >> 13 & 1)
    assert allowed == [0, 1, 0]


@pytest.mark.parametrize("needed", ["32", "0"])
def test_commands_for_moderators_are_hidden_from_others(bot: ScriptedBot, needed: str) -> None:
    """`32` is the permission to manage the server; with `0`, only administrators see a command."""
    for_all, for_moderators = ({"id": name, "name": name, "description": "x"} for name in "ab")
    for_all["default_member_permissions"], for_moderators["default_member_permissions"] = "1", needed
    bot.state.commands[:] = [for_all, for_moderators]
    assert [each.path for each in bot.anna.commands()] == [("a",)]
    bot.anna.make_moderator(moderator=True)
    assert [each.path for each in bot.anna.commands()] == [("a",), ("b",)]


def test_what_a_newcomer_needs_is_suggested_first(bot: ScriptedBot) -> None:
    """Everything else is sorted by name: no command that deletes something comes first by chance."""
    inner = [{"type": 1, "name": each, "description": "x"} for each in ("end", "new")]
    group = {"id": "3", "name": "tarock", "description": "x", "options": inner}
    others = [{"id": each, "name": each, "description": "x"} for each in ("data", "help", "announce")]
    bot.state.commands[:] = [*others, group]
    shown = [" ".join(each.shown) for each in bot.anna.commands()]
    assert shown == ["help", "tarock new", "announce", "data", "tarock end"]


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


async def test_the_bot_learns_where_an_interaction_comes_from(bot: ScriptedBot) -> None:
    for where, context, owner in ((Where.CHANNEL, 0, GUILD_ID), (Where.DM, 1, "0")):
        answer = await bot.anna.slash("bid", suit="H", where=where)
        told = bot.received[-1]
        assert (told["context"], told["authorizing_integration_owners"]) == (context, {"0": owner})
        metadata = answer.message.metadata
        assert metadata is not None
        assert metadata["authorizing_integration_owners"] == {"0": owner}


async def test_the_token_of_an_interaction_is_not_printed(bot: ScriptedBot) -> None:
    answer = await bot.anna.slash("end")
    assert answer.token not in repr(answer)


async def test_buttons(bot: ScriptedBot) -> None:
    message = bot.say(classic(row(button(1, label="a"), button(2, label="b", disabled=True))))
    await bot.anna.press(message, label="a")
    assert bot.data == {"custom_id": "b1", "component_type": 2, "id": message.buttons[0]["id"]}
    for wrong in ("b", "none"):
        with pytest.raises(RefusedError):
            await bot.anna.press(message, label=wrong)


async def test_press_just_after_the_message_was_edited(bot: ScriptedBot) -> None:
    message = bot.say(classic(row(button(1))))
    for number in (2, 3):
        bot.state.put(replace(message, components=numbered([row(button(number))])))
    await bot.anna.press(message.id, "b2")
    with pytest.raises(RefusedError):
        await bot.anna.press(message.id, "b1")
    await bot.anna.press(message, "b1")
    bot.state.delete(message.id)
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


async def test_only_channels_of_the_guild_can_be_selected_or_viewed(bot: ScriptedBot) -> None:
    private = bot.state.dm(bot.anna.user.id).id
    message = bot.say(classic(row({"type": 8, "custom_id": "c"})))
    await bot.anna.select(message, "c", [CHANNEL_ID])
    assert bot.data["resolved"]["channels"][CHANNEL_ID]["name"] == bot.state.channels[CHANNEL_ID].name
    with pytest.raises(RefusedError):
        await bot.anna.select(message, "c", [private])
    with pytest.raises(RefusedError):
        bot.anna.look_at(private)
    assert bot.anna.channel_id == CHANNEL_ID


async def test_a_deleted_message_cannot_be_updated(bot: ScriptedBot) -> None:
    table = bot.say(classic(row(button(1))))
    bot.answer = {"type": 7, "data": {"content": "late"}}
    deliver = bot.interactions.deliver

    def first_deleting(payload: Body) -> None:
        bot.state.delete(table.id)
        deliver(payload)

    bot.interactions.deliver = first_deleting
    with pytest.raises(ApiError) as caught:
        await bot.anna.press(table, "b1")
    assert caught.value.code == 10008


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


async def test_until_times_out_or_returns_the_value(bot: ScriptedBot) -> None:
    with pytest.raises(TimeoutError):
        await bot.anna.until(lambda: False, 0)
    waiting = asyncio.create_task(bot.anna.until(bot.anna.channel))
    await asyncio.sleep(0)
    message = bot.say({"content": "x"})
    assert await waiting == [message]


async def test_a_response_is_due_within_exactly_three_seconds(
    bot: ScriptedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = bot.state.clock
    for late, refused in ((0.0, False), (0.001, True)):
        monkeypatch.setattr(clock, "now", lambda: 2e9)
        interactions = Interactions(bot.state, bot.received.append, lambda *_: "")
        anna = Person(bot.state, interactions, bot.anna.user)
        waiting = asyncio.create_task(anna.slash("end"))
        await asyncio.sleep(0)
        monkeypatch.setattr(clock, "now", lambda seconds=2e9 + FIRST_ANSWER + late: seconds)
        told = bot.received[-1]
        with pytest.raises(ApiError) if refused else nullcontext():
            interactions.answer(told["id"], told["token"], bot.answer, {})
        clock.advance(0)
        assert (await waiting).failed is refused


async def test_an_expired_token_is_forgotten_after_a_while(bot: ScriptedBot) -> None:
    hooks = bot.interactions
    await bot.anna.slash("end")
    token = bot.received[-1]["token"]
    for seconds, code in ((TOKEN_LIFE + 60, 50027), (TOKEN_LIFE - 120, 50027), (120, 10015)):
        bot.state.clock.advance(seconds)
        await bot.anna.slash("end")
        with pytest.raises(ApiError) as caught:
            hooks.follow_up(APPLICATION_ID, token, {"content": "late"}, {})
        assert caught.value.code == code
    assert bot.received[-1]["token"] in bot.interactions.tokens


async def test_the_first_content_of_a_response_is_kept_after_edits(bot: ScriptedBot) -> None:
    hooks = bot.interactions
    shown = await bot.anna.slash("end")
    bot.state.put(replace(shown.message, content="later"))
    assert shown.shown is not None
    assert shown.shown.content == "done"
    bot.answer = {"type": 5, "data": {"flags": EPHEMERAL}}
    loading = await bot.anna.slash("end")
    assert loading.message.loading
    assert loading.shown is None
    token = bot.received[-1]["token"]
    for text in ("first", "second"):
        edited = hooks.edit(APPLICATION_ID, token, "@original", {"content": text}, {})
        assert (edited.loading, edited.edited is None) == (False, text == "first")
        assert loading.shown.content == "first"  # type: ignore[attr-defined]  # set by the edit


async def test_a_follow_up_to_a_deferred_update_is_not_the_response(bot: ScriptedBot) -> None:
    hooks = bot.interactions
    bot.answer = {"type": 6}
    table = bot.say(classic(row(button(1))))
    pressed = await bot.anna.press(table, "b1")
    token = bot.received[-1]["token"]
    more = hooks.follow_up(APPLICATION_ID, token, {"content": "more"}, {})
    hooks.edit(APPLICATION_ID, token, more.id, {"content": "more still"}, {})
    assert pressed.shown is None
    with pytest.raises(ApiError) as caught:
        hooks.delete("1", token, "@original")
    assert caught.value.code == 10015
