"""Several shards: of one process, and of several processes on one database."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from bot.app import Skiz, point_to
from bot.errors import FAILED
from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, GUILD_ID, Channel
from bot.shards import Shards
from bot.store import Store
from tests.e2e.house import (
    START_SECONDS,
    Bot,
    Chance,
    Sketches,
    console,
    joined,
    keep_discord,
    settings_for,
    start_bot,
)
from tests.e2e.players import shown
from tests.postgresql import Server

OTHER_GUILD = str(int(GUILD_ID) + (1 << 22))
"""The next guild is the other shard's of two."""


@pytest.fixture
def home(playground: Playground) -> Channel:
    """The channel of a second guild."""
    return playground.state.add_guild(OTHER_GUILD, "Another club")


async def open_table(person: Person, channel_id: str) -> None:
    person.look_at(channel_id)
    await person.slash("tarock new", game="tapp_tarock")
    await shown(person)


async def add_computer(person: Person, channel_id: str) -> None:
    """Press a button of the lobby in a channel, and wait until it shows one free seat."""
    person.look_at(channel_id)
    board = await shown(person)
    assert not (await person.press(board, label="Add computer")).failed
    await person.until(lambda: person.message(board.id).text.count("free") == 1)


async def test_two_shards_of_one_process_carry_the_presses_of_their_servers(
    playground: Playground, home: Channel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table needs the shard of its server, and shard 0, to which Discord sends all direct messages."""

    async def at_once(*_: object, **__: object) -> None:
        """Open the shards without a pause: a local Discord allows that."""

    monkeypatch.setattr(Skiz, "before_identify_hook", at_once)
    lost = dict[int, tuple[bool, bool]]()
    resumed = asyncio.Queue[int]()
    lose, regain = Skiz.on_shard_disconnect, Skiz.on_shard_resumed

    async def on_shard_disconnect(bot: Skiz, shard_id: int) -> None:
        await lose(bot, shard_id)
        reach = bot.connections.reach
        lost[shard_id] = reach(int(GUILD_ID)), reach(int(OTHER_GUILD))

    async def on_shard_resumed(bot: Skiz, shard_id: int) -> None:
        await regain(bot, shard_id)
        resumed.put_nowait(shard_id)

    monkeypatch.setattr(Skiz, "on_shard_disconnect", on_shard_disconnect)
    monkeypatch.setattr(Skiz, "on_shard_resumed", on_shard_resumed)
    playground.gateway.recommended = 2
    keep_discord(monkeypatch)
    point_to(playground.address)
    bot = Bot(settings_for(playground, tmp_path, tmp_path), Chance())
    bot.pictures = Sketches(None)
    anna = playground.people["Anna"]
    async with joined(bot, playground):
        assert sorted(bot.shards) == [0, 1]
        for channel in (CHANNEL_ID, home.id):
            await open_table(anna, channel)
        for shard_id in (1, 0):
            await playground.gateway.drop(shard_id=shard_id)
            async with asyncio.timeout(START_SECONDS):
                assert await resumed.get() == shard_id
        assert lost == {1: (True, False), 0: (False, False)}
        assert bot.connections.reach(int(GUILD_ID))
        assert bot.connections.reach(int(OTHER_GUILD))
        for channel in (CHANNEL_ID, home.id):
            await add_computer(anna, channel)


async def test_two_processes_serve_their_servers_from_one_database(
    playground: Playground, home: Channel, tmp_path: Path, server: Server, deck_folder: Path
) -> None:
    address, anna = await server.create(), playground.people["Anna"]

    def process(shards: str):  # type: ignore[no-untyped-def]  # an unnamed type of a context manager
        return console(playground, tmp_path, address, deck_folder, SHARDS=shards)

    async with process("1/2") as first:
        async with process("2/2") as second:
            for channel in (CHANNEL_ID, home.id):
                await open_table(anna, channel)
            said = await refused(playground, tmp_path, address, "0-1/2")
            assert said.startswith("SHARDS=0-1/2 overlaps SHARDS=")
            await second.kill()
        await add_computer(anna, CHANNEL_ID)
        anna.look_at(home.id)
        board = await shown(anna)
        async with process("2/2") as again:
            assert (await shown(anna)).id == board.id, "the process knows its message"
            await add_computer(anna, home.id)
            assert await again.end() == (0, "")
        assert await first.end() == (0, "")
    store = await Store.open(address)
    for shards, guild in (("1/2", GUILD_ID), ("2/2", OTHER_GUILD)):
        (table,) = await store.log.open_tables(Shards.parse(shards))
        assert (table.table.guild_id, len(table.seats)) == (int(guild), 2)
    await store.close()


async def refused(playground: Playground, folder: Path, address: str, shards: str) -> str:
    """What a process says that does not start, which a restart would not mend."""
    settings = {"DATABASE": address, "SHARDS": shards}
    process = await start_bot(folder, playground=playground, stderr=PIPE, settings=settings)
    out, err = await asyncio.wait_for(process.communicate(), START_SECONDS)
    assert (process.returncode, out) == (2, b"")
    assert err.count(b"\n") == 1
    return err.decode()


async def test_a_process_whose_range_another_one_has_taken_stops(
    playground: Playground, tmp_path: Path, server: Server, deck_folder: Path
) -> None:
    """It is restarted by its service manager, and then refuses to start."""
    address = await server.create()
    async with console(playground, tmp_path, address, deck_folder, SHARDS="1/2") as first:
        signed = "(classid::bigint - (classid::bigint >> 31 << 32))::int, objid::bigint::int"
        held = "SELECT pid, classid, objid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
        taking = (
            f"SELECT pg_terminate_backend(pid), pg_advisory_lock({signed}), pg_sleep(60) FROM ({held}) AS h"
        )
        rival = asyncio.create_task(server.execute(taking))
        _, err = await asyncio.wait_for(first.process.communicate(), START_SECONDS)
        assert first.process.returncode == FAILED
        assert err.decode().splitlines()[-1].startswith("SHARDS=1/2 overlaps SHARDS=1/2 of another process")
        rival.cancel()
        await asyncio.gather(rival, return_exceptions=True)
