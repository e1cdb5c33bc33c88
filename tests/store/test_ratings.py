"""Ratings of whole sessions, which are saved once and in order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.store import (
    DealEnd,
    Listing,
    Measure,
    SavedStanding,
    SessionEnd,
    StaleLogError,
    StandingRow,
    Store,
)
from bot.store.ratings import DEALS, SESSIONS, UNKNOWN, Player, Skill, after_match, players
from tests.store.helpers import (
    ANNA,
    BELA,
    CLARA,
    DEAL,
    SEATS,
    TABLE,
    play_deals,
    rate,
    saved,
    seated,
    standing,
)

ACROSS = Listing()
DORA = 14


def session(*deals: Sequence[StandingRow]) -> list[SavedStanding]:
    return [
        SavedStanding("k7", number, 1, "some_game", 1.0, *row)
        for number, rows in enumerate(deals, 1)
        for row in seated(rows)
    ]


def four(*gains: tuple[int | None, int], computers: int = 0) -> list[SavedStanding]:
    """A session of four equal deals."""
    return session(*[[standing(user, net, computers) for user, net in gains]] * DEALS)


def test_only_people_are_rated_and_not_one_alone() -> None:
    assert players(four((BELA, -5), (None, 2), (ANNA, 3), computers=1), ()) == [
        Player(ANNA, f"<{ANNA}>", 0, 12),
        Player(BELA, f"<{BELA}>", 1, -20),
    ]
    assert players(four((ANNA, 3), (None, -3), computers=1), ()) == []


def test_a_person_has_the_name_of_the_latest_deal() -> None:
    renamed = [standing(ANNA, 1, name="Anna the second"), standing(BELA, -1)]
    found = players(session(*[[standing(ANNA, 1), standing(BELA, -1)]] * (DEALS - 1), renamed), ())
    assert [each.name for each in found] == ["Anna the second", f"<{BELA}>"]


def test_a_short_session_is_not_rated() -> None:
    assert players(session(*[[standing(ANNA, 1), standing(BELA, -1)]] * (DEALS - 1)), ()) == []
    assert players([], ()) == []


TEAMS = ((0, 1), (2, 3))


@pytest.mark.parametrize(
    ("users", "teams"),
    [
        ((ANNA, BELA, CLARA, DORA), [0, 0, 1, 1]),
        ((ANNA, None, CLARA, None), [0, 1]),
        ((ANNA, BELA, CLARA, None), []),
        ((ANNA, BELA, None, None), []),
    ],
)
def test_partners_are_a_team(users: tuple[int | None, ...], teams: list[int]) -> None:
    played = four(*zip(users, (5, 5, -5, -5), strict=True))
    assert [each.team for each in players(played, TEAMS)] == teams


def test_a_session_whose_players_change_teams_is_not_rated() -> None:
    rows = [standing(user, net) for user, net in ((ANNA, 5), (BELA, 5), (CLARA, -5), (DORA, -5))]
    swapped, crossed = [rows[1], rows[0], *rows[2:]], [rows[2], rows[1], rows[0], rows[3]]
    assert len(players(session(*[rows] * 3, swapped), TEAMS)) == 4, "partners may change seats"
    assert players(session(*[rows] * 3, crossed), TEAMS) == []


def test_skills() -> None:
    (winner,), (loser,) = after_match([[UNKNOWN], [UNKNOWN]], [3, -3])
    assert winner.rating > UNKNOWN.rating == 1000
    assert Skill(30.0, 5.0).rating == 1600
    assert winner.mu > UNKNOWN.mu > loser.mu
    assert winner.sigma < UNKNOWN.sigma
    (first, partner), (third, _) = after_match([[UNKNOWN, UNKNOWN], [UNKNOWN, UNKNOWN]], [1, 0])
    assert first == partner
    assert first.mu > third.mu
    (one,), (other,) = after_match([[UNKNOWN], [UNKNOWN]], [2, 2])
    assert one == other


async def ratings(store: Store, game: str = "") -> dict[int, tuple[int, ...]]:
    """The ratings of Anna and Béla after each session."""
    return {user: await store.leaderboard.ratings(1, user, game) for user in (ANNA, BELA)}


async def test_a_session_is_rated_in_its_game_and_across_all(store: Store) -> None:
    await rate(store, "first", 1, 1, 1, 1)
    across, alone = await ratings(store), await ratings(store, "some_game")
    assert across == alone
    assert across[ANNA][0] > across[BELA][0]
    await rate(store, "second", 1, 1, 1, 1)
    later = await ratings(store)
    assert [len(each) for each in later.values()] == [2, 2]
    assert later[ANNA][1] > later[ANNA][0] == across[ANNA][0]


async def test_each_game_has_its_own_ratings(store: Store) -> None:
    await rate(store, "first", 1, 1, 1, 1)
    await rate(store, "second", -1, -1, -1, -1, game="other_game")
    across, some, other = [await ratings(store, game) for game in ("", "some_game", "other_game")]
    assert across[ANNA][0] == some[ANNA][0]
    assert [len(each[ANNA]) for each in (across, some, other)] == [2, 1, 1]
    assert other[ANNA] == some[BELA], "rated there like a beginner"


async def test_a_session_goes_on_from_the_ratings_before(store: Store) -> None:
    for name in "abc":
        await rate(store, name, 1, 1, 1, 1)
    async for player in store.history.players():
        for before, after in pairwise([row for row in player.rated if row.game == ""]):
            assert (after.mu_before, after.sigma_before) == (before.mu, before.sigma)
        assert [row.sessions for row in player.rated] == [1, 2, 3, 1, 2, 3]


async def test_a_rating_is_shown_after_enough_sessions(store: Store) -> None:
    for number in range(SESSIONS):
        assert await store.leaderboard.size(1, ACROSS) == 0
        await rate(store, f"t{number}", 1, 1, 1, 1)
    anna, bela = await store.leaderboard.page(1, ACROSS)
    assert (anna.user_id, bela.user_id, anna.tally) == (ANNA, BELA, None)
    assert anna.rating is not None
    assert bela.rating is not None
    assert anna.rating.value > bela.rating.value
    assert anna.rating.sessions == SESSIONS
    by_game = Listing("some_game", measure=Measure.RATING)
    ranks = await store.leaderboard.page(1, by_game)
    assert [rank.tally and rank.tally.deals for rank in ranks] == [4 * SESSIONS] * 2
    by_points = await store.leaderboard.page(1, by_game._replace(measure=Measure.POINTS))
    assert [rank.rating for rank in by_points] == [anna.rating, bela.rating]
    found = await store.leaderboard.of(1, ANNA)
    assert found.ratings == {"": anna.rating, "some_game": anna.rating}


async def test_a_period_shows_the_ratings_at_its_end(store: Store) -> None:
    for number in range(SESSIONS + 1):
        await rate(store, f"t{number}", 1, 1, 1, 1, at=86400.0 * 31 * number)
    pages = {
        period: [rank.rating for rank in await store.leaderboard.page(1, Listing(period=period))]
        for period in ("", "1970", "1970-01", "1970-05", "1970-06")
    }
    assert pages[""] == pages["1970"] == pages["1970-06"]
    assert pages["1970-01"] == [], "too few sessions so far"
    assert pages["1970-05"] != pages["1970-06"]


async def test_tables_of_the_same_people_may_end_at_the_same_time(store: Store) -> None:
    await asyncio.gather(*(rate(store, f"t{number}", 1, 1, 1, 1) for number in range(6)))
    async for player in store.history.players():
        assert [row.sessions for row in player.rated if row.game == ""] == list(range(1, 7))


async def test_a_session_is_rated_once(store: Store) -> None:
    await rate(store, "once", 1, 1, 1, 1)
    before = await ratings(store)
    stale = TABLE._replace(id="once", saves=9)
    with pytest.raises(StaleLogError):
        await store.log.save_table(stale, SEATS, SessionEnd(4000.0, ()))
    assert await ratings(store) == before


async def test_the_last_deal_may_end_the_session(store: Store) -> None:
    end = DealEnd("{}", (standing(ANNA, 2), standing(BELA, -2, seat=1)))
    table = await play_deals(store, TABLE, *[end] * (DEALS - 1))
    await store.log.start_deal(saved(table), SEATS, DEAL._replace(number=DEALS))
    await store.log.append(saved(table, 2), DEALS, 0, (), 9.0, end, ended=SessionEnd(9.0, ()))
    assert [len(each) for each in (await ratings(store)).values()] == [1, 1]


async def test_a_deleted_person_stays_in_the_sessions_of_others(store: Store) -> None:
    await rate(store, "first", 1, 1, 1, 1)
    before = await ratings(store)
    await store.personal.erase(ANNA)
    await rate(store, "second", 1, 1, 1, 1)
    after = await ratings(store)
    assert len(after[ANNA]) == 1, "as a new player"
    assert after[BELA][0] == before[BELA][0]
