"""Illustrated Tarokk: calling the partner, announcements and kontra (8, 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.illustrated_tarokk.facts import Invitation
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import announced_by
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    CALLABLE,
    CARD_FEATS,
    COLLECTIONS,
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    LOW_FEATS,
    TAROKK_COUNTS,
    TRULL_ID,
    VOLAT,
    XX,
    Feat,
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
    own_step,
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
from bot.rules.values import cached_property

# 8. Calling the partner


def announcing(board: Board) -> Phase:
    """The declarer speaks first (9.1), and calls a partner in that turn (8)."""
    seat = declarer_of(board.open)
    invitation = board.open.fact(Invitation)
    accepted = None if invitation is None or invitation.seat == seat else invitation
    board = with_items(board, (Item(GAME),))

    def may_state(announcing: Announcing, speaker: Seat) -> tuple[Action, ...]:
        if announcing.board.open.called:
            return Speaker(announcing, speaker).statements()
        calls = tuple(Action("call", str(each)) for each in callable_cards(announcing.board, accepted))
        return (*Speaker(announcing, speaker).counts(), *calls)

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
    if seat == board.open.declarer or board.hidden.called_card not in board.hidden.discards[seat]:
        return False
    game = next(item for item in board.open.items if item.id == GAME)
    return not game.doublings and option(board, "office_kontra") is True


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


@dataclass(frozen=True)
class Speaker:
    """A seat whose turn it is to announce, with what its statements depend on."""

    announcing: Announcing
    seat: Seat

    @cached_property
    def board(self) -> Board:
        """Where the cards lie, and what has been announced."""
        return self.announcing.board

    @cached_property
    def side(self) -> Side:
        """The side the seat is on in truth."""
        return side_of(self.board, self.seat)

    @cached_property
    def top_step(self) -> int:
        """How often an item can be doubled (17.1)."""
        return number(self.board, "kontra_max_level")

    @cached_property
    def ours(self) -> Mapping[str, Item]:
        """What the seat's side has announced, by id."""
        return announced_by(self.board, self.side)

    @cached_property
    def feats(self) -> Mapping[str, Item]:
        """The ultimó and the uhu that the seat's side has announced, by kind."""
        return {CARD_FEATS[name].kind: item for name, item in self.ours.items() if name in CARD_FEATS}

    @cached_property
    def has_declared(self) -> bool:
        """Whether the seat has declared a count of tarokks."""
        return any(item.seat == self.seat and item.id in TAROKK_COUNTS for item in self.board.open.items)

    @cached_property
    def undeclared(self) -> str | None:
        """The tarokks the seat could still declare, before a card is played (9.4)."""
        tarokks = len(self.board.hidden.hands[self.seat] & TAROCKS)
        names = (name for name, count in TAROKK_COUNTS.items() if count == tarokks)
        return None if self.has_declared else next(names, None)

    @cached_property
    def is_understood(self) -> bool:
        """Whether a statement would put the seat on its true side.

        That is the known one, else that of the last who spoke, else the declarer's (9.3.4).
        """
        board, said = self.board, reversed(self.announcing.said)
        if known := board.open.side(self.seat):
            return known == self.side
        last = next((move.seat for move in said if shows_side(board, move.action)), None)
        return self.side == (Side.DECLARER if last is None else side_of(board, last))

    def statements(self) -> tuple[Action, ...]:
        """Everything the seat may say once the partner is called."""
        known = self.announcing.known if self.is_understood else ()
        bonuses = [item for item in known if item not in TAROKK_COUNTS and not self.obstacle(item)]
        doubled = [kontra(item) for item in self.board.open.items if not self.doubling_obstacle(item)]
        return (*self.counts(), *map(announce, bonuses), *doubled)

    def counts(self) -> tuple[Action, ...]:
        """Exactly eight or nine tarokks in hand may be declared, once (9.4)."""
        count = self.undeclared
        return (announce(count),) if count and not self.count_obstacle(count) else ()

    def count_obstacle(self, count: str) -> str:
        """Why the seat cannot declare a count of tarokks: a refusal code, or `""` (9.4.1, 17.22)."""
        if self.has_declared:
            return "already_announced"
        if self.undeclared != count:
            return "not_so_many_tarokks"
        neutral = not option(self.board, "tarokk_count_identifies")
        return "" if neutral or self.is_understood else "side_not_understood"

    def obstacle(self, item: str) -> str:
        """Why the seat cannot announce a bonus (9.3-9.6): a refusal code, or `""`."""
        if self.undeclared and needs_count(self.board, item):
            return "declare_tarokks_first"
        if not self.is_understood:
            return "side_not_understood"
        if item in self.ours:
            return "side_has_announced"
        if item not in CARD_FEATS:
            return self.obstacle_beside(item)
        return self.feat_obstacle(CARD_FEATS[item]) if self.feats else ""

    def obstacle_beside(self, item: str) -> str:
        """What the side's other bonuses leave open (9.6, 17.18, 17.19), and a trull's promise (17.20)."""
        if item == DOUBLE_GAME and VOLAT in self.ours:
            return "volat_announced"
        if item == VOLAT and announce(DOUBLE_GAME) in self.announcing.this_turn:
            return "" if option(self.board, "double_and_volat_same_turn") else "not_in_one_turn"
        if item in COLLECTIONS and VOLAT in self.ours and self.keeps_volat_alone:
            return "after_volat"
        return "trull_promises" if item == TRULL_ID and not self.may_promise() else ""

    @property
    def keeps_volat_alone(self) -> bool:
        """Whether no trull or four kings may be announced beside a volát (17.19)."""
        return option(self.board, "trull_kings_after_volat") == "forbidden"

    def may_promise(self) -> bool:
        """A trull promises a high honour, unless the partner answers the declarer's streak (17.20)."""
        board = self.board
        if not option(board, "trull_meaning_rules") or board.hidden.hands[self.seat] & HIGH_HONOURS:
            return True
        streaks = (item for item in board.open.items if item.id in FEAT and item.id not in CARD_FEATS)
        return self.seat == board.hidden.partner and any(item.seat == board.open.declarer for item in streaks)

    def feat_obstacle(self, feat: Feat) -> str:
        """A side has one ultimó and one uhu; an uhu may replace a partner's ultimó with its card (9.6)."""
        if feat.kind in self.feats:
            return "one_ultimo_one_uhu"
        other = next(iter(self.feats.values()))
        if CARD_FEATS[other.id].card != feat.card:
            return ""
        if feat.kind == "ultimo":
            return "uhu_announced"
        never = option(self.board, "uhu_supersedes_ultimo") == "never"
        return "ultimo_stands" if never or other.seat == self.seat or other.doublings else ""

    def doubling_obstacle(self, item: Item) -> str:
        """Why the seat cannot double an item: the sides take turns, up to the last step (9.2, 9.4, 17.1)."""
        if item.id in TAROKK_COUNTS:
            return "cannot_be_doubled"
        if item.doublings == self.top_step:
            return "fully_doubled"
        if self.undeclared and needs_count(self.board, item.id):
            return "declare_tarokks_first"
        is_ours = side_of_item(self.board, item) == self.side
        return "" if is_ours == own_step(item) else "not_your_doubling"


def needs_count(board: Board, item: str) -> bool:
    """Whether a player with undeclared tarokks may neither announce nor double a bonus (9.4.4, 17.23)."""
    if item not in CARD_FEATS:
        return False
    return item in LOW_FEATS or option(board, "tarokk_count_required_for_king_figures") is True


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
    feat = CARD_FEATS.get(action.argument) if action.verb == "announce" else None
    if feat is None or feat.kind != "uhu":
        return board
    ultimos = {each.id for each in CARD_FEATS.values() if each.kind == "ultimo" and each.card == feat.card}
    side = side_of(board, seat)
    left = (item for item in board.open.items if item.id not in ultimos or side_of_item(board, item) != side)
    return with_items(board, tuple(left))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from a call (8), an announcement (9.3-9.6) or a kontra (9.2)."""
    board, facts = announcing.board, {"item": action.argument}
    speaker = Speaker(announcing, seat)
    if action.verb == "call":
        return Reason("called_already" if board.open.called else "call_not_open", {"card": action.argument})
    if action.verb == "kontra" and board.open.called:
        item = next(item for item in board.open.items if str(item) == action.argument)
        return Reason(speaker.doubling_obstacle(item), facts)
    if action.argument in TAROKK_COUNTS:
        return Reason(speaker.count_obstacle(action.argument), facts)
    if not board.open.called:
        return Reason("call_first")
    return Reason(speaker.obstacle(action.argument), facts)
