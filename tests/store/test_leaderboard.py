from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.store import DealEnd, Rank, StandingRow, Store, Tally
from tests.store.rows import ANNA, BELA, CLARA, DEAL, SEATS, TABLE, saved, standing

if TYPE_CHECKING:
    from collections.abc import Iterable


async def finish(
    store: Store,
    standings: Iterable[StandingRow],
    *,
    guild: int = 1,
    game: str = "some_game",
    at: float = 1.0,
) -> None:
    number = len(await store.log.open_tables())
    table = replace(TABLE, id=f"t{number}", guild_id=guild, game=game)
    seated = tuple(replace(each, seat=seat) for seat, each in enumerate(standings))
    await store.log.add_table(table, SEATS)
    await store.log.start_deal(saved(table), SEATS, DEAL)
    await store.log.append(saved(table, 2), 1, 0, (), at, DealEnd("{}", seated))


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
