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

from cogs.discord.budget import Budget, Priority, Slots, priority_now
from cogs.discord.failures import NotSentError, is_counted

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


def test_requests_without_a_purpose_have_waiting_priority() -> None:
    assert priority_now() is Priority.WAITING
    with Budget().spending(Priority.FOLLOWING):
        assert priority_now() is Priority.FOLLOWING
    assert priority_now() is Priority.WAITING


async def test_a_request_that_aiohttp_repeats_takes_another_slot() -> None:
    budget, trace = Budget(), aiohttp.TraceConfig()
    budget.limit(trace)
    trace.freeze()
    session: Any = None
    context = SimpleNamespace()
    request: Any = SimpleNamespace(url=URL("https://discord.com/api/v10/users/@me"))
    sent: Any = None
    await trace.on_request_start.send(session, context, request)
    await trace.on_request_headers_sent.send(session, context, sent)
    assert budget.slots.free == SLOTS - 1, "it is sent for the first time"
    await trace.on_request_headers_sent.send(session, context, sent)
    assert budget.slots.free == SLOTS - 2, "the first one is freed in a second"
    answer: Any = SimpleNamespace(response=SimpleNamespace(status=200, headers={}))
    await trace.on_request_end.send(session, context, answer)
    async with asyncio.timeout(5):
        while budget.slots.free < SLOTS:  # noqa: ASYNC110 - the budget has no event for that
            await asyncio.sleep(0.05)


async def test_no_request_is_made_while_the_gate_is_closed(api: Api) -> None:
    api.budget.gate.answered(429, {"X-RateLimit-Global": "true", "Retry-After": "60"} | JSON, counted=True)
    for _ in range(2 * SLOTS):
        with pytest.raises(NotSentError):
            await api.session.get(f"{api.address}/counted")
    assert api.arrived == []
    assert api.budget.slots.free == SLOTS, "a request that is not made takes no slot"
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
        await api.budget.slots.take(Priority.WAITING)
    waiting = asyncio.create_task(api.session.get(f"{api.address}/counted"))
    await asyncio.sleep(0)
    api.budget.gate.answered(429, {"Content-Type": "text/html"}, counted=True)
    for _ in range(SLOTS):
        api.budget.slots.give_back()
    with pytest.raises(NotSentError):
        await waiting
    assert api.arrived == []


async def wait_for_all(
    slots: Slots, wanted: dict[str, Priority], served: list[str]
) -> asyncio.Future[list[None]]:
    """Let several ask for a slot at once; returns the future of all of them."""

    async def take(name: str, priority: Priority) -> None:
        await slots.take(priority)
        served.append(name)

    waiting = asyncio.gather(*(take(*each) for each in wanted.items()))
    await asyncio.sleep(0)
    return waiting


async def test_slots_go_to_the_most_urgent_and_then_in_order_of_arrival() -> None:
    slots, served = Slots(1), list[str]()
    await slots.take(Priority.FOLLOWING)
    wanted = {"channel": Priority.FOLLOWING, "deck": Priority.FOLLOWING}
    wanted |= {"hand": Priority.WAITING, "ping": Priority.WAITING}
    waiting = await wait_for_all(slots, wanted, served)
    for _ in wanted:
        slots.give_back()
        await asyncio.sleep(0)
    await waiting
    assert served == ["hand", "ping", "channel", "deck"]


@pytest.mark.parametrize(("share", "slots"), [(1, 48), (1 / 2, 24), (8 / 16, 24), (1 / 5, 9), (1 / 100, 1)])
async def test_each_process_has_its_share_of_the_requests(
    monkeypatch: pytest.MonkeyPatch, share: float, slots: int
) -> None:
    monkeypatch.setattr("cogs.discord.budget.REQUESTS_PER_SECOND", 48)
    assert Budget(share).slots.free == slots


@pytest.mark.parametrize("served", [False, True])
async def test_a_cancelled_waiter_keeps_no_slot(*, served: bool) -> None:
    slots = Slots(1)
    await slots.take(Priority.WAITING)
    task = asyncio.create_task(slots.take(Priority.WAITING))
    await asyncio.sleep(0)
    if served:
        slots.give_back()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    if not served:
        slots.give_back()
    assert slots.free == 1
