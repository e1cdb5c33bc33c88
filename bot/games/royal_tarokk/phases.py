"""Royal Tarokk: dealing (4), announcements and contras (5), and what these are worth (6.13, 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, inferiors, parsed, written
from bot.games.royal_tarokk.exclusions import (
    ALONE,
    TABLE,
    closed_though_raised,
    closings,
    literal_readings,
    set_of,
    why_closed,
)
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.points import points_of
from bot.games.royal_tarokk.tables import (
    ALIKE,
    CATCHERS,
    CONTRA_CAP,
    HAND,
    IN_SUIT,
    MATADORS,
    PARTNER,
    XIX,
    XX,
    is_ours,
)
from bot.rules.announcing import Announcing, Rules, kontra
from bot.rules.cards import SUIT, SUITS, TAROCK, TAROCKS, Card, Cards
from bot.rules.facts import Raised
from bot.rules.game import Prices, Stake
from bot.rules.layout import Layout, Seat, talon_then_packets
from bot.rules.moves import Action, ActionSet
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, Known, Open
from bot.rules.view import View


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


def of_announcement(known: Known, item: str) -> Stake:
    """Its points; it costs as much if it fails, but a statement about the hand cannot (9.2)."""
    points = points_of(item, known.open.options)
    return Stake(points, 0 if item in OF_HAND else points)


def of_contra(_prices: Prices, view: View, item: Item) -> Stake:
    """A contra gains at most twenty, or loses the points of the announcement (9.3)."""
    points = points_of(item.id, view.open.options)
    return Stake(min(points, CONTRA_CAP), points)


def unchanged(_item: Item) -> int:
    """A contra changes nothing for the team that announced (9.3.3)."""
    return 1


PRICES: Final = Prices(of_announcement, kontra=of_contra, multiplier=unchanged)


PACKETS: Final = (
    (1, 1),
    (4, 1),
    *((steps, 2) for _ in range(4) for steps in (1, 2, 3, 4)),
    *((1, 1), (2, 2), (3, 2), (4, 1)),
)
"""The packets, by places after the dealer: XX and XIX, then two cards at a time until a hand is full (4)."""


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal the XX to the dealer's partner, the XIX to the dealer, and the rest two at a time (4)."""
    rest = list(deck)
    for each in (XX, XIX):
        rest.remove(each)
    return talon_then_packets([XX, XIX, *rest], dealer, seats, 0, PACKETS)


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Ten cards each (4.3)."""
    return (HAND,) * seats


FEW_TAROKKS: Final = 2


def impossible(layout: Layout) -> str | None:
    """Why a layout is invalid, or `None`: the rules prescribe XX, XIX and enough tarokks (4, 17.12)."""
    if layout.dealer not in CATCHERS:
        return "only seats 0 and 2 deal"
    if XX not in layout.hands[PARTNER[layout.dealer]] or XIX not in layout.hands[layout.dealer]:
        return "XX belongs to the dealer's right neighbour, XIX to the dealer"
    return "a hand with two tarokks or fewer is dealt again" if too_few_tarokks(layout) else None


def too_few_tarokks(layout: Layout) -> tuple[Seat, ...]:
    """The seats with two tarokks or fewer, which show their hands before a new deal (4.4)."""
    bits = TAROCKS.bits
    few = [seat for seat, hand in enumerate(layout.hands) if (hand.bits & bits).bit_count() <= FEW_TAROKKS]
    return tuple(few)


def start(layout: Layout) -> Phase:
    """Start with the announcements of the dealer's right neighbour (5.2). The dealer's team attacks (3)."""
    partner = PARTNER[layout.dealer]
    board = Board.of(layout)
    public = board.open._replace(declarer=layout.dealer, candidates=frozenset((partner,)))
    return announcing(Board(public, replace(board.hidden, partner=partner)))
