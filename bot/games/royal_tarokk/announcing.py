"""Royal Tarokk: what may be announced, raised and doubled (5)."""

from __future__ import annotations

from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, inferiors, parsed
from bot.games.royal_tarokk.exclusions import (
    closed_though_raised,
    closings,
    literal_readings,
    why_closed,
)
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.item_sets import ALONE, TABLE, set_of
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.rows import written
from bot.games.royal_tarokk.tables import ALIKE, HAND, IN_SUIT, MATADORS, PARTNER, is_ours
from bot.rules.announcing import Announcing, Rules, kontra
from bot.rules.cards import SUIT, SUITS, TAROCK, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action, ActionSet
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, Open


def announcing(board: Board) -> Phase:
    """The dealer's right neighbour announces first (5.2)."""
    literally = literal_readings(board)
    possible = tuple(map(true_of, board.hidden.dealt.hands))

    def may_state(announcing: Announcing, seat: Seat) -> ActionSet:
        closed, contras = closed_and_doubtful(announcing.board.open, seat, literally)
        return ActionSet(TABLE, possible[seat] & ~closed, contras)

    def heard(board: Board, seat: Seat, action: Action) -> Board:
        if action.verb == "announce" and (below := inferiors(action.argument, literally)):
            return announced(board, seat, action.argument, below)
        return board

    rules = Rules(ITEMS, may_state, why_no_statement, play, heard=heard)
    return rules.opened_by(board.open.forehand, board)


def closed_and_doubtful(
    public: Open, seat: Seat, literally: frozenset[str]
) -> tuple[int, tuple[Action, ...]]:
    """What its team's announcements close to a seat (5.6), and its contras to those of the other team (5.5).

    A contra is to what is live and not doubled yet; statements about a hand are simply true.
    """
    items, raised, partner = public.items, Raised.of(public).by, PARTNER[seat]
    by_own, by_partner = closings(literally)
    closed, contras = 0, []
    for item in items:
        name, by, doublings = item
        if raised and item in raised:
            closed |= closed_though_raised(item, seat, items, literally)
        elif by == seat:
            closed |= by_own[name]
        elif by == partner:
            closed |= by_partner[name]
        elif not doublings and name not in OF_HAND:
            contras.append(kontra(item))
    return closed, tuple(contras)


OF_HAND: Final = frozenset(item for item in ITEMS if parsed(item)[0].group == "hand")
"""The announcements that speak of the hand."""
OF_TRICKS: Final = set_of(item for item in ITEMS if item not in OF_HAND)
"""All others: they speak of the tricks, and can be made with any hand."""
HELD: Final = tuple(
    (ALONE[statement], cards.bits)
    for statement, ways in (
        ("matador", [Cards.of((each,)) for each in MATADORS]),
        ("full_suit", IN_SUIT.values()),
        ("four_alike", ALIKE),
    )
    for cards in ways
)
"""The statements about certain cards, each with every set of cards, as bits, that makes it true (6.3)."""
COUNTS: Final = tuple(
    (
        SUIT[suit].bits,
        [ALONE.get(written(name, (*parameter, str(number))), 0) for number in range(HAND + 1)],
    )
    for suit, name, parameter in (
        *((suit, "suit_count", (suit,)) for suit in SUITS),
        (TAROCK, "tarokk_count", ()),
    )
)
"""The statement that a hand has so many cards of a suit, or tarokks, by that number; 0 if there is none."""


def true_of(hand: Cards) -> int:
    """All announcements that do not contradict a hand."""
    bits, statements = hand.bits, 0
    for suit, by_number in COUNTS:
        statements |= by_number[(bits & suit).bit_count()]
    for statement, cards in HELD:
        if bits & cards == cards:
            statements |= statement
    return OF_TRICKS | statements


def announced(board: Board, seat: Seat, item: str, below: frozenset[str]) -> Board:
    """The team's inferior announcements, and contras to them, are void once a superior one is made (5.3)."""
    public = board.open
    raised = [each for each in public.items if each.id in below and is_ours(each, seat)]
    if not raised:
        return board
    by = dict.fromkeys(raised, item) | dict(Raised.of(public).by)
    return board.with_open(public.with_fact(Raised(by)))


def why_no_contra(board: Board, seat: Seat, words: str) -> str:
    """A contra is said once, to a live announcement of the other team that is not about the hand (5.5)."""
    item = next(item for item in board.open.items if str(item) == words)
    if is_ours(item, seat):
        return "own_item"
    if item.id in OF_HAND:
        return "true_of_hand"
    return "raised_already" if item in Raised.of(board.open) else "already_doubled"


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (5.6) or a contra (5.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason(why_no_contra(board, seat, action.argument), facts)
    if action.argument in OF_HAND:
        made = any(item.id == action.argument and item.seat == seat for item in board.open.items)
        return Reason("already_announced" if made else "not_true_of_hand", facts)
    return Reason(why_closed(board, seat, action.argument), facts)
