"""Plays of given cards, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert

from bot.store import DealEnd, Elsewhere, Listing, Measure, Played, PlayRow, StaleLogError
from bot.store.database import Step
from bot.store.schema import plays
from tests.store.rows import ACTIONS, ANNA, BELA, DEAL, SEATS, TABLE, saved

if TYPE_CHECKING:
    from bot.store import Store

GIVEN = "k3m9xp/4"


async def played(
    store: Store, table: str, user: int, points: int | None, guild: int = 1, given: str = GIVEN
) -> None:
    """Let a person begin to play the cards, and finish unless there are no points."""
    row = TABLE._replace(id=table, guild_id=guild, given=given)
    play = PlayRow(table, given, guild, user, f"name {user}", 0, 5.0)
    await store.log.add_table(row, SEATS, "", DEAL, play)
    if points is not None:
        end = DealEnd("{}", (), Played(points, "solo", 1, 40))
        await store.log.append(saved(row), 1, 0, ACTIONS, 9.0, end)


async def test_a_play_is_saved_with_its_table_and_its_result(store: Store) -> None:
    await played(store, "t1", ANNA, 7)
    expected = PlayRow("t1", GIVEN, 1, ANNA, f"name {ANNA}", 0, 5.0, 7, "solo", 1, 40)
    assert await store.plays.of(GIVEN, ANNA) == expected
    assert await store.plays.of(GIVEN, BELA) is None
    assert await store.plays.begun(GIVEN)
    assert not await store.plays.begun("k3m9xp/5")
    assert await store.plays.of("k3m9xp/5", ANNA) is None
    assert await store.finished.page(1) == ()
    assert await store.leaderboard.size(1, Listing(TABLE.game, measure=Measure.POINTS, computers=True)) == 0


async def test_the_same_cards_are_played_once(store: Store) -> None:
    await played(store, "t1", ANNA, None)
    with pytest.raises(StaleLogError):
        await played(store, "t2", ANNA, None)
    assert await store.log.table("t2") is None
    await played(store, "t2", BELA, None)


async def test_results_are_compared_within_a_server_and_with_others(store: Store) -> None:
    for number, (user, points, guild) in enumerate(
        [(ANNA, 3, 1), (BELA, 9, 1), (13, 50, 2), (14, -10, 2), (15, None, 1)]
    ):
        await played(store, f"t{number}", user, points, guild)
    here, elsewhere = await store.plays.best(GIVEN, 1, ANNA)
    assert [each.user_id for each in here] == [BELA, ANNA]
    assert elsewhere == Elsewhere(2, 50, 20.0)
    there, others = await store.plays.best(GIVEN, 2, ANNA)
    assert [each.user_id for each in there] == [13, ANNA, 14]
    assert others == Elsewhere(2, 9, 6.0)
    assert (await store.plays.best(GIVEN, 3, 0))[0] == ()
    assert await store.plays.best("none", 1, ANNA) == ((), Elsewhere(0, 0, 0.0))


async def test_at_most_25_plays_are_listed(store: Store) -> None:
    rows = [PlayRow(f"t{number}", GIVEN, 1, number, "x", 0, 5.0, -number) for number in range(1, 27)]
    await store.database.write(Step(insert(plays), [row._asdict() for row in rows]))
    best, elsewhere = await store.plays.best(GIVEN, 1, ANNA)
    assert [each.user_id for each in best] == [*range(1, 26)]
    assert elsewhere.number == 0


async def test_a_setting_keeps_the_first_value_put(store: Store) -> None:
    assert await store.settings.first("secret", "a") == "a"
    assert await store.settings.first("secret", "b") == "a"


async def test_the_people_who_play_the_deals_of_a_table_again_are_known(store: Store) -> None:
    match = '{"table": "k3m9xp"'

    async def knowing(deals: int = 4) -> set[int]:
        return {*await store.plays.knowing("k3m9xp", deals, match)}

    assert await knowing() == set()
    await played(store, "t1", 13, None)
    assert (await knowing(), await knowing(deals=3)) == ({13}, set())
    await played(store, "t0", 14, None, given="k3m9xp/1")
    assert await knowing(deals=1) == {14}
    lobby = TABLE._replace(id="t2", match=match + ', "here": []}')
    await store.log.add_table(lobby, SEATS)
    await store.log.add_table(TABLE._replace(id="t3", match=match.replace("k3", "k4") + "}"), SEATS)
    assert await knowing() == {ANNA, BELA, 13, 14}, "those seated, and those who left a seat to a computer"
    await store.log.save_table(saved(lobby)._replace(ended_at=9.0), SEATS)
    assert await knowing() == {13, 14}, "no deal was played there"
    await store.log.add_table(lobby._replace(id="t4", ended_at=9.0), SEATS, "", DEAL)
    assert await knowing() == {ANNA, BELA, 13, 14}
