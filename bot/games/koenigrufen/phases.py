"""Königrufen: the phases of a deal, in the order of the rules (2-9)."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from bot.games.koenigrufen.scores import score, surrender_of
from bot.games.koenigrufen.values import (
    ANNOUNCEMENTS,
    BESSERRUFER,
    BIRD_CARDS,
    BIRD_IDS,
    BIRDS,
    FOUR_KINGS,
    KING_ULTIMO,
    LADDER,
    REMAINING,
    RESERVED,
    SEATS,
    SUBKONTRA,
    TRICKS,
    TRULL_ID,
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
    to_raise,
    why_not_yours,
    with_items,
)
from bot.rules.auctions import HOLD, PASS, Auction, bid, with_contract
from bot.rules.cards import ALONE, KINGS, NO_CARDS, PAGAT, PROTECTED, TAROCKS, Card, Cards, card
from bot.rules.exchange import (
    HALVES,
    Discarding,
    RequiredDiscard,
    Taking,
    in_halves,
    taken_by,
    with_talon_shown,
)
from bot.rules.layout import Layout, Seat, talon_then_rounds
from bot.rules.moves import Action
from bot.rules.phase import Naming, Offer, Phase, finished
from bot.rules.playing import UNBOUND, Bound, PlayTerms, Position, any_lead, nothing_bound, to_the_end
from bot.rules.reasons import Reason
from bot.rules.results import Result
from bot.rules.state import (
    Board,
    Item,
    declarer_of,
    on_declarers_side,
    partner_called,
    side_of,
    side_of_item,
    with_partner_shown,
    with_side_shown,
)
from bot.rules.tricks import Play, follow, follow_and_win, highest_of_the_suit_led, pagat_takes_trull, winner

# 2. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to the talon in two halves, then twice six cards to each seat (2.4)."""
    return talon_then_rounds(deck, dealer, seats, talon=6, rounds=(6, 6))


def start(layout: Layout) -> Phase:
    """Start with the offer of a redeal to hands with neither kings nor tarocks (2.5)."""
    board, entitled = in_halves(layout), with_poor_hands(layout)
    if option(board, "redeal_right") == "optional":
        return Offer(board, entitled, Action("redeal"), lambda offer, _seat: redealt(offer.board), bidding)
    return redealt(board) if entitled and option(board, "redeal_right") == "auto" else bidding(board)


def with_poor_hands(layout: Layout) -> tuple[Seat, ...]:
    """The seats whose hands have neither kings nor tarocks (2.5)."""
    return tuple(seat for seat, hand in enumerate(layout.hands) if not hand & (KINGS | TAROCKS))


def dealt_again(layout: Layout) -> tuple[Seat, ...]:
    """The seats that show their hands because the house rules have them dealt again (17.1.5)."""
    return with_poor_hands(layout) if layout.options.get("redeal_right") == "auto" else ()


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
    known = action.argument in LADDER
    return Reason("needs_bird" if known else "no_such_bid", {"bid": action.argument})


def chosen(board: Board, contract: str) -> Phase:
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
    board = with_talon_shown(board)
    board = with_partner_shown(board) if board.hidden.called_card in board.hidden.dealt.talon else board
    if exchange == 3:
        return Taking(board, declarer, HALVES, discard, surrender=surrender_of(board))
    return discard(taken_by(board, declarer, *HALVES))


def discard(board: Board) -> Phase:
    """The declarer discards as many cards as taken, tarocks only if there are too few suit cards (7.3)."""
    seat = declarer_of(board.open)
    required = RequiredDiscard.of(board.hidden.hands[seat], contract_of(board).exchange, PROTECTED, TAROCKS)
    shown = TAROCKS if option(board, "show_forced_tarock_discards") else NO_CARDS
    return Discarding(board, {seat: required}, shown, announcing, surrender=surrender_of(board))


# 8. Announcements and kontra


def announcing(board: Board) -> Phase:
    """The declarer's right neighbour speaks first, then all until it is quiet (8.1); trischaken has none.

    A turn is for announcements, and for one step up each ladder that is the seat's to climb (8.8).
    """
    if contract_of(board).each:
        return play(board)
    declarer = declarer_of(board.open)
    first = declarer if option(board, "first_announcer") == "declarer" else board.open.next(declarer)
    allowed = cache(partial(allowed_to, board))

    def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
        board = announcing.board
        may_announce = announceable(board, seat, allowed(seat))
        return (*map(announce, may_announce), *map(kontra, doublable(board, seat)))

    rules = Rules(ANNOUNCEMENTS, may_state, why_no_statement, play, heard=disclosing, owes=owes_a_bird)
    return rules.opened_by(first, board)


def allowed_to(board: Board, seat: Seat) -> tuple[str, ...]:
    """What its hand, its side and the contract let a seat announce (8.2)."""
    contract, ours = contract_of(board), on_declarers_side(board, seat)
    if contract.negative:
        return ()
    hand, free = board.hidden.hands[seat], not option(board, "announce_requires_card")
    birds = [bird.id for bird in BIRDS if free or bird.card in hand]
    for_partner = seat == board.open.declarer and not needs_king(board)
    king = contract.calls and ours and (for_partner or board.hidden.called_card in hand)
    bonuses = (*birds, *((KING_ULTIMO,) if king else ()), TRULL_ID, FOUR_KINGS)
    return (*(bonuses if contract.bonuses else ()), *((VALAT,) if ours else ()))


def announceable(board: Board, seat: Seat, allowed: tuple[str, ...]) -> list[str]:
    """What a seat may still announce: each once a deal (8.1).

    A declarer who owes a bird and holds none may announce any (8.3).
    """
    if due_a_bird(board, seat) and set(BIRD_IDS).isdisjoint(allowed):
        allowed = (*BIRD_IDS, *allowed)
    announced = {item.id for item in board.open.items}
    return [item for item in allowed if item not in announced]


def needs_king(board: Board) -> bool:
    """Whether only the holder of the called king may announce king ultimo (8.2.3, 17.1.7, 17.1.8)."""
    return bool(option(board, "announce_requires_card") and not option(board, "king_ultimo_by_declarer"))


def due_a_bird(board: Board, seat: Seat) -> bool:
    """A besserrufer's declarer who has not announced a bird yet (8.3)."""
    if board.open.contract != BESSERRUFER or seat != board.open.declarer:
        return False
    return not any(item.id in BIRD_IDS and item.seat == seat for item in board.open.items)


def owes_a_bird(announcing: Announcing, seat: Seat) -> bool:
    """The first turn of such a declarer cannot end while there is a bird to announce (8.3)."""
    board = announcing.board
    if not due_a_bird(board, seat):
        return False
    return not set(BIRD_IDS).isdisjoint(announceable(board, seat, allowed_to(board, seat)))


def doublable(board: Board, seat: Seat) -> list[Item]:
    """The sides double in turn; the game not after a valat was announced (8.5, 8.6)."""
    items = board.open.items
    if items[0].seat is not None:  # one game for each opponent
        wanted = [item for item in items if seat == (board.open.declarer if own_step(item) else item.seat)]
    else:
        wanted = to_raise(board, seat)
    void = GAME if board.open.item(VALAT) else None
    return [item for item in wanted if item.doublings < SUBKONTRA and item.id != void]


def disclosing(board: Board, seat: Seat, action: Action) -> Board:
    """A statement shows the speaker's side (8.4); an announced valat voids all kontra on the game (8.6).

    Who announces king ultimo holds the called king, and by that everybody knows the partner, or that a
    declarer who called an own king plays alone.
    """
    board = with_side_shown(board, seat)
    if action == announce(KING_ULTIMO) and needs_king(board):
        board = with_partner_shown(board)
    if action != announce(VALAT):
        return board
    items = tuple(item._replace(doublings=0) if item.id == GAME else item for item in board.open.items)
    return with_items(board, items)


def why_no_kontra(board: Board, item: Item) -> str:
    """A valat replaces the game (8.6), three steps are all (8.5.2), and the sides double in turn (8.5.3)."""
    if item.id == GAME and board.open.item(VALAT):
        return "game_is_valat"
    if item.doublings == SUBKONTRA:
        return "fully_doubled"
    against_another = item.id == GAME and item.seat is not None
    return "not_your_doubling" if against_another else why_not_yours(item)


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (8.2) or a doubling (8.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "announce" and board.open.item(action.argument):
        return Reason("already_announced", facts)
    if action.verb == "kontra":
        item = board.open.item_written(action.argument)
        return Reason(why_no_kontra(board, item), facts)
    contract = contract_of(board)
    if contract.negative or not (contract.bonuses or action.argument == VALAT):
        return Reason("no_bonus_here", facts)
    if action.argument == KING_ULTIMO and not contract.calls:
        return Reason("no_bonus_here", facts)
    if action.argument in (VALAT, KING_ULTIMO) and not on_declarers_side(board, seat):
        return Reason("only_declarers_side", facts)
    return Reason("needs_card", facts)


# 9. Play


def play(board: Board) -> Phase:
    """Forehand leads, or the declarer in negative contracts and farbensolo (9.1)."""
    contract = contract_of(board)
    free_lead = contract.tarocks_trump or option(board, "farbensolo_tarock_lead_free")
    terms = PlayTerms(
        board,
        TRICKS,
        score,
        bound=binding(board),
        able=partial(follow_and_win, takes(board)) if contract.negative else follow,
        takes=takes(board),
        decided=deciding(board) if option(board, "early_stop_negative") else to_the_end,
        lead=any_lead if free_lead else lead_suits_first,
        ouvert=contract.ouvert,
    )
    return terms.led_by(declarer_of(board.open) if contract.declarer_leads else board.open.forehand)


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Announced cards wait for their trick, and must be played to it if they are legal (8.7).

    By a house rule the pagat waits for the last trick of a negative contract.
    """
    if contract_of(board).negative:
        pagat_kept = Bound(kept=(ALONE[PAGAT],))
        last = option(board, "pagat_last_in_negative")
        return (lambda _position, _seat, _cards: pagat_kept) if last else nothing_bound
    announced = tuple(announced_cards(board, seat) for seat in range(SEATS))
    by_seat = tuple(Cards.of([each for each, _ in cards]) for cards in announced)

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        if cards.isdisjoint(by_seat[seat]):
            return UNBOUND
        return waiting_in(announced[seat], position.trick_number)

    return bound if any(announced) else nothing_bound


@cache
def waiting_in(announced: tuple[tuple[Card, int], ...], now: int) -> Bound:
    """What a trick leaves of some cards, each announced for a trick: one is due, or waits, or is free."""
    due = Cards.of([each for each, trick in announced if trick == now])
    waiting = Cards.of([each for each, trick in announced if trick > now])
    return Bound((due,), (waiting,))


def announced_cards(board: Board, seat: Seat) -> tuple[tuple[Card, int], ...]:
    """The cards that announcements bind at a seat, each with the trick it is kept for (8.7).

    They bind the announcer alone; where the card need not be in the announcer's hand, the whole side.
    """
    whole_side = not option(board, "announce_requires_card")
    announced = tuple(
        item.id
        for item in board.open.items
        if item.seat == seat or (whole_side and side_of_item(board, item) == side_of(board, seat))
    )
    birds = tuple((bird.card, bird.trick) for bird in BIRDS if bird.id in announced)
    king = board.hidden.called_card
    return (*birds, (king, TRICKS)) if KING_ULTIMO in announced and king is not None else birds


def takes(board: Board) -> Callable[[tuple[Play, ...]], Play]:
    """The highest tarock wins; in farbensolo tarocks are no trumps (9.4)."""
    if not contract_of(board).tarocks_trump:
        return highest_of_the_suit_led
    return pagat_takes_trull if option(board, "kaiserstich") else winner


def deciding(board: Board) -> Callable[[Position], bool]:
    """A piccolo or bettel is lost with the first trick too many, and nothing else is at stake (A26)."""
    wanted = contract_of(board).tricks
    if wanted is None:
        return to_the_end
    declarer = declarer_of(board.open)
    return lambda position: [trick.winner for trick in position.tricks].count(declarer) > wanted


def lead_suits_first(_position: Position, _seat: Seat, able: Cards) -> Cards:
    """A tarock is led only from a hand of tarocks."""
    return able - TAROCKS or able
