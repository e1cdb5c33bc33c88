"""Royal Tarokk: what may be announced, raised and doubled (5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, inferiors, parsed
from bot.games.royal_tarokk.exclusions import (
    announced_by_team,
    closed_to,
    literal_readings,
    why_closed,
)
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.item_sets import ALONE, TABLE, joined, set_of
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.rows import written
from bot.games.royal_tarokk.tables import ALIKE, HAND, IN_SUIT, MATADORS, PARTNER
from bot.rules.announcing import Announcing, Rules, kontra
from bot.rules.cards import SUIT, SUITS, TAROCK, Cards
from bot.rules.choices import Choice
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, Open


def announcing(board: Board) -> Phase:
    """The dealer's right neighbour announces first (5.2)."""
    literally = literal_readings(board)
    possible = tuple(map(true_of, board.hidden.dealt.hands))

    def may_state(announcing: Announcing, seat: Seat) -> Choice:
        public = announcing.board.open
        able = possible[seat] & ~closed_to(public, seat, literally)
        return Choice(TABLE, able, tuple(map(kontra, doubtful(public, seat))))

    def heard(board: Board, seat: Seat, action: Action) -> Board:
        return announced(board, seat, action.argument, literally) if action.verb == "announce" else board

    rules = Rules(ITEMS, may_state, why_no_statement, play, heard=heard)
    return rules.opened_by(board.open.forehand, board)


def doubtful(public: Open, seat: Seat) -> list[Item]:
    """The announcements of the other team that a seat may double (5.5).

    They are live and not doubled yet; statements about a hand are simply true.
    """
    team, raised = (seat, PARTNER[seat]), Raised.of(public).by
    return [
        item
        for item in public.items
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


COUNTS: Final = tuple(
    (SUIT[suit], [ALONE.get(written(name, (*parameter, str(number))), 0) for number in range(HAND + 1)])
    for suit, name, parameter in (
        *((suit, "suit_count", (suit,)) for suit in SUITS),
        (TAROCK, "tarokk_count", ()),
    )
)
"""The statement that a hand has so many cards of a suit, or tarokks, by that number; 0 if there is none."""


def true_of(hand: Cards) -> int:
    """All announcements that do not contradict a hand."""
    counts = [statements[len(hand & cards)] for cards, statements in COUNTS]
    held = [ALONE[statement] for statement, is_true in HELD.items() if is_true(hand)]
    return joined((OF_TRICKS, *counts, *held))


def announced(board: Board, seat: Seat, item: str, literally: frozenset[str]) -> Board:
    """The team's inferior announcements are void, and contras to them (5.3)."""
    public, below = board.open, inferiors(item, literally)
    raised = [each for each in announced_by_team(public, seat) if each.id in below] if below else []
    if not raised:
        return board
    by = {(each.id, each.seat): item for each in raised} | dict(Raised.of(public).by)
    return board.with_open(public.with_fact(Raised(by)))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (5.6) or a contra (5.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason("not_your_doubling", facts)
    if action.argument in OF_HAND:
        made = any(item.id == action.argument and item.seat == seat for item in board.open.items)
        return Reason("already_announced" if made else "not_true_of_hand", facts)
    return Reason(why_closed(board, seat, action.argument), facts)
