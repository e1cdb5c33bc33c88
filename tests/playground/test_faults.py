"""Faults: lost connections, rate limits, missing permissions, slow responses."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import Any

import aiohttp
import discord
import pytest

from bot.playground import Playground
from bot.playground.faults import Faults, ScriptedFault
from bot.playground.person import Person
from bot.playground.traffic import Exchange, Traffic
from bot.playground.world import CHANNEL_ID
from tests.playground.bots import Bot


async def test_resume_after_a_dropped_socket(bot: Bot, playground: Playground, anna: Person) -> None:
    await playground.gateway.drop()
    answer = await anna.slash("tarock ping")  # sent while disconnected, delivered on resuming
    assert answer.message.content == "pong en-US en-US"
    await asyncio.wait_for(bot.resumed.wait(), 5)


async def test_reconnect_on_request(bot: Bot, playground: Playground, anna: Person) -> None:
    playground.gateway.ask_to_reconnect()
    await asyncio.wait_for(bot.resumed.wait(), 5)
    assert not (await anna.slash("tarock ping")).failed


async def test_the_bot_waits_for_a_rate_limit(bot: Bot, playground: Playground, anna: Person) -> None:
    playground.faults.limit_rate("POST", "/channels/*/messages", 0.02)
    message = await (await anna.slash("tarock say", text="hello")).done()
    assert message.content == "said"
    statuses = [
        each.status for each in playground.traffic.exchanges if each.path.endswith(f"{CHANNEL_ID}/messages")
    ]
    assert statuses == [429, 200]


@pytest.mark.parametrize("code", [50013, 50001])
async def test_missing_permission(bot: Bot, playground: Playground, anna: Person, code: int) -> None:
    playground.faults.forbidden[CHANNEL_ID] = code
    message = await (await anna.slash("tarock say", text="hello")).done()
    assert message.content == f"refused 403 {code}"


async def test_scripted_failure(bot: Bot, playground: Playground, anna: Person) -> None:
    playground.faults.fail("POST", "/channels/*/messages", 403, 50278)
    message = await (await anna.slash("tarock say", text="hello")).done()
    assert message.content == "refused 403 50278"
    again = await (await anna.slash("tarock say", text="hello")).done()
    assert again.content == "said"


async def test_deleted_message(bot: Bot, playground: Playground, anna: Person) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    channel = bot.get_partial_messageable(int(CHANNEL_ID))
    playground.world.delete(table.id)
    with pytest.raises(discord.NotFound) as caught:
        await channel.get_partial_message(int(table.id)).edit(content="changed")
    assert caught.value.code == 10008
    assert anna.channel() == []


async def test_late_response(bot: Bot, playground: Playground, anna: Person) -> None:
    asking = asyncio.create_task(anna.slash("tarock silence"))
    await asyncio.wait_for(bot.interacted.wait(), 5)
    playground.clock.advance(3.1)
    assert (await asking).failed
    with pytest.raises(discord.NotFound) as caught:
        await bot.interactions[0].response.send_message("here")
    assert caught.value.code == 10062
    assert anna.channel() == []


async def test_edits_of_old_messages_are_limited(bot: Bot, playground: Playground, anna: Person) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    playground.clock.advance(3600)
    address = f"{playground.address}/api/v10/channels/{CHANNEL_ID}/messages/{table.id}"
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for _ in range(3):
            assert (await session.patch(address, json={"content": "x"})).status == 200
        reply = await session.patch(address, json={"content": "x"})
        assert reply.status == 429
        assert (await reply.json())["code"] == 30046
        assert (reply.headers["Retry-After"], reply.headers["X-RateLimit-Scope"]) == ("6.0", "user")
        playground.clock.advance(6)
        assert (await session.patch(address, json={"content": "x"})).status == 200


async def test_second_response(bot: Bot, anna: Person) -> None:
    await anna.slash("tarock ping")
    again = discord.InteractionResponse(
        bot.interactions[0]
    )  # a new object does not know about the first response
    with pytest.raises(discord.HTTPException) as caught:
        await again.send_message("again")
    assert caught.value.code == 40060


async def test_token_expires_after_fifteen_minutes(bot: Bot, playground: Playground, anna: Person) -> None:
    await anna.slash("tarock ping")
    playground.clock.advance(15 * 60 + 1)
    with pytest.raises(discord.HTTPException) as caught:
        await bot.interactions[0].followup.send("late")
    assert (caught.value.status, caught.value.code) == (401, 50027)


async def test_ephemeral_messages_cannot_be_edited_through_the_channel(bot: Bot, anna: Person) -> None:
    message = (await anna.slash("tarock ping")).message
    channel = bot.get_partial_messageable(int(CHANNEL_ID))
    with pytest.raises(discord.NotFound) as caught:
        await channel.get_partial_message(int(message.id)).edit(content="changed")
    assert caught.value.code == 10008


async def test_wrong_token_cannot_identify(playground: Playground) -> None:
    address = f"{playground.address}/gateway"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
        await socket.receive()
        assert socket.close_code == 4004


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"op": 2, "d": {"intents": 1 << 15}}, 4014),
        ({"op": 2, "d": {"intents": None}}, 4013),
        ({"op": 2, "d": {"intents": 1, "shard": [2, 2]}}, 4010),
        ({"op": 6, "d": {"token": "wrong", "session_id": "1", "seq": 1}}, 4004),
        ({"op": 99, "d": {}}, 4003),
        ({"d": {}}, 4002),
    ],
)
async def test_gateway_refusals(playground: Playground, payload: dict[str, Any], code: int) -> None:
    data = {"token": playground.token, **payload["d"]}
    address = f"{playground.address}/gateway"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        await socket.receive_json()
        await socket.send_json({**payload, "d": data})
        await socket.receive()
        assert socket.close_code == code


async def test_unknown_session_is_invalid(playground: Playground) -> None:
    address = f"{playground.address}/gateway"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {"token": playground.token, "session_id": "1", "seq": 1}})
        assert await socket.receive_json() == {"op": 9, "d": False}


async def test_wrong_token_and_unknown_route_are_refused(playground: Playground) -> None:
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession() as session:
        reply = await session.get(
            f"{playground.address}/api/v10/users/@me", headers={"Authorization": "Bot x"}
        )
        assert reply.status == 401
        reply = await session.get(f"{playground.address}/api/v10/guilds/1/bans", headers=headers)
        assert reply.status == 404
    assert playground.traffic.unknown == ["GET /guilds/1/bans"]


async def test_interaction_responses_do_not_count_towards_the_limit(
    bot: Bot, playground: Playground, anna: Person
) -> None:
    before = playground.traffic.towards_global_limit
    await anna.slash("tarock ping")
    assert playground.traffic.towards_global_limit == before
    await (await anna.slash("tarock say", text="hello")).done()
    assert playground.traffic.towards_global_limit == before + 1
    assert len(playground.traffic.counted_at) == before + 1


def test_exchanges_are_kept_only_on_request() -> None:
    exchange = Exchange("GET", "/gateway", 200, None, {})
    for traffic, kept in ((Traffic(), []), (Traffic(bodies=True), [exchange])):
        traffic.record("/gateway", exchange)
        assert list(traffic.exchanges) == kept
    assert not Playground().traffic.bodies


def test_a_fault_applies_to_the_given_number_of_matching_requests() -> None:
    faults = Faults()
    faults.fail("GET", "/users/*", 503, times=2)
    faults.lose("PUT", "/users/1", times=1)
    assert [faults.take(*each) for each in (("PUT", "/users/2"), ("GET", "/guilds/1"))] == [None, None]
    lost = faults.take("PUT", "/users/1")
    assert lost is not None
    assert (lost.status, lost.carried_out, lost.reset) == (503, True, False)
    assert lost.body == {"message": "503: scripted", "code": 0}, "Discord has no code for it"
    faults.limit_rate("POST", "/users/1", 0.5)
    limited = faults.take("POST", "/users/1")
    assert limited is not None
    assert limited.status == 429
    assert limited.body == {"message": "You are being rate limited.", "retry_after": 0.5, "global": False}
    met = [faults.take("GET", "/users/1") for _ in range(3)]
    assert [each and (each.status, each.carried_out, each.reset) for each in met] == [
        *((503, False, False), (503, False, False), None)
    ]


@pytest.mark.parametrize(("resumable", "events"), [(True, ["RESUMED"]), (False, [None])])
async def test_invalid_session(playground: Playground, *, resumable: bool, events: list[str | None]) -> None:
    address = f"{playground.address}/gateway"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": 1}})
        ready = await socket.receive_json()
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
        playground.gateway.invalidate(resumable=resumable)
        assert await socket.receive_json() == {"op": 9, "d": resumable}
        data = {"token": playground.token, "session_id": ready["d"]["session_id"], "seq": 2}
        await socket.send_json({"op": 6, "d": data})
        assert [(await socket.receive_json()).get("t")] == events


@pytest.mark.parametrize(("carried_out", "texts"), [(False, []), (True, ["once"])])
async def test_a_reset_connection(
    bot: Bot, playground: Playground, *, carried_out: bool, texts: list[str]
) -> None:
    playground.faults.reset("POST", "/channels/*/messages", carried_out=carried_out)
    address = f"{playground.address}/api/v10/channels/{CHANNEL_ID}/messages"
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        with pytest.raises(aiohttp.ClientOSError):
            await session.post(address, json={"content": "once"})
        assert [each.content for each in playground.world.messages.values()] == texts


async def test_a_fault_by_chance(bot: Bot, playground: Playground, anna: Person) -> None:
    refused = {"message": "no", "code": 50013}
    playground.faults.chance = lambda method, path: (
        ScriptedFault(method, path, 403, refused) if path.endswith("/messages") else None
    )
    message = await (await anna.slash("tarock say", text="hello")).done()
    assert message.content == "refused 403 50013"
    assert [each.content for each in anna.channel()] == [message.content], "nothing was said"


@pytest.mark.parametrize(
    ("code", "told"), [(50083, "THREAD_UPDATE"), (50001, "CHANNEL_UPDATE"), (50013, "CHANNEL_UPDATE")]
)
async def test_reopening_a_channel_dispatches_the_update_of_its_kind(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    said: list[str] = []
    monkeypatch.setattr(playground.gateway, "dispatch", lambda name, *_: said.append(name))
    playground.forbid(CHANNEL_ID, code)
    playground.allow(CHANNEL_ID)
    assert said == [told]


@pytest.mark.parametrize(("code", "refused"), [(50001, True), (50083, True), (50013, False)])
async def test_the_bot_can_change_its_messages_unless_the_channel_is_lost_or_archived(
    bot: Bot, playground: Playground, anna: Person, code: int, *, refused: bool
) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    playground.forbid(CHANNEL_ID, code)
    message = bot.get_partial_messageable(int(CHANNEL_ID)).get_partial_message(int(table.id))
    with pytest.raises(discord.HTTPException) if refused else nullcontext():
        await message.edit(content="changed")
    assert (playground.world.messages[table.id].content == "changed") is not refused


async def test_messages_of_an_archived_thread_cannot_be_edited(
    bot: Bot, playground: Playground, anna: Person
) -> None:
    table = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    playground.forbid(CHANNEL_ID, 50083)
    message = bot.get_partial_messageable(int(CHANNEL_ID)).get_partial_message(int(table.id))
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="changed")
    assert caught.value.code == 50083
    playground.allow(CHANNEL_ID)
    await message.edit(content="changed")


async def test_tokens_can_be_made_to_expire_early(bot: Bot, playground: Playground, anna: Person) -> None:
    await anna.slash("tarock ping")
    playground.interactions.expire_tokens()
    with pytest.raises(discord.HTTPException) as caught:
        await bot.interactions[0].followup.send("late")
    assert (caught.value.status, caught.value.code) == (401, 50027)
