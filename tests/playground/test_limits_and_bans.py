"""Faults as a bot receives them from Discord, or from what is in front of it, and how they are described."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.clock import Clock
from bot.playground.faults import Faults, described
from bot.playground.traffic import Exchange, Traffic, digest
from bot.playground.world import CHANNEL_ID


@pytest.fixture
async def session(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(f"{playground.address}/api/v10/", headers=headers) as session:
        yield session


@pytest.mark.parametrize(
    ("status", "retry_after", "header"), [(429, 3600, "3600"), (429, None, None), (403, None, None)]
)
async def test_a_ban_in_front_of_discord_answers_in_html_until_it_is_lifted(
    playground: Playground,
    session: aiohttp.ClientSession,
    status: int,
    retry_after: float | None,
    header: str | None,
) -> None:
    ban = playground.faults.ban(retry_after, status=status)
    for path in ("users/@me", "gateway", "interactions/1/x/callback", "nowhere"):
        async with session.post(path) if path.endswith("callback") else session.get(path) as reply:
            assert (reply.status, reply.content_type) == (status, "text/html")
            assert (reply.headers.get("Retry-After"), reply.headers.get("Via")) == (header, None)
    async with session.get("users/@me", headers={"Authorization": "Bot wrong"}) as reply:
        assert reply.status == status, "the token is not looked at"
    playground.faults.stop(ban)
    async with session.get("users/@me") as reply:
        assert (reply.status, reply.headers["Via"]) == (200, "1.1 playground")


async def test_the_global_limit_leaves_responses_to_interactions_alone(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    playground.faults.limit_globally(2.5, times=None)
    async with session.get("users/@me") as reply:
        assert reply.status == 429
        assert reply.headers["Retry-After"] == "2.5"
        assert reply.headers["X-RateLimit-Global"] == "true"
        assert reply.headers["X-RateLimit-Scope"] == "global"
        assert "Via" in reply.headers
        assert (await reply.json()) == {
            "message": "You are being rate limited.",
            "retry_after": 2.5,
            "global": True,
        }
    async with session.post("interactions/1/x/callback", json={"type": 4}) as reply:
        assert (await reply.json())["code"] == 10062


async def test_a_limit_may_have_a_code_and_a_long_wait(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    message = f"channels/{CHANNEL_ID}/messages/1"
    playground.faults.fail("PATCH", f"/{message}", 429, 30046, retry_after=600)
    async with session.patch(message, json={"content": "x"}) as reply:
        assert (reply.status, reply.headers["Retry-After"]) == (429, "600")
        told = await reply.json()
        assert (told["code"], told["retry_after"], told["global"]) == (30046, 600, False)
        assert "X-RateLimit-Global" not in reply.headers
    async with session.patch(message, json={"content": "x"}) as reply:
        assert reply.status == 404


async def test_every_request_is_recorded_with_time_status_and_digest(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    playground.faults.ban(times=1)
    path = f"channels/{CHANNEL_ID}/messages"
    for text in ("a", "a", "b"):
        await session.post(path, json={"content": text})
    first, again, other = playground.traffic.seen
    assert [each.status for each in (first, again, other)] == [429, 200, 200]
    assert (first.method, first.path) == ("POST", f"/{path}")
    assert first.digest == again.digest != other.digest
    assert first.at <= again.at <= other.at


def test_a_digest_depends_on_the_files() -> None:
    body, file = {"content": "x"}, {0: ("a.png", b"1")}
    others = (digest(body, {}), digest(body, {0: ("b.png", b"1")}), digest(body, {0: ("a.png", b"2")}))
    assert digest(body, file) == digest({"content": "x"}, dict(file))
    assert len({digest(body, file), *others}) == 4


def test_requests_are_listed_only_if_bodies_are_recorded() -> None:
    for bodies in (False, True):
        traffic = Traffic(bodies=bodies)
        traffic.record(None, Exchange("GET", "/x", 404, {}, {}), "d")
        assert [each.path for each in traffic.seen] == ["/x"] * bodies


def test_a_fault_can_last_until_it_is_stopped() -> None:
    faults = Faults()
    lasting = faults.fail("*", "/users/*", 403, 50013, times=None)
    assert [faults.take(method, "/users/1") for method in ("GET", "POST", "GET")] == [lasting] * 3
    assert faults.take("GET", "/guilds/1") is None
    faults.stop(lasting)
    faults.stop(lasting)
    assert faults.take("GET", "/users/1") is None
    faults.limit_rate("GET", "*", 1.0, times=None)
    faults.clear()
    assert faults.active == ()


def test_a_described_fault_ends_after_its_seconds() -> None:
    clock = Clock()
    faults = Faults(clock.now)
    fault = faults.add(described({"status": 503, "seconds": 60}, clock.now()))
    clock.advance(59)
    assert faults.take("GET", "/x") is fault
    clock.advance(2)
    assert faults.take("GET", "/x") is None
    assert faults.active == ()


@pytest.mark.parametrize(
    ("row", "status", "body", "retry_after"),
    [
        (
            {},
            429,
            {"message": "You are being rate limited.", "retry_after": 1.0, "global": False},
            None,
        ),
        (
            {"status": 429, "global": True, "retry_after": 9},
            429,
            {"message": "You are being rate limited.", "retry_after": 9, "global": True},
            9,
        ),
        ({"status": 400, "code": 50035}, 400, {"message": "Invalid Form Body", "code": 50035}, None),
    ],
)
def test_a_fault_is_described_in_json(row: Any, status: int, body: Any, retry_after: float | None) -> None:
    fault = described(row, 0)
    assert (fault.status, fault.body, fault.retry_after, fault.times) == (status, body, retry_after, None)


@pytest.mark.parametrize(
    "row",
    [[], {"stat": 400}, {"status": "400"}, {"status": True}, {"status": 200}, {"times": 1.5}, {"html": 1}],
)
def test_an_invalid_description_is_refused(row: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        described(row, 0)
