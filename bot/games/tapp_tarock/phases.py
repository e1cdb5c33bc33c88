"""Tapp-Tarock: the phases from the deal to the discard (2-6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.tapp_tarock.play import announcing
from bot.games.tapp_tarock.scores import passed_out
from bot.games.tapp_tarock.tables import FIRST, LADDER, PROTECTED, SOLO, contract_of, option
from bot.rules.announcing import GAME, with_items
from bot.rules.auctions import HOLD, PASS, Auction, bid
from bot.rules.cards import TAROCKS, Card
from bot.rules.exchange import HALVES, Discarding, RequiredDiscard, Taking, in_halves, talon_shown
from bot.rules.layout import Layout, Seat, talon_then_rounds
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, declarer_of

# 2. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to the talon in two halves, then twice eight cards to each seat (2.2)."""
    return talon_then_rounds(deck, dealer, seats, talon=6, rounds=(8, 8))


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Sixteen cards each (2.2)."""
    return (16,) * seats


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
    return Taking(talon_shown(board), declarer_of(board.open), takes, discard)


def discard(board: Board) -> Phase:
    """The declarer discards three cards; tarocks face up, if there are too few suit cards (6.4, 6.5)."""
    seat = declarer_of(board.open)
    required = RequiredDiscard.of(board.hidden.hands[seat], contract_of(board).exchange, PROTECTED, TAROCKS)
    return Discarding(board, {seat: required}, TAROCKS, announcing)
