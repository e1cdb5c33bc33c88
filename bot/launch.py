"""`python -m bot run` and `play`: connect to Discord or open the playground, and run until stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
import yarl

from bot import systemd
from bot.client import Skiz
from bot.errors import LaunchError, WrongSettingError, system_reason
from bot.health import Health
from bot.meter import Meter
from bot.overrides import overrides_from
from bot.refusals import FAILURES, Attempts
from bot.store import Store
from bot.store.lock import locked
from bot.tables import reported

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from bot.playground import Playground
    from bot.settings import Settings

START_SECONDS: Final = 60.0
"""Seconds that an attempt to join may take; systemd is asked to wait for the pause before it and so long."""

_log = logging.getLogger(__name__)


def run(settings: Settings) -> int:
    """Connect to Discord, or without a token open the playground. Return the exit code.

    Raises:
        LaunchError: Discord cannot be reached, or the playground's port is taken.
        RefusedError: Discord refuses the bot, and a restart would not mend that.
        StoreError: another bot uses the database, or it cannot be opened.
        WrongSettingError: there is a DISCORD_ADDRESS but no token.
    """
    if settings.discord_token is None:
        if settings.discord_address:
            raise WrongSettingError(
                "DISCORD_TOKEN is missing: DISCORD_ADDRESS needs it; set both or neither."
            )
        print("There is no DISCORD_TOKEN in .env or the environment: opening the playground.", flush=True)
        return play(settings)
    if settings.discord_address:
        point_to(settings.discord_address)
    token = settings.discord_token.get_secret_value()
    return _until_stopped(_alone(settings.database_address, partial(join, settings, token, _print_connected)))


def play(settings: Settings) -> int:
    """Open the playground, whether or not there is a token. Return the exit code.

    Raises:
        LaunchError: the port is taken.
        StoreError: another bot uses the database, or it cannot be opened.
    """
    return _until_stopped(_alone(settings.playground_database, partial(_play, settings)))


async def _alone(database: Path | str, work: Callable[[], Awaitable[None]]) -> None:
    """Do some work while no other bot may use a database."""
    async with locked(database):
        await work()


def point_to(address: str) -> None:
    """Point discord.py at a local Discord server, such as `http://127.0.0.1:8765`."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address).with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = address


async def join(settings: Settings, token: str, welcome: Callable[[Skiz], None]) -> None:
    """Run the bot until cancelled. Reconnect when the connection is lost, after a growing pause.

    Args:
        settings: the bot's settings.
        token: the bot's token.
        welcome: called each time the bot is connected and ready.

    Raises:
        LaunchError: Discord cannot be reached the first time.
        RefusedError: Discord refuses the bot, and a restart would not mend that.
        StoreError: the database cannot be opened.
        WrongSettingError: a file or the HEALTH_PORT named in the settings cannot be used.
    """
    overrides = overrides_from(settings)

    def new_bot() -> Skiz:
        health.bot = bot = Skiz(settings, overrides=overrides, meter=meter)
        return bot

    async with _monitored(settings) as (health, meter), systemd.watched(health.probe):
        await _keep_connected(new_bot, token, welcome)


def _monitored(settings: Settings) -> AbstractAsyncContextManager[tuple[Health, Meter]]:
    """Serve `/health` and `/metrics` while the block runs, if there is a HEALTH_PORT."""
    if settings.health_port is None:
        return nullcontext((Health(), Meter()))
    from bot.monitoring import serving  # noqa: PLC0415 - most bots do without, and start sooner

    return serving(settings.health_host, settings.health_port)


async def _keep_connected(new_bot: Callable[[], Skiz], token: str, welcome: Callable[[Skiz], None]) -> None:
    attempts = Attempts()
    while True:
        bot = new_bot()
        error: Exception | None = None
        try:
            await _run_connection(bot, token, welcome)
        except FAILURES as failure:
            error = failure
        wait = attempts.ended(error, was_ready=bot.was_ready)
        if not attempts.has_connected:
            systemd.notify(systemd.extended(wait + START_SECONDS))
        _log.info("Reconnecting in %d seconds", wait)
        await pause(wait)


async def pause(seconds: float) -> None:
    """Wait before the next attempt to join."""
    await asyncio.sleep(seconds)


async def _run_connection(bot: Skiz, token: str, welcome: Callable[[Skiz], None]) -> None:
    """Run one connection from login to its end."""
    async with bot:
        welcoming = asyncio.create_task(reported("The welcome", partial(_welcome_when_ready, bot, welcome)))
        try:
            await bot.login(token)
            freeze_heap()
            await _first_of(bot.connect(), bot.stopped())
        finally:
            welcoming.cancel()
            # So that the bot of a lost connection can be collected before the next one freezes the heap.
            gc.unfreeze()


async def _first_of(*works: Coroutine[object, object, None]) -> None:
    """Wait until the first one ends, cancel the others, and raise what it has raised."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result


def freeze_heap() -> None:
    """Exempt all existing objects from garbage collection, which otherwise pauses for up to 60 ms.

    What was frozen before is not looked at again: at the first start that is all that was imported.
    """
    gc.collect()
    gc.freeze()


async def _welcome_when_ready(bot: Skiz, welcome: Callable[[Skiz], None]) -> None:
    await bot.wait_until_ready()
    systemd.notify(systemd.READY)
    bot.prepare()
    welcome(bot)


def _print_connected(bot: Skiz) -> None:
    print(f"Ready: {bot.user} is connected, servers: {len(bot.guilds)}. Press Ctrl+C to stop.", flush=True)


async def _play(settings: Settings) -> None:
    from bot.playground import Playground  # noqa: PLC0415 - a bot on Discord does without

    overrides_from(settings)  # a wrong file is refused before any other is made
    playground = Playground(file=settings.playground_state)
    try:
        await playground.start(settings.playground_port)
    except OSError as error:
        if error.filename:
            raise LaunchError(f"The file {error.filename} cannot be written: {error.strerror}.") from error
        raise LaunchError(
            f"Port {settings.playground_port} cannot be used ({system_reason(error)}):"
            " stop what uses it, or set another PLAYGROUND_PORT in .env (0: any free one)."
        ) from error
    try:
        point_to(playground.address)
        local = settings.model_copy(
            update={"database": settings.playground_database, "discord_address": playground.address}
        )
        if not playground.state.messages:
            await _forget_messages(local)
        await join(local, playground.token, lambda _: _print_addresses(playground))
    finally:
        await playground.stop()


async def _forget_messages(settings: Settings) -> None:
    """Let all tables be posted again: the playground has lost the file with its messages, or had none."""
    store = await Store.open(settings.database_address)
    try:
        await store.messages.forget_all()
    finally:
        await store.close()


def _print_addresses(playground: Playground) -> None:
    print("Ready: the playground is open. Each player has an address; open one or more in a browser:")
    for name, person in playground.people.items():
        print(f"  {name}: {person.address}")
    print("Press Ctrl+C to stop. Games, messages and addresses are kept between runs.", flush=True)


def _until_stopped(work: Coroutine[object, object, None]) -> int:
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_stoppable(work))
    return 0


async def _stoppable(work: Coroutine[object, object, None]) -> None:
    """Run until done; SIGTERM and Ctrl+C cancel the work, which can then clean up."""
    task = asyncio.ensure_future(work)
    for each in (signal.SIGTERM, signal.SIGINT):
        # Windows lacks these handlers; there asyncio.run cancels the work on Ctrl+C.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(each, task.cancel)
    await task
