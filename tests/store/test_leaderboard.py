from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.store import DealEnd, Listing, Measure, Rank, StandingRow, Statistics, Store, Tally
from bot.store import leaderboard as boards
from bot.store.database import Database, Query
from bot.store.leaderboard import page_of
from bot.store.ratings import added_up
from tests.store.helpers import (
    ANNA,
    BELA,
    CLARA,
    DEAL,
    POINTS,
    SEATS,
    TABLE,
    play_deals,
    rate,
    run,
    saved,
    seated,
    standing,
)

COMPUTERS = POINTS._replace(computers=True)
OTHER = POINTS._replace(game="other_game")


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
    await play_deals(store, table, DealEnd("{}", seated(standings)), at=at)


async def order(store: Store, listing: Listing = POINTS) -> list[int]:
    return [rank.user_id for rank in await store.leaderboard.page(1, listing)]


def one(deal: str, net: int) -> Tally:
    """The tally of a single deal."""
    return Tally(1, int(net > 0), net, best=net, best_deal=deal, worst=net, worst_deal=deal)


async def test_deals_with_computers_are_counted_apart(store: Store) -> None:
    await finish(store, [standing(ANNA, 6), standing(BELA, -3), standing(CLARA, -3)])
    await finish(store, [standing(ANNA, -4), standing(BELA, 0), standing(CLARA, 4)])
    await finish(store, [standing(ANNA, 10, 2), standing(None, -5, 2), standing(None, -5, 2)])
    assert await store.leaderboard.page(1, POINTS) == (
        Rank(1, ANNA, f"<{ANNA}>", Tally(2, 1, 2, 0, 0, 0, 0, 6, "t0/1", -4, "t1/1"), None),
        Rank(2, CLARA, f"<{CLARA}>", Tally(2, 1, 1, 0, 0, 0, 0, 4, "t1/1", -3, "t0/1"), None),
        Rank(3, BELA, f"<{BELA}>", Tally(2, 0, -3, 0, 0, 0, 0, 0, "t1/1", -3, "t0/1"), None),
    )
    assert await store.leaderboard.page(2, POINTS) == ()
    assert await store.leaderboard.page(1, COMPUTERS) == (Rank(1, ANNA, f"<{ANNA}>", one("t2/1", 10), None),)


async def test_contracts_and_announcements_are_counted(store: Store) -> None:
    made = standing(ANNA, 3)._replace(declarer=True, contract=1, kept=2, missed=1)
    failed = standing(ANNA, -3)._replace(declarer=True, contract=-1, kept=1)
    for own in (made, failed, made):
        await finish(store, [own, standing(BELA, -own.net)])
    (anna, _) = await store.leaderboard.page(1, POINTS)
    assert anna.tally is not None
    assert (anna.tally.made, anna.tally.failed, anna.tally.kept, anna.tally.missed) == (2, 1, 5, 2)


async def test_each_measure_has_its_own_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(store, [standing(ANNA, 9)._replace(contract=-1), standing(BELA, 2)])
    await finish(store, [standing(ANNA, -8)._replace(contract=1), standing(CLARA, 3)])
    await finish(store, [standing(ANNA, 1), standing(CLARA, 4)])
    await finish(store, [standing(BELA, 2)._replace(contract=1), standing(CLARA, -5)])
    orders = {measure: await order(store, POINTS._replace(measure=measure)) for measure in Measure}
    assert orders == {
        Measure.POINTS: [BELA, ANNA, CLARA],
        Measure.AVERAGE: [],
        Measure.DEALS: [ANNA, CLARA, BELA],
        Measure.BEST: [ANNA, CLARA, BELA],
        Measure.CONTRACTS: [BELA, ANNA, CLARA],
        Measure.RATING: [],
    }


async def test_an_average_requires_enough_deals(store: Store) -> None:
    for _ in range(boards.AVERAGED - 1):
        await finish(store, [standing(ANNA, 1), standing(BELA, 2)])
    await finish(store, [standing(ANNA, 1), standing(CLARA, 9)])
    by_average = POINTS._replace(measure=Measure.AVERAGE)
    (rank,) = await store.leaderboard.page(1, by_average)
    assert (rank.user_id, rank.tally and rank.tally.average) == (ANNA, 1.0)
    assert await store.leaderboard.size(1, by_average) == 1


async def test_the_first_of_several_best_deals_is_named(store: Store) -> None:
    for _ in range(2):
        await finish(store, [standing(ANNA, 5), standing(BELA, -5)])
    ranks = await store.leaderboard.page(1, POINTS)
    assert [rank.tally and (rank.tally.best_deal, rank.tally.worst_deal) for rank in ranks] == [
        ("t0/1", "t0/1"),
        ("t0/1", "t0/1"),
    ]


async def test_points_of_different_games_are_never_added_up(store: Store) -> None:
    await finish(store, [standing(ANNA, 5), standing(BELA, -5)])
    await finish(store, [standing(BELA, 20)], game="other_game")
    assert [await order(store, each) for each in (POINTS, OTHER)] == [[ANNA, BELA], [BELA]]
    assert await order(store, POINTS._replace(game="")) == []


async def test_a_leaderboard_covers_a_month_a_year_or_all_time(store: Store) -> None:
    last_second = datetime(2026, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC).timestamp()
    await finish(store, [standing(ANNA, 5), standing(BELA, -5)], at=last_second)
    await finish(store, [standing(ANNA, -2), standing(CLARA, 2)], at=last_second + 1e-6)
    seen = {
        period: [
            (rank.user_id, rank.tally and rank.tally.net)
            for rank in await store.leaderboard.page(1, POINTS._replace(period=period))
        ]
        for period in ("", "2026", "2026-12", "2027", "2027-01", "2027-02")
    }
    assert seen == {
        "": [(ANNA, 3), (CLARA, 2), (BELA, -5)],
        "2026": [(ANNA, 5), (BELA, -5)],
        "2026-12": [(ANNA, 5), (BELA, -5)],
        "2027": [(CLARA, 2), (ANNA, -2)],
        "2027-01": [(CLARA, 2), (ANNA, -2)],
        "2027-02": [],
    }
    assert await store.leaderboard.size(1, POINTS._replace(period="2027")) == 2


def plan_of(connection: Connection, query: Query) -> str:
    """How the database would run a query if its tables were large."""
    sqlite = connection.dialect.name == "sqlite"
    if not sqlite:
        run(connection, "SET LOCAL enable_seqscan = off")
        run(connection, "SET LOCAL enable_bitmapscan = off")
    explain = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN"
    literal = query.compile(connection.engine, compile_kwargs={"literal_binds": True})
    return str(connection.exec_driver_sql(f"{explain} {literal}").all())


@pytest.mark.parametrize(
    ("measure", "index"), [(Measure.POINTS, "tallies_ranked"), (Measure.RATING, "ratings_ranked")]
)
async def test_a_page_is_read_in_the_order_of_the_index(
    store: Store, migrated: Path | str, measure: Measure, index: str
) -> None:
    await finish(store, [standing(user, 100 - user) for user in range(1, 8)])
    await rate(store, "rated", 1, 1, 1, 1)
    reader = await Database.open(migrated)
    async with reader.engines.reader.connect() as connection:
        plan = await connection.run_sync(plan_of, page_of(1, Listing(measure=measure), 0, 10))
    await reader.close()
    assert index in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan


async def test_deals_of_one_server_may_finish_at_the_same_time(store: Store) -> None:
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
    ranks = await store.leaderboard.page(1, POINTS)
    assert [(rank.user_id, rank.tally and rank.tally[:3]) for rank in ranks] == [
        (BELA, (10, 10, 20)),
        (ANNA, (10, 10, 10)),
        (CLARA, (10, 0, -30)),
    ]


async def test_pages(store: Store) -> None:
    await finish(store, [standing(user, 50) for user in range(1, 8)])
    pages = [await store.leaderboard.page(1, POINTS, offset=offset, limit=3) for offset in (0, 3, 6, 9)]
    assert [[rank.place for rank in page] for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]
    assert [[rank.user_id for rank in page] for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]
    assert await store.leaderboard.size(1, POINTS) == 7


@pytest.mark.parametrize("measure", Measure)
async def test_the_rank_of_a_person_is_the_same_as_on_the_page(store: Store, measure: Measure) -> None:
    for number in range(boards.AVERAGED):
        await finish(store, [standing(user, 2 * user - 8 + number) for user in range(1, 8)])
    for number, nets in enumerate(
        [(5, 1, -2, 1, 3), (1, 1, 1, 1, 1), (3, 4, 4, 5, 6), (1, 2, 3, 4, 5), (4, 4, 4, 4)]
    ):
        await rate(store, f"rated{number}", *nets)
    listing = POINTS._replace(measure=measure, game="some_game")
    page = await store.leaderboard.page(1, listing)
    assert page
    assert [await store.leaderboard.rank_of(1, rank.user_id, listing) for rank in page] == [*page]
    assert await store.leaderboard.rank_of(1, 999, listing) is None
    assert await store.leaderboard.rank_of(2, page[0].user_id, listing) is None


async def test_a_player_is_named_by_the_latest_deal_and_the_last_saved_of_simultaneous_ones(
    store: Store,
) -> None:
    for name, at, net in (("Anna", 2.0, 5), ("Anna the second", 2.0, 5), ("Anna the first", 1.0, 4)):
        await finish(store, [standing(ANNA, net, name=name), standing(BELA, -net)], at=at)
    (rank, _) = await store.leaderboard.page(1, POINTS)
    assert rank.name == (await store.leaderboard.of(1, ANNA)).name == "Anna the second"
    async for player in store.history.players():
        assert {*added_up(player.standings).values()} == {*player.tallies}, "a recount gives the same"


async def test_the_statistics_of_a_person_cover_every_game(store: Store) -> None:
    await finish(store, [standing(ANNA, 6), standing(BELA, -6)], at=1.0)
    await finish(store, [standing(ANNA, -4, 1), standing(None, 4, 1)], at=2.0)
    await finish(store, [standing(ANNA, 7, 1), standing(None, -7, 1)], game="other_game", at=3.0)
    await finish(store, [standing(ANNA, 8), standing(BELA, -8)], at=4.0)
    people = Tally(2, 2, 14, 0, 0, 0, 0, 8, "t3/1", 6, "t0/1")
    assert await store.leaderboard.of(1, ANNA) == Statistics(
        f"<{ANNA}>", {"other_game": (None, one("t2/1", 7)), "some_game": (people, one("t1/1", -4))}, {}
    )
    gains = store.leaderboard.gains
    assert await gains(1, ANNA, "some_game", computers=False) == (6, 8)
    assert await gains(1, ANNA, "some_game", computers=True) == (-4,)
    assert await gains(2, ANNA, "some_game", computers=False) == ()
    assert await store.leaderboard.of(1, CLARA) == Statistics("", {}, {})
