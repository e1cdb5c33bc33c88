"""Royal Tarokk: what may be announced, raised and doubled (5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, inferiors, parsed
from bot.games.royal_tarokk.exclusions import announced_by_team, closed_to, literal_readings, why_closed
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.item_sets import ALONE, announcing_of, joined, set_of
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.rows import written
from bot.games.royal_tarokk.tables import ALIKE, IN_SUIT, MATADORS, PARTNER
from bot.rules.announcing import Announcing, Rules, kontra
from bot.rules.cards import SUIT, SUITS, TAROCKS, Cards
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board


def announcing(board: Board) -> Phase:
    """The dealer's right neighbour announces first (5.2)."""
    rules = Rules(ITEMS, may_state, why_no_statement, play, heard=raised)
    return rules.opened_by(board.open.forehand, board)


def may_state(announcing: Announcing, seat: Seat) -> list[Action]:
    """Every announcement that nothing forbids (5.6), and contra to those of the other team (5.5)."""
    board = announcing.board
    able = true_of(board.hidden.dealt.hands[seat]) & ~closed_to(board, seat)
    return announcing_of(able) + [kontra(item) for item in doubtful(board, seat)]


def doubtful(board: Board, seat: Seat) -> list[Item]:
    """The announcements of the other team that a seat may double (5.5).

    They are live and not doubled yet; statements about a hand are simply true.
    """
    team, raised = (seat, PARTNER[seat]), Raised.of(board.open).by
    return [
        item
        for item in board.open.items
        if not (item.seat in team or item.doublings or item.id in OF_HAND or (item.id, item.seat) in raised)
    ]


OF_HAND: Final = frozenset(item for item in ITEMS if parsed(item)[0].group == "hand")
"""The announcements that speak of the hand."""
OF_TRICKS: Final = set_of(item for item in ITEMS if item not in OF_HAND)
"""All others: they speak of the tricks, and can be made with any hand."""
HELD: Final[Mapping[str, Callable[[Cards], bool]]] = {
    "matador": lambda hand: bool(hand & MATADORS),
    "full_suit": lambda hand: any(suit <= hand for suit in IN_SUIT.values()),
    "four_alike": lambda hand: any(alike <= hand for alike in ALIKE),
}
"""Of which hands a statement about certain cards is true (6.3)."""


@lru_cache(maxsize=1024)
def true_of(hand: Cards) -> int:
    """All announcements that do not contradict a hand."""
    counts = [written("suit_count", (suit, str(len(hand & SUIT[suit])))) for suit in SUITS]
    tarokks = written("tarokk_count", (str(len(hand & TAROCKS)),))
    held = [statement for statement, is_true in HELD.items() if is_true(hand)]
    return OF_TRICKS | joined([ALONE.get(statement, 0) for statement in (*counts, tarokks, *held)])


def raised(board: Board, seat: Seat, action: Action) -> Board:
    """A superior announcement voids the team's inferior ones, and any contra to them (5.3)."""
    if action.verb != "announce":
        return board
    below = inferiors(action.argument, literal_readings(board))
    ours = [item for item in announced_by_team(board, seat) if item.id in below] if below else []
    if not ours:
        return board
    by = {(item.id, item.seat): action.argument for item in ours} | dict(Raised.of(board.open).by)
    return board.with_open(board.open.with_fact(Raised(by)))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (5.6) or a contra (5.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason("not_your_doubling", facts)
    if action.argument in OF_HAND:
        made = any(item.id == action.argument and item.seat == seat for item in board.open.items)
        return Reason("already_announced" if made else "not_true_of_hand", facts)
    return Reason(why_closed(board, seat, action.argument), facts)
