"""What the commands read of a server with many deals, and how long the event loop is held meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any, Final

from benchmarks.sessions import BUSIEST, GUILD, PEOPLE, SESSION
from bot.games import GAMES
from bot.store import Listing, Measure, Store
from bot.tables import Review, SessionReview, summarized
from bot.text import words
from cogs.history.page import PER_PAGE, review_page
from cogs.standings.session import session_page

WAKING: Final = 0.001
"""How many seconds the monitor sleeps at a time."""


@dataclass(frozen=True)
class Filled:
    """A store filled with deals."""

    store: Store
    deals: int

    def table(self, number: int) -> str:
        """Return the id of one of the tables."""
        return f"{number * 13 % -(-self.deals // SESSION):06}"


Read = Callable[[Filled, int], Awaitable[object]]
"""Reads what a command reads: another page with each number."""


async def milliseconds(work: Awaitable[object]) -> float:
    start = time.perf_counter()
    await work
    return (time.perf_counter() - start) * 1e3


def spread(times: Sequence[float]) -> list[float]:
    """Return median, 95 % and maximum."""
    return [round(each, 1) for each in (median(times), quantiles(times, n=20)[-1], max(times))]


@asynccontextmanager
async def monitored() -> AsyncIterator[list[float]]:
    """Yield a list whose one value is, afterwards, the longest time the event loop was blocked, in ms."""
    held = [0.0]

    async def watch() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(WAKING)
            held[0] = max(held[0], (time.perf_counter() - start - WAKING) * 1e3)

    watching = asyncio.create_task(watch())
    try:
        yield held
        await asyncio.sleep(2 * WAKING)
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def show(of: Filled, number: int) -> None:
    """Read what `/leaderboard` reads: across all games or of one, the first page or a later one."""
    game = ("", *GAMES)[number % (len(GAMES) + 1)]
    listing = Listing(game, measure=Measure.POINTS if game else Measure.RATING)
    size = await of.store.leaderboard.size(GUILD, listing)
    await of.store.leaderboard.page(GUILD, listing, offset=size * (number % 4) // 4)


def ranked(measure: Measure) -> Read:
    """Return what reads a page of one game by one measure, for all time, a year or a month."""

    async def rank(of: Filled, number: int) -> None:
        game = list(GAMES)[number % len(GAMES)]
        listing = Listing(game, ("", "2024", "2024-05")[number % 3], measure)
        await of.store.leaderboard.size(GUILD, listing)
        await of.store.leaderboard.page(GUILD, listing)

    return rank


def own_place(measure: Measure) -> Read:
    """Return what reads a person's own line of a game or across all, for all time, a year or a month."""

    async def place(of: Filled, number: int) -> None:
        game = "" if measure is Measure.RATING else list(GAMES)[number % len(GAMES)]
        listing = Listing(game, ("", "2024", "2024-05")[number % 3], measure)
        await of.store.leaderboard.rank_of(GUILD, _person(number), listing)

    return place


async def tell(of: Filled, number: int) -> None:
    """Read what `/stats` reads of one game."""
    board, user, game = of.store.leaderboard, _person(number), list(GAMES)[number % len(GAMES)]
    assert await board.of(GUILD, user)
    await board.gains(GUILD, user, game, computers=False)
    await board.ratings(GUILD, user, game)


def listed(page: int) -> Read:
    """Return what reads a page of `/history`: of the server, of a person and of a table in turn."""

    async def history(of: Filled, number: int) -> None:
        which = ((None, ""), (_person(number), ""), (None, of.table(number)))[number % 3]
        await of.store.finished.page(GUILD, *which, offset=page * PER_PAGE, limit=PER_PAGE + 1)

    return history


async def open_deal(of: Filled, number: int) -> None:
    """Read and replay a deal that `/history` opens."""
    await _review(of, of.table(number), 1 + number % min(SESSION, of.deals))


async def _review(of: Filled, table: str, number: int) -> Review:
    saved = await of.store.history.saved_deal(table, number)
    assert saved
    review = Review.of(saved, GAMES)
    assert review
    return review


async def step(of: Filled, number: int) -> None:
    """Read a deal and make the page of one of its steps, in turn."""
    review = await _review(of, of.table(number), 1 + number % min(SESSION, of.deals))
    review_page(words("en").of(review.game.name), review, number % 10, _person(number))


async def export(of: Filled, number: int) -> None:
    """Read what `/export` gives of a table: all its deals, one after the other."""
    for deal in range(1, min(SESSION, of.deals) + 1):
        await _review(of, of.table(number), deal)


async def show_sheet(of: Filled, number: int) -> None:
    """Read a session and make a page of its sheet."""
    name = of.table(number)
    table = await of.store.log.table(name)
    assert table
    deals = await summarized(of.store, name, GAMES)
    review = await asyncio.to_thread(SessionReview.of, table, deals, GAMES)
    assert review
    await asyncio.to_thread(session_page, words("en").of(review.game.name), review, number % 10)


def _person(number: int) -> int:
    return 1 + number * 7 % PEOPLE


async def read(of: Filled, work: Read, number: int) -> dict[str, Any]:
    """Do some work `number` times; return its seconds, and how long it holds the event loop."""
    async with monitored() as held:
        times = [await milliseconds(work(of, each)) for each in range(number)]
    return {"ms": spread(times), "first_ms": round(times[0], 1), "loop_ms": round(held[0], 1)}


READS: Final[Mapping[str, Read]] = {
    "/leaderboard": show,
    **{f"/leaderboard by {measure}": ranked(measure) for measure in Measure},
    **{f"/leaderboard, one's own place by {measure}": own_place(measure) for measure in Measure},
    "/stats": tell,
    "/history, first page": listed(0),
    "/history, page 1,000": listed(999),
}
READS_OF_LOGS: Final[Mapping[str, Read]] = {
    "a deal opened": open_deal,
    "a page of a deal": step,
    "/export of a session": export,
    "a session's sheet": show_sheet,
}


async def of_person(of: Filled) -> dict[str, list[float]]:
    """Count, copy and erase what is kept about a person: how long each takes, and holds the event loop."""
    personal, found = of.store.personal, {}
    steps = {"kept": personal.kept, "/privacy export": personal.document, "/privacy delete": personal.erase}
    for name, step in steps.items():
        async with monitored() as held:
            took = await milliseconds(step(BUSIEST))
        found[name] = [round(took, 1), round(held[0], 1)]
    return found
