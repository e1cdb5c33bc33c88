"""The budget of requests: never too many in a second, and the people who wait first."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from time import monotonic

import aiohttp
import pytest
from aiohttp import web

from cogs.delivery.budget import Budget, Priority, is_counted, spending

SLOTS = 5


@pytest.fixture(autouse=True)
def _few_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.budget.REQUESTS_PER_SECOND", SLOTS)


class Api:
    """Receives requests, answers each after a while, and loses some connections."""

    def __init__(self, session: aiohttp.ClientSession, address: str, arrived: list[float]) -> None:
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
    Budget().limit(trace)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        host, port = runner.addresses[0][:2]
        yield Api(session, f"http://{host}:{port}/api/v10", arrived)
    await runner.cleanup()


async def test_no_second_has_more_requests_than_slots(api: Api) -> None:
    paths = ["/counted/lost" if number % 4 == 3 else "/counted" for number in range(3 * SLOTS + 1)]
    await asyncio.gather(*map(api.ask, paths))
    assert len(api.arrived) > len(paths), "aiohttp repeats what was lost on a connection used before"
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
def test_which_requests_are_counted(path: str, *, counted: bool) -> None:
    assert is_counted(path) is counted


async def test_people_who_wait_come_first() -> None:
    budget, served = Budget(), list[str]()

    async def take(name: str, priority: Priority) -> None:
        await budget.take(priority)
        served.append(name)

    for _ in range(SLOTS):
        await budget.take(Priority.FOLLOWING)
    wanted = {"channel": Priority.FOLLOWING, "hand": Priority.WAITING, "ping": Priority.WAITING}
    tasks = [asyncio.create_task(take(*each)) for each in wanted.items()]
    for _ in range(len(tasks)):
        await asyncio.sleep(0)
        budget._pass_on()
    await asyncio.gather(*tasks)
    assert served == ["hand", "ping", "channel"]


@pytest.mark.parametrize("served", [False, True])
async def test_a_request_given_up_while_it_waits_keeps_no_slot(*, served: bool) -> None:
    budget = Budget()
    for _ in range(SLOTS):
        await budget.take(Priority.WAITING)
    task = asyncio.create_task(budget.take(Priority.WAITING))
    await asyncio.sleep(0)
    if served:
        budget._pass_on()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    if not served:
        budget._pass_on()
    async with asyncio.timeout(1):
        await budget.take(Priority.WAITING)


async def test_requests_are_counted_for_their_purpose(api: Api) -> None:
    with spending(Priority.FOLLOWING) as spent:
        await api.ask("/counted")
        await api.ask("/webhooks/1/token/messages/@original")
    await api.ask("/counted")
    assert spent.requests == 1
