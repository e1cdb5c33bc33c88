"""Königrufen: the phases from the deal to the discard (2-7)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.koenigrufen.play import announcing
from bot.games.koenigrufen.scores import surrender_of
from bot.games.koenigrufen.tables import (
    BESSERRUFER,
    BIRD_CARDS,
    LADDER,
    PROTECTED,
    REMAINING,
    RESERVED,
    SEATS,
    contract_of,
    option,
)
from bot.rules.announcing import GAME, with_items
from bot.rules.auctions import HOLD, PASS, Auction, bid, with_contract
from bot.rules.cards import KINGS, NO_CARDS, TAROCKS, Card, card
from bot.rules.exchange import HALVES, Discarding, RequiredDiscard, Taking, in_halves, taken_by, talon_shown
from bot.rules.layout import Layout, Seat, talon_then_rounds
from bot.rules.moves import Action
from bot.rules.phase import Naming, Offer, Phase, finished
from bot.rules.reasons import Reason
from bot.rules.results import Result
from bot.rules.state import Board, Item, come_to_light, declarer_of, partner_called

# 2. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to the talon in two halves, then twice six cards to each seat (2.4)."""
    return talon_then_rounds(deck, dealer, seats, talon=6, rounds=(6, 6))


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Twelve cards each (2.4)."""
    return (12,) * seats


def start(layout: Layout) -> Phase:
    """Start with the offer of a redeal to hands with neither kings nor tarocks (2.5)."""
    board, entitled = in_halves(layout), with_poor_hands(layout)
    if option(board, "redeal_right") == "optional":
        return Offer(board, entitled, Action("redeal"), demanded, bidding)
    return redealt(board) if entitled and option(board, "redeal_right") == "auto" else bidding(board)


def with_poor_hands(layout: Layout) -> tuple[Seat, ...]:
    """The seats whose hands have neither kings nor tarocks (2.5)."""
    return tuple(seat for seat, hand in enumerate(layout.hands) if not hand & (KINGS | TAROCKS))


def dealt_again(layout: Layout) -> tuple[Seat, ...]:
    """The seats that show their hands because the house rules have them dealt again (17.1.5)."""
    return with_poor_hands(layout) if layout.options.get("redeal_right") == "auto" else ()


def demanded(offer: Offer, _seat: Seat) -> Phase:
    """End the deal at the first demand."""
    return redealt(offer.board)


def redealt(board: Board) -> Phase:
    """End the deal as void: the same dealer deals again with the same session values (2.5)."""
    public = board.open
    return finished(board, Result(SEATS, public.dealer, void=True, next_session=public.session))


# 4. The auction


def bidding(board: Board) -> Phase:
    """Start the auction: forehand must play if all pass; the next seat calls first (4.1)."""
    order, forehand = board.open.active, board.open.forehand
    left = (*order[1:], forehand)
    return Auction(board, order, LADDER, may_call, why_no_bid, after_auction, left, bound=forehand)


def may_call(auction: Auction, seat: Seat) -> tuple[Action, ...]:
    """The legal calls: pass, hold against a junior, or a higher contract (4.1.3-4.1.5)."""
    standing = auction.standing
    level = len(RESERVED) - 1 if standing is None else standing.level
    bids = tuple(bid(contract) for contract in LADDER[level + 1 :] if may_play(auction.board, seat, contract))
    holds = (
        standing is not None
        and auction.senior(seat, standing.holder)
        and (option(auction.board, "hold") == "seniority" or seat == auction.order[0])
        and may_play(auction.board, seat, LADDER[standing.level])
    )
    return (PASS, *((HOLD,) if holds else ()), *bids)


def may_play(board: Board, seat: Seat, contract: str) -> bool:
    """Whether a seat may bid a contract: a house rule requires a bird for a besserrufer (8.3)."""
    free = contract != BESSERRUFER or not option(board, "besserrufer_bid_requires_bird")
    return free or bool(board.hidden.hands[seat] & BIRD_CARDS)


def why_no_bid(_auction: Auction, _seat: Seat, action: Action) -> Reason:
    """The contract is reserved (4.1.3), or a besserrufer needs a bird (8.3)."""
    reserved = action.argument in RESERVED
    return Reason("reserved_contract" if reserved else "needs_bird", {"bid": action.argument})


def after_auction(board: Board) -> Phase:
    """Continue with the highest bidder's call; without a bid, forehand chooses any contract (4.1.7)."""
    if board.open.declarer is not None:
        return calling(board)
    forehand = board.open.forehand
    free = tuple(contract for contract in LADDER if may_play(board, forehand, contract))
    return Naming(board, forehand, "bid", free, why_not_this_contract, chosen, "choice")


def why_not_this_contract(_board: Board, action: Action) -> Reason:
    """The contract does not exist, or it needs a bird."""
    known = action.argument in LADDER
    return Reason("needs_bird" if known else "no_such_bid", {"bid": action.argument})


def chosen(board: Board, contract: str) -> Phase:
    """Make forehand the declarer of the chosen contract."""
    return calling(with_contract(board, contract, board.open.forehand))


# 6. Calling a king


def calling(board: Board) -> Phase:
    """The declarer calls a king before seeing the talon (6.1), or `remaining` with three kings."""
    board = with_items(board, game_items(board))
    if not contract_of(board).calls:
        return talon(board)
    declarer, kings = declarer_of(board.open), tuple(map(str, KINGS))
    remaining = (REMAINING,) if len(board.hidden.hands[declarer] & KINGS) == 3 else ()
    return Naming(board, declarer, "call", (*kings, *remaining), why_not_this_king, called, "calling")


def game_items(board: Board) -> tuple[Item, ...]:
    """The game as an item; by a house rule, in negative contracts one for each opponent (8.5)."""
    contract = contract_of(board)
    if contract.each:
        return ()
    if contract.negative and option(board, "individual_kontra_in_negative"):
        return tuple(Item(GAME, seat) for seat in board.open.following(declarer_of(board.open)))
    return (Item(GAME),)


def why_not_this_king(_board: Board, action: Action) -> Reason:
    """The card is not a king, or `remaining` is called without three kings."""
    return Reason("no_remaining_king" if action.argument == REMAINING else "kings_only")


def called(board: Board, words: str) -> Phase:
    """Another holder of the king becomes the partner; without one the declarer plays alone (6.2)."""
    king = (
        next(iter(KINGS - board.hidden.hands[declarer_of(board.open)])) if words == REMAINING else card(words)
    )
    return talon(partner_called(board, words, king))


# 7. Talon and discard


def talon(board: Board) -> Phase:
    """Show the talon and let the declarer take half or all of it, if the contract does so (7.1, 7.2, 7.7)."""
    exchange, declarer = contract_of(board).exchange, declarer_of(board.open)
    if not exchange:
        return announcing(board)
    board = talon_shown(board)
    board = come_to_light(board) if board.hidden.called_card in board.hidden.dealt.talon else board
    if exchange == 3:
        return Taking(board, declarer, HALVES, discard, surrender=surrender_of(board))
    return discard(taken_by(board, declarer, *HALVES))


def discard(board: Board) -> Phase:
    """The declarer discards as many cards as taken, tarocks only if there are too few suit cards (7.3)."""
    seat = declarer_of(board.open)
    required = RequiredDiscard.of(board.hidden.hands[seat], contract_of(board).exchange, PROTECTED, TAROCKS)
    shown = TAROCKS if option(board, "show_forced_tarock_discards") else NO_CARDS
    return Discarding(board, {seat: required}, shown, announcing, surrender=surrender_of(board))
