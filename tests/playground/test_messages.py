"""Messages as Discord completes them, and as its objects describe them to the bot."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.playground import objects
from bot.playground.clock import Clock
from bot.playground.commands import RefusedError
from bot.playground.errors import ERRORS, ApiError, Problems
from bot.playground.messages import compose, numbered, revise
from bot.playground.page_view import PageView
from bot.playground.threads import Threads, check_thread
from bot.playground.validation import check_message
from bot.playground.world import CHANNEL_ID, ChangeKind, Message, World
from tests.playground.test_person import ScriptedBot
from tests.playground.test_validation import Body, button, classic, container, options, row, select, text, v2

DAY = 24 * 60 * 60.0


@pytest.fixture
def world() -> World:
    return World(Clock())


def test_components_are_completed_with_discords_defaults() -> None:
    bare: list[Body] = [
        {"type": 3, "custom_id": "s", "options": options(1), "disabled": None},
        {"type": 14},
        {"type": 17, "components": []},
        {"type": 9, "components": [], "accessory": {"type": 11, "media": {}}},
    ]
    menu, separator, box, section = numbered(bare)
    assert (menu["min_values"], menu["max_values"], menu["disabled"]) == (1, 1, False)
    assert (separator["spacing"], separator["divider"]) == (1, True)
    assert (box["accent_color"], box["spoiler"]) == (None, False)
    assert (section["accessory"]["description"], section["accessory"]["spoiler"]) == (None, False)
    assert section["accessory"]["id"] == 5


def test_numbering_components_skips_ids_already_in_use() -> None:
    (outer,) = numbered([container({**text(1), "id": 1}, text(1), {**text(1), "id": 3}, text(1))])
    assert (outer["id"], [each["id"] for each in outer["components"]]) == (2, [1, 4, 3, 5])


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, ["Anna", "Béla"]),
        ({"parse": ["users"]}, ["Anna", "Béla"]),
        ({"parse": [], "users": ["Béla"]}, ["Béla"]),
        ({"parse": []}, []),
    ],
)
def test_allowed_mentions_decide_who_is_pinged(world: World, allowed: Body | None, pinged: list[str]) -> None:
    ids = {user.name: user.id for user in world.people}
    if allowed and "users" in allowed:
        allowed = {**allowed, "users": [ids[each] for each in allowed["users"]]}
    said = f"<@{ids['Anna']}> <@!{ids['Béla']}> <@1>"
    for body in ({"content": said}, v2(container({"type": 10, "content": said}))):
        message = compose(world, CHANNEL_ID, {**body, "allowed_mentions": allowed}, {})
        assert message.mentions == tuple(ids[each] for each in pinged)


def test_an_edit_with_only_files_adds_them_as_attachments(world: World) -> None:
    old = compose(world, CHANNEL_ID, {"content": "x"}, {0: ("a.png", b"a")})
    assert [each.filename for each in revise(world, old, {}, {0: ("b.png", b"b")}).attachments] == [
        *("a.png", "b.png")
    ]


def test_a_file_of_ten_mebibytes_is_accepted(world: World) -> None:
    check_message({}, {0: ("a.bin", bytes(10 * 1024 * 1024))}, ["a.bin"], world.emojis)
    with pytest.raises(ApiError):
        check_message({}, {0: ("a.bin", bytes(10 * 1024 * 1024 + 1))}, ["a.bin"], world.emojis)


def test_the_size_limit_of_embeds_counts_all_their_texts(world: World) -> None:
    parts: list[Body] = [
        {"title": "x" * 200, "description": "x" * 4000},
        {"footer": {"text": "x" * 1000}},
        {"author": {"name": "x" * 200}},
        {"fields": [{"name": "x" * 100, "value": "x" * 500}]},
    ]
    compose(world, CHANNEL_ID, {"embeds": parts}, {})
    for number in range(len(parts)):
        more = [*parts, {"title": "x"}]
        with pytest.raises(ApiError):
            compose(world, CHANNEL_ID, {"embeds": more}, {})
        compose(world, CHANNEL_ID, {"embeds": more[:number] + more[number + 1 :]}, {})


def test_the_text_of_a_message_includes_its_embeds(world: World) -> None:
    embed: Body = {"title": "Title", "fields": [{"name": "Anna", "value": "+3"}], "description": ""}
    message = compose(world, CHANNEL_ID, {"content": "Said", "embeds": [embed]}, {})
    assert message.text == "Said\nTitle\nAnna: +3"


def test_an_id_contains_its_time_of_creation(world: World) -> None:
    world.clock.advance(5 * DAY)
    made = discord.utils.snowflake_time(int(world.snowflake()))
    assert abs((made - datetime.fromtimestamp(world.clock.now(), UTC)).total_seconds()) < 60


def test_every_error_has_the_status_that_discord_documents() -> None:
    """`others` are the errors with a status other than 400."""
    others = {0: 401, 50027: 401, 30046: 429, 40005: 413, 1: 404}
    others |= dict.fromkeys((50001, 50005, 50007, 50013, 50278), 403)
    others |= dict.fromkeys((10003, 10004, 10007, 10008, 10013, 10014, 10015, 10062), 404)
    bad = (30008, 30032, 40060, 50006, 50024, 50035, 50083, 50109, 50138)
    assert {code: ApiError(code).status for code in ERRORS} == others | dict.fromkeys(bad, 400)
    limited = ApiError(30046).json()
    assert (limited["retry_after"], limited["global"]) == (6.0, False)
    assert ApiError(50035).json().keys() == {"message", "code"}


def test_an_invalid_body_is_answered_with_its_invalid_fields() -> None:
    problems = Problems()
    problems.raise_any()
    problems.add(("name",), "BASE_TYPE_REQUIRED", "This field is required")
    with pytest.raises(ApiError) as caught:
        problems.raise_any()
    assert caught.value.json() == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {
            "name": {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}
        },
    }


def test_an_error_that_is_not_listed_is_a_bad_request() -> None:
    assert (ApiError(99999).status, ApiError(99999, status=409).status) == (400, 409)


def test_some_permissions_belong_to_moderators_alone(world: World) -> None:
    anna, bela = world.people[:2]
    bela.moderator = True
    may_do = [
        {name for name, allowed in discord.Permissions(int(objects.permissions(each))) if allowed}
        for each in (anna, bela)
    ]
    assert may_do[1] - may_do[0] == {
        *("kick_members", "ban_members", "administrator", "manage_channels", "manage_guild"),
        *("view_audit_log", "manage_messages", "mute_members", "deafen_members", "move_members"),
        *("manage_nicknames", "manage_roles", "manage_webhooks", "manage_expressions", "manage_events"),
        *("manage_threads", "moderate_members"),
    }
    assert {"read_messages", "send_messages", "use_application_commands"} <= may_do[0] < may_do[1]


@pytest.mark.parametrize(
    ("body", "fits"),
    [
        ({"name": "x"}, True),
        ({"name": "x" * 100}, True),
        ({"name": "x" * 101}, False),
        ({"name": ""}, False),
        *(({"name": "x", "auto_archive_duration": each}, True) for each in (60, 1440, 4320, 10080)),
        ({"name": "x", "auto_archive_duration": 61}, False),
        ({"name": "x", "type": 12}, False),
    ],
)
def test_the_body_of_a_thread_is_validated(body: Body, *, fits: bool) -> None:
    with nullcontext() if fits else pytest.raises(ApiError):
        check_thread({"type": 11, **body})


def test_a_thread_is_archived_after_its_duration_despite_messages_elsewhere(world: World) -> None:
    told: list[str] = []
    threads = Threads(world, lambda event, *_: told.append(event))
    day, hour = (
        threads.open(CHANNEL_ID, {"name": "x", "type": 11, **more})
        for more in ({}, {"auto_archive_duration": 60})
    )
    assert objects.open_threads(world) == [day, hour]
    world.clock.advance(3700)
    world.put(compose(world, CHANNEL_ID, {"content": "x"}, {}))
    assert objects.open_threads(world) == [day]
    view = PageView(world, world.people[0], "")
    assert [each["archived"] for each in view.channels()] == [False, False, True]
    world.clock.advance(DAY - 3700 - 60)
    assert objects.open_threads(world) == [day]
    world.clock.advance(90)
    assert not objects.open_threads(world)
    world.clock.advance(DAY)
    assert [each["archived"] for each in view.channels()] == [False, True, True], (
        "a channel is never archived"
    )
    assert told == ["THREAD_CREATE", "THREAD_CREATE"]


def test_pages_are_notified_of_thread_changes(world: World) -> None:
    heard: list[ChangeKind] = []
    world.listen(lambda change: heard.append(change.kind))
    threads = Threads(world, lambda *_: None)
    thread = threads.open(CHANNEL_ID, {"name": "x", "type": 11})
    assert heard == [ChangeKind.THREADS, ChangeKind.CREATED]
    for channel in (CHANNEL_ID, thread.id):
        threads.written(world.put(compose(world, channel, {"content": "x"}, {})))
    assert heard[2:] == [ChangeKind.CREATED, ChangeKind.CREATED, ChangeKind.THREADS]
    threads.delete(thread.id)
    assert heard[5:] == [ChangeKind.DELETED, ChangeKind.THREADS]


def shown(bot: ScriptedBot, message: Message) -> Any:
    """A message as Anna's page shows it."""
    return PageView(bot.world, bot.anna.user, "/p").message(message)


async def test_a_page_shows_a_message_as_its_reader_sees_it() -> None:
    bot = ScriptedBot()
    anna, bela = bot.anna.user, bot.bela.user
    bot.world.commands[None] = [{"id": "1", "name": "say", "description": "x"}]
    said = (await bot.bela.slash("say")).message
    pressed = (await bot.bela.press(bot.say(classic(row(button(1)))), "b1")).message
    assert [(shown(bot, each)["command"], shown(bot, each)["command_user"]) for each in (said, pressed)] == [
        ("/say", "Béla"),
        ("", ""),
    ]
    private = bot.world.put(compose(bot.world, bot.world.dm(anna.id).id, {"content": "x"}, {}))
    assert [shown(bot, each)["where"] for each in (said, private)] == ["channel", "dm"]
    ping = compose(bot.world, CHANNEL_ID, {"content": f"<@{anna.id}>"}, {})
    assert [shown(bot, each)["ping"] for each in (ping, said)] == [True, False]
    assert [shown(bot, each)["edited"] for each in (said, replace(said, edited=1.0))] == [False, True]
    assert [each["id"] for each in PageView(bot.world, bela, "").channels()] == [CHANNEL_ID]
    picture: Body = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    files = {0: ("a.png", b"a"), 1: ("b.txt", b"b")}
    both = compose(bot.world, CHANNEL_ID, v2(picture), files)
    assert [each["filename"] for each in shown(bot, both)["attachments"]] == ["b.txt"]
    with pytest.raises(RefusedError):
        bot.anna.file(both.attachments[0].id)


def test_menus_of_every_type_count_as_selects(world: World) -> None:
    menus = [
        row(select(custom_id="3")),
        *(row({"type": kind, "custom_id": f"{kind}"}) for kind in (5, 6, 7, 8)),
    ]
    message = compose(world, CHANNEL_ID, classic(*menus), {})
    assert [each["custom_id"] for each in message.selects] == ["3", "5", "6", "7", "8"]
    assert not message.buttons


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("a.png", "image/png"), ("A.PNG", "image/png"), ("a.b.json", "application/json")),
        *(("a.txt", "text/plain"), ("a", "application/octet-stream"), ("a.html", "application/octet-stream")),
    ],
)
def test_the_content_type_follows_from_the_file_name(name: str, kind: str) -> None:
    assert objects.content_type(name) == kind
