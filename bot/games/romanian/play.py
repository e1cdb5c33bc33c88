"""Romanian Tarok: hand declarations, announcements and contras (9), the tricks (10), michi-michi (15)."""

from __future__ import annotations

from bot.games.romanian.scores import left_behind, score, score_michi
from bot.games.romanian.tables import (
    KING_CAUGHT,
    KING_ULT,
    PAGAT_ULT,
    TOP_CONTRA,
    TRICKS,
    VALAT,
    PagatContra,
    announcements_of,
    variant_of,
)
from bot.rules.announcing import (
    DONE,
    GAME,
    Announcing,
    Rules,
    announce,
    is_statement,
    kontra,
    to_raise,
    why_not_yours,
    with_items,
)
from bot.rules.cards import TAROCKS
from bot.rules.layout import Seat, Side
from bot.rules.moves import Action, latest_first
from bot.rules.phase import Phase
from bot.rules.playing import Terms
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, declarer_of, identified, members, side_of

TAROACE = "taroace:"


def announcing(board: Board) -> Phase:
    """The declarer speaks first, and all until it is quiet (9.1)."""
    rules = Rules(
        (*variant_of(board).counts, *announcements_of(board)),
        may_state,
        why_no_statement,
        play,
        counts=counted,
        heard=taken_in,
        owes=owes_count,
        grows=True,
    )
    return rules.opened_by(declarer_of(board.open), with_items(board, (Item(GAME),)))


def counted(action: Action) -> bool:
    """Whether a statement keeps the announcing going: hand declarations do not (9.1)."""
    return is_statement(action) and not is_count(action.argument)


def is_count(item: str) -> bool:
    """Whether an item is a hand declaration."""
    return item.startswith(TAROACE)


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Declarations and announcements in the first turn, contras at the first opportunity (9.1)."""
    doubling = tuple([kontra(item) for item in contras(announcing, seat)])
    if not first_turn(announcing):
        return doubling
    return (*counts(announcing, seat), *map(announce, bonuses(announcing.board, seat)), *doubling)


def first_turn(announcing: Announcing) -> bool:
    """Whether the present speaker speaks for the first time."""
    return announcing.turns < announcing.board.open.seats


# 9.3 Hand declarations


def own_count(board: Board, seat: Seat) -> str | None:
    """The one declaration that is true of a hand (9.3)."""
    variant = variant_of(board)
    more = len(board.hidden.hands[seat] & TAROCKS) - variant.fewest
    last = len(variant.counts) - 1
    more = min(more, last) if variant.open_ended else more
    return variant.counts[more] if 0 <= more <= last else None


def counts(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """The true declaration, once; if a known partner has declared as many, only under compulsion (9.3)."""
    board = announcing.board
    count = own_count(board, seat)
    if count is None or any(item.seat == seat and is_count(item.id) for item in board.open.items):
        return ()
    order = variant_of(board).counts
    partners = [
        item.id for item in board.open.items if is_count(item.id) and is_known_partner(board, seat, item)
    ]
    covered = any(order.index(other) >= order.index(count) for other in partners)
    return () if covered and not compelled(announcing, seat) else (announce(count),)


def is_known_partner(board: Board, seat: Seat, item: Item) -> bool:
    """Whether a player knows that an announcement was made by the same side (9.2).

    The partner knows that only of the declarer, whose side is public.
    """
    if item.seat is None or item.seat == seat or side_of(board, item.seat) != side_of(board, seat):
        return False
    return board.open.side(item.seat) != ""


def compelled(announcing: Announcing, seat: Seat) -> bool:
    """A player who announces pagat ultimo, or says contra to it, must declare the hand (9.3)."""
    public = announcing.board.open
    pagat, contra = public.item(PAGAT_ULT), public.fact(PagatContra)
    return pagat is not None and seat in (pagat.seat, contra and contra.seat)


def owes_count(announcing: Announcing, seat: Seat) -> bool:
    """That turn cannot end before the hand is declared (9.3)."""
    return first_turn(announcing) and compelled(announcing, seat) and bool(counts(announcing, seat))


# 9.4 Announcements, 9.5 the contra ladder


def bonuses(board: Board, seat: Seat) -> list[str]:
    """Each item once a side; the pagat by the declarer, the king by its holder (9.4, 17.9)."""
    side, known = side_of(board, seat), announcements_of(board)
    ours = members(board, side)
    closed = {item.id for item in board.open.items if item.seat in ours}
    if seat != board.open.declarer:
        closed.add(PAGAT_ULT)
    if board.hidden.called_card not in board.hidden.hands[seat]:
        closed.add(KING_ULT)
    if KING_CAUGHT in known and (side != Side.DEFENDERS or left_behind(board)):
        closed.add(KING_CAUGHT)
    return [item for item in known if item not in closed]


def contras(announcing: Announcing, seat: Seat) -> list[Item]:
    """The sides double in turn, each player at the first opportunity; never the game beside a valat (9.5)."""
    board = announcing.board
    void = GAME if board.open.item(VALAT) else None
    return [
        item
        for item in to_raise(board, seat)
        if item.doublings < TOP_CONTRA
        and item.id != void
        and not is_count(item.id)
        and not too_late(announcing, seat, item)
    ]


def too_late(announcing: Announcing, seat: Seat, item: Item) -> bool:
    """Whether a seat has ended a turn since an item was made or last raised (9.1)."""
    if first_turn(announcing):
        return False
    turns = ((seat, DONE), (item.seat, announce(item.id)))
    raised = kontra(item)
    latest = next(
        action
        for speaker, action, _ in latest_first(announcing.said)
        if action == raised or (speaker, action) in turns
    )
    return latest == DONE


def taken_in(board: Board, seat: Seat, action: Action) -> Board:
    """Announcements and contras show the speaker's side, hand declarations do not (9.2, 9.3)."""
    pagat = board.open.item(PAGAT_ULT)
    if pagat is not None and action == kontra(pagat) and pagat.doublings == 1:
        board = board.with_open(board.open.with_fact(PagatContra(seat)))
    return identified(board, seat) if counted(action) else board


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a declaration (9.3), an announcement (9.4) or a contra (9.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason(why_no_contra(announcing, seat, action.argument), facts)
    if not first_turn(announcing):
        return Reason("first_turn_only", facts)
    if is_count(action.argument):
        return Reason(why_no_count(board, seat, action.argument), facts)
    if action.argument == PAGAT_ULT and seat != board.open.declarer:
        return Reason("only_declarer", facts)
    if action.argument == KING_CAUGHT and side_of(board, seat) != Side.DEFENDERS:
        return Reason("only_opponents", facts)
    if action.argument == KING_CAUGHT and left_behind(board):
        return Reason("king_left_behind", facts)
    missing = action.argument == KING_ULT and board.hidden.called_card not in board.hidden.hands[seat]
    return Reason("needs_card" if missing else "side_has_announced", facts)


def why_no_contra(announcing: Announcing, seat: Seat, words: str) -> str:
    """Declarations are not doubled, nor the game beside a valat; five steps, in time, by sides in turn."""
    item = next(item for item in announcing.board.open.items if str(item) == words)
    if is_count(item.id):
        return "nothing_to_double"
    if item.id == GAME and announcing.board.open.item(VALAT):
        return "game_is_valat"
    if item.doublings == TOP_CONTRA:
        return "fully_doubled"
    return "too_late_to_double" if too_late(announcing, seat, item) else why_not_yours(item)


def why_no_count(board: Board, seat: Seat, count: str) -> str:
    """A hand is declared once, truly, and not below a known partner's (9.3)."""
    if any(item.seat == seat and is_count(item.id) for item in board.open.items):
        return "already_announced"
    return "partner_has_declared" if own_count(board, seat) == count else "not_so_many_tarokks"


def play(board: Board) -> Phase:
    """Forehand leads to the first trick, whoever the declarer is (10)."""
    return Terms(board, TRICKS, score).led_by(board.open.forehand)


def michi(board: Board) -> Phase:
    """Four have passed: everybody plays for themselves, and the talon is set aside (15)."""
    return Terms(board, TRICKS, score_michi).led_by(board.open.forehand)


def play_or_michi(board: Board) -> Phase:
    """Play the contract, or michi-michi if all have passed."""
    return play(board) if board.open.contract else michi(board)
