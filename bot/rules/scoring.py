"""What the score sheet asks of the tricks, and how sheets are settled among the players."""

from __future__ import annotations

from bot.rules.cards import Card
from bot.rules.deal import Board, Seat, Trick


def trick_with(board: Board, number: int, played: Card) -> tuple[Trick, Seat] | None:
    """The trick of that number, from 1, with the seat that played a certain card to it, if anyone did."""
    if len(board.tricks) < number:
        return None
    trick = board.tricks[number - 1]
    return next(((trick, play.seat) for play in trick.plays if play.card == played), None)


def tricks_of(board: Board, seats: tuple[Seat, ...]) -> int:
    """How many tricks some seats have won together."""
    return sum(trick.winner in seats for trick in board.tricks)


def settled_in_pairs(scores: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gains when everybody settles the difference of scores with everybody else."""
    return tuple(len(scores) * score - sum(scores) for score in scores)


def shares(seats: int, gainers: tuple[Seat, ...], points: int) -> tuple[int, ...]:
    """Game points by seat where each gainer writes the same and nobody else writes anything."""
    return tuple(points if seat in gainers else 0 for seat in range(seats))
