"""The bot as a separate process: killed and started again, and a second one on the same database."""

from __future__ import annotations

import asyncio
import json
import random
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.playground import Playground
from bot.playground.interactions import FIRST_ANSWER
from bot.playground.state import Message
from bot.store import Store
from bot.text import words
from tests.e2e.house import START_SECONDS, Console, console, saved, start_bot
from tests.e2e.players import PATIENCE, Player, controls, deal_over, open_table, press_board, shown
from tests.postgresql import SQLITE_ALONE, Server

ENGLISH = words("en")

PLAYED = "tapp_tarock"

EARLY, LATE = 1, 7
"""The numbers of steps after which the bot is killed: in the auction, and while cards are played."""

LOOKS = 5


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
    """Play some steps, in several deals if one is given up; return the panel that asks for the next."""
    while True:
        if (panel := await asked(player)) is None:
            await press_board(player.person, "next")
        elif steps == 0:
            return panel
        else:
            await player.act(panel)
            steps -= 1


async def play_to_the_end(player: Player) -> None:
    while panel := await asked(player):
        await player.act(panel)


async def press_and_kill(playground: Playground, player: Player, bot: Console) -> None:
    panel = player.asked()  # which may have changed since the last press
    assert panel is not None
    killing = asyncio.create_task(bot.kill())
    assert await press_unanswered(playground, player, panel)
    await killing


async def finish(player: Player, folder: Path, database: Path | str, bot: Console) -> None:
    """Play to the end of the deal, whose scores are shown and follow from the log; end the bot in order."""
    await play_to_the_end(player)
    deal = (await saved(database)).deal
    assert deal is not None
    assert deal.result is not None
    text = (await shown(player.person, "next")).text
    assert all(ENGLISH.number(score) in text for score in json.loads(deal.result)["scores"])
    assert await bot.end() == (0, "")
    async with started(folder, "recount", DATABASE=str(database)) as recount:
        await recount.communicate()
    assert recount.returncode == 0


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
        await finish(player, tmp_path, database, bot)


IN_USE = "The database {} is in use by another bot; stop that one first, or set another DATABASE.\n"


@asynccontextmanager
async def started(folder: Path, *arguments: str, **settings: str) -> AsyncIterator[Process]:
    """`python -m bot` in a folder; killed in the end if it still runs."""
    process = await start_bot(folder, *arguments, stderr=PIPE, settings=settings)
    try:
        async with asyncio.timeout(START_SECONDS):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def is_ready(process: Process) -> bool:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if line.startswith(b"Ready"):
            return True
    return False


async def refused(process: Process) -> str:
    """What a bot says that does not start, which a restart would not mend."""
    out, err = await process.communicate()
    assert (process.returncode, out) == (2, b"")
    return err.decode()


async def test_a_second_bot_on_the_same_file_does_not_start(tmp_path: Path) -> None:
    async with started(tmp_path, "play") as first:
        assert await is_ready(first)
        async with started(tmp_path, "play") as second:
            assert await refused(second) == IN_USE.format("data/playground.db")
        async with started(tmp_path, "play", DATABASE="other/skiz.db") as other:
            assert await is_ready(other)
        for reading in ("check", "recount"):
            async with started(tmp_path, reading, DATABASE="data/playground.db") as command:
                await command.communicate()
                assert command.returncode == 0, reading
        assert first.returncode is None
        first.kill()
        await first.wait()
    async with started(tmp_path, "play") as again:
        assert await is_ready(again), "the lock has ended with the process that held it"
        again.terminate()
        await again.communicate()
        assert again.returncode == 0


async def test_a_second_bot_on_the_same_server_does_not_start(
    tmp_path: Path, server: Server, deck_folder: Path
) -> None:
    playground, address = Playground(), await server.create()
    await playground.start()
    settings = {
        "DISCORD_TOKEN": playground.token,
        "DISCORD_ADDRESS": playground.address,
        "DATABASE": address,
    }
    try:
        async with console(playground, tmp_path, address, deck_folder) as first:
            async with started(tmp_path, **settings) as second:
                assert await refused(second) == IN_USE.format("in PostgreSQL")
            async with started(tmp_path, "recount", **settings) as command:
                await command.communicate()
                assert command.returncode == 0
            await (await Store.open(tmp_path / "new.db")).close()
            async with started(tmp_path, "move", "new.db", address) as moving:
                assert "already has a table" in await refused(moving)
            await first.kill()
        async with console(playground, tmp_path, address, deck_folder) as again:
            assert await again.end() == (0, "")
    finally:
        await playground.stop()
