"""Several shards: of one client, of two clients with the same token, and the limits that they share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, GUILD_ID, Channel, Message
from tests.playground.helpers import Bot, Rest
from tests.playground.test_gateway import connected

OTHER_GUILD = str(int(GUILD_ID) + (1 << 22))
"""The next guild is the other shard's of two."""


@pytest.fixture
def home(discord_server: Playground) -> Channel:
    """The channel of a second guild."""
    return discord_server.state.add_guild(OTHER_GUILD, "Another club")


@asynccontextmanager
async def clients(playground: Playground, *shards: list[int]) -> AsyncIterator[list[Bot]]:
    """Clients that are ready, each with these shards of two."""
    async with AsyncExitStack() as stack:
        bots = [Bot(shard_ids=each, shard_count=2) for each in shards]
        for bot in bots:
            await stack.enter_async_context(bot)
            running = asyncio.create_task(bot.start(playground.token))
            stack.push_async_callback(asyncio.wait, {running})
            stack.push_async_callback(bot.close)
            await asyncio.wait_for(bot.ready.wait(), 10)
        yield bots


async def use_everywhere(person: Person, playground: Playground, home: Channel) -> list[Message]:
    """The answers to a command in a guild, to one in the other guild, and to a press in direct messages."""
    answers = []
    for channel in (CHANNEL_ID, home.id):
        person.look_at(channel)
        answers.append((await person.slash("tarock layout")).message)
        answers.append((await person.press(answers[-1], "play:XXI")).message)
    state = playground.state
    copy = replace(answers[0], id=state.snowflake(), channel_id=state.dm(person.user.id).id)
    answers.append((await person.press(state.put(copy), "play:XXI")).message)
    return answers


def places(bot: Bot) -> list[int | None]:
    """The guilds of the interactions that a client received."""
    return [each.guild_id for each in bot.interactions]


async def test_each_of_two_clients_receives_what_is_of_its_shard(
    discord_server: Playground, home: Channel, anna: Person
) -> None:
    async with clients(discord_server, [0], [1]) as (first, second):
        assert [each.id for each in first.guilds] == [int(GUILD_ID)]
        assert [each.id for each in second.guilds] == [int(OTHER_GUILD)]
        await use_everywhere(anna, discord_server, home)
        assert places(first) == [int(GUILD_ID), int(GUILD_ID), None]
        assert places(second) == [int(OTHER_GUILD), int(OTHER_GUILD)]


async def test_one_client_with_both_shards_receives_everything_once(
    discord_server: Playground, home: Channel, anna: Person
) -> None:
    async with clients(discord_server, [0, 1]) as (both,):
        assert {(each.id, each.shard_id) for each in both.guilds} == {
            (int(GUILD_ID), 0),
            (int(OTHER_GUILD), 1),
        }
        await use_everywhere(anna, discord_server, home)
        assert places(both) == [int(GUILD_ID)] * 2 + [int(OTHER_GUILD)] * 2 + [None]


async def test_a_shard_resumes_its_own_session(
    discord_server: Playground, home: Channel, anna: Person
) -> None:
    async with clients(discord_server, [0], [1]) as (first, second):
        await discord_server.gateway.drop()
        anna.look_at(home.id)
        assert not (await anna.slash("tarock ping")).failed  # sent while disconnected
        for each in (first, second):
            await asyncio.wait_for(each.resumed.wait(), 5)
        assert (places(first), places(second)) == ([], [int(OTHER_GUILD)])


async def test_a_thread_of_another_guild_is_told_to_its_shard(
    discord_server: Playground, home: Channel
) -> None:
    async with clients(discord_server, [0], [1]) as (first, second):
        made = asyncio.create_task(second.wait_for("thread_create", timeout=5))
        await asyncio.sleep(0)
        thread = discord_server.state.open_thread(home.id, "A table")
        assert [(await made).id, (await made).parent_id] == [int(thread.id), int(home.id)]
        assert not first.guilds[0].threads


async def test_no_guild_is_of_a_shard_that_has_none(discord_server: Playground) -> None:
    async with connected(discord_server) as shard:
        ready = await shard.identify(shard=[1, 2])
        assert (ready["shard"], ready["guilds"]) == ([1, 2], [])


async def test_gateway_names_the_shards_and_the_sessions_left(ask: Rest, playground: Playground) -> None:
    playground.gateway.recommended = 4
    async with connected(playground) as shard:
        await shard.identify(shard=[0, 4])
        _, about = await ask("GET", "/gateway/bot")
    assert about["shards"] == 4
    assert about["session_start_limit"]["remaining"] == about["session_start_limit"]["total"] - 1


async def test_global_limit_refuses_what_is_too_much_for_one_token(ask: Rest, playground: Playground) -> None:
    playground.traffic.most = 2
    answers = [await ask("GET", "/users/@me") for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 429]
    refused = answers[-1][1]
    assert refused["global"]
    assert 0 < refused["retry_after"] <= 1
    await asyncio.sleep(refused["retry_after"])
    assert (await ask("GET", "/users/@me"))[0] == 200
