"""The server of `/health` and `/metrics`: its answers, and where it listens."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.errors import WrongSettingError
from bot.monitoring import serving
from tests.test_health import WELL, Patient


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def test_health_and_metrics_are_served_on_loopback() -> None:
    address = f"http://127.0.0.1:{(port := free_port())}"
    async with serving("127.0.0.1", port) as (served, _):
        status, _ = await get(f"{address}/health")
        assert status == 503, "there is no bot yet"
        served.bot = patient = Patient(WELL._replace(tables={"lobby": 1, "playing": 2, "between": 0}))
        status, _ = await get(f"{address}/health")
        assert status == 200
        patient.answers, patient.now = False, patient.now._replace(unsaved=5.0)
        status, _ = await get(f"{address}/health")
        assert status == 503
        status, text = await get(f"{address}/metrics")
        assert (await get(address))[0] == 404
    assert status == 200
    gauges = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if family.name.startswith("skiz_") and family.type == "gauge"
    }
    assert gauges == {
        ("skiz_connected",): 1,
        ("skiz_latency_seconds",): 0.05,
        ("skiz_queue_length",): 2,
        ("skiz_oldest_job_seconds",): 0.5,
        ("skiz_oldest_display_seconds",): 1.5,
        ("skiz_out_of_reach",): 3,
        ("skiz_unsaved_seconds",): 5.0,
        ("skiz_thinking_waiting",): 4,
        ("skiz_tables", "lobby"): 1,
        ("skiz_tables", "playing"): 2,
        ("skiz_tables", "between"): 0,
    }
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(f"{address}/health")


async def test_other_addresses_are_not_listened_on() -> None:
    async with serving("127.0.0.1", port := free_port()):
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.2", port)


async def test_another_host_may_be_chosen() -> None:
    port = free_port()
    async with serving("0.0.0.0", port):  # noqa: S104 - as in a container
        status, _ = await get(f"http://127.0.0.1:{port}/metrics")
    assert status == 200


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6")
async def test_an_ipv6_address_is_written_in_brackets(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        async with serving("::1", port := free_port()):
            assert (await get(f"http://[::1]:{port}/metrics"))[0] == 200
    assert f"Health and metrics are at http://[::1]:{port}" in caplog.text


async def test_a_port_in_use_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WrongSettingError) as caught:
            async with serving("127.0.0.1", port):
                pass
    line = str(caught.value)
    assert line.startswith(f"HEALTH_PORT={port} cannot be used on HEALTH_HOST=127.0.0.1 (")
    assert "\n" not in line


async def test_a_host_that_is_not_this_computer_is_reported_in_one_line() -> None:
    with pytest.raises(
        WrongSettingError, match=r"^HEALTH_PORT=0 cannot be used on HEALTH_HOST=192\.0\.2\.1 \("
    ):
        async with serving("192.0.2.1", 0):
            pass
