"""Illustrated Tarokk: calling the partner, announcements and kontra (8, 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from bot.games.illustrated_tarokk.facts import Invitation
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import has_declared, undeclared
from bot.games.illustrated_tarokk.tables import (
    AFTER_VOLAT,
    ANNOUNCEMENTS,
    CALL_FIRST,
    CALLABLE,
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
    XX,
    is_played,
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
    own_step,
    with_items,
)
from bot.rules.cards import NO_CARDS, TAROCKS, Card, Cards, card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.partners import (
    declarer_of,
    identified,
    members,
    partner_called,
    side_of,
    side_of_item,
    with_candidates,
)
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.sides import Side
from bot.rules.state import Board

CALLS: Final = {each: Action("call", str(each)) for each in CALLABLE}
"""The calling of a partner by each card."""


# 8. Calling the partner


def announcing(board: Board) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board.open)
    invitation = board.open.fact(Invitation)
    accepted = None if invitation is None or invitation.seat == seat else invitation

    def may_state(announcing: Announcing, speaker: Seat) -> tuple[Action, ...]:
        each = Speaker.of(announcing, speaker)
        if announcing.board.open.called:
            return (*each.announcements(), *each.doublings())
        calls = [CALLS[card] for card in callable_cards(announcing.board, accepted)]
        return (*each.announcements(), *calls)

    def heard(board: Board, speaker: Seat, action: Action) -> Board:
        if action.verb == "call":
            return called(board, card(action.argument), accepted)
        return taken_in(board, speaker, action)

    rules = Rules(
        tuple(item for item in ANNOUNCEMENTS if is_played(board, item)),
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


class Speaker(NamedTuple):
    """A seat whose turn it is to announce, with what its statements depend on."""

    announcing: Announcing
    seat: Seat
    side: Side
    """The side the seat is on in truth."""
    members: tuple[Seat, ...]
    """The seats of this side."""
    undeclared: str | None
    """The tarokk count that the seat holds and has not declared, or `None` (9.4.1)."""

    @classmethod
    def of(cls, announcing: Announcing, seat: Seat) -> Speaker:
        """Find out the side of a seat and its tarokk count."""
        board = announcing.board
        side = side_of(board, seat)
        return cls(announcing, seat, side, members(board, side), undeclared(board, seat))

    def announcements(self) -> list[Action]:
        """The tarokk count and the bonuses the seat may announce."""
        closed = self.closed()
        return [announce(item) for item in self.announcing.rules.known if item not in closed]

    def doublings(self) -> list[Action]:
        """The items the seat may double."""
        return [kontra(item) for item, code in self.doubling() if not code]

    def closed(self) -> Mapping[str, str]:
        """What the seat cannot announce (9.3-9.6), with refusal codes."""
        understood = self.is_understood()
        if not self.announcing.board.open.called:
            bonuses = CALL_FIRST
        else:
            bonuses = self.closed_bonuses() if understood else NOT_UNDERSTOOD
        return {**bonuses, **self.closed_by_count(understood=understood)}

    def closed_by_count(self, *, understood: bool) -> Mapping[str, str]:
        """What an undeclared count closes to the seat, and the counts it does not hold (9.4, 17.22)."""
        counts = NOT_HELD[self.undeclared]
        if self.undeclared is None:
            return counts
        if option(self.announcing.board, "tarokk_count_identifies") and not understood:
            counts = {**counts, self.undeclared: "side_not_understood"}
        return {**dict.fromkeys(self.waiting(), "declare_tarokks_first"), **counts}

    def is_understood(self) -> bool:
        """Whether a statement would put the seat on its true side.

        That is the known one, else that of the last who spoke, else the declarer's (9.3.4).
        """
        board = self.announcing.board
        if board.open.side(self.seat):
            return True
        said = reversed(self.announcing.said)
        last = next((move.seat for move in said if shows_side(board, move.action)), declarer_of(board.open))
        return self.side == side_of(board, last)

    def waiting(self) -> Collection[str]:
        """The bonuses that are neither announced nor doubled before a count is declared (9.4.4, 17.23)."""
        if self.undeclared is None:
            return ()
        every = option(self.announcing.board, "tarokk_count_required_for_king_figures") is True
        return CARD_FEATS if every else LOW_FEATS

    def closed_bonuses(self) -> dict[str, str]:
        """The bonuses that announcements of the seat's side close to it, with refusal codes (9.5.2, 9.6).

        Where several rules close a bonus, the last one below gives the code.
        """
        board = self.announcing.board
        ours = {item.id: item for item in board.open.items if item.seat in self.members}
        closed = {} if self.may_promise() else {TRULL_ID: "trull_promises"}
        for name, item in ours.items():
            if not self.may_replace(item):
                closed |= CLOSES[name]
        for name in ours:
            closed |= SAME_KIND[name]
        if VOLAT in ours and option(board, "trull_kings_after_volat") == "forbidden":
            closed |= AFTER_VOLAT
        if DOUBLE_GAME in ours and announce(DOUBLE_GAME) in self.announcing.this_turn:
            closed |= {} if option(board, "double_and_volat_same_turn") else IN_ONE_TURN
        return closed | dict.fromkeys(ours, "side_has_announced")

    def may_replace(self, item: Item) -> bool:
        """Whether the uhu of its card may replace a partner's ultimó (9.6.7)."""
        if item.id not in ULTIMOS or item.seat == self.seat or item.doublings:
            return False
        return option(self.announcing.board, "uhu_supersedes_ultimo") != "never"

    def may_promise(self) -> bool:
        """A trull promises a high honour, unless the partner answers the declarer's streak (17.20)."""
        board = self.announcing.board
        if not option(board, "trull_meaning_rules") or board.hidden.hands[self.seat] & HIGH_HONOURS:
            return True
        streaks = (item for item in board.open.items if item.id in FEAT and item.id not in CARD_FEATS)
        return self.seat == board.hidden.partner and any(item.seat == board.open.declarer for item in streaks)

    def doubling(self) -> Iterator[tuple[Item, str]]:
        """All items with the refusal code of those the seat cannot double, `""` for those it can.

        The sides take turns, up to the last step (9.2, 9.4, 17.1).
        """
        board, waiting = self.announcing.board, self.waiting()
        declarer, top_step = declarer_of(board.open), number(board, "kontra_max_level")
        for item in board.open.items:
            name, seat, doublings = item
            if name in TAROKK_COUNTS:
                yield item, "cannot_be_doubled"
            elif doublings == top_step:
                yield item, "fully_doubled"
            elif name in waiting:
                yield item, "declare_tarokks_first"
            elif own_step(item) != ((declarer if seat is None else seat) in self.members):
                yield item, "not_your_doubling"
            else:
                yield item, ""


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
    speaker = Speaker.of(announcing, seat)
    if action.verb == "call":
        return Reason("called_already" if board.open.called else "call_not_open", {"card": action.argument})
    if action.argument in TAROKK_COUNTS and has_declared(board.open, seat):
        return Reason("already_announced", facts)
    if not board.open.called and action.argument not in TAROKK_COUNTS:
        return Reason("call_first")
    if action.verb == "announce":
        return Reason(speaker.closed()[action.argument], facts)
    code = next(code for item, code in speaker.doubling() if str(item) == action.argument)
    return Reason(code, facts)
