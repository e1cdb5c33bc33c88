"""A local Discord for tests of the start and a bot that joins it; the pages of the project as text."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import yarl

from bot import app
from bot.app import Skiz, terms_of
from bot.playground import Playground
from bot.settings import Settings

TOP = Path(__file__).parents[1]

TERMS = terms_of(Settings.model_construct(thinkers=0))
"""The terms of tables by the default settings, where all computers are quick."""


@contextlib.asynccontextmanager
async def local_discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A local Discord that discord.py connects to during the test."""
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("ws://127.0.0.1:1"))
    monkeypatch.setattr(discord.asset.Asset, "BASE", "http://127.0.0.1:1")
    place = Playground()
    await place.start()
    app.point_to(place.address)
    try:
        yield place
    finally:
        await place.stop()


def local_settings(place: Playground, folder: Path) -> Settings:
    """The settings of a bot that joins a local Discord, and pauses nowhere."""
    return Settings(
        _env_file=None,
        database=folder / "skiz.db",
        pictures=folder / "pictures",
        discord_address=place.address,
        thinkers=0,
        computer_pause=0,
        double_press=0,
    )


@contextlib.asynccontextmanager
async def joining(
    settings: Settings, token: str
) -> AsyncIterator[tuple[asyncio.Task[None], asyncio.Queue[Skiz]]]:
    """The bot connecting in the background, and its connections; stopped at the end."""
    let_in = asyncio.Queue[Skiz]()
    task = asyncio.create_task(app.join(settings, token, let_in.put_nowait))
    try:
        async with asyncio.timeout(20):
            yield task, let_in
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def text(name: str) -> str:
    return TOP.joinpath(name).read_text(encoding="utf-8")


def rows(page: str, first: str) -> dict[str, list[str]]:
    """The table whose heading begins with a word: first cell -> the others, without backticks."""
    lines = iter(text(page).splitlines())
    next(line for line in lines if line.startswith(f"| {first} |"))
    next(lines)
    found: dict[str, list[str]] = {}
    for line in lines:
        if not line.startswith("|"):
            break
        head, *others = (cell.strip().replace("`", "") for cell in line.strip("|").split("|"))
        found[head] = others
    return found
