"""The bot in a process of its own: killed in the middle of a deal, started again, and ended in order."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.playground import Playground
from bot.playground.interactions import FIRST_ANSWER
from bot.playground.state import Message
from bot.text import words
from tests.e2e.console import Console, console, saved
from tests.e2e.players import PATIENCE, Player, controls, deal_over, open_table, press_board, shown
from tests.postgresql import SQLITE_ALONE

ENGLISH = words("en")

PLAYED = "tapp_tarock"
"""The game in which every run kills the bot; `tests/tables/test_restart.py` restarts it at every point."""

EARLY, LATE = 1, 7
"""The bot is killed after so many steps: while people bid, and while cards are played."""

LOOKS = 5
"""How often somebody looks again whether the computers have moved, before waiting to be told."""


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    place = Playground()
    await place.start()
    yield place
    await place.stop()


async def press_unanswered(playground: Playground, player: Player, panel: Message) -> bool:
    """Press the first control of a panel while nobody answers, until Discord gives up; whether it did."""
    control = controls(panel)[0]
    values = [each["value"] for each in control.get("options", ())][: control.get("min_values", 1)]
    acting = player.person.select if values else player.person.press
    pressing = asyncio.create_task(acting(panel, control["custom_id"], *([values] if values else [])))
    await asyncio.sleep(0)
    playground.clock.advance(FIRST_ANSWER + 0.1)
    return (await pressing).failed


async def asked(player: Player) -> Message | None:
    """The panel that asks for something, found by *My hand*; `None` once the deal is over."""
    for _ in range(LOOKS):
        await player.open_hand()
        if panel := player.asked():
            return panel
    # The computers take their time, or the deal is over and the channel's turn to be told has not come yet.
    await player.person.until(lambda: player.asked() or deal_over(player.person), PATIENCE)
    return player.asked()


async def play(player: Player, steps: int) -> Message:
    """Play so many steps; returns the panel that asks for the next."""
    for _ in range(steps):
        await player.act(await still_asked(player))
    return await still_asked(player)


async def still_asked(player: Player) -> Message:
    """The panel that asks for something, if need be in the next deal: one that is given up is soon over."""
    while (panel := await asked(player)) is None:
        await press_board(player.person, "next")
    return panel


async def play_to_the_end(player: Player) -> None:
    while panel := await asked(player):
        await player.act(panel)


async def press_and_kill(playground: Playground, player: Player, bot: Console) -> None:
    """Kill the bot while it is asked for something."""
    panel = player.asked()  # which may have changed since the last press
    assert panel is not None
    killing = asyncio.create_task(bot.kill())
    assert await press_unanswered(playground, player, panel)
    await killing


async def finish(player: Player, database: Path | str, bot: Console) -> None:
    """Play to the end of the deal, which is scored as its log says, and end the bot in order."""
    await play_to_the_end(player)
    deal = (await saved(database)).assert_scored_as_replayed()
    assert deal.result is not None
    text = (await shown(player.person, "next")).text
    assert all(ENGLISH.number(score) in text for score in deal.result.scores)
    assert await bot.end() == (0, "")


@SQLITE_ALONE
async def test_a_bot_killed_twice_goes_on_where_it_was(
    playground: Playground, tmp_path: Path, database: Path | str, deck_folder: Path
) -> None:
    # Here computers think in a process of their own, which neither a kill nor an orderly end leaves behind.
    player = Player(playground.people["Anna"], random.Random(11))
    async with console(playground, tmp_path, database, deck_folder, 1) as bot:
        await open_table(PLAYED, [player.person], 2)
        panel = await play(player, EARLY)
        before = (await saved(database)).actions
        await bot.kill()
    assert (await saved(database)).actions == before
    assert await press_unanswered(playground, player, panel)
    async with console(playground, tmp_path, database, deck_folder, 1) as bot:
        # The panel of before the kill is as good as it was.
        await player.act(panel)
        await play(player, LATE)
        before = (await saved(database)).actions
        await press_and_kill(playground, player, bot)
    assert (await saved(database)).actions[: len(before)] == before
    async with console(playground, tmp_path, database, deck_folder, 1) as bot:
        await finish(player, database, bot)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({*GAMES} - {PLAYED}))
async def test_every_game_goes_on_after_a_kill(
    playground: Playground, tmp_path: Path, deck_folder: Path, name: str
) -> None:
    player, database = Player(playground.people["Anna"], random.Random(11)), tmp_path / "skiz.db"
    async with console(playground, tmp_path, database, deck_folder) as bot:
        await open_table(name, [player.person], min(GAMES[name].seats) - 1)
        await play(player, LATE)
        before = (await saved(database)).actions
        await press_and_kill(playground, player, bot)
    assert (await saved(database)).actions[: len(before)] == before
    async with console(playground, tmp_path, database, deck_folder) as bot:
        await finish(player, database, bot)
