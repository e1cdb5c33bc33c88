"""Registration of the commands with Discord, which the start does not depend on."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import Skiz
from bot.ops import registration
from bot.playground import Playground
from bot.playground.state import ChangeKind
from bot.settings import Settings
from bot.shards import Shards
from bot.store import Store
from cogs.features import FEATURES
from tests.helpers import joining

COMMANDS = "/applications/*/commands"
FEWER = [each for each in FEATURES if each.__name__ != "cogs.help.commands"]


@pytest.fixture
def real(local: Settings) -> Settings:
    """Settings for the real Discord, where registrations persist."""
    return local.model_copy(update={"discord_address": None})


async def registers(place: Playground, settings: Settings) -> bool:
    """Whether a start registers the commands."""
    place.state.commands.clear()
    async with Skiz(settings) as bot:
        await bot.login(place.token)
    return bool(place.state.commands)


async def test_commands_are_registered_once(place: Playground, real: Settings) -> None:
    assert await registers(place, real)
    assert not await registers(place, real)


async def test_changed_commands_are_registered_again(
    place: Playground, real: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await registers(place, real)
    monkeypatch.setattr("bot.app.FEATURES", FEWER)
    assert await registers(place, real)


async def test_commands_are_always_registered_with_a_local_discord(
    place: Playground, local: Settings
) -> None:
    assert await registers(place, local)
    assert await registers(place, local)


async def test_one_of_several_processes_registers_the_commands_and_all_know_them(
    place: Playground, real: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "PAUSES", (0.0,))
    first, second = (real.model_copy(update={"shards": Shards.parse(each)}) for each in ("1/2", "2/2"))
    async with Skiz(second) as bot:
        await bot.login(place.token)
        assert not place.state.commands
        assert bot.services.mentions.linked("</hand>") == "`/hand`"
        assert await registers(place, first)
        async with asyncio.timeout(10):
            while bot.services.mentions.linked("</hand>") == "`/hand`":  # noqa: ASYNC110 - there is no event for that
                await asyncio.sleep(0)


async def test_commands_are_registered_for_another_application_too(place: Playground, real: Settings) -> None:
    store = await Store.open(real.database_address)
    await store.settings.put("commands:1", "whatever")
    await store.close()
    assert await registers(place, real)


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (400, 30034, "status 400, code 30034: it takes 200 new commands a day"),
        (400, 50035, "status 400, code 50035: it finds a mistake in them"),
        (403, 50001, "status 403, code 50001)"),
        (503, 0, "status 503, code 0)"),
    ],
)
async def test_a_refused_registration_does_not_stop_the_start_and_is_tried_again(
    place: Playground,
    local: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    status: int,
    code: int,
    words: str,
) -> None:
    monkeypatch.setattr(registration, "PAUSES", (0.0,))
    registered = asyncio.Event()
    place.state.listen(lambda change: registered.set() if change.kind is ChangeKind.COMMANDS else None)
    refusing = place.faults.fail("PUT", COMMANDS, status, code, times=None)
    async with joining(local, place.token) as (_, let_in):
        bot = await let_in.get()
        await bot.wait_until_ready()
        (warning, *_) = [each for each in caplog.records if each.name == "bot.ops.registration"]
        assert words in warning.getMessage()
        assert "players lack those that are new in this version" in warning.getMessage()
        place.faults.stop(refusing)
        await registered.wait()


async def test_a_registration_that_does_not_end_does_not_hold_up_the_start(
    place: Playground, local: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For so long discord.py would wait within the request."""
    monkeypatch.setattr(registration, "PATIENCE", 0.0)
    place.faults.limit_rate("PUT", COMMANDS, 3600)
    async with joining(local, place.token) as (_, let_in):
        await (await let_in.get()).wait_until_ready()
    assert place.state.commands == []


async def test_an_attempt_that_does_not_end_is_given_up(
    place: Playground,
    local: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(registration, "ATTEMPT_SECONDS", 0.0)
    place.faults.limit_rate("PUT", COMMANDS, 3600)
    assert not await registers(place, local)
    assert "The commands are not registered with Discord (TimeoutError)" in caplog.text


@pytest.mark.parametrize(
    ("code", "retry_after", "waits"),
    [(0, None, [60, 300, 900, 3600, 3600]), (30034, None, [3600] * 5), (0, 7200, [7200] * 5)],
)
async def test_the_pauses_between_attempts_grow(
    place: Playground,
    local: Settings,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    retry_after: float | None,
    waits: list[float],
) -> None:
    waited = list[float]()
    stuck = asyncio.Event()

    async def pause(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == len(waits):
            stuck.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(registration, "pause", pause)
    place.faults.fail("PUT", COMMANDS, 400, code, times=None, retry_after=retry_after)
    async with Skiz(local) as bot:
        await bot.login(place.token)
        await stuck.wait()
    assert waited == waits


async def test_links_lead_to_the_commands_registered_last_while_new_ones_are_refused(
    place: Playground, real: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await registers(place, real)
    monkeypatch.setattr("bot.app.FEATURES", FEWER)
    place.faults.fail("PUT", COMMANDS, 403)
    async with Skiz(real) as bot:
        await bot.login(place.token)
        assert bot.services.mentions.linked("</tarock new>") != "`/tarock new`"


async def test_a_token_refused_for_the_commands_is_doubted(place: Playground, local: Settings) -> None:
    place.faults.fail("PUT", COMMANDS, 401)
    async with Skiz(local) as bot:
        asked = place.traffic.counts["GET /users/@me"]
        await bot.login(place.token)
        await bot.doubt_token()  # already under way
    assert place.traffic.counts["GET /users/@me"] == asked + 2
