"""The commands `block`, `unblock`, `forget` and `report`, beside the bot and without it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.cli import forget
from bot.errors import WRONG_USE
from bot.store import Kept, Order, Store
from card_images import Pictures
from card_images.gallery import portrait
from tests.cli.conftest import Ran
from tests.store.helpers import ANNA, BELA, fill, play

COMMANDS = ("block 1", "unblock 1", "block", "forget 1", "report")


@pytest.fixture
def set_to(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> Path | str:
    """A database that the settings name, filled."""
    monkeypatch.setenv("DATABASE", str(database))
    monkeypatch.setattr(forget, "WAIT_SECONDS", 0.0)
    within(database, fill)
    return database


def within(database: Path | str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def opened() -> None:
        store = await Store.open(database)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(opened())


def test_people_and_servers_are_excluded_listed_and_admitted(
    set_to: Path | str, ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = ran("block", ANNA, 5)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "Excluded people and servers: 3."
    assert {line.split()[0] for line in done.lines[1:4]} == {"77", "5", str(ANNA)}
    assert "CONTACT is empty" in done.lines[-1]
    monkeypatch.setenv("CONTACT", "mail@example.org")
    assert ran("block", ANNA).out == ran("block").out
    assert ran("unblock", ANNA, 77, 99).lines[0] == "Excluded people and servers: 1."

    async def ordered(store: Store) -> None:
        assert [(each.id, each.what) for each in await store.orders.all()] == [(5, Order.BLOCK)]

    within(set_to, ordered)


def test_a_person_is_forgotten_with_the_avatar_and_an_order_is_left(set_to: Path | str, ran: Ran) -> None:
    avatars = Pictures(Path("data/pictures")).avatars
    avatars.keep(ANNA, "a1", portrait("#FF0000", "#0000FF"))
    done = ran("forget", ANNA)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Deleted: seats 3 (at open tables 1), results 6,")
    assert not list(Path("data/pictures").glob("avatar-*"))
    assert ran("forget", ANNA).out == "Nothing was kept about this person.\n"

    async def kept(store: Store) -> None:
        assert await store.personal.kept(ANNA) == Kept(0, 0, 0, 0, 0, 0)
        assert (await store.personal.kept(BELA)).anything
        assert [each.id for each in await store.orders.all() if each.what is Order.FORGET] == [ANNA]

    within(set_to, kept)


def test_a_report_has_a_line_for_each_day(set_to: Path | str, ran: Ran) -> None:
    async def today(store: Store) -> None:
        await play(store, "today", ended_at=time.time())

    within(set_to, today)
    done = ran("report", "--days", 2)
    assert done.code == 0
    assert done.lines[0].split() == ["day", "(UTC)", "servers", "tables", "deals", "people"]
    days = [json.loads(line) for line in ran("report", "--days", 2, "--json").lines]
    assert [line.split() for line in done.lines[1:]] == [list(map(str, day.values())) for day in days]
    assert [sum(day[name] for day in days) for name in ("servers", "deals", "people")] == [1, 1, 2]
    assert len(ran("report").lines) == 15


@pytest.mark.parametrize("wrong", ["x", "0", "-1", "9" * 30, "1.5", ""])
def test_what_is_no_id_and_no_number_of_days_is_refused(wrong: str, ran: Ran) -> None:
    for command in ("forget", "block", "unblock"):
        assert ran(command, "--", wrong).code == WRONG_USE
    assert ran("report", f"--days={wrong}").code == WRONG_USE


@pytest.mark.parametrize("command", COMMANDS)
def test_no_database_is_made_by_mistake(command: str, ran: Ran) -> None:
    done = ran(*command.split())
    assert (done.code, done.out) == (WRONG_USE, "")
    assert "There is no database data/skiz.db yet" in done.err
    assert not Path("data").exists()
