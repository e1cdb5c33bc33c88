"""The messages sent to systemd, received on a socket of the test's own."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Iterator

import pytest

from bot.ops.systemd import ALIVE, READY, STOPPING, extended, notify, watchdog_interval, watched

pytestmark = pytest.mark.usefixtures("no_settings")


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket that the environment names."""
    name = f"skiz-{secrets.token_hex(8)}"
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as place:
        place.bind(f"\0{name}")
        place.setblocking(False)
        yield place


async def next_state(receiver: socket.socket) -> str:
    async with asyncio.timeout(20):
        return (await asyncio.get_running_loop().sock_recv(receiver, 4096)).decode()


async def well() -> None:
    """A probe that finds all well."""


async def test_a_state_is_one_datagram(receiver: socket.socket) -> None:
    notify(READY)
    notify(extended(1.5))
    assert [await next_state(receiver) for _ in range(2)] == ["READY=1", "EXTEND_TIMEOUT_USEC=1500000"]


async def test_a_socket_may_be_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as place:
        place.bind("notify")
        place.setblocking(False)
        notify(READY)
        assert await next_state(place) == READY


@pytest.mark.parametrize(("address", "warnings"), [("", 0), ("gone", 1)])
def test_a_missing_socket_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, address: str, warnings: int
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify(READY)
    assert len(caplog.records) == warnings


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": ""}, None),
        ({"WATCHDOG_USEC": "60000000"}, 30),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 30),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getppid())}, None),
    ],
)
def test_the_interval_is_half_of_the_watchdog_timeout(
    monkeypatch: pytest.MonkeyPatch, receiver: object, environment: dict[str, str], seconds: float | None
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert watchdog_interval() == seconds


async def test_signs_of_life_are_sent_until_the_end(
    monkeypatch: pytest.MonkeyPatch, receiver: socket.socket
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    before = asyncio.all_tasks()
    async with watched(well):
        assert {await next_state(receiver) for _ in range(3)} == {ALIVE}
    last = ALIVE
    while last == ALIVE:
        last = await next_state(receiver)
    assert last == STOPPING
    for _ in range(10):
        await asyncio.sleep(0)
    assert asyncio.all_tasks() == before, "and none after it"


async def test_no_sign_of_life_is_sent_if_the_probe_hangs(
    monkeypatch: pytest.MonkeyPatch, receiver: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    tries = asyncio.Semaphore(0)

    async def hangs() -> None:
        tries.release()
        await asyncio.Event().wait()

    async with watched(hangs), asyncio.timeout(20):
        for _ in range(3):
            await tries.acquire()
    assert await next_state(receiver) == STOPPING
    assert "the database does not answer" in caplog.text


async def test_a_probe_that_fails_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, receiver: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    failures = iter((ZeroDivisionError(), None))

    async def probe() -> None:
        if failure := next(failures, None):
            raise failure

    async with watched(probe):
        assert await next_state(receiver) == ALIVE
    assert "No sign of life was sent to systemd: ZeroDivisionError" in caplog.text


async def test_no_sign_of_life_is_sent_if_none_is_expected(receiver: socket.socket) -> None:
    async with watched(well):
        await asyncio.sleep(0)
    assert await next_state(receiver) == STOPPING
