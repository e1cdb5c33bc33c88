"""The real bot on a local Discord: in this process, or as a separate process."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.app import Skiz, point_to
from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID
from bot.rules.cards import Card, Cards
from bot.settings import VARIABLES, Settings
from bot.store import SavedTable, Store
from bot.store.lock import Processes
from bot.tables import LiveTable, Shuffle
from card_images import Badge, Pictures
from cogs.discord import budget, queue

UNLIMITED = 1_000_000
"""Requests per second: a local Discord need not be spared."""


@dataclass
class Chance:
    """The same cards in every run, other ones in every deal."""

    random: random.Random = field(default_factory=lambda: random.Random(7))

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        return tuple(self.random.sample(pack.sorted, len(pack)))

    def first_dealer(self, seats: int) -> int:
        return seats - 1


class Sketches(Pictures):
    """Pictures that take no time, and whose content can be read."""

    def prepare(self) -> None:
        """Draw no cards: nothing shows any."""

    def lobby(self, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> bytes:
        return f"{len(cards)} {chairs}".encode()


def _sketch(_: Pictures, *shown: object, **more: object) -> bytes:
    return " ".join(map(str, (*shown, *more.values()))).encode()


for _name in ("hand", "trick", "talon", "sheet", "chart", "bars"):
    setattr(Sketches, _name, _sketch)


class Bot(Skiz):
    def __init__(self, settings: Settings, shuffle: Shuffle, processes: Processes | None = None) -> None:
        super().__init__(settings, shuffle=shuffle, processes=processes)
        self.going = asyncio.Event()

    async def on_ready(self) -> None:
        await super().on_ready()
        self.going.set()


@dataclass
class House:
    playground: Playground
    bot: Bot
    errors: list[logging.LogRecord]

    @property
    def anna(self) -> Person:
        return self.playground.people["Anna"]

    @property
    def bela(self) -> Person:
        return self.playground.people["Béla"]

    @property
    def clara(self) -> Person:
        return self.playground.people["Clara"]

    @property
    def daisuke(self) -> Person:
        return self.playground.people["大輔"]

    @property
    def table(self) -> LiveTable:
        (table,) = self.bot.tables.in_channel(int(CHANNEL_ID))
        return table

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do or to send."""
        while self.busy:
            await self.bot.tables.quiet()
            await self.bot.services.queue.join()

    @property
    def busy(self) -> bool:
        return bool(self.bot.tables.tasks or not self.bot.services.queue.is_idle)


class Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@asynccontextmanager
async def opened(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    pictures: Path | None = None,
    shuffle: Shuffle | None = None,
) -> AsyncIterator[House]:
    """A house whose bot is ready.

    Args:
        folder: where the database is.
        pictures: where the drawn cards are; without them pictures are only sketched.
        monkeypatch: what points discord.py to the local Discord, until the end of the test.
        shuffle: where chance comes from; the same at every run, if not given.
    """
    monkeypatch.setattr(queue, "SECONDS_PER_CHANGE", 0.0)
    monkeypatch.setattr(budget, "REQUESTS_PER_SECOND", UNLIMITED)
    playground = Playground(record=True)
    await playground.start()
    keep_discord(monkeypatch)
    point_to(playground.address)
    bot = Bot(settings_for(playground, folder, pictures or folder), shuffle or Chance())
    if pictures is None:
        bot.pictures = Sketches(None)
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        async with joined(bot, playground):
            yield House(playground, bot, errors.records)
    finally:
        logging.getLogger().removeHandler(errors)
        await playground.stop()


@asynccontextmanager
async def joined(bot: Bot, playground: Playground) -> AsyncIterator[None]:
    """The bot, for as long as it is at the local Discord."""
    async with bot:
        running = asyncio.create_task(bot.start(playground.token))
        ready = asyncio.create_task(bot.going.wait())
        await asyncio.wait({running, ready}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        assert bot.going.is_set(), running
        yield
    await running


def settings_for(playground: Playground, folder: Path, pictures: Path) -> Settings:
    return Settings(
        _env_file=None,
        discord_token=SecretStr(playground.token),
        discord_address=playground.address,
        database=folder / "skiz.db",
        pictures=pictures,
        thinkers=0,
        computer_pause=0.0,
        page_seconds=0.0,
        double_press=0.0,
    )


def keep_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py look for Discord again where it did, once the test is over."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)


START_SECONDS = 90.0
TOP = Path(__file__).parents[2]


async def start_bot(
    folder: Path,
    *arguments: str,
    playground: Playground | None = None,
    stderr: int | IO[bytes] | None = None,
    settings: Mapping[str, str],
) -> Process:
    """Start `python -m bot` in a folder, with these settings alone; it joins a playground if one is given."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    # The checkout under test, wherever the environment was installed from.
    environment |= {"PYTHONPATH": str(TOP), "THINKERS": "0", "PLAYGROUND_PORT": "0", "LOG_LEVEL": "WARNING"}
    if playground is not None:
        environment |= {"DISCORD_TOKEN": playground.token, "DISCORD_ADDRESS": playground.address}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=folder,
        env={**environment, **settings},
        stdout=PIPE,
        stderr=stderr,
    )


@dataclass
class Console:
    process: Process

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    async def end(self) -> tuple[int, str]:
        self.process.terminate()
        _, complaints = await asyncio.wait_for(self.process.communicate(), START_SECONDS)
        assert self.process.returncode is not None
        return self.process.returncode, complaints.decode()


@asynccontextmanager
async def console(
    playground: Playground,
    folder: Path,
    database: Path | str,
    pictures: Path,
    thinkers: int = 0,
    **more: str,
) -> AsyncIterator[Console]:
    """`python -m bot`, joined to a local Discord and ready."""
    settings = {"DATABASE": str(database), "PICTURES": str(pictures), **more}
    quick = {"THINKERS": str(thinkers), "COMPUTER_PAUSE": "0", "DOUBLE_PRESS": "0"}
    process = await start_bot(folder, playground=playground, stderr=PIPE, settings=settings | quick)
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), START_SECONDS)
        assert line.startswith(b"Ready"), line
        yield Console(process)
    finally:
        if process.returncode is None:
            process.kill()
        # Whatever it still says is read, or its pipes would stay open. Processes that think hold them, too.
        await asyncio.wait_for(process.communicate(), START_SECONDS)


async def saved(database: Path | str) -> SavedTable:
    """What the database has of the one open table, read while the bot runs or after its end."""
    store = await Store.open(database)
    (table,) = await store.log.open_tables()
    await store.close()
    return table
