"""The server of `/health` and `/metrics`: what it says, and where it listens."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from bot import health
from bot.errors import WrongSettingError
from bot.health import LATE_SECONDS, Health, Levels, serving
from bot.settings import Settings

WELL = Levels(
    connected=True,
    latency=0.05,
    queue_length=2,
    oldest_job=0.5,
    oldest_display=1.5,
    out_of_reach=3,
    thinking=4,
)


@dataclass
class Patient:
    """A bot that is as the test says."""

    now: Levels = WELL
    answers: bool = True
    hangs: bool = False

    def levels(self) -> Levels:
        return self.now

    async def database_answers(self) -> bool:
        if self.hangs:
            await asyncio.Event().wait()
        return self.answers


def settings(port: int | None, host: str = "127.0.0.1") -> Settings:
    return Settings(_env_file=None, health_port=port, health_host=host)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def report(patient: Patient | None) -> dict[str, Any]:
    one = Health(CollectorRegistry())
    one.bot = patient
    return await one.report()


# -- what it says --------------------------------------------------------------------------


async def test_a_bot_that_is_well() -> None:
    told = await report(Patient())
    assert 0 <= told["database"].pop("answer_s") < health.DATABASE_SECONDS
    assert told == {
        "ok": True,
        "wrong": [],
        "gateway": {"connected": True, "latency_s": 0.05},
        "database": {"answers": True},
        "queue": {"length": 2, "oldest_s": 0.5},
        "display": {"oldest_unshown_s": 1.5},
    }


@pytest.mark.parametrize(
    ("patient", "wrong"),
    [
        (None, ["gateway", "database"]),
        (Patient(Levels()), ["gateway"]),
        (Patient(answers=False), ["database"]),
        (Patient(hangs=True), ["database"]),
        (Patient(WELL._replace(oldest_display=LATE_SECONDS)), ["display"]),
        (Patient(WELL._replace(oldest_job=LATE_SECONDS, oldest_display=LATE_SECONDS)), ["queue", "display"]),
    ],
    ids=["before the start", "gateway", "database", "slow database", "display", "queue"],
)
async def test_what_is_wrong_is_named(
    patient: Patient | None, wrong: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.0)
    told = await report(patient)
    assert (told["ok"], told["wrong"]) == (False, wrong)
    assert told["database"]["answers"] is ("database" not in wrong)


@pytest.mark.parametrize("latency", [float("nan"), float("inf")])
async def test_a_latency_not_known_yet_is_null(latency: float) -> None:
    told = await report(Patient(WELL._replace(latency=latency)))
    assert told["gateway"] == {"connected": True, "latency_s": None}


@pytest.mark.parametrize("patient", [None, Patient(), Patient(answers=False)])
async def test_a_probe_returns_when_the_database_has_answered(patient: Patient | None) -> None:
    one = Health(CollectorRegistry())
    one.bot = patient
    async with asyncio.timeout(20):
        await one.probe()


async def test_a_probe_of_a_database_that_hangs_does_not_return() -> None:
    one = Health(CollectorRegistry())
    one.bot = Patient(hangs=True)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await one.probe()


# -- where it listens ----------------------------------------------------------------------


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def test_both_are_served_on_loopback() -> None:
    registry = CollectorRegistry()
    async with serving(settings(0), registry) as served:
        assert served.address.startswith("http://127.0.0.1:")
        status, _ = await get(f"{served.address}/health")
        assert status == 503, "there is no bot yet"
        served.bot = patient = Patient(WELL._replace(tables={"lobby": 1, "playing": 2, "between": 0}))
        status, _ = await get(f"{served.address}/health")
        assert status == 200
        patient.answers = False
        status, _ = await get(f"{served.address}/health")
        assert status == 503
        status, text = await get(f"{served.address}/metrics")
        assert (await get(served.address))[0] == 404
    assert status == 200
    gauges = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert gauges == {
        ("skiz_connected",): 1,
        ("skiz_latency_seconds",): 0.05,
        ("skiz_queue_length",): 2,
        ("skiz_oldest_job_seconds",): 0.5,
        ("skiz_oldest_display_seconds",): 1.5,
        ("skiz_out_of_reach",): 3,
        ("skiz_thinking_waiting",): 4,
        ("skiz_tables", "lobby"): 1,
        ("skiz_tables", "playing"): 2,
        ("skiz_tables", "between"): 0,
    }
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(f"{served.address}/health")


async def test_other_addresses_are_not_listened_on() -> None:
    async with serving(settings(0), CollectorRegistry()) as served:
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.2", int(served.address.rpartition(":")[2]))


async def test_another_host_may_be_chosen() -> None:
    port = free_port()
    async with serving(settings(port, "0.0.0.0"), CollectorRegistry()) as served:  # noqa: S104 - as in a container
        assert served.address == f"http://0.0.0.0:{port}"
        status, _ = await get(f"http://127.0.0.1:{port}/metrics")
    assert status == 200


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6")
async def test_an_ipv6_address_is_written_in_brackets() -> None:
    async with serving(settings(0, "::1"), CollectorRegistry()) as served:
        assert (await get(f"{served.address}/metrics"))[0] == 200


async def test_without_a_port_no_socket_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []

    async def create_server(*arguments: object, **_: object) -> None:
        opened.append(arguments)

    monkeypatch.setattr(asyncio.get_running_loop(), "create_server", create_server)
    assert Settings(_env_file=None).health_port is None
    async with serving(settings(None), CollectorRegistry()) as served:
        assert served.address == ""
    assert not opened


async def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WrongSettingError) as caught:
            async with serving(settings(port), CollectorRegistry()):
                pass
    line = str(caught.value)
    assert line.startswith(f"HEALTH_PORT={port} cannot be used on HEALTH_HOST=127.0.0.1 (")
    assert "\n" not in line


async def test_a_host_that_is_not_this_computer_is_one_line() -> None:
    with pytest.raises(
        WrongSettingError, match=r"^HEALTH_PORT=0 cannot be used on HEALTH_HOST=192\.0\.2\.1 \("
    ):
        async with serving(settings(0, "192.0.2.1"), CollectorRegistry()):
            pass
