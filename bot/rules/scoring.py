"""What the score sheet asks of the tricks, and how sheets are settled among the players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from bot.rules.cards import Card, Cards
from bot.rules.layout import Seat, Side
from bot.rules.results import Factor, Figures, Outcome, ScoreLine, Sentences
from bot.rules.state import Board, divided, members, side_of
from bot.rules.tricks import Trick

Piles: TypeAlias = Mapping[Side, Cards]


def trick_with(board: Board, number: int, played: Card) -> tuple[Trick, Seat] | None:
    """The trick of that number, from 1, with the seat that played a certain card to it, if anyone did."""
    return fallen(board.open.tricks[number - 1 : number], played)


def trick_of(board: Board, played: Card) -> tuple[Trick, Seat] | None:
    return fallen(board.open.tricks, played)


def fallen(tricks: tuple[Trick, ...], played: Card) -> tuple[Trick, Seat] | None:
    for trick in tricks:
        for play in trick.plays:
            if play.card == played:
                return trick, play.seat
    return None


def captured(board: Board, prey: Card, hunters: Cards) -> Seat | None:
    """Who lost a card, in the trick it was played to, to one of some cards of the other side."""
    taken = trick_of(board, prey)
    if taken is None:
        return None
    trick, seat = taken
    by = trick.played_by(trick.winner)
    return seat if by in hunters and side_of(board, trick.winner) != side_of(board, seat) else None


def tricks_of(board: Board, seats: tuple[Seat, ...]) -> int:
    return sum(trick.winner in seats for trick in board.open.tricks)


def taker_of_all(board: Board) -> Side | None:
    side = side_of(board, board.open.tricks[0].winner)
    seats = members(board, side)
    return side if all(trick.winner in seats for trick in board.open.tricks) else None


def settled_in_pairs(scores: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gains when everybody settles the difference of scores with everybody else."""
    return tuple(len(scores) * score - sum(scores) for score in scores)


@lru_cache(maxsize=4096)
def shares(seats: int, gainers: tuple[Seat, ...], points: int) -> tuple[int, ...]:
    """Game points by seat where each gainer writes the same and nobody else writes anything."""
    return tuple([points if seat in gainers else 0 for seat in range(seats)])


@lru_cache(maxsize=4096)
def exchanged(
    seats: int, gainers: tuple[Seat, ...], losers: tuple[Seat, ...], points: int
) -> tuple[int, ...]:
    """Game points by seat where two sides settle: one alone gains from, or pays, each of the other side.

    Two against two settle in pairs. Negative points turn gain into loss; an empty side settles nothing.
    """
    gain = points * (len(losers) if len(gainers) == 1 else 1)
    loss = points * (len(gainers) if len(losers) == 1 else 1)
    if not gainers or not losers:
        return (0,) * seats
    return tuple([gain if seat in gainers else -loss if seat in losers else 0 for seat in range(seats)])


def line_between_sides(
    board: Board,
    sentences: Sentences,
    item: str,
    gainer: Side,
    outcome: Outcome,
    base: int,
    multipliers: tuple[Factor, ...],
    rule: str,
    *,
    kind: str = "",
    about: str = "",
    figures: Figures,
) -> ScoreLine:
    """Return a line that one side gains from the other, as `exchanged` settles it.

    A `kind` selects another sentence for the same item.
    """
    public = board.open
    seats = divided(public.active, public.declarer, board.hidden.partner)
    points = base
    for factor in multipliers:
        points *= factor.value
    return ScoreLine(
        item,
        gainer,
        outcome,
        sentences[kind or item, outcome, gainer],
        seats[Side.DECLARER],
        base,
        exchanged(public.seats, seats[gainer], seats[gainer.other], points),
        rule,
        multipliers,
        about=about,
        figures=figures,
    )
