"""Which events make which lanes of the queue retry at once, as they may be within reach again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from cogs.servers.commands import Recovery

CHANNEL, OTHER, THREAD, PERSON = 1, 2, 3, 7
"""Two channels of a server, a thread of the first one, and a person."""


def someone(guild: Any, number: int) -> Any:
    """A member of a server, unequal to every other."""
    return SimpleNamespace(guild=guild, id=number)


@pytest.fixture
def queue() -> Mock:
    return Mock()


@pytest.fixture
def recovery(queue: Mock) -> Recovery:
    return Recovery(queue)


@pytest.fixture
def guild() -> Any:
    """A server."""
    made = SimpleNamespace(threads=[SimpleNamespace(id=THREAD)])
    made.channels = [SimpleNamespace(id=each, guild=made) for each in (CHANNEL, OTHER)]
    made.me = someone(made, 0)
    return made


def tried(queue: Mock) -> set[int]:
    """The lanes that are tried again."""
    return {each.args[0] for each in queue.reachable_again.call_args_list}


def acted(guild: int | None, permissions: discord.Permissions) -> Any:
    """An interaction of a person in the first channel, or in direct messages."""
    return SimpleNamespace(
        guild_id=guild,
        channel_id=CHANNEL,
        channel=SimpleNamespace(type=discord.ChannelType.text),
        user=SimpleNamespace(id=PERSON),
        app_permissions=permissions,
    )


@pytest.mark.parametrize(
    ("server", "permissions", "lanes"),
    [
        (9, discord.Permissions.all(), {CHANNEL}),
        (9, discord.Permissions(view_channel=True), set()),
        (None, discord.Permissions.none(), {PERSON}),
    ],
    ids=["channel", "channel without permissions", "direct message"],
)
async def test_an_interaction_retries_its_lane_if_the_bot_may_write(
    recovery: Recovery, queue: Mock, server: int | None, permissions: discord.Permissions, lanes: set[int]
) -> None:
    await recovery.on_interaction(acted(server, permissions))
    assert tried(queue) == lanes


@pytest.mark.parametrize(
    ("channel", "lanes"),
    [
        (SimpleNamespace(id=CHANNEL, threads=[SimpleNamespace(id=THREAD)]), {CHANNEL, THREAD}),
        (SimpleNamespace(id=OTHER), {OTHER}),
    ],
)
async def test_an_updated_channel_is_retried_with_its_threads(
    recovery: Recovery, queue: Mock, channel: Any, lanes: set[int]
) -> None:
    await recovery.on_guild_channel_update(channel, channel)
    assert tried(queue) == lanes


async def test_an_updated_role_retries_every_channel_and_thread(
    recovery: Recovery, queue: Mock, guild: Any
) -> None:
    role: Any = SimpleNamespace(guild=guild)
    await recovery.on_guild_role_update(role, role)
    assert tried(queue) == {CHANNEL, OTHER, THREAD}


async def test_only_the_bots_own_member_update_retries_its_channels(
    recovery: Recovery, queue: Mock, guild: Any
) -> None:
    await recovery.on_member_update(guild.me, someone(guild, PERSON))
    assert tried(queue) == set()
    await recovery.on_member_update(guild.me, guild.me)
    assert tried(queue) == {CHANNEL, OTHER, THREAD}
