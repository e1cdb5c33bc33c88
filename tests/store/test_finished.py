"""Finished deals, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import DealEnd, StandingRow, Store, SummarizedDeal
from tests.store.rows import DEAL, SEATS, TABLE, saved

if TYPE_CHECKING:
    from pathlib import Path

GUILD = TABLE.guild_id


def standing(seat: int, user_id: int | None, name: str, net: int) -> StandingRow:
    return StandingRow(seat, user_id, name, net, net, 1, seat == 0)


async def played(store: Store, table_id: str, at: float, *standings: StandingRow, guild: int = GUILD) -> None:
    """Save a table with one finished deal."""
    table = TABLE._replace(id=table_id, guild_id=guild)
    await store.log.add_table(table, SEATS)
    await store.log.start_deal(saved(table), SEATS, DEAL)
    await store.log.append(saved(table, 2), 1, 0, (), at, DealEnd("{}", standings))


async def test_the_latest_deal_comes_first_with_the_gain_of_each_seat(database: Path | str) -> None:
    store = await Store.open(database)
    await played(store, "a", 10.0, standing(1, 7, "Anna", -4), standing(0, None, "Poldi", 4))
    await played(store, "b", 20.0, standing(0, 8, "Béla", 0))
    await played(store, "c", 20.0, standing(0, 7, "Anna", 0))
    await played(store, "d", 30.0, standing(0, 7, "Anna", 9), guild=GUILD + 1)
    found = await store.finished.page(GUILD)
    assert [(each.table_id, each.number, each.at) for each in found] == [
        ("c", 1, 20.0),
        ("b", 1, 20.0),
        ("a", 1, 10.0),
    ]
    assert found[-1].game == TABLE.game
    assert [each.name for each in found[-1].standings] == ["Poldi", "Anna"]
    await store.close()


async def test_the_deals_of_a_person_are_listed_in_pages_with_all_their_standings(
    database: Path | str,
) -> None:
    store = await Store.open(database)
    for number in range(5):
        others = standing(1, 8, "Béla", -number), standing(2, None, "Poldi", 0)
        await played(store, f"t{number}", float(number), standing(0, 7, "Anna", number), *others)
    await played(store, "x", 9.0, standing(0, 8, "Béla", 0))
    assert await store.finished.page(GUILD, 99) == ()
    first = await store.finished.page(GUILD, 7, limit=2)
    rest = await store.finished.page(GUILD, 7, offset=2, limit=9)
    assert [each.table_id for each in first + rest] == ["t4", "t3", "t2", "t1", "t0"]
    assert all(len(each.standings) == 3 for each in first)
    await store.close()


async def test_the_finished_deals_of_a_table_have_their_summaries(database: Path | str) -> None:
    store = await Store.open(database)
    table = TABLE
    await store.log.add_table(table, SEATS)
    gained = standing(0, 7, "Anna", 3), standing(1, None, "Poldi", -3)
    ends = DealEnd("{}", (), summary='{"void": 1}'), DealEnd("{}", gained), None
    for number, end in enumerate(ends, 1):
        table = saved(table)
        await store.log.start_deal(table, SEATS, DEAL._replace(number=number))
        if end:
            table = saved(table)
            await store.log.append(table, number, 0, (), 5.0, end)
    first, second = SummarizedDeal(1, '{"void": 1}', ()), SummarizedDeal(2, None, gained)
    assert await store.finished.of_table(table.id) == (first, second)
    await store.finished.summarize(table.id, {2: "{}"})
    assert await store.finished.of_table(table.id) == (first, second._replace(summary="{}"))
    await store.finished.summarize(table.id, {})
    assert await store.finished.of_table("other") == ()
    await store.close()
