"""Illustrated Tarokk: calling the partner, announcements and kontra (8, 9)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.illustrated_tarokk.facts import Invitation
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import announced_by
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    BONUSES,
    CALLABLE,
    COLLECTIONS,
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    LOW_FEATS,
    TAROKK_COUNTS,
    TRULL_ID,
    VOLAT,
    XX,
    is_played,
    number,
    option,
)
from bot.rules.announcing import (
    GAME,
    Announcing,
    announce,
    is_statement,
    kontra,
    sides_turn,
    until_quiet,
    with_items,
)
from bot.rules.cards import NO_CARDS, TAROCKS, Card, Cards, card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.partners import declarer_of, identified, partner_called, side_of, side_of_item, with_candidates
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.sides import Side
from bot.rules.state import Board

# 8. Calling the partner


def announcing(board: Board) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board.open)
    invitation = board.open.fact(Invitation)
    accepted = None if invitation is None or invitation.seat == seat else invitation
    board = with_items(board, (Item(GAME),))

    def may_state(announcing: Announcing, speaker: Seat) -> tuple[Action, ...]:
        if announcing.board.open.called:
            return statements(announcing, speaker)
        calls = tuple(Action("call", str(each)) for each in callable_cards(announcing.board, accepted))
        return (*counts(announcing, speaker), *calls)

    def heard(board: Board, speaker: Seat, action: Action) -> Board:
        if action.verb == "call":
            return called(board, card(action.argument), accepted)
        return taken_in(board, speaker, action)

    return Announcing(
        board,
        seat,
        tuple(item for item in ANNOUNCEMENTS if is_played(board, item)),
        may_state,
        why_no_statement,
        until_quiet,
        play,
        heard=heard,
        owes=owes_something,
        verbs=("announce", "kontra", "call"),
        why_owed=what_is_owed,
        grows=True,
    )


def owes_something(announcing: Announcing, seat: Seat) -> bool:
    """The declarer's first turn cannot end before the call (8), perhaps another's before a kontra (17.6)."""
    return not announcing.board.open.called or owes_kontra(announcing.board, seat)


def owes_kontra(board: Board, seat: Seat) -> bool:
    """Whether a defender has discarded the called card, and must see that the game is doubled (17.6)."""
    discarded = seat != board.open.declarer and board.hidden.called_card in board.hidden.discards[seat]
    game = next(item for item in board.open.items if item.id == GAME)
    return discarded and not game.doublings and option(board, "office_kontra") is True


def what_is_owed(announcing: Announcing, _seat: Seat) -> Reason:
    """The call of a partner, or the kontra of the seat that has discarded the called card."""
    return Reason("kontra_owed" if announcing.board.open.called else "statement_owed")


def callable_cards(board: Board, accepted: Invitation | None) -> tuple[Card, ...]:
    """The cards that may be called: the first rule of 8 that applies."""
    own = owned(board)
    if accepted is not None:
        return (accepted.card,)
    if may_call_any(board):
        return CALLABLE
    if XX not in own:
        return (XX,)
    return (XX, max(each for each in CALLABLE if each not in own))


def owned(board: Board) -> Cards:
    """The declarer's own cards: the hand, and what he has discarded (8.3.5, 17.17)."""
    seat = declarer_of(board.open)
    own = board.hidden.discards[seat] if option(board, "own_discard_counts_as_own") else NO_CARDS
    return board.hidden.hands[seat] | own


def may_call_any(board: Board) -> bool:
    """Whether another has discarded a tarokk (8.3.2), and the declarer has the XX if need be (17.5)."""
    free = any(
        cards & TAROCKS for seat, cards in enumerate(board.hidden.discards) if seat != board.open.declarer
    )
    return free and (XX in owned(board) or not option(board, "free_call_needs_own_xx"))


def called(board: Board, each: Card, accepted: Invitation | None) -> Board:
    """Its holder is the partner; who may be, for all that everybody knows, follows from the call (9.3)."""
    board = partner_called(board, str(each), each)
    if accepted is not None:
        return with_candidates(board, frozenset((accepted.seat,)))
    if each in board.open.discards_shown:
        return with_candidates(board, frozenset((None,)))
    certain = each != XX and not may_call_any(board)
    return with_candidates(board, board.open.candidates - {None}) if certain else board


# 9. Announcements


def statements(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Everything a seat may say once the partner is called."""
    board = announcing.board
    ours = announced_by(board, side_of(board, seat))
    played = (item for item in BONUSES if is_played(board, item))
    bonuses = (item for item in played if not obstacle(announcing, seat, item, ours))
    doubled = (kontra(item) for item in board.open.items if not doubling_obstacle(board, seat, item))
    return (*counts(announcing, seat), *map(announce, bonuses), *doubled)


def counts(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Exactly eight or nine tarokks in hand may be declared, once (9.4)."""
    item = undeclared(announcing.board, seat)
    return (announce(item),) if item and not count_obstacle(announcing, seat, item) else ()


def count_obstacle(announcing: Announcing, seat: Seat, count: str) -> str:
    """Why a seat cannot declare a count of tarokks: its code, or nothing (9.4.1, 17.22)."""
    board = announcing.board
    if any(item.seat == seat and item.id in TAROKK_COUNTS for item in board.open.items):
        return "already_announced"
    if undeclared(board, seat) != count:
        return "not_so_many_tarokks"
    neutral = not option(board, "tarokk_count_identifies")
    return "" if neutral or side_is_understood(announcing, seat) else "side_not_understood"


def undeclared(board: Board, seat: Seat) -> str | None:
    """The tarokks a seat could still declare, before a card is played (9.4)."""
    tarokks = len(board.hidden.hands[seat] & TAROCKS)
    declared = any(item.seat == seat and item.id in TAROKK_COUNTS for item in board.open.items)
    names = (name for name, count in TAROKK_COUNTS.items() if count == tarokks)
    return None if declared else next(names, None)


def needs_count(board: Board, item: str) -> bool:
    """Whether a player with undeclared tarokks may neither announce nor double a bonus (9.4.4, 17.23)."""
    if item not in FEAT or not kindred(item):
        return False
    return item in LOW_FEATS or option(board, "tarokk_count_required_for_king_figures") is True


def side_is_understood(announcing: Announcing, seat: Seat) -> bool:
    """Whether a statement would put its speaker on the true side.

    That is the known one, else that of the last who spoke, else the declarer's (9.3.4).
    """
    board = announcing.board
    known = board.open.side(seat)
    last = next((move.seat for move in reversed(announcing.said) if shows_side(board, move.action)), None)
    return (known or (Side.DECLARER if last is None else side_of(board, last))) == side_of(board, seat)


def shows_side(board: Board, action: Action) -> bool:
    """Whether a statement shows its speaker's side: a bonus, a kontra, perhaps a count (9.3, 17.22)."""
    if action.argument in TAROKK_COUNTS:
        return option(board, "tarokk_count_identifies") is True
    return is_statement(action)


def obstacle(announcing: Announcing, seat: Seat, item: str, ours: Mapping[str, Item]) -> str:
    """Why a seat cannot announce a bonus beside its side's (9.3-9.6): the code of the reason, or nothing."""
    board = announcing.board
    if needs_count(board, item) and undeclared(board, seat):
        return "declare_tarokks_first"
    if not side_is_understood(announcing, seat):
        return "side_not_understood"
    if item in ours:
        return "side_has_announced"
    if item in FEAT and kindred(item):
        return feat_obstacle(board, item, seat, ours)
    return obstacle_beside(announcing, seat, item, ours)


def obstacle_beside(announcing: Announcing, seat: Seat, item: str, ours: Mapping[str, Item]) -> str:
    """What a side's other bonuses leave open (9.6, 17.18, 17.19), and what a trull promises (17.20)."""
    board = announcing.board
    if item == DOUBLE_GAME and VOLAT in ours:
        return "volat_announced"
    apart = not option(board, "double_and_volat_same_turn")
    if item == VOLAT and apart and announce(DOUBLE_GAME) in announcing.this_turn:
        return "not_in_one_turn"
    if item in COLLECTIONS and VOLAT in ours and option(board, "trull_kings_after_volat") == "forbidden":
        return "after_volat"
    promises = item == TRULL_ID and option(board, "trull_meaning_rules")
    return "trull_promises" if promises and not may_promise(board, seat) else ""


def may_promise(board: Board, seat: Seat) -> bool:
    """A trull promises a high honour, unless the partner answers the declarer's centrum or bird (17.20)."""
    streaks = (item for item in board.open.items if item.id in FEAT and not kindred(item.id))
    answers = seat == board.hidden.partner and any(item.seat == board.open.declarer for item in streaks)
    return answers or bool(board.hidden.hands[seat] & HIGH_HONOURS)


def feat_obstacle(board: Board, item: str, seat: Seat, ours: Mapping[str, Item]) -> str:
    """A side has one ultimó and one uhu; an uhu may replace a partner's ultimó with the same card (9.6)."""
    feat = FEAT[item]
    live = [other for other in ours.values() if other.id in FEAT]
    if any(FEAT[other.id].kind == feat.kind for other in live):
        return "one_ultimo_one_uhu"
    same = next((other for other in live if FEAT[other.id].card == feat.card and kindred(other.id)), None)
    if same is None:
        return ""
    if feat.kind == "ultimo":
        return "uhu_announced"
    never = option(board, "uhu_supersedes_ultimo") == "never"
    return "ultimo_stands" if never or same.seat == seat or same.doublings else ""


def kindred(item: str) -> bool:
    """Whether an announcement is an ultimó or an uhu."""
    return FEAT[item].kind in ("ultimo", "uhu")


def doubling_obstacle(board: Board, seat: Seat, item: Item) -> str:
    """Why a seat cannot double an item: the sides take turns, up to the last step (9.2, 9.4, 17.1)."""
    if item.id in TAROKK_COUNTS:
        return "cannot_be_doubled"
    if item.doublings == number(board, "kontra_max_level"):
        return "fully_doubled"
    if needs_count(board, item.id) and undeclared(board, seat):
        return "declare_tarokks_first"
    return "" if sides_turn(board, seat, item) else "not_your_doubling"


def taken_in(board: Board, seat: Seat, action: Action) -> Board:
    """A bonus or a kontra shows the speaker's side (9.3); an uhu replaces the ultimó with its card (9.6)."""
    if not shows_side(board, action):
        return board
    board = identified(board, seat)
    feat = FEAT.get(action.argument) if action.verb == "announce" else None
    if feat is None or feat.kind != "uhu":
        return board
    ultimos = {other.id for other in FEAT.values() if other.kind == "ultimo" and other.card == feat.card}
    side = side_of(board, seat)
    left = (item for item in board.open.items if item.id not in ultimos or side_of_item(board, item) != side)
    return with_items(board, tuple(left))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a call (8), an announcement (9.3-9.6) or a kontra (9.2)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "call":
        return Reason("called_already" if board.open.called else "call_not_open", {"card": action.argument})
    if action.verb == "kontra" and board.open.called:
        item = next(item for item in board.open.items if str(item) == action.argument)
        return Reason(doubling_obstacle(board, seat, item), facts)
    if action.argument in TAROKK_COUNTS:
        return Reason(count_obstacle(announcing, seat, action.argument), facts)
    if not board.open.called:
        return Reason("call_first")
    ours = announced_by(board, side_of(board, seat))
    return Reason(obstacle(announcing, seat, action.argument, ours), facts)
