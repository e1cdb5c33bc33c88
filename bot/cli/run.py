"""The commands `run` and `play`: connect to Discord or open the playground, and run until stopped."""

from __future__ import annotations

import asyncio
import signal
from argparse import Namespace
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from bot.app import Skiz, house_rules, join, point_to
from bot.errors import LaunchError, WrongSettingError, system_reason
from bot.playground import Playground
from bot.settings import Settings, configure, refuse_shared_file
from bot.shards import EVERY, Shards
from bot.store import Store
from bot.store.lock import Processes, locked


def run(chosen: Namespace) -> int:
    """Open the playground for `play` or without a token, else connect to Discord. Return the exit code."""
    settings = configure(is_bot=True)
    token = settings.discord_token
    if chosen.command == "play" or (token is None and not settings.discord_address):
        if chosen.command != "play":
            print("There is no DISCORD_TOKEN in .env or the environment: opening the playground.", flush=True)
        return _until_stopped(settings.playground_database, EVERY, lambda _: play(settings))
    if token is None:
        raise WrongSettingError("DISCORD_TOKEN is missing: DISCORD_ADDRESS needs it; set both or neither.")
    if settings.discord_address:
        point_to(settings.discord_address)
    refuse_shared_file(settings)
    work = partial(join, settings, token.get_secret_value(), _print_connected)
    return _until_stopped(settings.lock_address, settings.shards, work)


def _print_connected(bot: Skiz) -> None:
    shards = "" if bot.settings.shards == EVERY else f", shards: {bot.settings.shards}"
    servers = f"servers: {len(bot.guilds)}{shards}"
    print(f"Ready: {bot.user} is connected, {servers}. Press Ctrl+C to stop.", flush=True)


async def play(settings: Settings, welcome: Callable[[Playground], None] | None = None) -> None:
    """Run the playground and a bot that plays there, until cancelled.

    `welcome`: called when the bot is ready; by default it prints the addresses of the players.

    Raises:
        LaunchError: a file of the playground cannot be written, or its port cannot be used.
        WrongSettingError: a file named in the settings cannot be used.
    """
    house_rules(settings)  # refuses a wrong file before any other file is made
    playground = Playground(file=settings.playground_state)
    await _start(playground, settings.playground_port)
    try:
        point_to(playground.address)
        local = settings.model_copy(
            update={
                "database": settings.playground_database,
                "discord_address": playground.address,
                "shards": EVERY,
            }
        )
        if not playground.state.messages:
            await _forget_messages(local)
        await join(local, playground.token, lambda _: (welcome or print_addresses)(playground))
    finally:
        await playground.stop()


async def _start(playground: Playground, port: int) -> None:
    try:
        await playground.start(port)
    except OSError as error:
        if error.filename:
            raise LaunchError(f"The file {error.filename} cannot be written: {error.strerror}.") from error
        raise LaunchError(
            f"Port {port} cannot be used ({system_reason(error)}):"
            " stop what uses it, or set another PLAYGROUND_PORT in .env (0: any free one)."
        ) from error


async def _forget_messages(settings: Settings) -> None:
    """Let all tables be posted again: the playground has lost the file with its messages, or had none."""
    store = await Store.open(settings.database_address)
    try:
        await store.messages.forget_all()
    finally:
        await store.close()


def print_addresses(playground: Playground) -> None:
    """Print the address of each player's page."""
    print("Ready: the playground is open. Each player has an address; open one or more in a browser:")
    for name, person in playground.people.items():
        print(f"  {name}: {person.address}")
    print("Press Ctrl+C to stop. Games, messages and addresses are kept between runs.", flush=True)


def _until_stopped(database: Path | str, shards: Shards, work: Callable[[Processes], Awaitable[None]]) -> int:
    """Work while no other process may serve these shards.

    SIGTERM and Ctrl+C cancel the work, which cleans up. It is given the processes that run.
    """

    async def alone() -> None:
        async with locked(database, shards) as processes:
            await work(processes)

    async def stoppable() -> None:
        task = asyncio.create_task(alone())
        for each in (signal.SIGTERM, signal.SIGINT):
            # Windows lacks these handlers; there asyncio.run cancels the work on Ctrl+C.
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(each, task.cancel)
        await task

    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(stoppable())
    return 0
