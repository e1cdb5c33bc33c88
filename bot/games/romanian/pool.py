"""The pool of Romanian Tarok and the taper: antes (3.3), and the announced pagat ultimo (14)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.romanian.facts import PagatContra
from bot.games.romanian.tables import POOL, POOL_DOUBLED, SENTENCES
from bot.rules.layout import Side, as_int
from bot.rules.results import Outcome, ScoreLine
from bot.rules.state import Board, Item, declarer_of, members


def antes(session: Mapping[str, object], options: Mapping[str, object], deals: int) -> tuple[int, int]:
    """One chip each before the first deal (3.3, 17.2), and one from the dealer before every deal."""
    if options.get("no_pool"):
        return (0, 0)
    refilled = options.get("pool_refill_when_empty") and not session[POOL]
    return (1 if refilled or not deals else 0, 1)


def pool(board: Board) -> int:
    """Chips in the pool after this deal's antes (3.3)."""
    return as_int(board.open.session[POOL])


def pool_line(
    board: Board,
    item: str,
    side: Side,
    outcome: Outcome,
    amounts: tuple[int, ...],
    rule: str,
    *,
    kind: str = "",
    **figures: int,
) -> ScoreLine:
    """Return a line of chips that the players take from the pool or pay into it."""
    moved = sum(amounts)
    return ScoreLine(
        item=item,
        side=side,
        outcome=outcome,
        sentence=SENTENCES[kind or item, outcome, side],
        declarers=members(board, Side.DECLARER),
        base=moved,
        amounts=amounts,
        rule=f"romanian_tarok {rule}",
        figures=dict(**figures, pool=pool(board) - moved),
        with_pool=True,
    )


def pagat_line(board: Board, pagat: Item, winner: Side) -> ScoreLine:
    """The line of what an announced pagat ultimo moves between the pool and the players (14)."""
    chips = pool(board)
    made = winner == Side.DECLARER
    outcome = Outcome.MADE if made else Outcome.MISSED
    if not pagat.doublings:
        amounts = share(board, Side.DECLARER, chips if made else -chips)
        return pool_line(board, POOL, winner, outcome, amounts, "14.1" if made else "14.2", chips=chips)
    taken = share(board, winner, chips)
    paid = share(board, winner.other, -pagat.factor * chips)
    amounts = tuple(map(sum, zip(taken, paid, strict=True)))
    return pool_line(board, POOL, winner, outcome, amounts, "14.3", kind=POOL_DOUBLED, chips=chips)


def share(board: Board, side: Side, chips: int) -> tuple[int, ...]:
    """Split chips among a side; odd ones go to the declarer or the first seat to say contra (14.4, 14.5)."""
    seats = members(board, side)
    each, odd = divmod(abs(chips), len(seats))
    contra = board.open.fact(PagatContra)
    one = declarer_of(board.open) if side == Side.DECLARER else contra and contra.seat
    sign = 1 if chips > 0 else -1
    return tuple(
        sign * (each + (odd if seat == one else 0)) if seat in seats else 0
        for seat in range(board.open.seats)
    )
