"""Illustrated Tarokk: the end of a deal, and what the next one inherits (5, 10.3, 12.2, 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.games.illustrated_tarokk.tables import SENTENCES, TRIAL_PENALTY, option, value
from bot.rules.announcing import GAME
from bot.rules.cards import SKUS
from bot.rules.layout import Seat, Side
from bot.rules.phase import Phase, finished
from bot.rules.results import NO_FIGURES, Figures, Outcome, Result, ScoreLine, factors
from bot.rules.scoring import exchanged, line_between_sides, trick_of
from bot.rules.state import Board, Known, members, with_candidates

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


def windows(board: Known) -> list[int]:
    """How many completed deals each doubling window still covers, oldest first (5)."""
    windows = board.open.session["windows"]
    assert isinstance(windows, list), "a session has a list of windows"
    return windows


def doubling(board: Known) -> int:
    """What the game points of this deal are multiplied by: two for each open window (5.1)."""
    return 1 << len(windows(board))


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


def over(board: Board, lines: Sequence[ScoreLine], loser: Seat | None = None) -> Phase:
    """End a scored deal: the next seat deals, windows count down (5), who lost the XXI has the hat (10.3)."""
    public = board.open
    hat = public.session["hat"] if loser is None else loser
    session = {"windows": [left - 1 for left in windows(board) if left > 1], "hat": hat}
    dealer, circle = public.next(public.dealer), last_circle(board)
    result = Result(public.seats, dealer, tuple(lines), next_session=session, last_circle=circle)
    return finished(board, result)


# 13. The last circle


def last_circle(board: Board) -> int | None:
    """Return how many deals a last circle has that begins with this one.

    It ends when the holder of the skíz and then all others have dealt. Return `None` while the skíz lies in
    the talon (13.3).
    """
    holder = skus_holder(board)
    return None if holder is None else (holder - board.open.dealer) % board.open.seats + board.open.seats


def skus_holder(board: Board) -> Seat | None:
    """The seat that was dealt the skíz or has drawn it, or `None`."""
    fallen = trick_of(board, SKUS)
    if fallen is not None:
        return fallen[1]
    return next((seat for seat, hand in enumerate(board.hidden.hands) if SKUS in hand), None)


# 12.2 From sides to players


def line_of_seat(
    board: Board, item: str, seat: Seat, payers: tuple[Seat, ...], outcome: Outcome, base: int, rule: str
) -> ScoreLine:
    """Return a line that concerns one seat, which gains from others, doubled for every open window (5)."""
    doubled = doubling(board)
    return ScoreLine(
        item=item,
        side=Side.SEAT,
        seat=seat,
        outcome=outcome,
        sentence=SENTENCES[item, outcome, Side.SEAT],
        declarers=members(board, Side.DECLARER),
        base=base,
        factors=factors(doubled=doubled),
        amounts=exchanged(board.open.seats, (seat,), payers, base * doubled),
        rule=f"illustrated_tarokk {rule}",
    )


def between(
    board: Board,
    item: str,
    gainer: Side,
    outcome: Outcome,
    base: int,
    kontra: int,
    rule: str,
    figures: Figures = NO_FIGURES,
) -> ScoreLine:
    """Return a line that one side gains from the other (12.2), doubled for every open window (5)."""
    multipliers = factors(kontra=kontra, doubled=doubling(board))
    rule = f"illustrated_tarokk {rule}"
    return line_between_sides(
        board, SENTENCES, item, gainer, outcome, base, multipliers, rule, figures=figures
    )


# 4.5 The trial bid


def trial_failed(board: Board) -> Phase:
    """End a trial bid that drew no honour: the bidder loses the contract alone (4.5.2, 17.11)."""
    penalty = option(board, "trial_bid_penalty")
    if penalty == "redeal":
        return dealt_again(board, windows(board))
    board = with_candidates(board, frozenset((None,)))
    base, rule = (TRIAL_PENALTY, "17.11") if penalty == "three_each" else (value(board), "4.5.2")
    return over(board, (between(board, GAME, Side.DEFENDERS, Outcome.FORFEITED, base, 1, rule),))
