"""Computer players at the table: they see a view, choose an action, and never hold up a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.rules.reasons import Refusal
from bot.tables.incidents import report
from bot.tables.playing import advanced

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.tables.situation import Situation


async def computers_moved(now: Situation, choose: Callable[[View], Action], table_id: str) -> Situation:
    """Let computers act until none of them is asked, or a trick is complete and wants to be looked at."""
    if not now.asked_computers or now.deal is None:
        return now
    tricks = len(now.deal.open.tricks)
    after = now
    while (asked := after.asked_computers) and after.deal:
        after = advanced(after, await _moved(after.deal, asked[0], choose, table_id))
        if after.deal and len(after.deal.open.tricks) > tricks:
            break
    return after


async def _moved(deal: Deal, seat: Seat, choose: Callable[[View], Action], table_id: str) -> Deal:
    view = deal.view(seat)
    try:
        # In a thread: however long it thinks, everybody else at every table is served.
        after = deal.act(seat, await asyncio.to_thread(choose, view))
    except Exception as error:  # noqa: BLE001 - whatever a player does, the table goes on
        report(f"The computer on seat {seat} of table {table_id} failed", error)
    else:
        if not isinstance(after, Refusal):
            return after
        report(f"The computer on seat {seat} of table {table_id} chose what is refused: {after.code}")
    return _first_legal(deal, seat)


def _first_legal(deal: Deal, seat: Seat) -> Deal:
    after = deal.act(seat, deal.actions(seat)[0])
    assert not isinstance(after, Refusal), "a legal action is refused"
    return after
