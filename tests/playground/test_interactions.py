"""What the bot receives for an interaction, and how its response is handled, as on Discord."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from bot.playground.commands import RefusedError, Where
from bot.playground.errors import ApiError
from bot.playground.followups import FollowUps
from bot.playground.interactions import Interactions
from bot.playground.limits import FIRST_ANSWER, TOKEN_LIFE
from bot.playground.person import Person
from bot.playground.world import APPLICATION_ID, CHANNEL_ID, GUILD_ID, Flag
from tests.playground.test_person import Body, ScriptedBot
from tests.playground.test_validation import button, classic, code_of, label, modal, options, row

EPHEMERAL = int(Flag.EPHEMERAL)


def command(name: str, *fields: Body, **more: Any) -> Body:
    return {"id": name, "name": name, "description": "x", "options": list(fields), **more}


@pytest.fixture
def bot() -> ScriptedBot:
    scripted = ScriptedBot()
    fields = [
        {"type": 3, "name": "note", "max_length": 5},
        {"type": 3, "name": "story"},
        {"type": 4, "name": "count", "min_value": 1, "max_value": 9},
        {"type": 6, "name": "who"},
    ]
    scripted.world.commands[None] = [command("say", *fields)]
    scripted.world.commands[GUILD_ID] = [command("here", {"type": 3, "name": "suit"})]
    return scripted


def silent(bot: ScriptedBot, seconds: float) -> Person:
    """Anna, with a bot that never responds within this many seconds."""
    interactions = Interactions(bot.world, bot.received.append, lambda *_: "", seconds)
    return Person(bot.world, interactions, bot.anna.user)


async def test_options_up_to_their_limits_are_sent(bot: ScriptedBot) -> None:
    await bot.anna.slash("say", note="12345", story="x" * 6000, count="1")
    await bot.anna.slash("say", count="9")
    with pytest.raises(RefusedError, match="too long"):
        await bot.anna.slash("say", story="x" * 6001)


async def test_an_option_without_a_value_is_omitted(bot: ScriptedBot) -> None:
    await bot.anna.slash("say", note=None, count=1)
    assert [each["name"] for each in bot.data["options"]] == ["count"]


async def test_the_resolved_member_of_an_option_omits_the_user(bot: ScriptedBot) -> None:
    await bot.anna.slash("say", who=bot.bela)
    member = bot.data["resolved"]["members"][bot.bela.user.id]
    assert {"permissions", "joined_at", "roles"} <= member.keys()
    assert not {"user", "deaf", "mute"} & member.keys()


async def test_only_global_commands_without_contexts_are_offered_in_direct_messages(
    bot: ScriptedBot,
) -> None:
    assert [each.path for each in bot.anna.commands(Where.DM)] == [("say",)]


async def test_the_bot_learns_where_an_interaction_comes_from(bot: ScriptedBot) -> None:
    for where, context, owner in ((Where.CHANNEL, 0, GUILD_ID), (Where.DM, 1, "0")):
        answer = await bot.anna.slash("say", where=where)
        told = bot.received[-1]
        assert (told["context"], told["authorizing_integration_owners"]) == (context, {"0": owner})
        metadata = answer.message.metadata
        assert metadata is not None
        assert metadata["authorizing_integration_owners"] == {"0": owner}


async def test_an_interaction_has_the_version_and_the_file_limit_that_discord_documents(
    bot: ScriptedBot,
) -> None:
    await bot.anna.slash("say")
    told = bot.received[-1]
    assert (told["version"], told["entitlements"]) == (1, [])
    assert told["attachment_size_limit"] == 10 * 1024 * 1024


async def test_the_token_of_an_interaction_is_not_printed(bot: ScriptedBot) -> None:
    answer = await bot.anna.slash("say")
    assert answer.interaction.token not in repr(answer.interaction)


async def test_interactions_have_the_types_by_which_discord_numbers_them(bot: ScriptedBot) -> None:
    bot.answer = {"type": 9, "data": modal(label())}
    opened = await bot.anna.slash("say")
    bot.answer = {"type": 6}
    await bot.anna.press(bot.say(classic(row(button(1)))), "b1")
    bot.answer = {"type": 8, "data": {"choices": []}}
    await bot.anna.complete("here", "suit", "h")
    bot.answer = {"type": 4, "data": {"content": "thanks"}}
    await bot.anna.submit(opened, {"i": "x"})
    assert [told["type"] for told in bot.received] == [2, 3, 4, 5]


async def test_autocompletion_of_a_guild_command_names_the_guild(bot: ScriptedBot) -> None:
    bot.answer = {"type": 8, "data": {"choices": []}}
    await bot.anna.complete("here", "suit", "h")
    assert bot.data["guild_id"] == GUILD_ID


async def test_too_many_choices_are_refused(bot: ScriptedBot) -> None:
    bot.answer = {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}}
    with pytest.raises(ApiError) as caught:
        await bot.anna.complete("here", "suit", "h")
    assert code_of(caught.value, "data.choices") == "BASE_TYPE_BAD_LENGTH"


async def test_a_modal_without_fields_is_refused(bot: ScriptedBot) -> None:
    bot.answer = {"type": 9, "data": modal()}
    with pytest.raises(ApiError) as caught:
        await bot.anna.slash("say")
    assert code_of(caught.value, "data.components") == "BASE_TYPE_BAD_LENGTH"


async def test_responses_to_commands_and_to_buttons_are_messages_of_different_types(bot: ScriptedBot) -> None:
    table = bot.say(classic(row(button(1))))
    said, pressed = (await bot.anna.slash("say")).message, (await bot.anna.press(table, "b1")).message
    assert [(each.kind, each.command, each.reference) for each in (said, pressed)] == [
        (20, "/say", None),
        (19, "", table.id),
    ]
    assert (pressed.metadata or {})["interacted_message_id"] == table.id
    assert "interacted_message_id" not in (said.metadata or {})


async def test_a_modal_opened_by_a_button_may_update_the_message_of_the_button(bot: ScriptedBot) -> None:
    table = bot.say(classic(row(button(1))))
    bot.answer = {"type": 9, "data": modal(label())}
    opened = await bot.anna.press(table, "b1")
    bot.answer = {"type": 7, "data": {"content": "changed"}}
    assert (await bot.anna.submit(opened, {"i": "x"})).message.id == table.id
    assert bot.world.messages[table.id].content == "changed"
    assert bot.received[-1]["message"]["id"] == table.id
    bot.answer = {"type": 4, "data": {"content": "new"}}
    answer = await bot.anna.submit(opened, {"i": "x"})
    triggered_by = (answer.message.metadata or {})["triggering_interaction_metadata"]
    assert triggered_by["interacted_message_id"] == table.id


@pytest.mark.parametrize("answer", [{"type": 6}, {"type": 7, "data": {"content": "changed"}}])
async def test_a_modal_opened_by_a_command_has_no_message_to_update(bot: ScriptedBot, answer: Body) -> None:
    bot.answer = {"type": 9, "data": modal(label())}
    opened = await bot.anna.slash("say")
    bot.answer = answer
    with pytest.raises(ApiError) as caught:
        await bot.anna.submit(opened, {"i": "x"})
    assert code_of(caught.value, "type") == "BASE_TYPE_CHOICES"


async def test_a_deleted_message_cannot_be_updated(bot: ScriptedBot) -> None:
    table = bot.say(classic(row(button(1))))
    bot.answer = {"type": 9, "data": modal(label())}
    opened = await bot.anna.press(table, "b1")
    bot.answer = {"type": 7, "data": {"content": "late"}}
    deliver = bot.interactions._deliver

    def first_deleting(payload: Body) -> None:
        bot.world.delete(table.id)
        deliver(payload)

    bot.interactions._deliver = first_deleting
    with pytest.raises(ApiError) as caught:
        await bot.anna.submit(opened, {"i": "x"})
    assert caught.value.code == 10008


async def test_fields_not_filled_in_keep_their_initial_values(bot: ScriptedBot) -> None:
    fields: list[Body] = [
        {"type": 4, "custom_id": "kept", "style": 1, "value": "first"},
        {"type": 4, "custom_id": "free", "style": 2, "required": False, "min_length": 2},
        {"type": 23, "custom_id": "off"},
        {"type": 23, "custom_id": "on", "default": True},
    ]
    bot.answer = {"type": 9, "data": modal(*(label(component=field) for field in fields))}
    opened = await bot.anna.slash("say")
    bot.answer = {"type": 4, "data": {"content": "thanks"}}
    await bot.anna.submit(opened, {})
    parts = bot.data["components"]
    assert [part["component"]["value"] for part in parts] == ["first", "", False, True]
    numbers = [each["id"] for part in parts for each in (part, part["component"])]
    assert all(numbers)
    assert len(set(numbers)) == len(numbers)
    assert [part["id"] for part in parts] == [1, 2, 3, 4]


async def test_a_text_input_in_a_row_takes_at_most_4000_characters(bot: ScriptedBot) -> None:
    text = {"type": 4, "custom_id": "i", "style": 1, "label": "x"}
    bot.answer = {"type": 9, "data": modal(row(text))}
    opened = await bot.anna.slash("say")
    bot.answer = {"type": 4, "data": {"content": "thanks"}}
    await bot.anna.submit(opened, {"i": "x" * 4000})
    (inner,) = bot.data["components"][0]["components"]
    assert (inner["custom_id"], inner["value"]) == ("i", "x" * 4000)
    with pytest.raises(RefusedError):
        await bot.anna.submit(opened, {"i": "x" * 4001})


async def test_a_menu_takes_a_single_value_by_default(bot: ScriptedBot) -> None:
    both = [bot.anna.user.id, bot.bela.user.id]
    one = bot.say(classic(row({"type": 5, "custom_id": "u"})))
    with pytest.raises(RefusedError):
        await bot.anna.select(one, "u", both)
    two = bot.say(classic(row({"type": 5, "custom_id": "u", "max_values": 2})))
    await bot.anna.select(two, "u", both)
    assert list(bot.data["resolved"]["users"]) == both
    menu = bot.say(classic(row({"type": 3, "custom_id": "s", "options": options(2)})))
    with pytest.raises(RefusedError):
        await bot.anna.select(menu, "s", ["0", "1"])


async def test_only_channels_of_the_guild_can_be_selected_or_viewed(bot: ScriptedBot) -> None:
    private = bot.world.dm(bot.anna.user.id).id
    message = bot.say(classic(row({"type": 8, "custom_id": "c"})))
    with pytest.raises(RefusedError):
        await bot.anna.select(message, "c", [private])
    with pytest.raises(RefusedError):
        bot.anna.look_at(private)
    assert bot.anna.channel_id == CHANNEL_ID


async def test_an_interaction_without_a_response_fails_after_its_time_limit(bot: ScriptedBot) -> None:
    answer = await silent(bot, 0.001).slash("say")
    assert (answer.failed, answer.callback) == (True, None)


async def test_advancing_the_clock_fails_only_late_responses(bot: ScriptedBot) -> None:
    early = await bot.anna.slash("say")
    bot.world.clock.advance(4)
    assert not early.failed
    anna = silent(bot, 3)
    waiting = asyncio.create_task(anna.slash("say"))
    await asyncio.sleep(0)
    bot.world.clock.advance(2)
    anna._interactions.answer(bot.received[-1]["id"], bot.received[-1]["token"], bot.answer, {})
    answer = await waiting
    assert (answer.failed, answer.message.content) == (False, "done")


async def test_advancing_the_clock_past_the_deadline_fails_a_response_at_once(bot: ScriptedBot) -> None:
    waiting = asyncio.create_task(silent(bot, 60).slash("say"))
    await asyncio.sleep(0)
    bot.world.clock.advance(61)
    assert (await asyncio.wait_for(waiting, 5)).failed


async def test_a_response_is_due_within_exactly_three_seconds(
    bot: ScriptedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = bot.world.clock
    for late, refused in ((0.0, False), (0.001, True)):
        monkeypatch.setattr(clock, "now", lambda: 2e9)
        anna = silent(bot, FIRST_ANSWER)
        waiting = asyncio.create_task(anna.slash("say"))
        await asyncio.sleep(0)
        monkeypatch.setattr(clock, "now", lambda seconds=2e9 + FIRST_ANSWER + late: seconds)
        told = bot.received[-1]
        with pytest.raises(ApiError) if refused else nullcontext():
            anna._interactions.answer(told["id"], told["token"], bot.answer, {})
        clock.advance(0)
        assert (await waiting).failed is refused


async def test_an_expired_token_is_forgotten_after_a_while(bot: ScriptedBot) -> None:
    hooks = FollowUps(bot.world, bot.interactions)
    await bot.anna.slash("say")
    token = bot.received[-1]["token"]
    for seconds, code in ((TOKEN_LIFE + 60, 50027), (TOKEN_LIFE - 120, 50027), (120, 10015)):
        bot.world.clock.advance(seconds)
        await bot.anna.slash("say")
        with pytest.raises(ApiError) as caught:
            hooks.post(APPLICATION_ID, token, {"content": "late"}, {})
        assert caught.value.code == code
    assert bot.interactions.by_token(bot.received[-1]["token"])


async def test_a_token_is_valid_for_exactly_fifteen_minutes(
    bot: ScriptedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = FollowUps(bot.world, bot.interactions)
    monkeypatch.setattr(bot.world.clock, "now", lambda: 2e9)
    await bot.anna.slash("say")
    token = bot.received[-1]["token"]
    monkeypatch.setattr(bot.world.clock, "now", lambda: 2e9 + TOKEN_LIFE)
    assert hooks.post(APPLICATION_ID, token, {"content": "in time"}, {}).content == "in time"
    monkeypatch.setattr(bot.world.clock, "now", lambda: 2e9 + TOKEN_LIFE + 0.001)
    with pytest.raises(ApiError) as caught:
        hooks.post(APPLICATION_ID, token, {"content": "late"}, {})
    assert caught.value.code == 50027


async def test_the_first_content_of_a_response_is_kept_after_edits(bot: ScriptedBot) -> None:
    hooks = FollowUps(bot.world, bot.interactions)
    shown = await bot.anna.slash("say")
    bot.world.put(replace(shown.message, content="later"))
    assert shown.shown is not None
    assert shown.shown.content == "done"
    bot.answer = {"type": 5, "data": {"flags": EPHEMERAL}}
    loading = await bot.anna.slash("say")
    assert loading.message.loading
    assert loading.shown is None
    token = bot.received[-1]["token"]
    for text in ("first", "second"):
        edited = hooks.edit(APPLICATION_ID, token, "@original", {"content": text}, {})
        assert (edited.loading, edited.edited is None) == (False, text == "first")
        assert loading.shown.content == "first"  # type: ignore[attr-defined]  # set by the edit


async def test_a_follow_up_to_a_loading_message_becomes_the_response(bot: ScriptedBot) -> None:
    hooks = FollowUps(bot.world, bot.interactions)
    bot.answer = {"type": 5}
    loading = await bot.anna.slash("say")
    hooks.post(APPLICATION_ID, bot.received[-1]["token"], {"content": "first"}, {})
    assert loading.shown == loading.message
    assert not loading.message.loading


async def test_a_follow_up_to_a_deferred_update_is_not_the_response(bot: ScriptedBot) -> None:
    hooks = FollowUps(bot.world, bot.interactions)
    bot.answer = {"type": 6}
    table = bot.say(classic(row(button(1))))
    pressed = await bot.anna.press(table, "b1")
    token = bot.received[-1]["token"]
    more = hooks.post(APPLICATION_ID, token, {"content": "more"}, {})
    hooks.edit(APPLICATION_ID, token, more.id, {"content": "more still"}, {})
    assert pressed.shown is None
    with pytest.raises(ApiError) as caught:
        hooks.get("1", token, "@original")
    assert caught.value.code == 10015
