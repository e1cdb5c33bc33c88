"""`python -m bot run` and `play`: joining Discord, or opening the playground, and staying until stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
import yarl

from bot.client import Skiz
from bot.errors import LaunchError, WrongSettingError
from bot.figures import figures_from
from bot.playground import Playground

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.settings import Settings

FIRST_WAIT, LONGEST_WAIT = 5.0, 300.0
"""Seconds before Discord is tried again: doubled each time, up to the longest."""

_TROUBLE: Final = (
    aiohttp.ClientError,
    OSError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)
"""What a connection may come to that can be tried again."""

_NO_ENTRY, _NO_INTENTS = 4004, 4014
_FINAL: Final = {
    _NO_ENTRY: "Discord refuses the token: copy it anew from https://discord.com/developers/applications"
    " (your application > Bot > Reset Token) to DISCORD_TOKEN in .env.",
    _NO_INTENTS: "Discord refuses the bot's intents, though it asks for guilds only:"
    " see your application > Bot on https://discord.com/developers/applications.",
}
"""Why Discord may close the connection for good, by the gateway's code."""

_log = logging.getLogger(__name__)


def run(settings: Settings) -> int:
    """Join Discord, or without a token say so and open the playground; the exit code.

    Raises:
        LaunchError: Discord refuses the bot or cannot be reached, or the playground's port is taken.
        StoreError: the database cannot be opened.
        WrongSettingError: a local Discord is to be joined without a token.
    """
    if settings.discord_token is None:
        if settings.discord_address:
            raise WrongSettingError(
                "DISCORD_TOKEN is missing: DISCORD_ADDRESS needs it; set both or neither."
            )
        print("There is no DISCORD_TOKEN in .env or in the environment: opening the playground.", flush=True)
        return play(settings)
    if settings.discord_address:
        point_to(settings.discord_address)
    return _until_stopped(join(settings, settings.discord_token.get_secret_value(), _say_joined))


def play(settings: Settings) -> int:
    """Open the playground, whether or not there is a token; the exit code.

    Raises:
        LaunchError: the port is taken.
        StoreError: the database cannot be opened.
    """
    return _until_stopped(_play(settings))


def point_to(address: str) -> None:
    """Let discord.py look for Discord at an address on this computer, such as `http://127.0.0.1:8765`."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address).with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = address


async def join(settings: Settings, token: str, welcome: Callable[[Skiz], None]) -> None:
    """Be the bot until cancelled; after a lost connection, join again, waiting longer each time.

    Args:
        settings: how it is run.
        token: the bot's own.
        welcome: called whenever Discord has let the bot in.

    Raises:
        LaunchError: Discord refuses the bot, or cannot be reached at the very start.
        StoreError: the database cannot be opened.
        WrongSettingError: a file of figures named in the settings cannot be used.
    """
    figures = figures_from(settings)
    wait, joined = FIRST_WAIT, False
    while True:
        bot = Skiz(settings, figures=figures)
        try:
            await _be(bot, token, welcome)
        except _TROUBLE as error:
            joined = joined or bot.was_ready
            if not joined:
                raise LaunchError(
                    f"Discord cannot be reached ({in_short(error)}): check the network, then start again."
                ) from error
            _log.warning("The connection is lost: %s", in_short(error))
        wait = FIRST_WAIT if bot.was_ready else min(2 * wait, LONGEST_WAIT)
        _log.info("Joining Discord again in %d seconds", wait)
        await _rest(wait)


async def _rest(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def _be(bot: Skiz, token: str, welcome: Callable[[Skiz], None]) -> None:
    """One connection, from joining to its end."""
    async with bot:
        greeting = asyncio.create_task(_greet(bot, welcome))
        try:
            await bot.login(token)
            settle()
            await bot.connect()
        except discord.LoginFailure as error:
            raise LaunchError(_FINAL[_NO_ENTRY]) from error
        except discord.PrivilegedIntentsRequired as error:
            raise LaunchError(_FINAL[_NO_INTENTS]) from error
        except discord.ConnectionClosed as error:
            if error.code in _FINAL:
                raise LaunchError(_FINAL[error.code]) from error
            raise
        finally:
            greeting.cancel()


def settle() -> None:
    """Spare the garbage collector what will stay: going through all of that made everybody wait 60 ms."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def _greet(bot: Skiz, welcome: Callable[[Skiz], None]) -> None:
    await bot.wait_until_ready()
    bot.prepare()
    welcome(bot)


def in_short(error: BaseException) -> str:
    """The first line of an error's text, or its name where it has none."""
    return str(error).partition("\n")[0] or type(error).__name__


def _say_joined(bot: Skiz) -> None:
    print(f"Ready: {bot.user} is in {len(bot.guilds)} servers. Ctrl+C stops it.", flush=True)


async def _play(settings: Settings) -> None:
    playground = Playground()
    try:
        await playground.start(settings.playground_port)
    except OSError as error:
        raise LaunchError(
            f"Port {settings.playground_port} cannot be used ({error.strerror}):"
            " stop what uses it, or set another PLAYGROUND_PORT in .env (0: any free one)."
        ) from error
    try:
        point_to(playground.address)
        local = settings.model_copy(
            update={"database": settings.playground_database, "discord_address": playground.address}
        )
        await join(local, playground.token, lambda _: _say_open(playground))
    finally:
        await playground.stop()


def _say_open(playground: Playground) -> None:
    print("Ready: the playground is open. Each player has an address; open one or more in a browser:")
    for name, person in playground.people.items():
        print(f"  {name}: {person.address}")
    print("Ctrl+C stops it; what was played is kept for the next time.", flush=True)


def _until_stopped(work: Coroutine[object, object, None]) -> int:
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_stoppable(work))
    return 0


async def _stoppable(work: Coroutine[object, object, None]) -> None:
    """Do the work; SIGTERM and Ctrl+C cancel it, so that it ends in good order."""
    task = asyncio.ensure_future(work)
    for each in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there Ctrl+C cancels through asyncio.run.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(each, task.cancel)
    await task
