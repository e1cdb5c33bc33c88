"""A bot on SimCord's Discord, with a server, a channel and three people."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from simcord import Env

from bot.app import Skiz
from bot.ops import registration
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.settings import Settings
from bot.tables import Clock
from card_images import Badge, Bar, Pictures, Sheet, Style
from cogs.discord.router import ControlRouter
from tests.cogs.place import Chance, Place, Time

GLANCE: Final = 0.005
"""Seconds after which it is looked again whether the bot has settled."""
TURNS: Final = 300
"""How often the event loop may turn before the bot is looked at, however busy it is."""


class QuickEnv(Env):
    """SimCord, which by itself looks every 0.05 seconds: more than half of the time of these tests.

    It looks at all tasks of the bot whenever one of them ends. So the bot goes on first while it has work.
    """

    async def _settle_internal(self, **options: Any) -> None:
        loop: Any = asyncio.get_running_loop()
        for _ in range(TURNS):
            await asyncio.sleep(0)
            if executors := tuple(self._work.executors):
                await asyncio.wait(executors, timeout=GLANCE)
            elif not loop._ready:
                break
        await super()._settle_internal(**options | {"idle": GLANCE})


class Sketches(Pictures):
    """Pictures that take no time: what is drawn is tested elsewhere."""

    def hand(
        self,
        cards: Sequence[Card],
        playable: Cards | None,
        style: Style = Style.STANDARD,
        marked: Cards = NO_CARDS,
    ) -> bytes:
        return repr((cards, playable, style, marked)).encode()

    def trick(self, cards: Sequence[Card | None], players: Sequence[Badge], winner: int | None) -> bytes:
        return repr((cards, players, winner)).encode()

    def talon(self, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> bytes:
        return repr((groups, chosen)).encode()

    def lobby(self, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> bytes:
        return repr((cards, chairs)).encode()

    def sheet(self, content: Sheet) -> bytes:
        return repr(content).encode()

    def chart(self, totals: Sequence[Sequence[int]], players: Sequence[Badge], last: str = "") -> bytes:
        return repr((totals, players, last)).encode()

    def bars(self, ranks: Sequence[Bar]) -> bytes:
        return repr(ranks).encode()


@pytest.fixture
def limits() -> dict[str, float]:
    """The settings that limit what people do, as far as a test has its own."""
    return {}


@pytest.fixture
def sealed() -> bool:
    """Whether decks come from sealed secrets, as in operation."""
    return False


@pytest.fixture
def settings(tmp_path: Path, new_database: Path, limits: dict[str, Any]) -> Settings:
    return Settings(
        _env_file=None,
        database=Path(shutil.copy(new_database, tmp_path / "skiz.db")),
        pictures=tmp_path / "pictures",
        thinkers=0,
        computer_pause=0.0,
        **{"double_press": 0.0} | limits,
    )


@pytest.fixture(scope="session")
def commands() -> list[dict[str, Any]]:
    """What the first bot has registered; those after it have nothing to put into words again."""
    return []


@pytest.fixture
def quick_commands(commands: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    in_words = registration.payload_of

    async def once(tree: Any) -> list[dict[str, Any]]:
        commands[:] = commands or await in_words(tree)
        return commands

    monkeypatch.setattr(registration, "payload_of", once)


@pytest.fixture
def twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every press of a control arrive twice at once."""
    once = ControlRouter.on_interaction

    async def both(router: ControlRouter, interaction: Any) -> None:
        await asyncio.gather(once(router, interaction), once(router, interaction))

    monkeypatch.setattr(ControlRouter, "on_interaction", both)


@pytest.fixture
async def place(
    settings: Settings,
    sealed: bool,
    quick_commands: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[Place]:
    monkeypatch.setattr("cogs.discord.panels.ATTENTION", 0.0)
    monkeypatch.setattr("cogs.discord.panels.FOLLOWING_PACE", 0.0)
    monkeypatch.setattr("cogs.discord.panels.STEP_SECONDS", 0.0)
    # SimCord looks each of them up in a list: compared field by field, a twelfth of the time of these tests.
    monkeypatch.setattr("simcord._runtime._CallbackRecord.__eq__", object.__eq__)
    for regular in ("downtime", "orders"):
        monkeypatch.setattr(f"bot.ops.{regular}.SECONDS", 1e9)  # so that tests can let days pass at once

    chance, time = Chance(), Time()

    def now() -> float:
        return env.now().timestamp() if time.stopped is None else time.stopped

    def made() -> Skiz:
        bot = Skiz(settings, shuffle=None if sealed else chance, clock=Clock(now, now))
        bot.pictures = Sketches(settings.pictures)
        return bot

    bot = made()
    env = QuickEnv(bot, shard_count=1, settle_timeout=20.0)
    await env.start()
    place = Place(env, bot, made, chance, time)

    async def ready(_bucket: object) -> None:
        """Wait for no token: SimCord's clock may go back a little, and a tiny timer then never runs out."""
        await place.showing.wait()

    monkeypatch.setattr("cogs.discord.queue.Bucket.ready", ready)
    try:
        yield place
        await env.settle()
    finally:
        await place.bot.close()
        await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)
    if not place.errors_expected:
        errors = [record.getMessage() for record in caplog.get_records("call") if record.name == "bot.tables"]
        assert not errors, errors
