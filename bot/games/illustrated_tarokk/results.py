"""Illustrated Tarokk: lines of the score sheet, and what a deal leaves to the next (5, 10.3, 12.2, 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Unpack

from bot.games.illustrated_tarokk.tables import SENTENCES, TRIAL_PENALTY, option, value
from bot.rules.announcing import GAME
from bot.rules.cards import MOND, SKUS, Cards
from bot.rules.ending import finished
from bot.rules.layout import Seat
from bot.rules.partners import members, side_of, with_candidates
from bot.rules.phase import Phase
from bot.rules.results import Figures, Outcome, Result, ScoreLine, factors
from bot.rules.scoring import captured, exchanged
from bot.rules.sides import Side
from bot.rules.state import Board

OPENED: Final[Mapping[object, Callable[[list[int], int], list[int]]]] = {
    "windows": lambda still, circle: [*still, circle],
    "none": lambda still, _circle: still,
    "single": lambda _still, circle: [circle],
    "stacking": lambda still, circle: [sum(still) + circle],
}
"""The doubling windows after a void deal, from those before it and the length of a circle (5.1, 17.9)."""


# 5. Void deals and doubling windows


def inheritable(session: Mapping[str, object], seats: int) -> bool:
    """Whether every window has deals left, and the hat is on one of the seats, if on any (5, 10.3)."""
    windows, hat = session["windows"], session["hat"]
    still_open = isinstance(windows, list) and all(type(left) is int and left > 0 for left in windows)
    return still_open and (hat is None or (type(hat) is int and hat in range(seats)))


def windows(board: Board) -> list[int]:
    """Completed deals left in each doubling window, oldest first (5)."""
    still = board.open.session["windows"]
    assert isinstance(still, list), "a session has a list of windows"
    return still


def void(board: Board) -> Phase:
    """The same dealer deals again, and a new window opens for a full circle of the deal (5)."""
    opened = OPENED[option(board, "doubling")](windows(board), board.open.seats)
    return dealt_again(board, opened)


def dealt_again(board: Board, left: list[int]) -> Phase:
    """Nothing is scored, and the same dealer deals again (5.1)."""
    public = board.open
    session = {"windows": left, "hat": public.session["hat"]}
    circle = last_circle(board)
    result = Result(public.seats, public.dealer, void=True, next_session=session, last_circle=circle)
    return finished(board, result)


def over(board: Board, lines: Sequence[ScoreLine]) -> Phase:
    """The sheet is written; the deal moves on, windows close by one (5), and the hat may move (10.3)."""
    public = board.open
    loser = xxi_captured(board)
    hat = public.session["hat"] if loser is None else loser
    session = {"windows": [left - 1 for left in windows(board) if left > 1], "hat": hat}
    dealer, circle = public.next(public.dealer), last_circle(board)
    result = Result(public.seats, dealer, tuple(lines), next_session=session, last_circle=circle)
    return finished(board, result)


# 10.3 The hat


def xxi_captured(board: Board) -> Seat | None:
    """Who lost the XXI to a skíz of the other side (10.3)."""
    return captured(board, MOND, Cards.of((SKUS,)))


# 13. The last circle


def last_circle(board: Board) -> int | None:
    """Deals completed from this one on, if the holder of its skíz is to deal once more, then all the others.

    Nothing as long as the skíz lies in the talon (13.3).
    """
    public, dealt = board.open, board.hidden.dealt
    had = (dealt.hands[seat] | board.hidden.hands[seat] | held(board, seat) for seat in range(public.seats))
    holder = next((seat for seat, cards in enumerate(had) if SKUS in cards), None)
    return None if holder is None else (holder - public.dealer) % public.seats + public.seats


def held(board: Board, seat: Seat) -> Cards:
    """The cards a seat has played."""
    return Cards.of(each for trick in board.open.tricks if (each := trick.played_by(seat)) is not None)


# 12.2 From sides to players


def line(
    board: Board,
    item: str,
    gainers: tuple[Seat, ...],
    losers: tuple[Seat, ...],
    outcome: Outcome,
    base: int,
    kontra: int,
    rule: str,
    *,
    seat: Seat | None = None,
    **figures: Unpack[Figures],
) -> ScoreLine:
    """A line that some seats gain from others, doubled for every open window (5, 12.2).

    With a `seat` it concerns that player alone; else the side of those who gain.
    """
    doubled = 1 << len(windows(board))
    side = side_of(board, gainers[0]) if seat is None else Side.SEAT
    return ScoreLine(
        item=item,
        side=side,
        seat=seat,
        outcome=outcome,
        sentence=SENTENCES[item, outcome, side],
        declarers=members(board, Side.DECLARER),
        base=base,
        factors=factors(kontra=kontra, doubled=doubled),
        amounts=exchanged(board.open.seats, gainers, losers, base * kontra * doubled),
        rule=f"illustrated_tarokk {rule}",
        figures=figures,
    )


def between(
    board: Board,
    item: str,
    gainer: Side,
    outcome: Outcome,
    base: int,
    kontra: int,
    rule: str,
    **figures: Unpack[Figures],
) -> ScoreLine:
    """A line that one side gains from the other (12.2)."""
    gainers, losers = members(board, gainer), members(board, gainer.other)
    return line(board, item, gainers, losers, outcome, base, kontra, rule, **figures)


# 4.5 The trial bid


def trial_failed(board: Board) -> Phase:
    """No honour came from the talon: the bidder has lost the game he bid, all alone (4.5.2, 17.11)."""
    penalty = option(board, "trial_bid_penalty")
    if penalty == "redeal":
        return dealt_again(board, windows(board))
    board = with_candidates(board, frozenset((None,)))
    base, rule = (TRIAL_PENALTY, "17.11") if penalty == "three_each" else (value(board), "4.5.2")
    return over(board, (between(board, GAME, Side.DEFENDERS, Outcome.FORFEITED, base, 1, rule),))
