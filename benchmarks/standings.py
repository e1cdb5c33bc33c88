"""A server with many deals, and how fast its pages are read: the second part of `benchmarks.store`."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from random import Random
from typing import Any, Final

from benchmarks.databases import DEAL, SEATS, TABLE, Kind, milliseconds, spread
from bot.store import (
    ActionRow,
    DealEnd,
    Listing,
    Measure,
    RatedRow,
    RatingRow,
    SavedStanding,
    StandingRow,
    Store,
    schema,
)
from bot.store.ratings import players, rated_rows, rating_rows
from bot.store.tallies import added_up

PEOPLE: Final = 500
"""How many people play on the server whose leaderboard is read; each deal has four of them."""
SESSION: Final = 100
"""How many deals a session has."""
MONTHS: Final = 24
GAMES: Final = ("tapp_tarock", "koenigrufen", "illustrated_tarokk", "romanian_tarok", "royal_tarokk")
START: Final = 1_700_000_000.0


def played(deals: int) -> Iterator[SavedStanding]:
    """Yield the standings of random sessions."""
    chance = Random(deals)  # noqa: S311 - the same deals in every run
    for number in range(deals):
        session, deal = divmod(number, SESSION)
        if deal == 0:
            people, game = chance.sample(range(PEOPLE), 4), chance.choice(GAMES)
        at = START + session * MONTHS * 2_630_000 * SESSION / deals + deal * 300
        gains = [chance.randint(-9, 9) for _ in range(3)]
        for seat, net in enumerate((*gains, -sum(gains))):
            row = StandingRow(
                *(seat, people[seat], f"Player {people[seat]}", max(net, 0), net, int(session % 4 == 0)),
                declarer=seat == deal % 4,
                contract=(net > 0) - (net < 0) if seat == deal % 4 else 0,
            )
            yield SavedStanding(f"{session:06}", deal + 1, 1, game, at, row)


def rated(standings: Sequence[SavedStanding]) -> Iterator[tuple[RatedRow, Sequence[RatingRow]]]:
    """Yield what each session does to the ratings of its people."""
    known: dict[tuple[str, int], RatingRow] = {}
    for _, group in groupby(standings, lambda each: each.table_id):
        session = list(group)
        last, found = session[-1], players(session, ())
        for game in ("", last.game):
            before = {
                each.user_id: known[game, each.user_id] for each in found if (game, each.user_id) in known
            }
            for row in rated_rows(last, last.at, game, found, before):
                rows = tuple(rating_rows(row))
                known[game, row.user_id or 0] = rows[0]
                yield row, rows


async def fill(kind: Kind, deals: int) -> None:
    """Save so many deals with all that they add up to."""
    standings = list(played(deals))
    await kind.fill(schema.standings, ({**each.row._asdict(), **each._asdict()} for each in standings))
    own: dict[int, list[SavedStanding]] = defaultdict(list)
    for each in standings:
        own[each.row.user_id or 0].append(each)
    tallies = ((user, row) for user, some in own.items() for row in added_up(some).values())
    await kind.fill(
        schema.tallies, ({"guild_id": 1, "user_id": user, **row._asdict()} for user, row in tallies)
    )
    sessions = list(rated(standings))
    await kind.fill(schema.rated, (row._asdict() for row, _ in sessions))
    latest = {(row.user_id, each.game, each.period): each for row, rows in sessions for each in rows}
    await kind.fill(
        schema.ratings,
        ({"guild_id": 1, "user_id": user, **row._asdict()} for (user, _, _), row in latest.items()),
    )


async def pages(kind: Kind, deals: int, number: int) -> dict[str, Any]:
    """Read pages of a leaderboard of so many deals, alone and while deals are saved."""
    opening = await Store.open(kind.address)
    await opening.close()
    await fill(kind, deals)
    start = time.perf_counter()
    store = await Store.open(kind.address)
    opened = (time.perf_counter() - start) * 1e3
    shown = [await milliseconds(show(store, each)) for each in range(number)]
    ranked = {
        measure.value: spread([await milliseconds(rank(store, measure, each)) for each in range(number)])
        for measure in Measure
    }
    known = [await milliseconds(tell(store, each)) for each in range(number)]
    past = [await milliseconds(recall(store, each)) for each in range(number)]
    alone = [await milliseconds(finish(store, each)) for each in range(number)]
    reading = asyncio.create_task(show_forever(store))
    beside = [await milliseconds(finish(store, each)) for each in range(number, 2 * number)]
    reading.cancel()
    with suppress(asyncio.CancelledError):
        await reading
    await store.close()
    return {
        "database": kind.name,
        "deals": deals,
        "open_ms": round(opened, 1),
        "page_ms": spread(shown),
        "page_by_measure_ms": ranked,
        "statistics_ms": spread(known),
        "history_ms": spread(past),
        "save_ms": spread(alone),
        "save_beside_pages_ms": spread(beside),
    }


async def show(store: Store, number: int) -> None:
    """Read what `/leaderboard` reads: across all games or of one, the first page or a later one."""
    game = ("", *GAMES)[number % 6]
    listing = Listing(game, measure=Measure.POINTS if game else Measure.RATING)
    size = await store.leaderboard.size(1, listing)
    await store.leaderboard.page(1, listing, offset=size * (number % 4) // 4)


async def rank(store: Store, measure: Measure, number: int) -> None:
    """Read a page of one game by one measure, for all time, a year or a month."""
    listing = Listing(GAMES[number % 5], ("", "2024", "2024-05")[number % 3], measure)
    await store.leaderboard.size(1, listing)
    await store.leaderboard.page(1, listing)


async def tell(store: Store, number: int) -> None:
    """Read what `/stats` reads of one game."""
    board, user, game = store.leaderboard, number * 7 % PEOPLE, GAMES[number % 5]
    assert await board.of(1, user)
    await board.gains(1, user, game, computers=False)
    await board.ratings(1, user, game)


async def recall(store: Store, number: int) -> None:
    """Read what `/history` reads, of the server or of one person: one of the first ten pages."""
    user = number * 7 % PEOPLE if number % 2 else None
    assert await store.finished.page(1, user, offset=10 * (number % 10), limit=11)


async def show_forever(store: Store) -> None:
    for number in range(sys.maxsize):
        await show(store, number)


async def finish(store: Store, number: int) -> None:
    """Save a new table, a deal, and its end with four standings."""
    table = TABLE._replace(id=f"deal {number}")
    await store.log.add_table(table, SEATS)
    await store.log.start_deal(table._replace(saves=1), SEATS, DEAL)
    ends = [
        StandingRow(each.seat, number % 99 + each.seat, each.name, 1, 1, 0, declarer=False) for each in SEATS
    ]
    await store.log.append(
        table._replace(saves=2), 1, 0, [ActionRow(0, "pass")], START, DealEnd("{}", tuple(ends))
    )
