"""The real bot and a local Discord in one process."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.client import Skiz
from bot.launch import point_to
from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.world import CHANNEL_ID
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.settings import Settings
from bot.tables import LiveTable, Shuffle
from card_images import Badge, Bar, Pictures, Sheet, Style
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

    def hand(
        self,
        cards: Sequence[Card],
        playable: Cards | None,
        style: Style = Style.STANDARD,
        marked: Cards = NO_CARDS,
    ) -> bytes:
        return f"{cards} {playable} {style.value} {marked}".encode()

    def trick(self, cards: Sequence[Card | None], players: Sequence[Badge], winner: int | None) -> bytes:
        return f"{cards} {players} {winner}".encode()

    def talon(self, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> bytes:
        return f"{groups} {chosen}".encode()

    def lobby(self, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> bytes:
        return f"{len(cards)} {chairs}".encode()

    def sheet(self, content: Sheet) -> bytes:
        return repr(content).encode()

    def chart(self, totals: Sequence[Sequence[int]], players: Sequence[Badge], last: str = "") -> bytes:
        return f"{totals} {players} {last}".encode()

    def bars(self, ranks: Sequence[Bar]) -> bytes:
        return repr(ranks).encode()


class Bot(Skiz):
    """The bot, which tells when it is ready and its tables go on."""

    def __init__(self, settings: Settings, shuffle: Shuffle) -> None:
        super().__init__(settings, shuffle=shuffle)
        self.going = asyncio.Event()

    async def on_ready(self) -> None:
        await super().on_ready()
        self.going.set()


@dataclass
class House:
    """The local Discord, the bot, and the people."""

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
        """The one open table."""
        (table,) = self.bot.tables.in_channel(int(CHANNEL_ID))
        return table

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do or to send."""
        while self.busy:
            await self.bot.tables.quiet()
            await self.bot.services.queue.join()

    @property
    def busy(self) -> bool:
        """Whether the bot is doing or sending something by itself."""
        return bool(self.bot.tables.tasks or not self.bot.services.queue.is_idle)


class Errors(logging.Handler):
    """Keeps what is logged as wrong."""

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
    pause: float = 0.0,
    pace: float = 0.0,
) -> AsyncIterator[House]:
    """A house whose bot is ready.

    Args:
        folder: where the database is.
        pictures: where the drawn cards are; without them pictures are only sketched.
        monkeypatch: what points discord.py to the local Discord, until the end of the test.
        shuffle: where chance comes from; the same at every run, if not given.
        pause: seconds a computer player takes.
        pace: seconds between two changes of a channel.
    """
    monkeypatch.setattr(queue, "SECONDS_PER_CHANGE", pace)
    monkeypatch.setattr(budget, "REQUESTS_PER_SECOND", UNLIMITED)
    playground = Playground(record=True)
    await playground.start()
    keep_discord(monkeypatch)
    point_to(playground.address)
    bot = Bot(settings_for(playground, folder, pictures or folder, pause), shuffle or Chance())
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


def settings_for(playground: Playground, folder: Path, pictures: Path, pause: float) -> Settings:
    return Settings(
        _env_file=None,
        discord_token=SecretStr(playground.token),
        discord_address=playground.address,
        database=folder / "skiz.db",
        pictures=pictures,
        thinkers=0,
        computer_pause=pause,
        page_seconds=0.0,
        double_press=0.0,
    )


def keep_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py look for Discord again where it did, once the test is over."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)
