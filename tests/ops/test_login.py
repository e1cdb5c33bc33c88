"""What follows when Discord does not let the bot in: which exit code, or how long a wait."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import app
from bot.errors import FAILED, LaunchError, RefusedError
from bot.ops import systemd
from bot.ops.login import is_ban, retry_after
from bot.playground import Playground
from bot.settings import Settings
from tests.helpers import joining


async def test_a_wrong_token_is_reported_when_discord_has_refused_it_twice(
    place: Playground, local: Settings, waits: list[float]
) -> None:
    with pytest.raises(RefusedError, match="refuses the token: copy it again"):
        await app.join(local, "wrong", lambda _: None)
    assert place.traffic.counts["GET /users/@me"] == 2
    assert len(waits) == 1
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}, "no task is left waiting"


@pytest.mark.parametrize("code", [4010, 4011, 4012, 4013, 4014])
@pytest.mark.parametrize("at_the_start", [False, True])
async def test_a_connection_refused_for_good_is_not_restored(
    place: Playground, local: Settings, waits: list[float], *, code: int, at_the_start: bool
) -> None:
    place.gateway.refusing = code if at_the_start else None
    async with joining(local, place.token) as (task, let_in):
        if not at_the_start:
            await let_in.get()
            await place.gateway.drop(code)
        with pytest.raises(RefusedError):
            await task
    assert waits == []


@pytest.mark.parametrize("at_the_start", [False, True])
async def test_a_token_that_was_reset_ends_the_bot(
    place: Playground, local: Settings, waits: list[float], *, at_the_start: bool
) -> None:
    place.gateway.refusing = 4004 if at_the_start else None
    async with joining(local, place.token) as (task, let_in):
        if not at_the_start:
            await let_in.get()
            place.faults.fail("*", "*", 401, times=None)
            await place.gateway.drop(4004)
        with pytest.raises(RefusedError, match="refuses the token"):
            await task
    assert len(waits) == 1


async def test_a_token_refused_by_mistake_does_not_end_the_bot(
    place: Playground, local: Settings, waits: list[float]
) -> None:
    async with joining(local, place.token) as (_, let_in):
        await let_in.get()
        await place.gateway.drop(4004)
        await let_in.get()
    assert len(waits) == 1


async def test_a_request_refused_with_401_is_checked_and_ends_the_bot(
    place: Playground, local: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async with joining(local, place.token) as (task, let_in):
        bot = await let_in.get()
        await bot.doubt_token()
        assert "accepts the token, although it has refused a request" in caplog.text
        place.faults.fail("GET", "/users/@me", 401, times=None)
        asked = place.traffic.counts["GET /users/@me"]
        for _ in range(3):
            bot.doubt_token()
        with pytest.raises(RefusedError, match="refuses the token"):
            await task
    assert place.traffic.counts["GET /users/@me"] == asked + 1
    assert bot.is_closed()


@pytest.mark.parametrize(("retry_after", "waited"), [(1800, [1800, 1800]), (None, [300, 600])])
async def test_a_ban_is_waited_for(
    place: Playground,
    local: Settings,
    waits: list[float],
    monkeypatch: pytest.MonkeyPatch,
    retry_after: float | None,
    waited: list[float],
) -> None:
    """A service manager would try again every 30 s, which prolongs the ban."""
    states = list[str]()
    monkeypatch.setattr(systemd, "notify", states.append)
    place.faults.ban(retry_after, times=2)
    async with joining(local, place.token) as (_, let_in):
        await let_in.get()
        assert waits == waited
        assert states == [*(systemd.extended(each + app.START_SECONDS) for each in waited), systemd.READY]


async def test_a_start_without_a_network_fails_with_an_explanation(local: Settings) -> None:
    app.point_to("http://127.0.0.1:1")
    with pytest.raises(LaunchError, match=r"Discord cannot be reached \(.+\): check the network") as caught:
        await app.join(local, "any", lambda _: None)
    assert caught.value.exit_code == FAILED


@pytest.mark.parametrize("path", ["/users/@me", "/oauth2/applications/@me", "/gateway/bot"])
@pytest.mark.parametrize(
    ("status", "words"),
    [(400, r"refuses the login \(status 400, code 0\)"), (503, r"itself fails \(status 503, code 0\)")],
)
async def test_a_refused_login_is_reported_with_its_status(
    place: Playground, local: Settings, path: str, status: int, words: str
) -> None:
    place.faults.fail("GET", path, status)
    with pytest.raises(LaunchError, match=words) as caught:
        await app.join(local, place.token, lambda _: None)
    assert caught.value.exit_code == FAILED


def failure(status: int, body: str | dict[str, Any], **headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(response, body)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("12.5", 12.5), ("", None), ("soon", None), ("nan", None), ("-1", None), ("1e9", 86_400)],
)
def test_the_wait_that_discord_names_is_honoured_within_reason(header: str, seconds: float | None) -> None:
    assert retry_after(failure(429, "", **{"Retry-After": header})) == seconds


def test_only_a_limit_or_a_refusal_in_front_of_discord_is_a_ban() -> None:
    json, html = {"Content-Type": "application/json"}, {"Content-Type": "text/html; charset=UTF-8"}
    assert is_ban(failure(429, "", **html))
    assert is_ban(failure(429, {"retry_after": 1}, **json))
    assert is_ban(failure(403, "", **html))
    assert is_ban(discord.RateLimited(9))
    assert not is_ban(failure(403, {"code": 50001}, **json))
    assert not is_ban(failure(502, "", **html))
    assert not is_ban(OSError())
    assert retry_after(discord.RateLimited(9)) == 9
    assert retry_after(OSError()) is None
