"""Tapp-Tarock: the phases from the deal to the last trick (2-8)."""

from collections.abc import Callable, Sequence

from bot.games.tapp_tarock.scores import passed_out, score
from bot.games.tapp_tarock.values import (
    ANNOUNCEMENTS,
    FIRST,
    LADDER,
    PAGAT_ULTIMO,
    SOLO,
    TRICKS,
    VALAT,
    contract_of,
    option,
)
from bot.rules.announcing import (
    GAME,
    Announcing,
    Rules,
    announce,
    kontra,
    own_step,
    why_not_yours,
    with_items,
)
from bot.rules.auctions import HOLD, PASS, Auction, bid
from bot.rules.cards import ALONE, PAGAT, PROTECTED, TAROCKS, Card, Cards
from bot.rules.exchange import HALVES, Discarding, RequiredDiscard, Taking, in_halves, with_talon_shown
from bot.rules.layout import Layout, Seat, talon_then_rounds
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, PlayTerms, Position, nothing_bound
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, declarer_of

# 2. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to the talon in two halves, then twice eight cards to each seat (2.2)."""
    return talon_then_rounds(deck, dealer, seats, talon=6, rounds=(8, 8))


def start(layout: Layout) -> Phase:
    """Start with the auction, opened by forehand, the dealer's right neighbour (5.1.1)."""
    board = in_halves(layout)
    return Auction(
        board,
        board.open.active,
        LADDER,
        may_call,
        why_no_bid,
        after_auction,
        left=board.open.active,
        closed=cannot_be_outbid,
    )


# 5. The auction


def may_call(auction: Auction, seat: Seat) -> tuple[Action, ...]:
    """The legal calls: pass, the lowest call, and solo (5.1.5). A senior's lowest call is a hold."""
    standing = auction.standing
    if standing is None:
        return PASS, bid(FIRST), bid(SOLO)
    higher = tuple(map(bid, LADDER[standing.level + 1 :]))
    lowest = (HOLD,) if auction.senior(seat, standing.holder) else higher[:1]
    solo = (call for call in higher[-1:] if call not in lowest)
    return (PASS, *lowest, *solo)


def why_no_bid(auction: Auction, seat: Seat, action: Action) -> Reason:
    """The bid is high enough, but neither this seat's lowest call nor solo (5.1.5)."""
    standing = auction.standing
    if standing is not None and auction.senior(seat, standing.holder):
        return Reason("must_hold", {"bid": action.argument, "standing": LADDER[standing.level]})
    lowest = LADDER[standing.level + 1] if standing is not None else FIRST
    return Reason("no_jump", {"bid": action.argument, "lowest": lowest})


def cannot_be_outbid(auction: Auction) -> bool:
    """Whether the most senior seat still in the auction holds a solo (5.1.6)."""
    standing = auction.standing
    if standing is None or LADDER[standing.level] != SOLO:
        return False
    return not any(auction.senior(seat, standing.holder) for seat in auction.left)


def after_auction(board: Board) -> Phase:
    """Continue with the exchange, or with the announcements of a solo (6.3); void without a bid (5.1.6)."""
    if board.open.declarer is None:
        return passed_out(board)
    board = with_items(board, (Item(GAME),))
    return exchange(board) if contract_of(board).exchange else announcing(board)


# 6. Talon and discard


def exchange(board: Board) -> Phase:
    """The declarer shows the talon and takes one half (6.1); a house rule prescribes which (4.5)."""
    half = contract_of(board).half
    fixed = half and option(board, "fixed_half")
    takes = (half,) if fixed else HALVES
    return Taking(with_talon_shown(board), declarer_of(board.open), takes, discard)


def discard(board: Board) -> Phase:
    """The declarer discards three cards; tarocks face up, if there are too few suit cards (6.4, 6.5)."""
    seat = declarer_of(board.open)
    required = RequiredDiscard.of(board.hidden.hands[seat], contract_of(board).exchange, PROTECTED, TAROCKS)
    return Discarding(board, {seat: required}, TAROCKS, announcing)


# 7. Announcements and kontra

STEPS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 2), (2, 2))
"""The speakers in order, as places from the declarer, and the doublings an item must have to be doubled."""


def announcing(board: Board) -> Phase:
    """The declarer speaks first (7.1)."""
    rules = Rules(ANNOUNCEMENTS, may_state, why_no_statement, play, next_speaker)
    return rules.opened_by(declarer_of(board.open), board)


def next_speaker(announcing: Announcing) -> Seat | None:
    """Declarer, defenders; the declarer again after a kontra, they again after a rekontra (7.1)."""
    turns = announcing.turns + 1
    if turns == len(STEPS):
        return None
    place, doublings = STEPS[turns]
    if all(item.doublings < doublings for item in announcing.board.open.items):
        return None
    return announcing.board.open.next(declarer_of(announcing.board.open), place)


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """The declarer's first turn is for announcements (7.3), every other turn for the next doubling (7.2)."""
    board, turns = announcing.board, announcing.turns
    if turns == 0:
        holds = {PAGAT_ULTIMO: PAGAT in board.hidden.hands[seat], VALAT: True}
        return tuple(announce(item) for item in ANNOUNCEMENTS if holds[item] and not board.open.item(item))
    doublings = STEPS[turns][1]
    return tuple(kontra(item) for item in doublable(board) if item.doublings == doublings)


def doublable(board: Board) -> tuple[Item, ...]:
    """The game and an announced pagat ultimo; an announced valat is the game itself (7.2)."""
    return tuple(item for item in board.open.items if item.id != VALAT)


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """Only the declarer announces (7.3), once (7.1), a pagat only with it (7.4); the sides double in turn."""
    facts = {"item": action.argument}
    if action.verb == "announce":
        if seat != announcing.board.open.declarer:
            return Reason("only_declarer", facts)
        if announcing.board.open.item(action.argument):
            return Reason("already_announced", facts)
        return Reason("once_only" if announcing.turns else "needs_pagat", facts)
    item = next((item for item in doublable(announcing.board) if str(item) == action.argument), None)
    if item is None:
        return Reason("nothing_to_double", facts)
    if item.doublings > STEPS[announcing.turns][1]:
        return Reason("already_doubled", facts)
    missed = seat != announcing.board.open.declarer and not own_step(item)
    return Reason("not_your_doubling" if missed else why_not_yours(item), facts)


# 8. Play


def play(board: Board) -> Phase:
    """Forehand leads to the first trick, also where another seat is the declarer (8.1)."""
    return PlayTerms(board, TRICKS, score, binding(board)).led_by(board.open.forehand)


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """The pagat of a declarer who announced pagat ultimo waits for the last trick (7.5)."""
    if board.open.item(PAGAT_ULTIMO) is None:
        return nothing_bound
    declarer, kept = board.open.declarer, Bound(kept=(ALONE[PAGAT],))

    def bound(_position: Position, seat: Seat, _cards: Cards) -> Bound:
        return kept if seat == declarer else UNBOUND

    return bound
