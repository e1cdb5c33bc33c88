"""Illustrated Tarokk: the end of a deal, and what the next one inherits (5, 10.3, 12.2, 13)."""

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

NEW_WINDOWS: Final[Mapping[object, Callable[[list[int], int], list[int]]]] = {
    "windows": lambda windows, circle: [*windows, circle],
    "none": lambda windows, _circle: windows,
    "single": lambda _windows, circle: [circle],
    "stacking": lambda windows, circle: [sum(windows) + circle],
}
"""The doubling windows after a void deal, from the earlier ones and the length of a circle (5.1, 17.9)."""


# 5. Void deals and doubling windows


def inheritable(session: Mapping[str, object], seats: int) -> bool:
    """Whether every window has deals left, and the hat is on a seat or on none (5, 10.3)."""
    windows, hat = session["windows"], session["hat"]
    valid_windows = isinstance(windows, list) and all(type(left) is int and left > 0 for left in windows)
    return valid_windows and (hat is None or (type(hat) is int and hat in range(seats)))


def windows(board: Board) -> list[int]:
    """How many completed deals each doubling window still covers, oldest first (5)."""
    windows = board.open.session["windows"]
    assert isinstance(windows, list), "a session has a list of windows"
    return windows


def void(board: Board) -> Phase:
    """End a deal as void: the same dealer deals again, and a window opens for a full circle (5)."""
    opened = NEW_WINDOWS[option(board, "doubling")](windows(board), board.open.seats)
    return dealt_again(board, opened)


def dealt_again(board: Board, left: list[int]) -> Phase:
    """End a deal without scores and with the given windows; the same dealer deals again (5.1)."""
    public = board.open
    session = {"windows": left, "hat": public.session["hat"]}
    circle = last_circle(board)
    result = Result(public.seats, public.dealer, void=True, next_session=session, last_circle=circle)
    return finished(board, result)


def over(board: Board, lines: Sequence[ScoreLine]) -> Phase:
    """End a scored deal: the next seat deals, windows count down (5), and the hat may move (10.3)."""
    public = board.open
    loser = xxi_captured(board)
    hat = public.session["hat"] if loser is None else loser
    session = {"windows": [left - 1 for left in windows(board) if left > 1], "hat": hat}
    dealer, circle = public.next(public.dealer), last_circle(board)
    result = Result(public.seats, dealer, tuple(lines), next_session=session, last_circle=circle)
    return finished(board, result)


# 10.3 The hat


def xxi_captured(board: Board) -> Seat | None:
    """The seat that lost the XXI to a skíz of the other side, or `None` (10.3)."""
    return captured(board, MOND, Cards.of((SKUS,)))


# 13. The last circle


def last_circle(board: Board) -> int | None:
    """Return how many deals a last circle has that begins with this one.

    It ends when the holder of the skíz and then all others have dealt. Return `None` while the skíz lies in
    the talon (13.3).
    """
    public, dealt = board.open, board.hidden.dealt
    had = (
        dealt.hands[seat] | board.hidden.hands[seat] | cards_played(board, seat)
        for seat in range(public.seats)
    )
    holder = next((seat for seat, cards in enumerate(had) if SKUS in cards), None)
    return None if holder is None else (holder - public.dealer) % public.seats + public.seats


def cards_played(board: Board, seat: Seat) -> Cards:
    """Return the cards a seat has played."""
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
    """Return a line that some seats gain from others, doubled for every open window (5, 12.2).

    A line with a `seat` concerns that player only, otherwise the whole gaining side.
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
    """Return a line that one side gains from the other (12.2)."""
    gainers, losers = members(board, gainer), members(board, gainer.other)
    return line(board, item, gainers, losers, outcome, base, kontra, rule, **figures)


# 4.5 The trial bid


def trial_failed(board: Board) -> Phase:
    """End a trial bid that drew no honour: the bidder loses the contract alone (4.5.2, 17.11)."""
    penalty = option(board, "trial_bid_penalty")
    if penalty == "redeal":
        return dealt_again(board, windows(board))
    board = with_candidates(board, frozenset((None,)))
    base, rule = (TRIAL_PENALTY, "17.11") if penalty == "three_each" else (value(board), "4.5.2")
    return over(board, (between(board, GAME, Side.DEFENDERS, Outcome.FORFEITED, base, 1, rule),))
