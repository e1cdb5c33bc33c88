"""Measurements: bounded labels, and the counter of the requests of an HTTP session."""

from __future__ import annotations

import socket
from dataclasses import replace

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from prometheus_client.parser import text_string_to_metric_families
from yarl import URL

from bot import __version__, commit
from bot.errors import WrongSettingError
from bot.ops.health import Health
from bot.ops.metrics import OTHER, ROUTES, Metrics, route_of, serving
from bot.shards import Shards
from tests.ops.helpers import WELL, Patient

ID, TOKEN = "1160249817339527168", "aW50ZXJhY3Rpb24-x_y"
WEBHOOK = f"/webhooks/{ID}/{TOKEN}"


@pytest.mark.parametrize("site", ["https://discord.com/api/v10", "http://127.0.0.1:8765/api/v10"])
@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/users/@me", "/users/@me"),
        ("/users/@me/channels", "/users/@me/channels"),
        (f"/channels/{ID}/messages", "/channels/{channel_id}/messages"),
        (f"/channels/{ID}/messages/{ID}?a={TOKEN}", "/channels/{channel_id}/messages/{message_id}"),
        (
            f"/interactions/{ID}/{TOKEN}/callback?with_response=true",
            "/interactions/{interaction_id}/{interaction_token}/callback",
        ),
        (WEBHOOK, "/webhooks/{application_id}/{interaction_token}"),
        (
            f"{WEBHOOK}/messages/@original",
            "/webhooks/{application_id}/{interaction_token}/messages/@original",
        ),
        (
            f"{WEBHOOK}/messages/{ID}",
            "/webhooks/{application_id}/{interaction_token}/messages/{message_id}",
        ),
        (f"/channels/{ID}/pins/{ID}", OTHER),
        (f"/{TOKEN}", OTHER),
    ],
)
def test_a_route_has_neither_ids_nor_tokens(site: str, path: str, route: str) -> None:
    assert route_of(URL(site + path)) == route
    assert route in {*ROUTES, OTHER}


@pytest.mark.parametrize(
    "address",
    ["wss://gateway.discord.gg/?v=10", f"https://cdn.discordapp.com/avatars/{ID}/{TOKEN}.png"],
)
def test_requests_outside_the_api_are_not_counted(address: str) -> None:
    assert route_of(URL(address)) is None


async def test_requests_are_counted_by_route_and_result() -> None:
    async def answer(request: web.Request) -> web.Response:
        if request.method == "DELETE":
            assert request.transport is not None
            request.transport.abort()
        return web.Response(status=429 if request.method == "PATCH" else 200)

    metrics, app = Metrics(), web.Application()
    app.add_routes([web.route("*", "/{path:.*}", answer)])
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[metrics.http_trace()]) as session,
    ):
        for method in ("POST", "POST", "PATCH"):
            async with session.request(method, server.make_url(f"/api/v10/channels/{ID}/messages")):
                pass
        with pytest.raises(aiohttp.ClientError):
            await session.delete(server.make_url(f"/api/v10/channels/{ID}"))
        await session.get(server.make_url("/gateway"))

    counted = {
        (sample.labels["route"], sample.labels["result"]): sample.value
        for metric in metrics.registry.collect()
        for sample in metric.samples
        if sample.name == "skiz_discord_requests_total"
    }
    assert counted == {
        ("POST /channels/{channel_id}/messages", "200"): 2,
        ("PATCH /channels/{channel_id}/messages", "429"): 1,
        ("DELETE /channels/{channel_id}", "lost"): 1,
    }


def test_each_stage_of_an_answer_is_measured_once() -> None:
    value, timer = (metrics := Metrics()).registry.get_sample_value, metrics.answer_timer()
    for stage in ("acknowledged", "answered", "answered"):
        timer(stage)
    waits = []
    for stage in ("acknowledged", "answered"):
        assert value("skiz_answer_seconds_count", {"stage": stage}) == 1
        assert value("skiz_answer_seconds_bucket", {"stage": stage, "le": "3.0"}) == 1, "in time for Discord"
        waits.append(value("skiz_answer_seconds_sum", {"stage": stage}) or 0.0)
    assert 0 < waits[0] < waits[1]


def test_thinking_and_storing_are_measured_in_seconds() -> None:
    metrics = Metrics()
    metrics.thought("tapp_tarock", "strong", 0.5)
    metrics.stored("read", 0.25)
    metrics.thinking_failed("late")
    value = metrics.registry.get_sample_value
    assert value("skiz_thinking_seconds_sum", {"game": "tapp_tarock", "strength": "strong"}) == 0.5
    assert value("skiz_store_seconds_sum", {"operation": "read"}) == 0.25
    assert value("skiz_thinking_failures_total", {"reason": "late"}) == 1


def test_the_build_is_named() -> None:
    labels = {"version": __version__, "commit": commit()}
    assert Metrics().registry.get_sample_value("skiz_build_info", labels) == 1


def test_the_range_of_shards_is_named() -> None:
    registry = Metrics(Shards.parse("0-7/16")).registry
    assert registry.get_sample_value("skiz_shards_info", {"range": "0-7/16"}) == 1


# -- the server ----------------------------------------------------------------------------


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def test_health_and_metrics_are_served_on_loopback() -> None:
    address = f"http://127.0.0.1:{(port := free_port())}"
    served = Health()
    async with serving(served, Metrics(), "127.0.0.1", port):
        status, _ = await get(f"{address}/health")
        assert status == 503, "there is no bot yet"
        served.bot = patient = Patient(replace(WELL, tables={"lobby": 1, "playing": 2, "between": 0}))
        status, _ = await get(f"{address}/health")
        assert status == 200
        patient.answers, patient.measured = False, replace(patient.measured, unsaved=5.0)
        status, _ = await get(f"{address}/health")
        assert status == 503
        status, text = await get(f"{address}/metrics")
        assert (await get(address))[0] == 404
    assert status == 200
    gauges = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if family.name.startswith("skiz_") and family.type == "gauge" and not family.name.endswith("_info")
    }
    assert gauges == {
        ("skiz_connected",): 1,
        ("skiz_latency_seconds",): 0.05,
        ("skiz_queue_length",): 2,
        ("skiz_oldest_job_seconds",): 0.5,
        ("skiz_oldest_display_seconds",): 1.5,
        ("skiz_out_of_reach",): 3,
        ("skiz_unsaved_seconds",): 5.0,
        ("skiz_backup_age_seconds",): 86400.0,
        ("skiz_thinking_waiting",): 4,
        ("skiz_processes",): 1,
        ("skiz_tables", "lobby"): 1,
        ("skiz_tables", "playing"): 2,
        ("skiz_tables", "between"): 0,
    }
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(f"{address}/health")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104 - as in a container
        pytest.param("::1", "[::1]", marks=pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")),
    ],
)
async def test_another_host_may_be_chosen(host: str, address: str, caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    with caplog.at_level("INFO"):
        async with serving(Health(), Metrics(), host, port):
            assert (await get(f"http://{address}:{port}/metrics"))[0] == 200
    assert f"Health and metrics are at http://{'[::1]' if ':' in host else host}:{port}" in caplog.text


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1"], ids=["in use", "not this computer"])
async def test_a_port_that_cannot_be_used_is_reported_in_one_line(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WrongSettingError) as caught:
            async with serving(Health(), Metrics(), host, port):
                pass
    assert str(caught.value).startswith(f"HEALTH_PORT={port} cannot be used on HEALTH_HOST={host} (")
    assert "\n" not in str(caught.value)


async def test_without_a_port_nothing_is_served() -> None:
    metrics = Metrics()
    async with serving(Health(), metrics, "127.0.0.1", None):
        assert metrics.registry.get_sample_value("skiz_connected") is None
