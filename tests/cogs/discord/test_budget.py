"""The budget of requests: never too many in a second, and people who wait come first."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from time import monotonic
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from cogs.discord.budget import Budget, priority_now
from cogs.discord.failures import NotSentError, is_counted
from cogs.discord.slots import Priority

SLOTS = 5

JSON = {"Content-Type": "application/json", "Via": "1.1 proxy"}


@pytest.fixture(autouse=True)
def _few_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.budget.REQUESTS_PER_SECOND", SLOTS)


class Api:
    """Receives requests, answers each after a while, and loses some connections."""

    def __init__(
        self, budget: Budget, session: aiohttp.ClientSession, address: str, arrived: list[float]
    ) -> None:
        self.budget = budget
        self.session = session
        self.address = address
        self.arrived = arrived

    @property
    def peak(self) -> int:
        """The most requests that arrived within a second."""
        return max(sum(0 <= other - first < 0.999 for other in self.arrived) for first in self.arrived)

    async def ask(self, path: str) -> None:
        try:
            async with self.session.get(f"{self.address}{path}"):
                pass
        except aiohttp.ClientError:
            pass


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    arrived: list[float] = []

    async def answer(request: web.Request) -> web.Response:
        if "counted" in request.path:
            arrived.append(monotonic())
        await asyncio.sleep(random.uniform(0, 0.3))
        if "lost" in request.path and request.transport is not None:
            request.transport.close()
        return web.Response()

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    trace = aiohttp.TraceConfig()
    budget = Budget()
    budget.limit(trace)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        host, port = runner.addresses[0][:2]
        yield Api(budget, session, f"http://{host}:{port}/api/v10", arrived)
    await runner.cleanup()


async def test_no_second_has_more_requests_than_slots(api: Api) -> None:
    paths = ["/counted/lost" if number % 4 == 3 else "/counted" for number in range(3 * SLOTS + 1)]
    await asyncio.gather(*map(api.ask, paths))
    assert len(api.arrived) > len(paths), "aiohttp repeats requests lost on a reused connection"
    assert api.peak <= SLOTS


async def test_answers_to_interactions_do_not_wait(api: Api) -> None:
    waiting = [asyncio.create_task(api.ask("/counted")) for _ in range(3 * SLOTS)]
    await asyncio.gather(*(api.ask("/webhooks/1/token/messages/@original") for _ in range(3 * SLOTS)))
    assert not all(each.done() for each in waiting)
    await asyncio.gather(*waiting)


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/gateway/bot", True),
        ("/api/v10/interactions/1/token/callback", False),
        ("/api/v10/webhooks/1/token/messages/@original", False),
        ("/attachments/1/2/hand.webp", False),
    ],
)
def test_interaction_answers_and_files_are_not_counted(path: str, *, counted: bool) -> None:
    assert is_counted(path) is counted


async def test_requests_are_counted_for_their_purpose(api: Api) -> None:
    with api.budget.spending(Priority.FOLLOWING) as spent:
        await api.ask("/counted")
        await api.ask("/webhooks/1/token/messages/@original")
    await api.ask("/counted")
    assert spent.requests == 1


async def test_following_updates_leave_slots_for_people_who_wait() -> None:
    budget = Budget()
    for _ in range(SLOTS - 1):
        await budget.take(Priority.FOLLOWING)
    following = asyncio.create_task(budget.take(Priority.FOLLOWING))
    await asyncio.sleep(0)
    assert not following.done()
    async with asyncio.timeout(0.5):
        await budget.take(Priority.WAITING)
    following.cancel()


async def test_the_free_part_of_the_slots_is_known() -> None:
    budget = Budget()
    assert budget.free_part == 1.0
    await budget.take(Priority.FOLLOWING)
    assert budget.free_part == 1 - 1 / SLOTS


def test_requests_without_a_purpose_have_waiting_priority() -> None:
    assert priority_now() is Priority.WAITING
    with Budget().spending(Priority.FOLLOWING):
        assert priority_now() is Priority.FOLLOWING
    assert priority_now() is Priority.WAITING


async def test_a_request_repeated_by_aiohttp_gives_its_first_slot_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    budget, given_back, trace = Budget(), list[str](), aiohttp.TraceConfig()
    monkeypatch.setattr(budget, "give_back", lambda: given_back.append("a slot"))
    budget.limit(trace)
    trace.freeze()
    session: Any = None
    context = SimpleNamespace()
    request: Any = SimpleNamespace(url=URL("https://discord.com/api/v10/users/@me"))
    sent: Any = None
    await trace.on_request_start.send(session, context, request)
    await trace.on_request_headers_sent.send(session, context, sent)
    assert not given_back, "it is sent for the first time"
    await trace.on_request_headers_sent.send(session, context, sent)
    assert len(given_back) == 1
    answer: Any = SimpleNamespace(response=SimpleNamespace(status=200, headers={}))
    await trace.on_request_end.send(session, context, answer)
    assert len(given_back) == 2


async def test_no_request_is_made_while_the_gate_is_closed(api: Api) -> None:
    api.budget.gate.answered(429, {"X-RateLimit-Global": "true", "Retry-After": "60"} | JSON, counted=True)
    for _ in range(2 * SLOTS):
        with pytest.raises(NotSentError):
            await api.session.get(f"{api.address}/counted")
    assert api.arrived == []
    assert api.budget.free_part == 1.0, "a request that is not made takes no slot"
    async with api.session.get(f"{api.address}/webhooks/1/token/messages/@original") as answer:
        assert answer.status == 200


async def test_a_login_passes_a_closed_gate(api: Api) -> None:
    api.budget.gate.answered(401, JSON, counted=True)
    async with api.session.get(f"{api.address}/users/@me") as answer:
        assert answer.status == 200
    with pytest.raises(NotSentError):
        await api.session.get(f"{api.address}/users/@me/channels")


async def test_a_request_that_waits_for_its_slot_is_not_made_if_the_gate_closes(api: Api) -> None:
    for _ in range(SLOTS):
        await api.budget.take(Priority.WAITING)
    waiting = asyncio.create_task(api.session.get(f"{api.address}/counted"))
    await asyncio.sleep(0)
    api.budget.gate.answered(429, {"Content-Type": "text/html"}, counted=True)
    for _ in range(SLOTS):
        api.budget.give_back()
    with pytest.raises(NotSentError):
        await waiting
    assert api.arrived == []


async def test_a_request_that_finds_no_server_gives_its_slot_back(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, given_back, trace = Budget(), list[str](), aiohttp.TraceConfig()
    monkeypatch.setattr(budget, "give_back", lambda: given_back.append("a slot"))
    budget.limit(trace)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get("http://127.0.0.1:9/api/v10/users/@me")
    assert len(given_back) == 1
