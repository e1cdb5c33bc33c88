"""How fast presses are answered that the database passes to another process: `python -m benchmarks.carry`.

Two bots run as processes, each with half of the servers, on PostgreSQL and one local Discord. Scripted people
play at as many tables of each half, in their direct messages, which all arrive at the first process. The
second one answers those about its tables.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import quantiles
from typing import Final

from benchmarks.requests import TOP, Guest, Measured, open_table, play
from bot.games import GAMES
from bot.playground import Playground
from bot.playground.state import GUILD_ID, Change
from bot.settings import VARIABLES
from card_images import Pictures
from tests.postgresql import Server, programs

HALVES: Final = ("1/2", "2/2")
GUILDS: Final = (GUILD_ID, str(int(GUILD_ID) + (1 << 22)))
"""A server of each half."""


@asynccontextmanager
async def process(playground: Playground, settings: Mapping[str, str]) -> AsyncIterator[None]:
    """Run a bot until it is stopped; it is ready."""
    others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    token = {"DISCORD_TOKEN": playground.token, "DISCORD_ADDRESS": playground.address}
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        env={**others, **token, "PYTHONPATH": str(TOP), **settings},
        stdout=asyncio.subprocess.PIPE,
    )
    assert running.stdout is not None
    await running.stdout.readline()
    try:
        yield
    finally:
        running.terminate()
        await running.communicate()


def guests_in(playground: Playground, guild: int, number: int) -> list[Guest]:
    """People with a channel each in a server of one of the halves."""
    guests = [Guest(playground, guild * number + each) for each in range(number)]
    for guest in guests:
        channels = playground.state.channels
        channels[guest.channel_id] = replace(channels[guest.channel_id], guild_id=GUILDS[guild])
    return guests


async def measure(halves: Sequence[Sequence[Guest]], options: argparse.Namespace) -> None:
    """Open all tables, let people play for a time, and print the times of the first answers."""
    for guest in (guest for half in halves for guest in half):
        await open_table(guest, options.game)
        await guest.until(lambda guest=guest: any(each.attachments for each in guest.inbox()))  # type: ignore[misc]
    measured = [Measured() for _ in halves]
    playing = {
        asyncio.create_task(play(guest, options.gap, seed, measured[number]))
        for number, half in enumerate(halves)
        for seed, guest in enumerate(half)
    }
    await asyncio.sleep(options.seconds)
    while playing:
        for task in playing:
            task.cancel()
        _, playing = await asyncio.wait(playing, timeout=1)  # `wait_for` may swallow a cancellation
    for what, each in zip(("answered where they arrive", "carried"), measured, strict=True):
        cuts = quantiles(each.acknowledged, n=100)
        print(
            f"{what:28} {len(each.acknowledged):5} presses, first answer p50 {cuts[49]:4.0f} ms,"
            f" p95 {cuts[94]:4.0f} ms, p99 {cuts[98]:4.0f} ms; {each.stuck} stuck"
        )


async def run(server: Server, folder: Path, options: argparse.Namespace) -> None:
    playground, address = Playground(), await server.create()
    playground.state.add_guild(GUILDS[1], "The other half")
    await playground.start()
    halves = [guests_in(playground, guild, options.tables) for guild in range(len(HALVES))]
    by_place = {place: guest for half in halves for guest in half for place in guest.places}

    def note(change: Change) -> None:
        if change.message is not None and change.message.channel_id in by_place:
            by_place[change.message.channel_id].note(change)

    playground.state.listen(note)
    quick = {"THINKERS": "0", "COMPUTER_PAUSE": "0.5", "DOUBLE_PRESS": "0", "LOG_LEVEL": "WARNING"}
    async with AsyncExitStack() as stack:
        stack.push_async_callback(playground.stop)
        for half in HALVES:
            await stack.enter_async_context(
                process(playground, {**quick, "PICTURES": str(folder), "DATABASE": address, "SHARDS": half})
            )
        await measure(halves, options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8, help="of each half")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--gap", type=float, default=2.0, help="seconds a person takes for an action")
    parser.add_argument("--game", choices=GAMES, default="tapp_tarock")
    options = parser.parse_args()
    installed = programs()
    if installed is None:
        sys.exit("There is no PostgreSQL on this machine.")
    server = Server(installed, options={})
    try:
        server.start()
        with tempfile.TemporaryDirectory() as folder:
            Pictures(Path(folder)).prepare()
            asyncio.run(run(server, Path(folder), options))
    finally:
        server.close()


if __name__ == "__main__":
    main()
