"""Illustrated Tarokk: announcements and kontra (9); in the first turn the declarer also calls (8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import counts_held, has_declared
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    BONUSES,
    CALLABLE,
    CARD_FEATS,
    COLLECTIONS,
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    LOW_FEATS,
    REPLACES,
    TAROKK_COUNTS,
    TRULL_ID,
    ULTIMOS,
    VOLAT,
    XX,
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
from bot.rules.cards import NO_CARDS, TAROCKS, Card, Cards, card
from bot.rules.facts import Invitation
from bot.rules.layout import Seat
from bot.rules.moves import Action, latest_first, listing
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import (
    Board,
    Item,
    declarer_of,
    identified,
    partner_called,
    side_of,
    side_of_item,
    with_candidates,
)

CALLS: Final = {each: Action("call", str(each)) for each in CALLABLE}
"""The calling of a partner by each card."""


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
    """The declarer's own cards: the hand, and the discard (8.3.5, 17.17)."""
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


PLACES: Final = {name: 1 << place for place, name in enumerate(ANNOUNCEMENTS)}
"""Each announcement as a set of one: bit `n` of such a set stands for `ANNOUNCEMENTS[n]`."""


@cache
def set_of(names: tuple[str, ...]) -> int:
    """A set of announcements."""
    return sum([PLACES[name] for name in names])


class Closing(NamedTuple):
    """Announcements that a rule closes to a seat."""

    items: int
    """The set of them."""
    codes: Mapping[str, str]
    """The same, with refusal codes."""

    @classmethod
    def of(cls, codes: Mapping[str, str]) -> Closing:
        """Some announcements by name, with refusal codes."""
        return cls(set_of(tuple(codes)), codes)


CALL_FIRST: Final = Closing.of(dict.fromkeys(BONUSES, "call_first"))
"""What cannot be announced before the call (9.1.2)."""
NOT_UNDERSTOOD: Final = Closing.of(dict.fromkeys(BONUSES, "side_not_understood"))
"""What a seat cannot announce that would be taken to be on the other side (9.3.4)."""
COUNT_NOT_UNDERSTOOD: Final = Closing.of(dict.fromkeys(TAROKK_COUNTS, "side_not_understood"))
"""The same where a count of tarokks shows the side (17.22)."""
NOT_HELD: Final = {
    held: Closing.of({name: "not_so_many_tarokks" for name in TAROKK_COUNTS if name != held})
    for held in (None, *TAROKK_COUNTS)
}
"""The counts that a seat cannot declare, by the one it holds, or `None` (9.4.1)."""
WAITING: Final = {
    True: Closing.of(dict.fromkeys(CARD_FEATS, "declare_tarokks_first")),
    False: Closing.of(dict.fromkeys(LOW_FEATS, "declare_tarokks_first")),
}
"""What a seat's undeclared count closes to it, by whether kings have to wait, too (9.4.4, 17.23)."""
TRULL_PROMISES: Final = Closing.of({TRULL_ID: "trull_promises"})
"""What a seat without a high honour cannot announce by a house rule (17.20)."""
IN_ONE_TURN: Final = Closing.of({VOLAT: "not_in_one_turn"})
"""What a double game closes to the seat that announced it for the rest of its turn (9.6.2)."""
SAME_KIND: Final = {
    name: {
        other.id: "one_ultimo_one_uhu"
        for other in CARD_FEATS.values()
        if name in CARD_FEATS and other.kind == CARD_FEATS[name].kind
    }
    for name in ANNOUNCEMENTS
}
"""The ultimós, or the uhus, of which a side announces only one (9.6.4)."""
REPLACEABLE: Final = {
    name: Closing.of({**SAME_KIND[name], name: "side_has_announced"}) for name in ANNOUNCEMENTS
}
"""What each announcement closes to its side as long as an uhu may replace it (9.5.2, 9.6.4)."""
CLOSES: Final[Mapping[str, Mapping[str, str]]] = {
    **{name: {} for name in ANNOUNCEMENTS},
    VOLAT: {DOUBLE_GAME: "volat_announced"},
    **{ultimo: {uhu: "ultimo_stands"} for uhu, ultimo in REPLACES.items()},
    **{uhu: {ultimo: "uhu_announced"} for uhu, ultimo in REPLACES.items()},
}
"""The others that each announcement closes to its side if it cannot be replaced (9.6.3, 9.6.6, 9.6.7)."""
ANNOUNCED: Final = {
    GAME: Closing.of({}),
    **{name: Closing.of({**CLOSES[name], **REPLACEABLE[name].codes}) for name in ANNOUNCEMENTS},
    **dict.fromkeys(TAROKK_COUNTS, Closing.of({})),
}
"""All that each item closes to its side if it cannot be replaced.

A count closes nothing: both of a side may hold eight tarokks, and declare them (9.4.1).
"""
VOLAT_LAST: Final = {
    **ANNOUNCED,
    VOLAT: Closing.of({**dict.fromkeys(COLLECTIONS, "after_volat"), **ANNOUNCED[VOLAT].codes}),
}
"""The same where a volát closes trull and four kings by a house rule (17.19)."""
WEIGHTIER: Final = (
    "call_first",
    "side_not_understood",
    "trull_promises",
    "volat_announced",
    "ultimo_stands",
    "uhu_announced",
    "one_ultimo_one_uhu",
    "after_volat",
    "not_in_one_turn",
    "side_has_announced",
    "declare_tarokks_first",
    "not_so_many_tarokks",
)
"""The refusal codes of closed announcements: where several rules close one, the later code is given."""


def announcing(board: Board) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board.open)
    invitation = board.open.fact(Invitation)
    accepted = None if invitation is None or invitation.seat == seat else invitation
    known, counts = announcements_of(board), counts_held(board)

    def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
        board, speaker = announcing.board, Speaker.of(announcing, seat, counts)
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


@dataclass(frozen=True)
class Speaker:
    """A seat whose turn it is, and what decides what it may state."""

    announcing: Announcing
    seat: Seat
    undeclared: str | None
    """The tarokk count that the seat holds and has not declared, or `None` (9.4.1)."""
    understood: bool
    """Whether a statement would put the seat on its true side (9.3.4)."""
    ours: Sequence[Item]
    """The items of its side."""
    to_raise: Sequence[Item]
    """The items whose next doubling is for its side (9.2)."""

    @classmethod
    def of(cls, announcing: Announcing, seat: Seat, counts: Mapping[Seat, str]) -> Speaker:
        """Find out what the statements of a seat depend on; `counts` are those held at the table."""
        board = announcing.board
        undeclared = None if seat not in counts or has_declared(board.open, seat) else counts[seat]
        understood = bool(board.open.side(seat)) or is_understood(announcing, seat)
        return cls(announcing, seat, undeclared, understood, *ours_and_to_raise(board, seat))

    @property
    def waiting(self) -> Closing:
        """What waits for the declaration of tarokks: perhaps the ultimós and uhus with kings, too (17.23)."""
        return WAITING[option(self.announcing.board, "tarokk_count_required_for_king_figures") is True]

    @property
    def top_step(self) -> int:
        """How often an item may be doubled (17.1)."""
        return number(self.announcing.board, "kontra_max_level")

    def bonuses(self) -> tuple[Action, ...]:
        """The tarokk count and the bonuses that the seat may announce (17.28, 17.29)."""
        items = set_of(self.announcing.rules.known)
        for closing in self.closings():
            items &= ~closing.items
        return announced(items)

    def undoubled(self, item: Item) -> bool:
        """Whether the seat cannot double an item: a count, or what waits for its own (9.2.3, 9.4.4)."""
        return item.id in TAROKK_COUNTS or (self.undeclared is not None and item.id in self.waiting.codes)

    def kontras(self) -> tuple[Action, ...]:
        """The doublings open to the seat: the sides double in turn, up to the last step (9.2, 17.1)."""
        top_step = self.top_step
        doublable = [each for each in self.to_raise if each.doublings < top_step and not self.undoubled(each)]
        return tuple(map(kontra, doublable))

    def closings(self) -> list[Closing]:
        """What closes announcements to the seat (9.3-9.6, 17.22)."""
        board, closings = self.announcing.board, [NOT_HELD[self.undeclared]]
        if self.undeclared is not None:
            closings.append(self.waiting)
            if not self.understood and option(board, "tarokk_count_identifies") is True:
                closings.append(COUNT_NOT_UNDERSTOOD)
        if not board.open.called:
            closings.append(CALL_FIRST)
        elif not self.understood:
            closings.append(NOT_UNDERSTOOD)
        else:
            closings += self.closed_by_side()
        return closings

    def closed_by_side(self) -> list[Closing]:
        """What the items of its side close to the seat (9.5.2, 9.6), and house rules (17.18-17.20)."""
        board, seat = self.announcing.board, self.seat
        closes = VOLAT_LAST if option(board, "trull_kings_after_volat") == "forbidden" else ANNOUNCED
        replaceable = () if option(board, "uhu_supersedes_ultimo") == "never" else ULTIMOS
        closings = [
            closes[item.id]
            if item.id not in replaceable or item.seat == seat or item.doublings
            else REPLACEABLE[item.id]
            for item in self.ours
        ]
        if option(board, "trull_meaning_rules") is True and not may_promise(board, seat):
            closings.append(TRULL_PROMISES)
        free = option(board, "double_and_volat_same_turn") is True
        if not free and announce(DOUBLE_GAME) in self.announcing.this_turn:
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
    if ultimo is None:
        return board
    left = (item for item in board.open.items if item.id != ultimo or side_of_item(board, item) != side)
    return with_items(board, tuple(left))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a call (8), an announcement (9.3-9.6) or a kontra (9.2)."""
    board, facts = announcing.board, {"item": action.argument}
    speaker = Speaker.of(announcing, seat, counts_held(board))
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
    if item.doublings == speaker.top_step:
        return "fully_doubled"
    return "declare_tarokks_first" if speaker.undoubled(item) else why_not_yours(item)
