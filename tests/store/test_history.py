"""Finished deals, page by page, and plays of given cards."""

from __future__ import annotations

import pytest

from bot.store import (
    DealEnd,
    Elsewhere,
    Listing,
    Measure,
    Played,
    PlayRow,
    StaleLogError,
    StandingRow,
    Store,
    SummarizedDeal,
)
from tests.store.helpers import ACTIONS, ANNA, BELA, DEAL, SEATS, TABLE, play_deals, saved

GUILD = TABLE.guild_id


def row(seat: int, user_id: int | None, name: str, net: int) -> StandingRow:
    return StandingRow(seat, user_id, name, net, net, 1, seat == 0)


async def played(store: Store, table_id: str, at: float, *standings: StandingRow, guild: int = GUILD) -> None:
    """Save a table with one finished deal."""
    await play_deals(store, TABLE._replace(id=table_id, guild_id=guild), DealEnd("{}", standings), at=at)


async def test_the_latest_deal_comes_first_with_the_gain_of_each_seat(store: Store) -> None:
    await played(store, "a", 10.0, row(1, 7, "Anna", -4), row(0, None, "Poldi", 4))
    await played(store, "b", 20.0, row(0, 8, "Béla", 0))
    await played(store, "c", 20.0, row(0, 7, "Anna", 0))
    await played(store, "d", 30.0, row(0, 7, "Anna", 9), guild=GUILD + 1)
    found = await store.finished.page(GUILD)
    assert [(each.table_id, each.number, each.at) for each in found] == [
        ("c", 1, 20.0),
        ("b", 1, 20.0),
        ("a", 1, 10.0),
    ]
    assert found[-1].game == TABLE.game
    assert [each.name for each in found[-1].standings] == ["Poldi", "Anna"]


async def test_the_deals_of_a_person_are_listed_in_pages_with_all_their_standings(store: Store) -> None:
    for number in range(5):
        others = row(1, 8, "Béla", -number), row(2, None, "Poldi", 0)
        await played(store, f"t{number}", float(number), row(0, 7, "Anna", number), *others)
    await played(store, "x", 9.0, row(0, 8, "Béla", 0))
    assert await store.finished.page(GUILD, 99) == ()
    first = await store.finished.page(GUILD, 7, limit=2)
    rest = await store.finished.page(GUILD, 7, offset=2, limit=9)
    assert [each.table_id for each in first + rest] == ["t4", "t3", "t2", "t1", "t0"]
    assert all(len(each.standings) == 3 for each in first)


async def test_the_finished_deals_of_a_table_have_their_summaries(store: Store) -> None:
    gained = row(0, 7, "Anna", 3), row(1, None, "Poldi", -3)
    ends = DealEnd("{}", (), summary='{"void": 1}'), DealEnd("{}", gained)
    table = await play_deals(store, TABLE, *ends)
    await store.log.start_deal(saved(table), SEATS, DEAL._replace(number=3))
    first, second = SummarizedDeal(1, '{"void": 1}', ()), SummarizedDeal(2, None, gained)
    assert await store.finished.of_table(table.id) == (first, second)
    await store.finished.summarize(table.id, {2: "{}"})
    assert await store.finished.of_table(table.id) == (first, second._replace(summary="{}"))
    await store.finished.summarize(table.id, {})
    assert await store.finished.of_table("other") == ()


GIVEN = "k3m9xp/4"


async def begun_play(
    store: Store, table: str, user: int, points: int | None, guild: int = 1, given: str = GIVEN
) -> None:
    """Let a person begin to play the cards, and finish unless there are no points."""
    opened = TABLE._replace(id=table, guild_id=guild, given=given)
    play = PlayRow(table, given, guild, user, f"name {user}", 0, 5.0)
    await store.log.add_table(opened, SEATS, "", DEAL, play)
    if points is not None:
        end = DealEnd("{}", (), Played(points, "solo", 1, 40))
        await store.log.append(saved(opened), 1, 0, ACTIONS, 9.0, end)


async def test_a_play_is_saved_with_its_table_and_its_result(store: Store) -> None:
    await begun_play(store, "t1", ANNA, 7)
    expected = PlayRow("t1", GIVEN, 1, ANNA, f"name {ANNA}", 0, 5.0, 7, "solo", 1, 40)
    assert await store.plays.of(GIVEN, ANNA) == expected
    assert await store.plays.of(GIVEN, BELA) is None
    assert await store.plays.begun(GIVEN)
    assert not await store.plays.begun("k3m9xp/5")
    assert await store.plays.of("k3m9xp/5", ANNA) is None
    assert await store.finished.page(1) == ()
    assert await store.leaderboard.size(1, Listing(TABLE.game, measure=Measure.POINTS, computers=True)) == 0


async def test_the_same_cards_are_played_once(store: Store) -> None:
    await begun_play(store, "t1", ANNA, None)
    with pytest.raises(StaleLogError):
        await begun_play(store, "t2", ANNA, None)
    assert await store.log.table("t2") is None
    await begun_play(store, "t2", BELA, None)


async def test_results_are_compared_within_a_server_and_with_others(store: Store) -> None:
    for number, (user, points, guild) in enumerate(
        [(ANNA, 3, 1), (BELA, 9, 1), (13, 50, 2), (14, -10, 2), (15, None, 1)]
    ):
        await begun_play(store, f"t{number}", user, points, guild)
    here, elsewhere = await store.plays.best(GIVEN, 1, ANNA)
    assert [each.user_id for each in here] == [BELA, ANNA]
    assert elsewhere == Elsewhere(2, 50, 20.0)
    there, others = await store.plays.best(GIVEN, 2, ANNA)
    assert [each.user_id for each in there] == [13, ANNA, 14]
    assert others == Elsewhere(2, 9, 6.0)
    assert (await store.plays.best(GIVEN, 3, 0))[0] == ()
    assert await store.plays.best("none", 1, ANNA) == ((), Elsewhere(0, 0, 0.0))


async def test_the_people_who_play_the_deals_of_a_table_again_are_known(store: Store) -> None:
    match = '{"table": "k3m9xp"'

    async def knowing(deals: int = 4) -> set[int]:
        return {*await store.plays.knowing("k3m9xp", deals, match)}

    assert await knowing() == set()
    await begun_play(store, "t1", 13, None)
    assert (await knowing(), await knowing(deals=3)) == ({13}, set())
    await begun_play(store, "t0", 14, None, given="k3m9xp/1")
    assert await knowing(deals=1) == {14}
    lobby = TABLE._replace(id="t2", match=match + ', "here": []}')
    await store.log.add_table(lobby, SEATS)
    await store.log.add_table(TABLE._replace(id="t3", match=match.replace("k3", "k4") + "}"), SEATS)
    assert await knowing() == {ANNA, BELA, 13, 14}, "those seated, and those who left a seat to a computer"
    await store.log.save_table(saved(lobby)._replace(ended_at=9.0), SEATS)
    assert await knowing() == {13, 14}, "no deal was begun_play there"
    await store.log.add_table(lobby._replace(id="t4", ended_at=9.0), SEATS, "", DEAL)
    assert await knowing() == {ANNA, BELA, 13, 14}
