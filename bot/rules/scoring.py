"""What the score sheet asks of the tricks, and how sheets are settled among the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from bot.rules.cards import Card, Cards
from bot.rules.game import not_doubled
from bot.rules.layout import Seat, Side
from bot.rules.results import NO_FIGURES, Factor, Figures, Outcome, ScoreLine, Sentences, factors
from bot.rules.state import Board, Known, members, side_of
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


@dataclass(frozen=True)
class Sheet:
    """What all lines of a game's score sheets have in common."""

    page: str
    """The rules page with the numbers that the lines cite."""
    sentences: Sentences
    doubling: Callable[[Known], int] = not_doubled
    """What the game points between sides are multiplied by in a deal."""

    def line(
        self,
        board: Board,
        item: str,
        side: Side,
        outcome: Outcome,
        base: int,
        amounts: tuple[int, ...],
        rule: str,
        multipliers: tuple[Factor, ...] = (),
        *,
        kind: str = "",
        seat: Seat | None = None,
        about: str = "",
        figures: Figures = NO_FIGURES,
        with_pool: bool = False,
    ) -> ScoreLine:
        """Return a line with an amount for each seat. A `kind` selects a sentence other than the item's."""
        declarers = () if side == Side.EACH else members(board, Side.DECLARER)
        sentence, rule = self.sentences[kind or item, outcome, side], f"{self.page} {rule}"
        return ScoreLine(
            *(item, side, outcome, sentence, declarers, base, amounts, rule, multipliers),
            *(seat, about, figures, with_pool),
        )

    def between(
        self,
        board: Board,
        item: str,
        gainer: Side,
        outcome: Outcome,
        base: int,
        rule: str,
        times: int = 1,
        kontra: int = 1,
        *,
        kind: str = "",
        about: str = "",
        figures: Figures = NO_FIGURES,
    ) -> ScoreLine:
        """Return a line that one side gains from the other, as `exchanged` settles it."""
        doubled = self.doubling(board)
        sides = members(board, gainer), members(board, gainer.other)
        amounts = exchanged(board.open.seats, *sides, base * times * kontra * doubled)
        multipliers = factors(times=times, kontra=kontra, doubled=doubled)
        row = (item, gainer, outcome, base, amounts, rule, multipliers)
        return self.line(board, *row, kind=kind, about=about, figures=figures)
