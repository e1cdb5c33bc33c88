"""The REST routes, called directly in ways discord.py does not."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import APPLICATION_ID, CHANNEL_ID, ChangeKind, Channel, ChannelKind
from tests.playground.helpers import Rest as Client
from tests.playground.helpers import png

MESSAGES = f"/channels/{CHANNEL_ID}/messages"


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/channels/1/messages", {"content": "x"}, 404, 10003),
        ("GET", f"{MESSAGES}/1", None, 404, 10008),
        ("PATCH", f"{MESSAGES}/1", {"content": "x"}, 404, 10008),
        ("DELETE", f"{MESSAGES}/1", None, 404, 10008),
        ("POST", MESSAGES, {}, 400, 50006),
        ("POST", MESSAGES, {"content": "x" * 2001}, 400, 50035),
        ("GET", "/guilds/1/members/1", None, 404, 10004),
        ("POST", "/users/@me/channels", {"recipient_id": "1"}, 404, 10013),
        ("POST", "/users/@me/channels", {"recipient_id": APPLICATION_ID}, 403, 50007),
        ("PUT", "/applications/1/commands", [], 403, 50001),
        ("POST", "/interactions/1/x/callback", {"type": 4}, 404, 10062),
        ("POST", f"/webhooks/{APPLICATION_ID}/x", {"content": "x"}, 404, 10015),
        ("GET", "/nowhere", None, 404, 1),
        ("PUT", f"/channels/1/thread-members/{APPLICATION_ID}", None, 404, 10003),
        ("PUT", f"/channels/{CHANNEL_ID}/thread-members/1", None, 404, 10013),
        ("GET", "/applications/1/emojis", None, 403, 50001),
        ("POST", "/applications/1/emojis", {}, 403, 50001),
        ("DELETE", "/applications/1/emojis/1", None, 403, 50001),
        ("DELETE", f"/applications/{APPLICATION_ID}/emojis/1", None, 404, 10014),
    ],
)
async def test_errors(ask: Client, method: str, path: str, body: Any, status: int, code: int) -> None:
    answered, error = await ask(method, path, body)
    assert (answered, error["code"]) == (status, code)


async def test_invalid_json(ask: Client, playground: Playground) -> None:
    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": "application/json"}
    async with aiohttp.ClientSession(headers=headers) as session:
        reply = await session.post(f"{playground.address}/api/v10{MESSAGES}", data=b"{")
        assert (reply.status, (await reply.json())["code"]) == (400, 50109)


async def test_a_lost_response_is_an_error_although_the_request_was_carried_out(
    ask: Client, playground: Playground, anna: Person
) -> None:
    playground.faults.lose("POST", "/channels/*/messages")
    status, error = await ask("POST", MESSAGES, {"content": "x"})
    assert (status, error) == (503, {"message": "503: scripted", "code": 0})
    assert [each.content for each in anna.channel()] == ["x"]


async def test_an_interaction_can_be_answered_only_with_its_own_token_and_only_once(
    ask: Client, anna: Person
) -> None:
    interaction, _ = await ask.interaction(anna, {"type": 4, "data": {"content": "first"}})
    for token, status, code in (("guessed", 404, 10062), (interaction.token, 400, 40060)):
        path = f"/interactions/{interaction.id}/{token}/callback"
        answered, error = await ask("POST", path, {"type": 4, "data": {"content": "second"}})
        assert (answered, error["code"]) == (status, code)
    assert [each.content for each in anna.channel()] == ["first"]


async def test_create_list_and_delete_messages(ask: Client) -> None:
    ids = [(await ask("POST", MESSAGES, {"content": f"{n}"}))[1]["id"] for n in range(3)]
    assert [each["id"] for each in (await ask("GET", f"{MESSAGES}?limit=2"))[1]] == [ids[2], ids[1]]
    assert await ask("DELETE", f"{MESSAGES}/{ids[1]}") == (204, None)
    assert [each["content"] for each in (await ask("GET", MESSAGES))[1]] == ["2", "0"]


async def test_the_history_of_a_channel_lists_public_messages_only(
    ask: Client, playground: Playground, anna: Person
) -> None:
    await ask.interaction(anna, {"type": 4, "data": {"content": "secret", "flags": 64}})
    dm = (await ask("POST", "/users/@me/channels", {"recipient_id": anna.user.id}))[1]["id"]
    await ask("POST", f"/channels/{dm}/messages", {"content": "private"})
    await ask("POST", MESSAGES, {"content": "public", "flags": 64})
    assert len(playground.state.messages) == 3
    assert [each["content"] for each in (await ask("GET", MESSAGES))[1]] == ["public"]


async def test_a_new_emoji_is_returned(ask: Client) -> None:
    emojis = f"/applications/{APPLICATION_ID}/emojis"
    image = f"data:image/png;base64,{b64encode(png()).decode()}"
    _, made = await ask("POST", emojis, {"name": "card", "image": image})
    assert (made["name"], made["available"], made["managed"]) == ("card", True, False)
    assert made["require_colons"] is True
    assert (await ask("GET", emojis))[1] == {"items": [made]}


async def test_the_response_is_returned_only_on_request(ask: Client, anna: Person) -> None:
    answer = {"type": 4, "data": {"content": "x", "flags": 64}}
    assert (await ask.interaction(anna, answer))[1] is None
    interaction, response = await ask.interaction(anna, answer, "?with_response=true")
    told = response["interaction"]
    assert told["response_message_id"] == interaction.original == response["resource"]["message"]["id"]
    assert (told["response_message_ephemeral"], told["response_message_loading"]) == (True, False)


async def test_only_its_own_messages_can_be_edited(ask: Client, playground: Playground, anna: Person) -> None:
    path = f"{MESSAGES}/{(await ask('POST', MESSAGES, {'content': 'x'}))[1]['id']}"
    (message,) = anna.channel()
    playground.state.put(replace(message, author_id=anna.user.id))
    status, error = await ask("PATCH", path, {"content": "y"})
    assert (status, error["code"]) == (403, 50005)
    assert [each.content for each in anna.channel()] == ["x"]


async def test_a_repeated_nonce_creates_one_message(ask: Client, anna: Person) -> None:
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    first, second = (await ask("POST", MESSAGES, body))[1], (await ask("POST", MESSAGES, body))[1]
    assert first["id"] == second["id"]
    assert len(anna.channel()) == 1
    dm = (await ask("POST", "/users/@me/channels", {"recipient_id": anna.user.id}))[1]["id"]
    for path, other in ((MESSAGES, {**body, "nonce": "8"}), (f"/channels/{dm}/messages", body)):
        assert (await ask("POST", path, other))[1]["id"] != first["id"], "another nonce, another channel"
    assert (await ask("POST", MESSAGES, {"content": "x", "nonce": "7"}))[1]["id"] != first["id"]


async def test_commands_keep_their_ids(ask: Client) -> None:
    path = f"/applications/{APPLICATION_ID}/commands"
    first = {"name": "bid", "description": "x"}
    (old,) = (await ask("PUT", path, [first]))[1]
    (_, new) = (await ask("PUT", path, [{"name": "a", "description": "x"}, {**first, "description": "y"}]))[1]
    assert (new["id"], new["description"]) == (old["id"], "y")
    assert (new["type"], new["nsfw"], new["options"]) == (1, False, []), "completed as Discord does"


async def test_follow_ups(ask: Client, anna: Person, bela: Person) -> None:
    interaction, _ = await ask.interaction(anna, {"type": 5, "data": {"flags": 64}})
    hook = f"/webhooks/{APPLICATION_ID}/{interaction.token}"
    (thinking,) = anna.channel()
    assert thinking.loading
    _, first = await ask("POST", hook, {"content": "first"})
    assert first["id"] == thinking.id  # it replaces the loading message
    _, second = await ask("POST", hook, {"content": "second"})
    _, third = await ask("POST", hook, {"content": "third", "flags": 64})
    assert [message.content for message in anna.channel()] == ["first", "second", "third"]
    assert [message.content for message in bela.channel()] == ["second"]
    assert (await ask("PATCH", f"{hook}/messages/{second['id']}", {"content": "2"}))[1]["content"] == "2"
    assert (await ask("PATCH", f"{hook}/messages/@original", {"content": "1"}))[1]["id"] == first["id"]
    assert (await ask("DELETE", f"{hook}/messages/{third['id']}"))[0] == 204
    assert (await ask("DELETE", f"{hook}/messages/{third['id']}"))[1]["code"] == 10008
    foreign = (await ask("POST", MESSAGES, {"content": "public"}))[1]["id"]
    assert (await ask("PATCH", f"{hook}/messages/{foreign}", {"content": "x"}))[1]["code"] == 10008


async def test_starting_on_a_port_in_use_fails(playground: Playground) -> None:
    other = Playground()
    with pytest.raises(OSError, match="address already in use"):
        await other.start(int(playground.address.rpartition(":")[2]))
    for _ in range(2):
        await other.stop()


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


async def test_pages_are_told_of_a_thread_that_a_message_may_have_reopened(
    ask: Client, playground: Playground
) -> None:
    state = playground.state
    thread = Channel(state.snowflake(), ChannelKind.THREAD, "x")
    state.channels[thread.id] = thread
    heard: list[ChangeKind] = []
    state.listen(lambda change: heard.append(change.kind))
    await ask("POST", f"/channels/{thread.id}/messages", {"content": "x"})
    assert heard == [ChangeKind.CREATED, ChangeKind.THREAD_UPDATED]
