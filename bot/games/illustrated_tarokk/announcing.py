"""Illustrated Tarokk: announcements and kontra (9); in the first turn the declarer also calls (8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.games.illustrated_tarokk.calling import CALLS, callable_cards, called
from bot.games.illustrated_tarokk.closings import (
    ANNOUNCED,
    CALL_FIRST,
    COUNT_NOT_UNDERSTOOD,
    IN_ONE_TURN,
    NOT_HELD,
    NOT_UNDERSTOOD,
    REPLACEABLE,
    TRULL_PROMISES,
    VOLAT_LAST,
    WAITING,
    WEIGHTIER,
    Closing,
    set_of,
)
from bot.games.illustrated_tarokk.facts import Invitation
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import counts_held, has_declared
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    CARD_FEATS,
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    REPLACES,
    TAROKK_COUNTS,
    ULTIMOS,
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
    ours_and_to_raise,
    why_not_yours,
    with_items,
)
from bot.rules.cards import card
from bot.rules.layout import Seat
from bot.rules.moves import Action, latest_first, listing
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, declarer_of, identified, side_of, side_of_item


def announcing(board: Board) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board.open)
    invitation = board.open.fact(Invitation)
    accepted = None if invitation is None or invitation.seat == seat else invitation
    known, counts = announcements_of(board), counts_held(board)
    agreed = Agreed.of(board, known)

    def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
        board, speaker = announcing.board, Speaker.of(announcing, seat, agreed, counts)
        if board.open.called:
            return speaker.bonuses() + speaker.kontras()
        return speaker.bonuses() + tuple([CALLS[each] for each in callable_cards(board, accepted)])

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
        owes=owes_call_or_kontra if option(board, "office_kontra") else owes_call,
        verbs=("announce", "kontra", "call"),
        why_owed=what_is_owed,
        grows=True,
    )
    return rules.opened_by(seat, with_items(board, (Item(GAME),)))


def owes_call(announcing: Announcing, _seat: Seat) -> bool:
    """The declarer's first turn cannot end before the call (8)."""
    return not announcing.board.open.called


def owes_call_or_kontra(announcing: Announcing, seat: Seat) -> bool:
    """By a house rule another's turn cannot end before a kontra (17.6)."""
    return owes_call(announcing, seat) or owes_kontra(announcing.board, seat)


def owes_kontra(board: Board, seat: Seat) -> bool:
    """Whether a defender has discarded the called card, and must see that the game is doubled (17.6)."""
    if seat == board.open.declarer:
        return False
    game = next(item for item in board.open.items if item.id == GAME)
    return board.hidden.called_card in board.hidden.discards[seat] and not game.doublings


def what_is_owed(announcing: Announcing, _seat: Seat) -> Reason:
    """The call of a partner, or the kontra of the seat that has discarded the called card."""
    return Reason("kontra_owed" if announcing.board.open.called else "statement_owed")


# 9. Announcements

announced: Final = listing(tuple(map(announce, ANNOUNCEMENTS)))
"""The announcing of each announcement in a set."""


class Agreed(NamedTuple):
    """The house rules about announcements (17)."""

    known: int
    """The set of all announcements there are (17.28, 17.29)."""
    waiting: Closing
    """What waits for the declaration of tarokks: perhaps the ultimós and uhus with kings, too (17.23)."""
    undoubled: Collection[str]
    """What a seat cannot double before it, counts included."""
    counts_identify: bool
    """Whether this declaration shows the speaker's side (17.22)."""
    closes: Mapping[str, Closing]
    """What each announcement closes to its side: perhaps a volát trull and four kings (17.19)."""
    volat_in_the_same_turn: bool
    """Whether a turn may hold double game and volát (17.18)."""
    replaceable: Collection[str]
    """The ultimós if an uhu may replace a partner's (9.6.7), else none."""
    trull_promises: bool
    """Whether a trull promises a high honour (17.20)."""
    top_step: int
    """How often an item may be doubled (17.1)."""

    @classmethod
    def of(cls, board: Board, known: tuple[str, ...]) -> Agreed:
        """Return what is agreed for a deal."""
        waiting = WAITING[option(board, "tarokk_count_required_for_king_figures") is True]
        return cls(
            set_of(known),
            waiting,
            {*TAROKK_COUNTS, *waiting.codes},
            option(board, "tarokk_count_identifies") is True,
            VOLAT_LAST if option(board, "trull_kings_after_volat") == "forbidden" else ANNOUNCED,
            option(board, "double_and_volat_same_turn") is True,
            () if option(board, "uhu_supersedes_ultimo") == "never" else ULTIMOS,
            option(board, "trull_meaning_rules") is True,
            number(board, "kontra_max_level"),
        )


@dataclass(frozen=True)
class Speaker:
    """A seat whose turn it is, and what decides what it may state."""

    announcing: Announcing
    seat: Seat
    agreed: Agreed
    undeclared: str | None
    """The tarokk count that the seat holds and has not declared, or `None` (9.4.1)."""
    understood: bool
    """Whether a statement would put the seat on its true side (9.3.4)."""
    ours: Sequence[Item]
    """The items of its side."""
    to_raise: Sequence[Item]
    """The items whose next doubling is for its side (9.2)."""

    @classmethod
    def of(cls, announcing: Announcing, seat: Seat, agreed: Agreed, counts: Mapping[Seat, str]) -> Speaker:
        """Find out what the statements of a seat depend on; `counts` are those held at the table."""
        board = announcing.board
        undeclared = None if seat not in counts or has_declared(board.open, seat) else counts[seat]
        understood = bool(board.open.side(seat)) or is_understood(announcing, seat)
        ours, to_raise = ours_and_to_raise(board, seat)
        return cls(announcing, seat, agreed, undeclared, understood, ours, to_raise)

    def bonuses(self) -> tuple[Action, ...]:
        """The tarokk count and the bonuses that the seat may announce."""
        items = self.agreed.known
        for closing in self.closings():
            items &= ~closing.items
        return announced(items)

    def undoubled(self) -> Collection[str]:
        """What the seat cannot double: counts, and what waits until it declares its own (9.2.3, 9.4.4)."""
        return TAROKK_COUNTS if self.undeclared is None else self.agreed.undoubled

    def kontras(self) -> tuple[Action, ...]:
        """The doublings open to the seat: the sides double in turn, up to the last step (9.2, 17.1)."""
        top_step, undoubled = self.agreed.top_step, self.undoubled()
        doublable = [item for item in self.to_raise if item.doublings < top_step and item.id not in undoubled]
        return tuple(map(kontra, doublable))

    def closings(self) -> list[Closing]:
        """What closes announcements to the seat (9.3-9.6)."""
        closings = [NOT_HELD[self.undeclared]]
        if self.undeclared is not None:
            closings.append(self.agreed.waiting)
            if self.agreed.counts_identify and not self.understood:
                closings.append(COUNT_NOT_UNDERSTOOD)
        if not self.announcing.board.open.called:
            closings.append(CALL_FIRST)
        elif not self.understood:
            closings.append(NOT_UNDERSTOOD)
        else:
            closings += self.closed_by_side()
        return closings

    def closed_by_side(self) -> list[Closing]:
        """What the items of its side close to the seat (9.5.2, 9.6), and house rules with them (17)."""
        agreed, seat = self.agreed, self.seat
        closes, replaceable = agreed.closes, agreed.replaceable
        closings = [
            closes[item.id]
            if item.id not in replaceable or item.seat == seat or item.doublings
            else REPLACEABLE[item.id]
            for item in self.ours
        ]
        if agreed.trull_promises and not may_promise(self.announcing.board, seat):
            closings.append(TRULL_PROMISES)
        double_game = closes[DOUBLE_GAME] in closings and not agreed.volat_in_the_same_turn
        if double_game and announce(DOUBLE_GAME) in self.announcing.this_turn:
            closings.append(IN_ONE_TURN)
        return closings


def is_understood(announcing: Announcing, seat: Seat) -> bool:
    """Whether a seat of which nothing is known would be taken to be on its side if it spoke now.

    Its side is then taken to be that of the last who spoke, or else the declarer's (9.3.4).
    """
    board = announcing.board
    said = latest_first(announcing.said)
    last = next((move.seat for move in said if shows_side(board, move.action)), declarer_of(board.open))
    return side_of(board, seat) == side_of(board, last)


def may_promise(board: Board, seat: Seat) -> bool:
    """A trull promises a high honour, unless the partner answers the declarer's streak (17.20)."""
    if board.hidden.hands[seat] & HIGH_HONOURS:
        return True
    streaks = (item for item in board.open.items if item.id in FEAT and item.id not in CARD_FEATS)
    return seat == board.hidden.partner and any(item.seat == board.open.declarer for item in streaks)


def shows_side(board: Board, action: Action) -> bool:
    """Whether a statement shows its speaker's side: a bonus, a kontra, perhaps a count (9.3, 17.22)."""
    if action.argument in TAROKK_COUNTS:
        return option(board, "tarokk_count_identifies") is True
    return is_statement(action)


def taken_in(board: Board, seat: Seat, action: Action) -> Board:
    """A bonus or a kontra shows the speaker's side (9.3); an uhu replaces the ultimó with its card (9.6)."""
    if action.argument in TAROKK_COUNTS and not option(board, "tarokk_count_identifies"):
        return board
    board, side = identified(board, seat), side_of(board, seat)
    ultimo = REPLACES.get(action.argument) if action.verb == "announce" else None
    left = (item for item in board.open.items if item.id != ultimo or side_of_item(board, item) != side)
    return with_items(board, tuple(left))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a call (8), an announcement (9.3-9.6) or a kontra (9.2)."""
    board, facts = announcing.board, {"item": action.argument}
    speaker = Speaker.of(announcing, seat, Agreed.of(board, announcing.rules.known), counts_held(board))
    if action.verb == "call":
        return Reason("called_already" if board.open.called else "call_not_open", {"card": action.argument})
    if action.argument in TAROKK_COUNTS and has_declared(board.open, seat):
        return Reason("already_announced", facts)
    if not board.open.called and action.argument not in TAROKK_COUNTS:
        return Reason("call_first")
    if action.verb == "announce":
        return Reason(why_closed(speaker, action.argument), facts)
    return Reason(why_no_kontra(board, speaker, action.argument), facts)


def why_closed(speaker: Speaker, name: str) -> str:
    """The rule of most weight that closes an announcement to a seat (9.3-9.6)."""
    closed = [closing.codes for closing in speaker.closings()]
    return max([codes[name] for codes in closed if name in codes], key=WEIGHTIER.index)


def why_no_kontra(board: Board, speaker: Speaker, words: str) -> str:
    """Counts are not doubled (9.2.3), nor anything above the last step, too early (9.4.4) or out of turn."""
    item = next(item for item in board.open.items if str(item) == words)
    if item.id in TAROKK_COUNTS:
        return "cannot_be_doubled"
    if item.doublings == speaker.agreed.top_step:
        return "fully_doubled"
    return "declare_tarokks_first" if item.id in speaker.undoubled() else why_not_yours(item)
