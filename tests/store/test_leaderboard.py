from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from itertools import cycle
from typing import TYPE_CHECKING, Any

from bot.store import DealEnd, Rank, StandingRow, Store, Tally
from bot.store.database import Database
from bot.store.leaderboard import _PAGE
from tests.store.rows import ANNA, BELA, CLARA, DEAL, SEATS, TABLE, saved, standing
from tests.store.statements import run

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sqlalchemy import Connection, Select


def seated(standings: Iterable[StandingRow]) -> tuple[StandingRow, ...]:
    return tuple(each._replace(seat=seat) for seat, each in enumerate(standings))


async def finish(
    store: Store,
    standings: Iterable[StandingRow],
    *,
    guild: int = 1,
    game: str = "some_game",
    at: float = 1.0,
) -> None:
    number = len(await store.log.open_tables())
    table = TABLE._replace(id=f"t{number}", guild_id=guild, game=game)
    await store.log.add_table(table, SEATS)
    await store.log.start_deal(saved(table), SEATS, DEAL)
    await store.log.append(saved(table, 2), 1, 0, (), at, DealEnd("{}", seated(standings)))


async def order(store: Store, game: str | None = None) -> list[int]:
    return [rank.user_id for rank in await store.leaderboard.page(1, game)]


async def test_an_empty_leaderboard(store: Store) -> None:
    assert await store.leaderboard.page(1) == ()
    assert await store.leaderboard.size(1) == 0


async def test_deals_with_computers_are_counted_apart(store: Store) -> None:
    await finish(store, [standing(ANNA, 6), standing(BELA, -3), standing(CLARA, -3)])
    await finish(store, [standing(ANNA, -4), standing(BELA, 0), standing(CLARA, 4)])
    await finish(store, [standing(ANNA, 10, 2), standing(None, -5, 2), standing(None, -5, 2)])
    assert await store.leaderboard.page(1) == (
        Rank(1, ANNA, f"<{ANNA}>", Tally(2, 1, 2), Tally(1, 1, 10)),
        Rank(2, CLARA, f"<{CLARA}>", Tally(2, 1, 1), Tally(0, 0, 0)),
        Rank(3, BELA, f"<{BELA}>", Tally(2, 0, -3), Tally(0, 0, 0)),
    )


async def test_who_played_among_people_stands_before_who_did_not(store: Store) -> None:
    await finish(store, [standing(ANNA, 50, 2), standing(None, -50, 2)])
    await finish(store, [standing(BELA, -8), standing(CLARA, 8)])
    assert await order(store) == [CLARA, BELA, ANNA]


async def test_ties_are_broken_the_same_way_every_time(store: Store) -> None:
    await finish(store, [standing(CLARA, 0), standing(ANNA, 0)])
    await finish(store, [standing(CLARA, 1, 1), standing(None, -1, 1)])
    await finish(store, [standing(BELA, 0), standing(BELA, 0)])
    assert await order(store) == [CLARA, ANNA, BELA]


async def test_servers_do_not_mix(store: Store) -> None:
    await finish(store, [standing(ANNA, 5)])
    await finish(store, [standing(BELA, 5)], guild=2)
    assert await order(store) == [ANNA]
    assert await store.leaderboard.size(2) == 1


async def test_one_game_or_all(store: Store) -> None:
    await finish(store, [standing(ANNA, 5), standing(BELA, -5)])
    await finish(store, [standing(BELA, 20)], game="other_game")
    assert await order(store) == [BELA, ANNA]
    assert await order(store, "some_game") == [ANNA, BELA]
    assert await order(store, "other_game") == [BELA]
    assert [await store.leaderboard.size(1, game) for game in (None, "some_game", "other_game")] == [2, 2, 1]


async def test_one_month_or_all(store: Store) -> None:
    last_second = datetime(2026, 10, 31, 23, 59, 59, 999_999, tzinfo=UTC).timestamp()
    await finish(store, [standing(ANNA, 5), standing(BELA, -5)], at=last_second)
    await finish(store, [standing(ANNA, -2), standing(CLARA, 2)], game="other_game", at=last_second + 1e-6)
    seen = {
        (game, month): [
            (rank.user_id, rank.people.net) for rank in await store.leaderboard.page(1, game, month)
        ]
        for game in (None, "other_game")
        for month in (None, "2026-10", "2026-11", "2026-12")
    }
    assert seen == {
        (None, None): [(ANNA, 3), (CLARA, 2), (BELA, -5)],
        (None, "2026-10"): [(ANNA, 5), (BELA, -5)],
        (None, "2026-11"): [(CLARA, 2), (ANNA, -2)],
        (None, "2026-12"): [],
        ("other_game", None): [(CLARA, 2), (ANNA, -2)],
        ("other_game", "2026-10"): [],
        ("other_game", "2026-11"): [(CLARA, 2), (ANNA, -2)],
        ("other_game", "2026-12"): [],
    }
    assert await store.leaderboard.size(1, month="2026-11") == 2


def plan_of(connection: Connection, query: Select[*tuple[Any, ...]]) -> str:
    """How the database would run a query, were its tables large."""
    sqlite = connection.dialect.name == "sqlite"
    if not sqlite:
        run(connection, "SET LOCAL enable_seqscan = off")
        run(connection, "SET LOCAL enable_bitmapscan = off")
    explain = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN"
    literal = query.compile(connection.engine, compile_kwargs={"literal_binds": True})
    return str(connection.exec_driver_sql(f"{explain} {literal}").all())


async def test_a_page_is_read_in_the_order_of_the_index(store: Store, database: Path | str) -> None:
    await finish(store, [standing(user, 100 - user) for user in range(1, 8)])
    reader = await Database.open(database)
    values = {"guild_id": 1, "game": "", "month": "", "limit": 10, "offset": 0}
    async with reader._engines.reader.connect() as connection:
        plan = await connection.run_sync(plan_of, _PAGE.params(**values))
    await reader.close()
    assert "tallies_ranked" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


async def test_tables_of_one_server_finish_at_the_same_time(store: Store) -> None:
    people = [standing(user, net) for user, net in ((ANNA, 1), (BELA, 2), (CLARA, -3))]
    tables = [TABLE._replace(id=f"t{number}") for number in range(10)]
    for table in tables:
        await store.log.add_table(table, SEATS)
        await store.log.start_deal(saved(table), SEATS, DEAL)
    await asyncio.gather(
        *(
            store.log.append(saved(table, 2), 1, 0, (), 1.0, DealEnd("{}", seated(people[::turn])))
            for table, turn in zip(tables, cycle((1, -1)))
        )
    )
    ranks = await store.leaderboard.page(1)
    assert [(rank.user_id, rank.people) for rank in ranks] == [
        (BELA, Tally(10, 10, 20)),
        (ANNA, Tally(10, 10, 10)),
        (CLARA, Tally(10, 0, -30)),
    ]


async def test_pages(store: Store) -> None:
    await finish(store, [standing(user, 100 - user) for user in range(1, 8)])
    pages = [await store.leaderboard.page(1, offset=offset, limit=3) for offset in (0, 3, 6, 9)]
    assert [[rank.place for rank in page] for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]
    assert [[rank.user_id for rank in page] for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]
    assert await store.leaderboard.size(1) == 7


async def test_the_latest_name_is_shown(store: Store) -> None:
    await finish(store, [standing(ANNA, 1, name="Anna the second")], at=20.0)
    await finish(store, [standing(ANNA, 1, name="Anna the first")], at=10.0)
    (rank,) = await store.leaderboard.page(1)
    assert rank.name == "Anna the second"


def test_average() -> None:
    assert Tally(4, 1, -6).average == -1.5
    assert Tally(0, 0, 0).average == 0
