"""How migrations change existing rows."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from bot.store import ActionRow, DealEnd, SessionEnd, Store
from tests.store.old import of_version, synchronously
from tests.store.rows import ANNA, BELA, CLARA, DEAL, SEATS, TABLE, saved, standing
from tests.store.test_migrations import rated_of, without_standings

if TYPE_CHECKING:
    from pathlib import Path

DAY = 24 * 60 * 60
TEAMS = ((0, 1), (2, 3))


async def test_migrated_people_and_tables_get_the_time_of_the_migration(path: Path) -> None:
    of_version(path, 3)
    row = ("k7", 1, 2, ANNA, "some_game", "{}", "ja", "lobby", 1, None, 1000.5, None)
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("INSERT INTO people (user_id, told_dm_closed) VALUES (?, 0)", (ANNA,))
        old.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(row))})", row)
    before = time.time()
    store = await Store.open(path)
    after = time.time()
    assert (await store.people.get(ANNA)).seen_at in {before // DAY * DAY, after // DAY * DAY}
    (table,) = await store.log.open_tables()
    assert before <= table.table.idle_since <= after
    await store.close()


async def test_sessions_of_fixed_partners_are_rated_as_teams(path: Path) -> None:
    store = await Store.open(path)
    table = TABLE._replace(game="royal_tarokk")
    await store.log.add_table(table, SEATS)
    rows = [standing(user, net) for user, net in ((ANNA, 2), (BELA, 2), (CLARA, -2), (14, -2))]
    end = DealEnd("{}", tuple(each._replace(seat=seat) for seat, each in enumerate(rows)))
    for number in range(1, 5):
        await store.log.start_deal(saved(table, 2 * number - 1), SEATS, DEAL._replace(number=number))
        await store.log.append(saved(table, 2 * number), number, 0, (), 9.0, end)
    over = saved(table, 9)._replace(state="ended", ended_at=9.0)
    await store.log.save_table(over, SEATS, SessionEnd(9.0, TEAMS))
    await store.close()
    kept = await synchronously(path, rated_of)
    assert [row.team for row in kept[0] if row.game] == [0, 0, 1, 1]
    await synchronously(path, without_standings)
    await (await Store.open(path)).close()
    assert await synchronously(path, rated_of) == kept


TURNED_OUT = (
    ({"double_game": [4, -2, -2]}, (1, 0)),
    ({"volat": [-6, 3, 3], "valat": [8, -4, -4]}, (1, 1)),
    ({"game": [1, 1, 0]}, (1, 0)),
    ({"valat": [1, 1, 0]}, (1, 1)),
    ({"game": [1, 1, 1]}, (0, 0)),
)
"""The amounts of a deal's items; whether its contract was made, and how many announcements were kept."""


async def test_the_first_known_item_of_a_deal_decides_whether_its_contract_was_made(path: Path) -> None:
    store = await Store.open(path)
    rows, said = (standing(ANNA, 1)._replace(declarer=True),), (ActionRow(0, "announce valat"),)
    for number, (lines, _) in enumerate(TURNED_OUT):
        table = TABLE._replace(id=f"t{number}")
        result = {"items": [{"id": name, "amounts": amounts} for name, amounts in lines.items()]}
        await store.log.add_table(table, SEATS)
        await store.log.start_deal(saved(table), SEATS, DEAL)
        await store.log.append(saved(table, 2), 1, 0, said, 5.0, DealEnd(json.dumps(result), rows))
    await store.close()
    await synchronously(path, without_standings)
    store = await Store.open(path)
    (anna,) = [each async for each in store.history.players()]
    assert [(each.row.contract, each.row.kept) for each in anna.standings] == [each for _, each in TURNED_OUT]
    await store.close()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_any_number_of_rows_is_inserted(number: int) -> None:
    insert = import_module("bot.store.migrations.versions.0016_standings")._insert
    with create_engine("sqlite://").begin() as connection:
        connection.execute(text("CREATE TABLE some (a INTEGER, b TEXT)"))
        insert(connection, "some", [{"a": each, "b": "x"} for each in range(number)])
        assert connection.execute(text("SELECT a, b FROM some")).all() == [
            (each, "x") for each in range(number)
        ]


@pytest.mark.parametrize(
    ("void", "next_dealers", "repeated"),
    [((), (1, 2, 3), None), ((2,), (1, 1, 2), 1), ((1, 2), (0, 0, 1), 2), ((1,), (1, 2, 3), 0)],
)
async def test_deals_that_the_same_dealer_repeated_are_counted_from_the_log(
    path: Path, void: tuple[int, ...], next_dealers: tuple[int, ...], repeated: int | None
) -> None:
    store = await Store.open(path)
    table = TABLE._replace(session='{"deals": 3}')
    await store.log.add_table(table, SEATS)
    for number, (dealer, following) in enumerate(zip((0, *next_dealers[:-1]), next_dealers, strict=True), 1):
        result = json.dumps({"void": number in void, "next": {"dealer": following, "session": {}}})
        deal = DEAL._replace(number=number, dealer=dealer)
        await store.log.start_deal(saved(table, 2 * number - 1), SEATS, deal)
        await store.log.append(saved(table, 2 * number), number, 0, (), 9.0, DealEnd(result, ()))
    await store.close()
    await synchronously(
        path, lambda found: found.execute(text("UPDATE alembic_version SET version_num = '0021'"))
    )
    store = await Store.open(path)
    (kept,) = await store.log.open_tables()
    assert json.loads(kept.table.session or "").get("repeated") == repeated
    await store.close()
