"""Illustrated Tarokk: calling the partner, announcements and kontra (8, 9)."""

from __future__ import annotations

from dataclasses import replace

from bot.games.illustrated_tarokk.auction import Invitation
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    BONUSES,
    CALLABLE,
    DOUBLE_GAME,
    FEAT,
    NEEDS_COUNT,
    TAROKK_COUNTS,
    TOP_KONTRA,
    VOLAT,
    XX,
)
from bot.rules.announcing import GAME, Announcing, announce, kontra, until_quiet
from bot.rules.cards import TAROCKS, Card, card
from bot.rules.deal import Action, Board, Item, Phase, Seat
from bot.rules.reasons import Reason
from bot.rules.sides import DECLARER, declarer_of, identified, public_side, side_of

# 8. Calling the partner


def announcing(board: Board, invitation: Invitation | None) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board)
    accepted = invitation if invitation and invitation.seat != seat else None
    board = replace(board, items=(Item(GAME),))

    def may_state(announcing: Announcing, speaker: Seat) -> tuple[Action, ...]:
        if announcing.board.called:
            return statements(announcing, speaker)
        calls = tuple(Action("call", str(each)) for each in callable_cards(announcing.board, accepted))
        return (*counts(announcing.board, speaker), *calls)

    def heard(board: Board, speaker: Seat, action: Action) -> Board:
        if action.verb == "call":
            return called(board, card(action.argument), accepted)
        return taken_in(board, speaker, action)

    return Announcing(
        board,
        seat,
        ANNOUNCEMENTS,
        may_state,
        why_no_statement,
        until_quiet,
        play,
        heard=heard,
        owes=owes_a_call,
        verbs=("announce", "kontra", "call"),
    )


def owes_a_call(announcing: Announcing, _seat: Seat) -> bool:
    """The declarer's first turn cannot end before a partner is called (8)."""
    return not announcing.board.called


def callable_cards(board: Board, accepted: Invitation | None) -> tuple[Card, ...]:
    """The cards that may be called: the first rule of 8 that applies."""
    seat = declarer_of(board)
    own = board.hands[seat] | board.laid[seat]
    if accepted is not None:
        return (accepted.card,)
    if others_laid_tarokks(board):
        return CALLABLE
    if XX not in own:
        return (XX,)
    return (XX, max(each for each in CALLABLE if each not in own))


def others_laid_tarokks(board: Board) -> bool:
    """Whether anybody but the declarer has laid a tarokk away (8)."""
    return any(laid & TAROCKS for seat, laid in enumerate(board.laid) if seat != board.declarer)


def called(board: Board, each: Card, accepted: Invitation | None) -> Board:
    """Its holder is the partner; who may be, for all that everybody knows, follows from the call (9.3)."""
    others = board.following(declarer_of(board))
    partner = next((seat for seat in others if each in board.hands[seat]), None)
    board = replace(board, called=str(each), called_card=each, partner=partner)
    if accepted is not None:
        return replace(board, candidates=frozenset((accepted.seat,)))
    if each in board.laid_open:
        return replace(board, candidates=frozenset((None,)))
    certain = not others_laid_tarokks(board) and each != XX
    return replace(board, candidates=frozenset(others if certain else (*others, None)))


# 9. Announcements


def statements(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Everything a seat may say once the partner is called."""
    board = announcing.board
    bonuses = (item for item in BONUSES if may_announce(announcing, seat, item))
    doubled = (kontra(item) for item in board.items if may_double(board, seat, item))
    return (*counts(board, seat), *map(announce, bonuses), *doubled)


def counts(board: Board, seat: Seat) -> tuple[Action, ...]:
    """Exactly eight or nine tarokks in hand may be declared, once (9.4)."""
    item = undeclared(board, seat)
    return (announce(item),) if item else ()


def undeclared(board: Board, seat: Seat) -> str | None:
    """The tarokks a seat could still declare, before a card is played (9.4)."""
    tarokks = len(board.hands[seat] & TAROCKS)
    declared = any(item.seat == seat and item.id in TAROKK_COUNTS for item in board.items)
    names = (name for name, number in TAROKK_COUNTS.items() if number == tarokks)
    return None if declared else next(names, None)


def implied_side(announcing: Announcing, seat: Seat) -> str:
    """The side an announcement puts its speaker on: the known one, else that of the last who spoke (9.3)."""
    board = announcing.board
    known = public_side(board, seat)
    spoken = (move for move in reversed(announcing.said) if move.action.verb in ("announce", "kontra"))
    last = next((move.seat for move in spoken if move.action.argument not in TAROKK_COUNTS), None)
    return known or (DECLARER if last is None else side_of(board, last))


def may_announce(announcing: Announcing, seat: Seat, item: str) -> bool:
    """Whether the speaker's side is understood (9.3), and the side may announce that (9.4-9.6)."""
    board = announcing.board
    if implied_side(announcing, seat) != side_of(board, seat):
        return False
    if item in NEEDS_COUNT and undeclared(board, seat):
        return False
    ours = [other for other in board.items if of_side(board, other, seat)]
    if item in FEAT and FEAT[item].kind != "streak":
        return may_announce_feat(item, seat, ours)
    said = {other.id for other in ours}
    if item == DOUBLE_GAME:
        return not said & {DOUBLE_GAME, VOLAT}
    if item == VOLAT:
        return VOLAT not in said and announce(DOUBLE_GAME) not in announcing.this_turn
    return item not in said


def of_side(board: Board, item: Item, seat: Seat) -> bool:
    """Whether an announcement was made by the side of a seat."""
    return item.seat is not None and side_of(board, item.seat) == side_of(board, seat)


def may_announce_feat(item: str, seat: Seat, ours: list[Item]) -> bool:
    """A side has one ultimó and one uhu; an uhu may replace a partner's ultimó with the same card (9.6)."""
    feat = FEAT[item]
    live = [other for other in ours if other.id in FEAT]
    if any(FEAT[other.id].kind == feat.kind for other in live):
        return False
    same = next((other for other in live if FEAT[other.id].card == feat.card and kindred(other.id)), None)
    if same is None:
        return True
    return feat.kind == "uhu" and same.seat != seat and not same.doublings


def kindred(item: str) -> bool:
    """Whether an announcement is an ultimó or an uhu."""
    return FEAT[item].kind in ("ultimo", "uhu")


def may_double(board: Board, seat: Seat, item: Item) -> bool:
    """The sides double in turn, up to mordkontra; tarokk counts cannot be doubled (9.2, 9.4)."""
    if item.id in TAROKK_COUNTS or item.doublings == TOP_KONTRA:
        return False
    if item.id in NEEDS_COUNT and undeclared(board, seat):
        return False
    owner = declarer_of(board) if item.seat is None else item.seat
    return (side_of(board, seat) == side_of(board, owner)) == (item.doublings % 2 == 1)


def taken_in(board: Board, seat: Seat, action: Action) -> Board:
    """A bonus or a kontra shows the speaker's side (9.3); an uhu replaces the ultimó with its card (9.6)."""
    if action.argument in TAROKK_COUNTS:
        return board
    board = identified(board, seat)
    feat = FEAT.get(action.argument) if action.verb == "announce" else None
    if feat is None or feat.kind != "uhu":
        return board
    ultimos = {other.id for other in FEAT.values() if other.kind == "ultimo" and other.card == feat.card}
    left = (item for item in board.items if item.id not in ultimos or not of_side(board, item, seat))
    return replace(board, items=tuple(left))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a call (8), an announcement (9.3-9.6) or a kontra (9.2)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "call":
        return Reason("called_already" if board.called else "call_not_open", {"card": action.argument})
    if not board.called:
        return Reason("call_first")
    if action.argument.partition("@")[0] in NEEDS_COUNT and undeclared(board, seat):
        return Reason("declare_tarokks_first", facts)
    if action.verb == "kontra":
        return Reason("not_your_doubling", facts)
    if action.argument in TAROKK_COUNTS:
        return Reason("not_so_many_tarokks", facts)
    if implied_side(announcing, seat) != side_of(board, seat):
        return Reason("side_not_understood", facts)
    return Reason("side_has_announced", facts)
