"""The objects of a server in which nobody has set anything special."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.playground import objects
from bot.playground.clock import Clock
from bot.playground.messages import compose
from bot.playground.users import User
from bot.playground.world import APPLICATION_ID, CHANNEL_ID, GUILD_ID, Channel, ChannelKind, Json, World

PERSON = User("1001", "Anna", "anna")


@pytest.fixture
def world() -> World:
    return World(Clock())


def set_in(source: Json, *ids: str) -> dict[str, object]:
    """Return the fields of an object that are set, apart from its ids."""
    return {key: value for key, value in source.items() if value and key not in ids}


def test_the_everyone_role_is_the_lowest_and_carries_only_permissions(world: World) -> None:
    (role,) = objects.guild(world)["roles"]
    assert role["id"] == GUILD_ID
    assert role["position"] == 0
    assert set(set_in(role, "id", "colors")) == {"name", "permissions"}
    assert set_in(role["colors"]) == {}


def test_a_server_is_available_and_has_no_features(world: World) -> None:
    guild = objects.guild(world)
    assert guild["unavailable"] is False
    assert [guild[name] for name in ("emojis", "stickers", "threads", "features")] == [[], [], [], []]


def test_a_member_is_neither_muted_nor_waiting_for_admission() -> None:
    assert set(set_in(objects.member(PERSON))) == {"user", "joined_at"}


def test_a_user_has_no_discriminator_and_no_flags() -> None:
    person = objects.user(PERSON)
    assert person["discriminator"] == "0"
    assert set(set_in(person, "id", "discriminator")) == {"username", "global_name"}


def test_a_bot_account_is_verified_without_a_second_factor(world: World) -> None:
    own = objects.own_user(world.bot)
    assert (own["bot"], own["verified"], own["mfa_enabled"]) == (True, True, False)


def test_a_text_channel_has_no_restrictions(world: World) -> None:
    (source, *_rest) = objects.text_channels(world)
    assert set(set_in(objects.channel(source, world), "id", "guild_id", "type")) == {"name"}


def test_a_channel_of_direct_messages_has_a_recipient_and_belongs_to_no_server(world: World) -> None:
    anna = world.people[0]
    shape = objects.place(world.dm(anna.id), world)
    assert shape["recipients"] == [objects.user(anna)]
    assert set(set_in(shape, "id")) == {"type", "recipients"}


def test_a_response_names_its_interaction_and_the_application(world: World) -> None:
    said = compose(world, CHANNEL_ID, {"content": "x"}, {})
    asked = replace(said, metadata={"id": "7"})
    plain, response = (objects.message(each, world, lambda *_: "") for each in (said, asked))
    assert {key: response[key] for key in response.keys() - plain.keys()} == {
        "interaction_metadata": {"id": "7"},
        "webhook_id": APPLICATION_ID,
        "application_id": APPLICATION_ID,
    }


@pytest.mark.parametrize("written", [False, True])
def test_a_thread_is_open_for_the_whole_of_its_duration(
    world: World, monkeypatch: pytest.MonkeyPatch, *, written: bool
) -> None:
    now = 2e9
    monkeypatch.setattr(world.clock, "now", lambda: now)
    thread = Channel(world.snowflake(), ChannelKind.THREAD, "x", archive_minutes=60)
    world.channels[thread.id] = thread
    if written:
        now += 1800
        world.put(compose(world, thread.id, {"content": "x"}, {}))
    now += 3600
    assert not objects.is_archived(thread, world)
    now += 1
    assert objects.is_archived(thread, world)


def test_the_application_is_public_and_asks_for_no_code_grant(world: World) -> None:
    application = objects.application(world)
    assert (application["bot_public"], application["bot_require_code_grant"]) == (True, False)
    assert application["approximate_guild_count"] == 1
    assert len(application["verify_key"]) == 64
    numbers = ("flags", "explicit_content_filter", "approximate_user_install_count")
    assert [application[name] for name in (*numbers, "approximate_user_authorization_count")] == [0] * 4
