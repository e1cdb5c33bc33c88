"""Computer players: they act on a snapshot of a deal, thinking in threads and within a time limit."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.rules.reasons import Refusal
from bot.tables.incidents import report

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterable

    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.moves import Action, Move
    from bot.rules.view import View
    from bot.tables.observing import Observer

Moves: TypeAlias = "tuple[Move, ...]"

THINKING_SECONDS: Final = 30.0
"""How long a computer player may think about one action before the first legal one is taken instead."""


async def evenly(
    thinking: Awaitable[Moves], pause: float, sleep: Callable[[float], Awaitable[object]]
) -> Moves:
    """Return what computers decided, after a whole number of pauses.

    So how long they thought, which depends on their cards, tells the others nothing.
    """

    async def timed() -> tuple[Moves, float]:
        started = perf_counter()
        return await thinking, perf_counter() - started

    (moves, seconds), _ = await asyncio.gather(timed(), sleep(pause))
    if seconds > pause > 0:
        await sleep(pause - seconds % pause)
    return moves


async def moves_of_computers(
    deal: Deal,
    computers: Container[Seat],
    choose: Callable[[View], Action],
    table_id: str,
    observer: Observer,
) -> Moves:
    """Return the computers' next step: the turn of the first that is asked, within one phase and one trick.

    So the others can follow one thing after the other. During an offer all answer in one step: which of them
    are entitled is secret. The table's lock is not held: the caller checks that the table has not changed
    before it takes the moves over.

    Args:
        deal: A snapshot of the deal.
        computers: The seats they play.
        choose: Chooses one of a view's actions.
        table_id: Names the table in log lines.
        observer: Measures how long they think.
    """
    before, stage = len(deal.log), _stage(deal)
    asked = [seat for seat in deal.seats() if seat in computers]
    for seat in asked if deal.is_offered else asked[:1]:
        while seat in deal.seats() and _stage(deal) == stage:
            deal = (await _moved(deal, seat, choose, table_id, observer)).held
    return deal.log[before:]


def _stage(deal: Deal) -> tuple[str, int]:
    """How far a deal has come: its phase, and the number of complete tricks."""
    return deal.open.phase, len(deal.open.tricks)


async def moves_for_absent(
    deal: Deal,
    absent: Iterable[Seat],
    choose: Callable[[View], Action],
    table_id: str,
    observer: Observer,
) -> Moves:
    """Return the moves of the turns of people who are absent: each until it is not asked any more.

    A complete trick ends the turn, even if the same seat leads to the next, and so does an offer. The
    arguments are those of `moves_of_computers`.
    """
    before, tricks = len(deal.log), len(deal.open.tricks)
    for seat in absent:
        while seat in deal.seats() and len(deal.open.tricks) == tricks and not deal.is_offered:
            deal = (await _moved(deal, seat, choose, table_id, observer)).held
    return deal.log[before:]


async def _moved(
    deal: Deal, seat: Seat, choose: Callable[[View], Action], table_id: str, observer: Observer
) -> Deal:
    player, view = f"The computer player on seat {seat} of table {table_id}", deal.view(seat)
    started = perf_counter()
    try:
        async with asyncio.timeout(THINKING_SECONDS):
            action = await asyncio.wrap_future(_thinking(choose, view))
        observer.thought(deal.game.name, perf_counter() - started)
        after = deal.act(seat, action)
    except TimeoutError:
        report(f"{player} did not answer within {THINKING_SECONDS:g} seconds")
    except Exception as error:  # noqa: BLE001 - a player may raise anything, and the game goes on
        report(f"{player} failed", error)
    else:
        if not isinstance(after, Refusal):
            return after
        report(f"{player} chose an illegal action: {after.code}")
    return _first_legal(deal, seat)


def _thinking(choose: Callable[[View], Action], view: View) -> Future[Action]:
    """Start a thread that chooses. It is a daemon, so that a player that hangs cannot delay shutdown."""
    answer: Future[Action] = Future()
    answer.set_running_or_notify_cancel()  # from here on only the thread sets its state

    def think() -> None:
        try:
            answer.set_result(choose(view))
        except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)

    threading.Thread(target=think, name="computer player", daemon=True).start()
    return answer


def _first_legal(deal: Deal, seat: Seat) -> Deal:
    after = deal.act(seat, deal.actions(seat)[0])
    assert not isinstance(after, Refusal), "a legal action is refused"
    return after
