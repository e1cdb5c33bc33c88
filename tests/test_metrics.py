"""Measurements: bounded labels, and the counter of the requests of an HTTP session."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from prometheus_client import ProcessCollector
from yarl import URL

from bot.metrics import OTHER, ROUTES, Metrics, route_of

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
    metrics = Metrics()
    timer = metrics.answer_timer()
    for stage in ("acknowledged", "answered", "answered"):
        timer(stage)
    for stage in ("acknowledged", "answered"):
        assert metrics.registry.get_sample_value("skiz_answer_seconds_count", {"stage": stage}) == 1
    waits = [
        metrics.registry.get_sample_value("skiz_answer_seconds_sum", {"stage": stage})
        for stage in ("acknowledged", "answered")
    ]
    assert waits[0] is not None
    assert waits[1] is not None
    assert 0 < waits[0] < waits[1]


def test_answers_too_late_for_discord_can_be_told_from_those_in_time() -> None:
    metrics = Metrics()
    metrics.answer_timer()("acknowledged")
    in_time = {"stage": "acknowledged", "le": "3.0"}
    assert metrics.registry.get_sample_value("skiz_answer_seconds_bucket", in_time) == 1


def test_thinking_and_storing_are_measured_in_seconds() -> None:
    metrics = Metrics()
    metrics.thought("tapp_tarock", "strong", 0.5)
    metrics.stored("read", 0.25)
    metrics.thinking_failed("late")
    value = metrics.registry.get_sample_value
    assert value("skiz_thinking_seconds_sum", {"game": "tapp_tarock", "strength": "strong"}) == 0.5
    assert value("skiz_store_seconds_sum", {"operation": "read"}) == 0.25
    assert value("skiz_thinking_failures_total", {"reason": "late"}) == 1


def test_the_usual_process_figures_are_included() -> None:
    registry = Metrics().registry
    assert any(isinstance(each, ProcessCollector) for each in registry._collector_to_names)


def test_two_registries_do_not_share_figures() -> None:
    first, second = Metrics(), Metrics()
    first.acted("tapp_tarock", "accepted")
    labels = {"game": "tapp_tarock", "result": "accepted"}
    assert first.registry.get_sample_value("skiz_actions_total", labels) == 1
    assert second.registry.get_sample_value("skiz_actions_total", labels) is None
