"""Dealing in Romanian Tarok and the taper (4): cut or knock, six cards to the talon, then twelve each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.games.romanian.tables import TALON_SIZE
from bot.rules.cards import Card
from bot.rules.dealing import DEAL, talon_then_packets, talon_then_rounds
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action
from bot.rules.offers import Naming
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.values import replace


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Twelve cards each (4.3)."""
    return (12,) * seats


def plain(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Six cards to everybody, twice (4.3)."""
    return talon_then_rounds(deck, dealer, seats, TALON_SIZE, rounds=(6, 6))


def abeles(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Six cards to forehand, twelve at once to each of the others, and six more to forehand (4.4)."""
    others = [(steps, 12) for steps in range(2, seats + 1)]
    return talon_then_packets(deck, dealer, seats, TALON_SIZE, [(1, 6), *others, (1, 6)])


def six_rounds(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Six rounds of one, two, three, three, two cards and one card (4.4)."""
    return talon_then_rounds(deck, dealer, seats, TALON_SIZE, rounds=(1, 2, 3, 3, 2, 1))


WAYS: Final[Mapping[str, Callable[[Sequence[Card], Seat, int], Layout]]] = {
    "plain": plain,
    "abeles": abeles,
    "six_rounds": six_rounds,
}
"""The ways to deal that ask nobody anything more, by the words they are chosen with (4.4)."""
IN_PILES: Final = "piles"
PILES: Final = ("pile1", "pile2", "pile3", "pile4")
"""The piles of twelve cards, in the order in which they were dealt."""


# 17.14 The ceremony


def interactive_dealing(options: Mapping[str, object]) -> bool:
    """Whether the cutter may knock, and forehand then choose a way to deal (17.14)."""
    return bool(options.get("knock_styles"))


def cutting(layout: Layout, then: Callable[[Layout], Phase]) -> Phase:
    """The player two places after the dealer cuts, or knocks (4.1, 17.14)."""
    cutter = layout.next(layout.dealer, 2)
    return Naming(
        Board.of(layout), cutter, DEAL, ("cut", "knock"), no_such_way, partial(cut, then), "cutting"
    )


def cut(then: Callable[[Layout], Phase], board: Board, words: str) -> Phase:
    """After a cut six cards at a time are dealt; after a knock forehand chooses (17.14)."""
    if words == "cut":
        return chosen(then, board, "plain")
    forehand = board.open.next(board.open.dealer)
    return Naming(board, forehand, DEAL, (*WAYS, IN_PILES), no_such_way, partial(chosen, then), "dealing")


def chosen(then: Callable[[Layout], Phase], board: Board, way: str) -> Phase:
    """The pack is dealt, or lies in piles to pick from (4.4)."""
    pack = board.hidden.dealt
    if way == IN_PILES:
        return picking(then, (), board)
    return dealt(then, board, WAYS[way](pack.talon, pack.dealer, pack.seats))


def picking(then: Callable[[Layout], Phase], picked: tuple[str, ...], board: Board) -> Phase:
    """Everybody picks one of the piles unseen, from forehand on; the last is the dealer's (4.4)."""
    pack = board.hidden.dealt
    piles = PILES[: pack.seats]
    left = tuple(pile for pile in piles if pile not in picked)
    if len(left) > 1:
        seat, then_pick = pack.next(pack.dealer, len(picked) + 1), partial(picked_one, then, picked)
        return Naming(board, seat, DEAL, left, no_such_way, then_pick, "picking")
    owners = (*picked, *left)
    servings = [(owners.index(pile) + 1, 12) for pile in piles]
    return dealt(then, board, talon_then_packets(pack.talon, pack.dealer, pack.seats, TALON_SIZE, servings))


def picked_one(then: Callable[[Layout], Phase], picked: tuple[str, ...], board: Board, words: str) -> Phase:
    """One pile more is somebody's."""
    return picking(then, (*picked, words), board)


def dealt(then: Callable[[Layout], Phase], board: Board, layout: Layout) -> Phase:
    """Everything goes on as if the pack had been dealt from the start."""
    return then(replace(layout, options=board.open.options, session=board.open.session))


def no_such_way(_board: Board, action: Action) -> Reason:
    """What cannot be chosen now: there are a cut and a knock, then four ways to deal, or the piles left."""
    return Reason("no_such_way", {"way": action.argument})
