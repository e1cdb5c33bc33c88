"""The gate of all requests: closed while Discord refuses whatever the process sends."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from cogs.discord.budget import DOUBT, MANY, REFUSALS_IN_A_ROW, WINDOW, Gate
from cogs.discord.failures import NotSentError

JSON = {"Content-Type": "application/json", "Via": "1.1 proxy"}
HTML = {"Content-Type": "text/html"}


class Clock:
    """The time of the event loop, which the test moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self._time, self._offset = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: self._time() + self._offset)

    async def pass_by(self, seconds: float) -> None:
        """Let some time pass, and what waits for it run."""
        self._offset += seconds
        for _ in range(5):
            await asyncio.sleep(0.001)


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def lets_pass(gate: Gate, *, counted: bool = True) -> bool:
    with suppress(NotSentError):
        gate.check(counted=counted)
        return True
    return False


async def display(gate: Gate, shown: list[str], name: str) -> None:
    """Something to show, whose request Discord accepts."""
    async with gate.passage():
        gate.check(counted=True)
        gate.answered(200, JSON, counted=True)
        shown.append(name)


async def test_a_ban_closes_it_for_everything_until_the_time_named(clock: Clock) -> None:
    gate, shown = Gate(), list[str]()
    gate.answered(429, HTML | {"Retry-After": "60"}, counted=True)
    assert not lets_pass(gate)
    assert not lets_pass(gate, counted=False)
    waiting = [asyncio.create_task(display(gate, shown, name)) for name in "abc"]
    await clock.pass_by(59)
    assert shown == []
    await clock.pass_by(2)
    assert sorted(shown) == ["a", "b", "c"]
    assert lets_pass(gate)
    await asyncio.gather(*waiting)


async def test_a_global_limit_does_not_concern_answers_to_interactions() -> None:
    gate = Gate()
    gate.answered(429, JSON | {"X-RateLimit-Global": "true", "Retry-After": "5"}, counted=True)
    assert not lets_pass(gate)
    assert lets_pass(gate, counted=False)


async def test_a_limit_of_one_route_does_not_close_it() -> None:
    gate = Gate()
    gate.answered(429, JSON | {"Retry-After": "600"}, counted=True)
    gate.answered(401, JSON, counted=False)
    assert lets_pass(gate)


async def test_a_refused_token_is_reported() -> None:
    gate, reported = Gate(), list[str]()
    gate.on_unauthorized.append(lambda: reported.append("token"))
    gate.answered(401, JSON, counted=True)
    assert reported == ["token"]
    assert not lets_pass(gate)


async def test_refusals_in_a_row_close_it_and_those_among_others_do_not() -> None:
    gate = Gate()
    for _ in range(REFUSALS_IN_A_ROW - 1):
        gate.answered(403, JSON, counted=True)
    gate.answered(200, JSON, counted=True)
    gate.answered(200, JSON, counted=False)
    for _ in range(REFUSALS_IN_A_ROW - 1):
        gate.answered(403, JSON, counted=True)
    assert lets_pass(gate)
    gate.answered(403, JSON, counted=True)
    assert not lets_pass(gate)


async def test_while_in_doubt_one_display_tries_at_a_time_ever_more_slowly(clock: Clock) -> None:
    gate, tries = Gate(), list[str]()

    async def refused(name: str) -> None:
        async with gate.passage():
            tries.append(name)
            gate.answered(429, HTML, counted=True)

    gate.answered(429, HTML, counted=True)
    waiting = [asyncio.create_task(refused(str(number))) for number in range(5)]
    for number, seconds in enumerate(DOUBT[:4]):
        await clock.pass_by(seconds - 0.5)
        assert len(tries) == number
        await clock.pass_by(0.6)
        assert len(tries) == number + 1
    await clock.pass_by(DOUBT[4] + 0.1)
    await asyncio.gather(*waiting)


async def test_a_display_that_makes_no_request_leaves_the_try_to_the_next(clock: Clock) -> None:
    gate, shown = Gate(), list[str]()

    async def nothing() -> None:
        async with gate.passage():
            shown.append("nothing")

    gate.answered(429, HTML, counted=True)
    waiting = [asyncio.create_task(each) for each in (nothing(), display(gate, shown, "table"))]
    await clock.pass_by(1.1)
    await asyncio.gather(*waiting)
    assert shown == ["nothing", "table"]
    assert gate.is_open


async def test_all_that_has_failed_is_tried_as_soon_as_it_opens(clock: Clock) -> None:
    gate, opened = Gate(), list[str]()
    gate.on_open.append(lambda: opened.append("again"))
    gate.answered(429, HTML, counted=True)
    await clock.pass_by(1.1)
    assert opened == []
    await display(gate, [], "table")
    assert opened == ["again"]


async def test_refusals_that_arrive_after_it_closed_only_name_a_later_time(clock: Clock) -> None:
    gate, shown = Gate(), list[str]()
    gate.answered(429, HTML | {"Retry-After": "5"}, counted=True)
    gate.answered(429, HTML | {"Retry-After": "soon"}, counted=True)
    gate.answered(429, HTML | {"Retry-After": "30"}, counted=True)
    waiting = asyncio.create_task(display(gate, shown, "table"))
    await clock.pass_by(29)
    assert shown == []
    await clock.pass_by(2)
    await waiting


async def test_nothing_waits_at_it_any_longer_at_the_end() -> None:
    gate, tried = Gate(), list[bool]()

    async def last() -> None:
        async with gate.passage():
            tried.append(lets_pass(gate))

    gate.answered(429, HTML | {"Retry-After": "600"}, counted=True)
    waiting = asyncio.create_task(last())
    await asyncio.sleep(0)
    gate.abandon()
    await waiting
    assert tried == [False], "Discord still refuses everything"


async def test_many_invalid_requests_slow_down_what_is_refused(clock: Clock) -> None:
    gate = Gate()
    for _ in range(MANY):
        assert not gate.is_crowded
        gate.answered(200, JSON, counted=True)
        gate.answered(403, JSON, counted=True)
    assert gate.is_crowded
    await clock.pass_by(WINDOW + 1)
    assert not gate.is_crowded
