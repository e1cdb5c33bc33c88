"""Königrufen from the announcements to the last trick (8, 9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final

from bot.games.koenigrufen.scores import score
from bot.games.koenigrufen.tables import (
    ANNOUNCEMENTS,
    BESSERRUFER,
    BIRD_IDS,
    BIRDS,
    FOUR_KINGS,
    KING_ULTIMO,
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
from bot.rules.cards import PAGAT, TAROCKS, Card, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, any_lead, nothing_bound, to_the_end
from bot.rules.reasons import Reason
from bot.rules.state import (
    Board,
    Item,
    come_to_light,
    declarer_of,
    identified,
    on_declarers_side,
    side_of,
    side_of_item,
)
from bot.rules.tricks import Play, follow, follow_and_win, highest_of_the_suit_led, pagat_takes_trull, winner

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
    king = contract.calls and ours and may_announce_king(board, seat)
    bonuses = (*birds(board, seat), *((KING_ULTIMO,) if king else ()), TRULL_ID, FOUR_KINGS)
    return (*(bonuses if contract.bonuses else ()), *((VALAT,) if ours else ()))


def announceable(board: Board, seat: Seat, allowed: tuple[str, ...]) -> list[str]:
    """What a seat may still announce: each once a deal (8.1).

    A declarer who owes a bird and holds none may announce any (8.3).
    """
    if due_a_bird(board, seat) and set(BIRD_IDS).isdisjoint(allowed):
        allowed = (*BIRD_IDS, *allowed)
    announced = {item.id for item in board.open.items}
    return [item for item in allowed if item not in announced]


def birds(board: Board, seat: Seat) -> tuple[str, ...]:
    """The birds in a seat's hand, or all where a seat need not have what it announces (8.2)."""
    hand, free = board.hidden.hands[seat], not option(board, "announce_requires_card")
    return tuple([bird.id for bird in BIRDS if free or bird.card in hand])


def may_announce_king(board: Board, seat: Seat) -> bool:
    """The holder of the called king announces it; by a house rule the declarer may do so for the partner."""
    return board.hidden.called_card in board.hidden.hands[seat] or (
        not needs_king(board) and seat == board.open.declarer
    )


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
    board = identified(board, seat)
    if action == announce(KING_ULTIMO) and needs_king(board):
        board = come_to_light(board)
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
        item = next(item for item in board.open.items if str(item) == action.argument)
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
    terms = Terms(
        board,
        TRICKS,
        score,
        bound=binding(board),
        able=partial(follow_and_win, takes(board)) if contract.negative else follow,
        takes=takes(board),
        decided=deciding(board) if option(board, "early_stop_negative") else to_the_end,
        lead=any_lead if free_lead(board) else lead_suits_first,
        ouvert=contract.ouvert,
    )
    return terms.led_by(declarer_of(board.open) if contract.declarer_leads else board.open.forehand)


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Announced cards wait for their trick, and must be played to it if they are legal (8.7).

    By a house rule the pagat waits for the last trick of a negative contract.
    """
    if contract_of(board).negative:
        kept = option(board, "pagat_last_in_negative")
        return (lambda _position, _seat, _cards: PAGAT_KEPT) if kept else nothing_bound
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


PAGAT_KEPT: Final = Bound(kept=(Cards.of((PAGAT,)),))


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


def free_lead(board: Board) -> bool:
    """Whether tarocks may be led in a farbensolo while the hand has other cards (17.1.14)."""
    return contract_of(board).tarocks_trump or bool(option(board, "farbensolo_tarock_lead_free"))


def lead_suits_first(_position: Position, _seat: Seat, able: Cards) -> Cards:
    """A tarock is led only from a hand of tarocks."""
    return able - TAROCKS or able
