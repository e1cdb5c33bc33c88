"""Dealing in Romanian Tarok and the taper (4): cut or knock, six cards to the talon, then twelve each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.games.romanian.tables import TALON_SIZE
from bot.rules.cards import Card
from bot.rules.layout import Layout, Seat, talon_then_packets, talon_then_rounds
from bot.rules.moves import DEAL, Action
from bot.rules.phase import Naming, Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Twelve cards each (4.3)."""
    return (12,) * seats


def plain(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal twice six cards to each seat (4.3)."""
    return talon_then_rounds(deck, dealer, seats, TALON_SIZE, rounds=(6, 6))


def abeles(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to forehand, twelve to each of the others, and six more to forehand (4.4)."""
    others = [(steps, 12) for steps in range(2, seats + 1)]
    return talon_then_packets(deck, dealer, seats, TALON_SIZE, [(1, 6), *others, (1, 6)])


def six_rounds(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six rounds of 1, 2, 3, 3, 2 and 1 cards (4.4)."""
    return talon_then_rounds(deck, dealer, seats, TALON_SIZE, rounds=(1, 2, 3, 3, 2, 1))


WAYS: Final[Mapping[str, Callable[[Sequence[Card], Seat, int], Layout]]] = {
    "plain": plain,
    "abeles": abeles,
    "six_rounds": six_rounds,
}
"""The ways to deal without further choices, by their ids (4.4)."""
IN_PILES: Final = "piles"
PILES: Final = ("pile1", "pile2", "pile3", "pile4")
"""The piles of twelve cards, in the order in which they were dealt."""


# 17.14 Cutting and knocking


def interactive_dealing(options: Mapping[str, object]) -> bool:
    """Whether the cutter may knock, which lets forehand choose a way to deal (17.14)."""
    return bool(options.get("knock_styles"))


def cutting(layout: Layout, then: Callable[[Layout], Phase]) -> Phase:
    """The player two places after the dealer cuts or knocks (4.1, 17.14)."""
    cutter = layout.next(layout.dealer, 2)
    return Naming(
        Board.of(layout), cutter, DEAL, ("cut", "knock"), no_such_way, partial(cut, then), "cutting"
    )


def cut(then: Callable[[Layout], Phase], board: Board, words: str) -> Phase:
    """After a cut deal six cards at a time; after a knock forehand chooses a way (17.14)."""
    if words == "cut":
        return chosen(then, board, "plain")
    forehand = board.open.next(board.open.dealer)
    return Naming(board, forehand, DEAL, (*WAYS, IN_PILES), no_such_way, partial(chosen, then), "dealing")


def chosen(then: Callable[[Layout], Phase], board: Board, way: str) -> Phase:
    """Deal the pack in the chosen way, or let the players pick piles (4.4)."""
    pack = board.hidden.dealt
    if way == IN_PILES:
        return picking(then, (), board)
    return dealt(then, board, WAYS[way](pack.talon, pack.dealer, pack.seats))


def picking(then: Callable[[Layout], Phase], picked: tuple[str, ...], board: Board) -> Phase:
    """Each player picks one of the face-down piles, from forehand on; the dealer gets the last (4.4)."""
    pack = board.hidden.dealt
    piles = PILES[: pack.seats]
    left = tuple(pile for pile in piles if pile not in picked)
    if len(left) > 1:
        seat, then_pick = pack.next(pack.dealer, len(picked) + 1), partial(pile_picked, then, picked)
        return Naming(board, seat, DEAL, left, no_such_way, then_pick, "picking")
    owners = (*picked, *left)
    packets = [(owners.index(pile) + 1, 12) for pile in piles]
    return dealt(then, board, talon_then_packets(pack.talon, pack.dealer, pack.seats, TALON_SIZE, packets))


def pile_picked(then: Callable[[Layout], Phase], picked: tuple[str, ...], board: Board, words: str) -> Phase:
    """Record a picked pile and ask the next player."""
    return picking(then, (*picked, words), board)


def dealt(then: Callable[[Layout], Phase], board: Board, layout: Layout) -> Phase:
    """Continue as if the deal had started with this layout."""
    return then(replace(layout, options=board.open.options, session=board.open.session))


def no_such_way(_board: Board, action: Action) -> Reason:
    """The way or pile cannot be chosen now."""
    return Reason("no_such_way", {"way": action.argument})
