"""The turns of computer players, on a snapshot of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterable

    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.moves import Move

Moves: TypeAlias = "tuple[Move, ...]"
Moved: TypeAlias = "Callable[[Deal, Seat], Awaitable[Deal]]"
"""Lets a computer move for a seat that is asked, and returns the deal after that."""


async def moves_of_computers(deal: Deal, computers: Container[Seat], moved: Moved) -> Moves:
    """Return the computers' next step: the turn of the first that is asked, within one phase and one trick.

    So the others can follow one thing after the other. During an offer all answer in one step: which of them
    are entitled is secret. The table's lock is not held: the caller checks that the table has not changed
    before it takes the moves over.

    Args:
        deal: A snapshot of the deal.
        computers: The seats they play.
        moved: Lets one of them move.
    """
    before, stage = len(deal.log), _stage(deal)
    asked = [seat for seat in deal.seats() if seat in computers]
    for seat in asked if deal.is_offered else asked[:1]:
        while seat in deal.seats() and _stage(deal) == stage:
            deal = (await moved(deal, seat)).held
    return deal.log[before:]


def _stage(deal: Deal) -> tuple[str, int]:
    """How far a deal has come: its phase, and the number of complete tricks."""
    return deal.open.phase, len(deal.open.tricks)


async def moves_for_absent(deal: Deal, absent: Iterable[Seat], moved: Moved) -> Moves:
    """Return the moves of the turns of people who are absent: each until it is not asked any more.

    A complete trick ends the turn, even if the same seat leads to the next, and so does an offer. The
    arguments are those of `moves_of_computers`.
    """
    before, tricks = len(deal.log), len(deal.open.tricks)
    for seat in absent:
        while seat in deal.seats() and len(deal.open.tricks) == tricks and not deal.is_offered:
            deal = (await moved(deal, seat)).held
    return deal.log[before:]
