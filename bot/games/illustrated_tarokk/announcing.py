"""Illustrated Tarokk: announcements and kontra (9); in the first turn the declarer also calls (8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.games.illustrated_tarokk.calling import CALLS, callable_cards, called
from bot.games.illustrated_tarokk.facts import Invitation
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import has_declared, undeclared
from bot.games.illustrated_tarokk.tables import (
    AFTER_VOLAT,
    CALL_FIRST,
    CARD_FEATS,
    CLOSES,
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    IN_ONE_TURN,
    LOW_FEATS,
    NOT_HELD,
    NOT_UNDERSTOOD,
    REPLACES,
    SAME_KIND,
    TAROKK_COUNTS,
    TRULL_ID,
    ULTIMOS,
    VOLAT,
    announcements_of,
    number,
    option,
)
from bot.rules.announcing import (
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
from bot.rules.cards import card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action, latest_first
from bot.rules.partners import (
    declarer_of,
    identified,
    members,
    side_of,
    side_of_item,
)
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.sides import Side
from bot.rules.state import Board


def announcing(board: Board) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board.open)
    invitation = board.open.fact(Invitation)
    accepted = None if invitation is None or invitation.seat == seat else invitation
    agreed, known = Agreed.of(board), announcements_of(board)

    def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
        board, speaker = announcing.board, Speaker.of(announcing, seat, agreed)
        if board.open.called:
            return (*open_to(speaker, known), *map(kontra, doublable(board, seat, speaker)))
        return (*open_to(speaker, known), *[CALLS[each] for each in callable_cards(board, accepted)])

    def heard(board: Board, speaker: Seat, action: Action) -> Board:
        if action.verb == "call":
            return called(board, card(action.argument), accepted)
        return taken_in(board, speaker, action)

    rules = Rules(
        known,
        may_state,
        why_no_statement,
        play,
        heard=heard,
        owes=owes_something,
        verbs=("announce", "kontra", "call"),
        why_owed=what_is_owed,
        grows=True,
    )
    return rules.opened_by(seat, with_items(board, (Item(GAME),)))


def owes_something(announcing: Announcing, seat: Seat) -> bool:
    """The declarer's first turn cannot end before the call (8), perhaps another's before a kontra (17.6)."""
    return not announcing.board.open.called or owes_kontra(announcing.board, seat)


def owes_kontra(board: Board, seat: Seat) -> bool:
    """Whether a defender has discarded the called card, and must see that the game is doubled (17.6)."""
    if not option(board, "office_kontra") or seat == board.open.declarer:
        return False
    game = next(item for item in board.open.items if item.id == GAME)
    return board.hidden.called_card in board.hidden.discards[seat] and not game.doublings


def what_is_owed(announcing: Announcing, _seat: Seat) -> Reason:
    """The call of a partner, or the kontra of the seat that has discarded the called card."""
    return Reason("kontra_owed" if announcing.board.open.called else "statement_owed")


# 9. Announcements


class Agreed(NamedTuple):
    """The house rules about announcements (17)."""

    counts_identify: bool
    """Whether the declaration of tarokks shows the speaker's side (17.22)."""
    counts_before_kings: bool
    """Whether it comes before the ultimós and uhus with kings, too (17.23)."""
    collections_before_volat: bool
    """Whether a volát closes trull and four kings (17.19)."""
    volat_in_the_same_turn: bool
    """Whether a turn may hold double game and volát (17.18)."""
    uhu_replaces: bool
    """Whether an uhu may replace a partner's ultimó (9.6.7)."""
    trull_promises: bool
    """Whether a trull promises a high honour (17.20)."""
    top_step: int
    """How often an item may be doubled (17.1)."""

    @classmethod
    def of(cls, board: Board) -> Agreed:
        """Return what is agreed for a deal."""
        return cls(
            option(board, "tarokk_count_identifies") is True,
            option(board, "tarokk_count_required_for_king_figures") is True,
            option(board, "trull_kings_after_volat") == "forbidden",
            option(board, "double_and_volat_same_turn") is True,
            option(board, "uhu_supersedes_ultimo") != "never",
            option(board, "trull_meaning_rules") is True,
            number(board, "kontra_max_level"),
        )


class Speaker(NamedTuple):
    """All that decides what a seat whose turn it is may announce."""

    agreed: Agreed
    called: bool
    """Whether a partner has been called."""
    undeclared: str | None
    """The tarokk count that the seat holds and has not declared, or `None` (9.4.1)."""
    understood: bool
    """Whether a statement would put the seat on its true side (9.3.4)."""
    ours: tuple[tuple[str, bool], ...]
    """What its side has announced, each with whether the seat may replace it by an uhu."""
    may_promise: bool
    """Whether the seat may announce a trull."""
    double_game_now: bool
    """Whether the seat has announced a double game in this turn."""

    @classmethod
    def of(cls, announcing: Announcing, seat: Seat, agreed: Agreed) -> Speaker:
        """Find out what the announcements of a seat depend on."""
        board = announcing.board
        side = side_of(board, seat)
        seats = members(board, side)
        ours = [
            (item.id, agreed.uhu_replaces and may_replace(item, seat))
            for item in board.open.items
            if item.seat in seats
        ]
        return cls(
            agreed,
            bool(board.open.called),
            undeclared(board, seat),
            is_understood(announcing, seat, side),
            tuple(ours),
            not agreed.trull_promises or may_promise(board, seat),
            (DOUBLE_GAME, False) in ours and announce(DOUBLE_GAME) in announcing.this_turn,
        )

    def waiting(self) -> Collection[str]:
        """The bonuses that are neither announced nor doubled before a count is declared (9.4.4, 17.23)."""
        if self.undeclared is None:
            return ()
        return CARD_FEATS if self.agreed.counts_before_kings else LOW_FEATS

    def closed(self) -> Mapping[str, str]:
        """What the seat cannot announce (9.3-9.6), with refusal codes."""
        if not self.called:
            bonuses = CALL_FIRST
        else:
            bonuses = self.closed_bonuses() if self.understood else NOT_UNDERSTOOD
        return {**bonuses, **self.closed_by_count()}

    def closed_by_count(self) -> Mapping[str, str]:
        """What an undeclared count closes to the seat, and the counts it does not hold (9.4, 17.22)."""
        counts = NOT_HELD[self.undeclared]
        if self.undeclared is None:
            return counts
        if self.agreed.counts_identify and not self.understood:
            counts = {**counts, self.undeclared: "side_not_understood"}
        return {**dict.fromkeys(self.waiting(), "declare_tarokks_first"), **counts}

    def closed_bonuses(self) -> dict[str, str]:
        """The bonuses that announcements of the seat's side close to it, with refusal codes (9.5.2, 9.6).

        Where several rules close a bonus, the last one below gives the code.
        """
        ours = dict(self.ours)
        closed = {} if self.may_promise else {TRULL_ID: "trull_promises"}
        for name, replaceable in ours.items():
            if not replaceable:
                closed |= CLOSES[name]
        for name in ours:
            closed |= SAME_KIND[name]
        if VOLAT in ours and self.agreed.collections_before_volat:
            closed |= AFTER_VOLAT
        if self.double_game_now and not self.agreed.volat_in_the_same_turn:
            closed |= IN_ONE_TURN
        return closed | dict.fromkeys(ours, "side_has_announced")


@lru_cache(maxsize=4096)
def open_to(speaker: Speaker, known: tuple[str, ...]) -> tuple[Action, ...]:
    """The tarokk count and the bonuses a seat may announce."""
    closed = speaker.closed()
    return tuple([announce(item) for item in known if item not in closed])


def is_understood(announcing: Announcing, seat: Seat, side: Side) -> bool:
    """Whether a seat is taken to be on its side, or would be if it spoke now.

    Its side is known, or taken to be that of the last who spoke, or else the declarer's (9.3.4).
    """
    board = announcing.board
    if board.open.side(seat):
        return True
    said = latest_first(announcing.said)
    last = next((move.seat for move in said if shows_side(board, move.action)), declarer_of(board.open))
    return side == side_of(board, last)


def may_replace(item: Item, seat: Seat) -> bool:
    """Whether the uhu of its card may replace a partner's ultimó (9.6.7)."""
    return item.id in ULTIMOS and item.seat != seat and not item.doublings


def may_promise(board: Board, seat: Seat) -> bool:
    """A trull promises a high honour, unless the partner answers the declarer's streak (17.20)."""
    if board.hidden.hands[seat] & HIGH_HONOURS:
        return True
    streaks = (item for item in board.open.items if item.id in FEAT and item.id not in CARD_FEATS)
    return seat == board.hidden.partner and any(item.seat == board.open.declarer for item in streaks)


def doublable(board: Board, seat: Seat, speaker: Speaker) -> list[Item]:
    """The sides double in turn, up to the last step, but never a count of tarokks (9.2, 9.4, 17.1)."""
    top_step, waiting = speaker.agreed.top_step, speaker.waiting()
    return [
        item
        for item in to_raise(board, seat)
        if item.doublings < top_step and item.id not in TAROKK_COUNTS and item.id not in waiting
    ]


def shows_side(board: Board, action: Action) -> bool:
    """Whether a statement shows its speaker's side: a bonus, a kontra, perhaps a count (9.3, 17.22)."""
    if action.argument in TAROKK_COUNTS:
        return option(board, "tarokk_count_identifies") is True
    return is_statement(action)


def taken_in(board: Board, seat: Seat, action: Action) -> Board:
    """A bonus or a kontra shows the speaker's side (9.3); an uhu replaces the ultimó with its card (9.6)."""
    if not shows_side(board, action):
        return board
    board = identified(board, seat)
    ultimo = REPLACES.get(action.argument) if action.verb == "announce" else None
    if ultimo is None:
        return board
    side = side_of(board, seat)
    left = (item for item in board.open.items if item.id != ultimo or side_of_item(board, item) != side)
    return with_items(board, tuple(left))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a call (8), an announcement (9.3-9.6) or a kontra (9.2)."""
    board, facts = announcing.board, {"item": action.argument}
    speaker = Speaker.of(announcing, seat, Agreed.of(board))
    if action.verb == "call":
        return Reason("called_already" if board.open.called else "call_not_open", {"card": action.argument})
    if action.argument in TAROKK_COUNTS and has_declared(board.open, seat):
        return Reason("already_announced", facts)
    if not board.open.called and action.argument not in TAROKK_COUNTS:
        return Reason("call_first")
    if action.verb == "announce":
        return Reason(speaker.closed()[action.argument], facts)
    return Reason(why_no_kontra(board, speaker, action.argument), facts)


def why_no_kontra(board: Board, speaker: Speaker, words: str) -> str:
    """Counts are not doubled (9.2.3), nor anything above the last step, too early (9.4.4) or out of turn."""
    item = next(item for item in board.open.items if str(item) == words)
    if item.id in TAROKK_COUNTS:
        return "cannot_be_doubled"
    if item.doublings == speaker.agreed.top_step:
        return "fully_doubled"
    return "declare_tarokks_first" if item.id in speaker.waiting() else why_not_yours(item)
