"""Illustrated Tarokk: the phases of a deal (2-9, 11)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import NamedTuple, Self

from bot.games.illustrated_tarokk.scores import claims, counts_held, has_declared, trial_failed, void
from bot.games.illustrated_tarokk.values import (
    ANNOUNCEMENTS,
    ANNULLABLE,
    BONUSES,
    CALLABLE,
    CARD_FEATS,
    COLLECTIONS,
    DOUBLE_GAME,
    DRAWS,
    FEAT,
    HIGH_HONOURS,
    HONOURS,
    INVITATIONS,
    LADDER,
    LOW_FEATS,
    REPLACES,
    SOLO,
    TAROKK_COUNTS,
    TRICKS,
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
from bot.rules.auctions import HOLD, PASS, bid, with_contract
from bot.rules.cards import ALONE, KINGS, NO_CARDS, PROTECTED, SUITS, TAROCKS, Card, Cards, card, union
from bot.rules.exchange import Discarding, RequiredDiscard
from bot.rules.facts import DiscardedTarocks, Invitation, Stated
from bot.rules.layout import SIDES, Layout, Seat, Side
from bot.rules.moves import Action, Move, latest_first, listing, open_move
from bot.rules.phase import InTurn, Offer, Phase
from bot.rules.playing import UNBOUND, Bound, PlayTerms, Position, nothing_bound
from bot.rules.reasons import Reason
from bot.rules.state import (
    Board,
    Group,
    Item,
    declarer_of,
    members,
    partner_called,
    side_of,
    side_of_item,
    with_candidates,
    with_side_shown,
)
from bot.rules.tricks import Trick
from bot.rules.view import Promise

# 3. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to the talon, then five and four to each seat but a dealer who sits out (3)."""
    order = [(dealer + steps) % seats for steps in range(1, seats + 1)][:4]
    hands = [NO_CARDS] * seats
    for place, seat in enumerate(order):
        five = deck[6 + 5 * place : 11 + 5 * place]
        four = deck[26 + 4 * place : 30 + 4 * place]
        hands[seat] = Cards.of((*five, *four))
    return Layout(tuple(hands), tuple(deck[:6]), dealer)


def start(layout: Layout) -> Phase:
    """Start with the auction, opened by forehand (4.2.1)."""
    board = Board.of(layout, (Group.of("talon", Cards.of(layout.talon)),))
    return Bidding(board, board.open.forehand)


# 4. The auction


@dataclass(frozen=True)
class Bidding(InTurn):
    """The auction: the seats that may still take the game call in turn (4.3)."""

    start: Board
    turn: Seat
    moves: tuple[Move, ...] = ()
    invitation: Invitation | None = None
    """The invitation of this auction, of which there is at most one (4.4); `None` before it."""
    high: int = 0
    """The level of the standing bid, from 1; 0 before there is one."""
    holder: Seat | None = None
    held: bool = False
    bids: frozenset[tuple[Seat, int]] = frozenset()
    """The calls as seat and level, holds included."""
    passed: frozenset[Seat] = frozenset()
    raising: bool = False
    """Whether the only bidder may now raise the bid (17.12)."""

    name = "auction"

    @cached_property
    def board(self) -> Board:
        """The state of the deal, put together only when it is asked for: not for every call."""
        facts = () if self.invitation is None else (self.invitation,)
        return self.start.with_open(self.start.open._replace(calls=self.moves, facts=facts))

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(self.calls)

    @cached_property
    def calls(self) -> dict[Action, Card | None]:
        """Each legal call of the seat whose turn it is, with the card that it shows, or `None` (4.7)."""
        seat = self.turn
        if seat == self.holder:
            return dict.fromkeys((PASS, *map(bid, LADDER[self.high :])))
        if self.start.hidden.hands[seat].isdisjoint(HONOURS):
            return dict.fromkeys((PASS, *self.trial_bids()) if self.last_hope(seat) else (PASS,))
        minimum = self.lowest(seat)
        calls: dict[Action, Card | None] = {}
        if not self.may_yield(seat):
            calls[PASS] = None
        elif self.shows(seat, XX):
            calls[PASS] = XX
        calls[HOLD if minimum == self.high else bid(LADDER[minimum - 1])] = None
        invites = self.invitation is None and not self.last_hope(seat)
        for step, shown in INVITATIONS.items():
            if minimum + step <= SOLO and (not invites or self.shows(seat, shown)):
                calls[bid(LADDER[minimum + step - 1])] = shown if invites else None
        if self.may_open_solo(seat):
            calls[bid(LADDER[SOLO - 1])] = None
        return calls

    def promises(self, seat: Seat) -> tuple[Promise, ...]:
        """The calls that invite, each with the card that it shows (4.4)."""
        if seat != self.turn:
            return ()
        return tuple(Promise(call, shown) for call, shown in self.calls.items() if shown is not None)

    def lowest(self, seat: Seat) -> int:
        """The level of the lowest call other than a pass (4.2.6)."""
        return self.high if self.may_hold(seat) else self.high + 1

    def trial_bids(self) -> tuple[Action, ...]:
        """The trial bids: three, or by a house rule any bid that draws cards (4.5.1, 17.10)."""
        any_level = option(self.start, "trial_bid_levels") == "any"
        drawing = (name for name, drawn in zip(LADDER, DRAWS, strict=True) if drawn[0])
        return tuple(map(bid, drawing)) if any_level else (bid(LADDER[0]),)

    def may_open_solo(self, seat: Seat) -> bool:
        """Whether a solo may open the auction (4.6.3); by a house rule only for the fourth player (17.13)."""
        if self.high:
            return False
        return option(self.start, "opening_solo") == "allowed" or self.last_hope(seat)

    def shows(self, seat: Seat, invited: Card) -> bool:
        """Whether a seat has the card of an invitation and a high honour (4.4, 17.3)."""
        hand = self.start.hidden.hands[seat]
        if invited not in hand or hand.isdisjoint(HIGH_HONOURS):
            return False
        return hand.count(TAROCKS) >= number(self.start, "invite_min_tarokks")

    def last_hope(self, seat: Seat) -> bool:
        """Whether the other three have passed without a bid (4.5, 4.6)."""
        return not self.high and len(self.passed - {seat}) == 3

    def may_hold(self, seat: Seat) -> bool:
        """Whether a seat that has bid before may hold another's bid that is no hold (4.2.5, 17.14)."""
        if self.held or self.holder in (None, seat) or not any(caller == seat for caller, _ in self.bids):
            return False
        return option(self.start, "hold_rule") == "any_earlier_bidder" or self.earlier(seat)

    def earlier(self, seat: Seat) -> bool:
        """Whether a seat comes before the holder of the standing bid, counted from forehand (17.14)."""
        active = self.start.open.active
        return self.holder is not None and seat in active[: active.index(self.holder)]

    def may_yield(self, seat: Seat) -> bool:
        """Whether a pass would yield the game: its only bid is a three, and the last bid a two (4.4).

        The other two have then passed, or there would be a higher bid.
        """
        return self.high == 2 and {level for caller, level in self.bids if caller == seat} == {1}

    def after(self, seat: Seat, action: Action) -> Phase:
        """Record the call, and pass the turn to the next seat that could still take the game."""
        shown = self.calls[action]
        invitation = self.invitation if shown is None else Invitation(seat, shown)
        moves = (*self.moves, open_move(seat, action))
        if action == PASS:
            passed = self.passed | {seat}
            return replace(self, moves=moves, invitation=invitation, passed=passed).next_turn(seat)
        level = self.high if action == HOLD else LADDER.index(action.argument) + 1
        bids, held = self.bids | {(seat, level)}, action == HOLD
        called = replace(
            self, moves=moves, invitation=invitation, high=level, holder=seat, held=held, bids=bids
        )
        return called.next_turn(seat)

    def next_turn(self, seat: Seat) -> Phase:
        """Return the phase in which the next seat calls; an inviter passes automatically (4.4)."""
        if seat == self.holder and self.raising:
            return self._settled()
        for other in self.start.open.following(seat):
            if other in self.passed or other == self.holder or self.bound(other):
                continue
            if self.high < SOLO or self.may_hold(other):
                return replace(self, turn=other)
        if self.holder is not None and self.may_raise(self.holder):
            return replace(self, turn=self.holder, raising=True)
        return self._settled()

    def bound(self, seat: Seat) -> bool:
        """Whether a seat has invited and must pass (4.4.7, 17.2)."""
        invitation = self.invitation
        if invitation is None or invitation.seat != seat:
            return False
        return option(self.start, "inviter_must_pass") is True

    def may_raise(self, seat: Seat) -> bool:
        """Whether the only bidder may raise after three passes without an invitation (17.12).

        The bid is no solo: after a solo the others are not asked, so that they do not pass.
        """
        if len(self.passed) < 3 or self.invitation is not None or seat == self.start.open.active[-1]:
            return False
        alone = {caller for caller, _ in self.bids} == {seat}
        return alone and option(self.start, "sole_bidder_may_raise") is True

    def _settled(self) -> Phase:
        """End the auction: the holder of the highest call is declarer (4.2.7), if there is one (4.2.8)."""
        if self.holder is None:
            return void(self.board)
        return exchange(with_contract(self.board, LADDER[self.high - 1], self.holder))

    def explain(self, seat: Seat, action: Action) -> Reason:
        """A missing honour, no right to hold or pass, a bid too low, or a jump that shows a missing card."""
        standing = LADDER[self.high - 1] if self.high else ""
        if action == PASS:
            return Reason("must_not_pass", {"standing": standing})
        if action.verb not in ("bid", "hold"):
            return Reason("not_now")
        if self.start.hidden.hands[seat].isdisjoint(HONOURS):
            return Reason("needs_honour")
        if action == HOLD:
            return Reason("nothing_to_hold" if not self.high else "no_hold_here")
        if action.argument not in LADDER:
            return Reason("no_such_bid", {"bid": action.argument})
        level, facts = LADDER.index(action.argument) + 1, {"bid": action.argument}
        if level <= self.high:
            return Reason("bid_too_low", {**facts, "standing": standing})
        minimum = self.lowest(seat)
        if level - minimum not in INVITATIONS:
            return Reason("no_jump", {**facts, "lowest": LADDER[minimum - 1]})
        return Reason("invitation_needs", {**facts, "card": str(INVITATIONS[level - minimum])})


# 6. Exchange and discard


def exchange(board: Board) -> Phase:
    """Draw the talon from the top, declarer first (6.1)."""
    declarer = declarer_of(board.open)
    order = (declarer, *board.open.following(declarer))
    draws = dict(zip(order, DRAWS[LADDER.index(board.open.contract)], strict=True))
    hands, talon, drawn = list(board.hidden.hands), board.hidden.dealt.talon, 0
    for seat, draw in draws.items():
        hands[seat] |= Cards.of(talon[drawn : drawn + draw])
        drawn += draw
        if seat == declarer and hands[seat].isdisjoint(HONOURS):
            left = Group.of("talon", Cards.of(talon[drawn:]))
            return trial_failed(board.with_exchange(tuple(hands), (left,)))
    board = board.with_exchange(tuple(hands), ())
    discarding = partial(discard, draws=draws)
    early = option(board, "annul_timing") == "before_discard"
    return annulling(board, discarding) if early else discarding(board)


def discard(board: Board, draws: Mapping[Seat, int]) -> Phase:
    """Every seat discards as many cards as it drew (6.2.1); a house rule protects the XX (17.4).

    An inviter must not discard the card that it has shown (4.4).
    """
    protected = PROTECTED if option(board, "xx_discardable") else PROTECTED.plus(XX)
    invitation = board.open.fact(Invitation)
    kept = {} if invitation is None else {invitation.seat: protected.plus(invitation.card)}
    required = {
        seat: RequiredDiscard.of(board.hidden.hands[seat], drawn, kept.get(seat, protected), NO_CARDS)
        for seat, drawn in draws.items()
    }
    return Discarding(board, required, NO_CARDS, discarded)


def discarded(board: Board) -> Phase:
    """Make the counts of discarded tarokks public (6.2.4), and show the declarer's (6.2.5)."""
    public, counts = board.open, DiscardedTarocks(discarded_counts(board))
    tarokks = board.hidden.discards[declarer_of(public)] & TAROCKS
    shown = board.with_open(public._replace(discards_shown=tarokks, facts=(*public.facts, counts)))
    late = option(board, "annul_timing") == "after_discard"
    return annulling(shown, announcing) if late else announcing(shown)


def discarded_counts(board: Board) -> tuple[Stated, ...]:
    """How many tarokks each seat has discarded; with five players the defenders' are added up (6.2.4)."""
    seat = declarer_of(board.open)
    others = board.open.following(seat)
    numbers = [cards.count(TAROCKS) for cards in board.hidden.discards]
    if board.open.seats == 4:
        return tuple([Stated((each,), numbers[each]) for each in (seat, *others)])
    return Stated((seat,), numbers[seat]), Stated(others, sum(numbers) - numbers[seat])


# 7. Annulling the deal


def annulling(board: Board, then: Callable[[Board], Phase]) -> Phase:
    """Offer to annul the deal to the hands entitled to it (7, 17.15)."""
    entitled = tuple([seat for seat in board.open.active if may_annul(board, seat)])
    return Offer(board, entitled, Action("annul"), lambda offer, _seat: void(offer.board), then)


def may_annul(board: Board, seat: Seat) -> bool:
    """Whether a hand has four kings, or no tarokks but XXI and pagát and no discarded ones (7, 17.16)."""
    hand = board.hidden.hands[seat]
    if hand.count(KINGS) == len(SUITS):
        return True
    allowed = ANNULLABLE[option(board, "annul_hands")]
    return hand & TAROCKS <= allowed and not board.hidden.discards[seat] & TAROCKS


# 8. Calling a partner


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


# 9. Announcements and kontra

PLACES = {name: 1 << place for place, name in enumerate(ANNOUNCEMENTS)}
"""Each announcement as a set of one: bit `n` of a set means `ANNOUNCEMENTS[n]`."""


@cache
def set_of(names: tuple[str, ...]) -> int:
    return sum([PLACES[name] for name in names])


class Closing(NamedTuple):
    """Announcements that a rule closes to a seat: the set of them, and the same with refusal codes."""

    items: int
    codes: Mapping[str, str]

    @classmethod
    def of(cls, codes: Mapping[str, str]) -> Self:
        return cls(set_of(tuple(codes)), codes)


CALL_FIRST = Closing.of(dict.fromkeys(BONUSES, "call_first"))
"""What cannot be announced before the call (9.1.2)."""
NOT_UNDERSTOOD = Closing.of(dict.fromkeys(BONUSES, "side_not_understood"))
"""What a seat cannot announce that would be taken to be on the other side (9.3.4)."""
COUNT_NOT_UNDERSTOOD = Closing.of(dict.fromkeys(TAROKK_COUNTS, "side_not_understood"))
"""The same where a count of tarokks shows the side (17.22)."""
NOT_HELD = {
    held: Closing.of({name: "not_so_many_tarokks" for name in TAROKK_COUNTS if name != held})
    for held in (None, *TAROKK_COUNTS)
}
"""The counts that a seat cannot declare, by the one it holds, or `None` (9.4.1)."""
WAITING = {
    True: Closing.of(dict.fromkeys(CARD_FEATS, "declare_tarokks_first")),
    False: Closing.of(dict.fromkeys(LOW_FEATS, "declare_tarokks_first")),
}
"""What a seat's undeclared count closes to it, by whether kings have to wait, too (9.4.4, 17.23)."""
TRULL_PROMISES = Closing.of({TRULL_ID: "trull_promises"})
"""What a seat without a high honour cannot announce by a house rule (17.20)."""
IN_ONE_TURN = Closing.of({VOLAT: "not_in_one_turn"})
"""What a double game closes to the seat that announced it for the rest of its turn (9.6.2)."""
SAME_KIND = {
    name: {
        other.id: "one_ultimo_one_uhu"
        for other in CARD_FEATS.values()
        if name in CARD_FEATS and other.kind == CARD_FEATS[name].kind
    }
    for name in ANNOUNCEMENTS
}
"""The ultimós, or the uhus, of which a side announces only one (9.6.4)."""
REPLACEABLE = {name: Closing.of({**SAME_KIND[name], name: "side_has_announced"}) for name in ANNOUNCEMENTS}
"""What each announcement closes to its side as long as an uhu may replace it (9.5.2, 9.6.4)."""
CLOSES: Mapping[str, Mapping[str, str]] = {
    **{name: {} for name in ANNOUNCEMENTS},
    VOLAT: {DOUBLE_GAME: "volat_announced"},
    **{ultimo: {uhu: "ultimo_stands"} for uhu, ultimo in REPLACES.items()},
    **{uhu: {ultimo: "uhu_announced"} for uhu, ultimo in REPLACES.items()},
}
"""The others that each announcement closes to its side if it cannot be replaced (9.6.3, 9.6.6, 9.6.7)."""
ANNOUNCED = {
    GAME: Closing.of({}),
    **{name: Closing.of({**CLOSES[name], **REPLACEABLE[name].codes}) for name in ANNOUNCEMENTS},
    **dict.fromkeys(TAROKK_COUNTS, Closing.of({})),
}
"""All that each item closes to its side if it cannot be replaced.

A count closes nothing: both of a side may hold eight tarokks, and declare them (9.4.1).
"""
VOLAT_LAST = {
    **ANNOUNCED,
    VOLAT: Closing.of({**dict.fromkeys(COLLECTIONS, "after_volat"), **ANNOUNCED[VOLAT].codes}),
}
"""The same where a volát closes trull and four kings by a house rule (17.19)."""
WEIGHTIER = (
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
        return speaker.bonuses() + tuple(
            [Action("call", str(each)) for each in callable_cards(board, accepted)]
        )

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
        owes=owes,
        verbs=("announce", "kontra", "call"),
        why_owed=what_is_owed,
        grows=True,
    )
    return rules.opened_by(seat, with_items(board, (Item(GAME),)))


def owes(announcing: Announcing, seat: Seat) -> bool:
    """Whether a turn cannot end: without the call (8), or by a house rule without a kontra (17.6).

    A defender who has discarded the called card must see that the game is doubled.
    """
    board = announcing.board
    if not board.open.called:
        return True
    if seat == board.open.declarer or not option(board, "office_kontra"):
        return False
    game = next(item for item in board.open.items if item.id == GAME)
    return board.hidden.called_card in board.hidden.discards[seat] and not game.doublings


def what_is_owed(announcing: Announcing, _seat: Seat) -> Reason:
    """The call of a partner, or the kontra of the seat that has discarded the called card."""
    return Reason("kontra_owed" if announcing.board.open.called else "statement_owed")


announced = listing(tuple(map(announce, ANNOUNCEMENTS)))


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
    to_raise: Sequence[Item]
    """The items whose next doubling is for its side (9.2)."""

    @classmethod
    def of(cls, announcing: Announcing, seat: Seat, counts: Mapping[Seat, str]) -> Self:
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
    board, side = with_side_shown(board, seat), side_of(board, seat)
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
    item = board.open.item_written(words)
    if item.id in TAROKK_COUNTS:
        return "cannot_be_doubled"
    if item.doublings == speaker.top_step:
        return "fully_doubled"
    return "declare_tarokks_first" if speaker.undoubled(item) else why_not_yours(item)


# 11. Play

CARD = {name: ALONE[feat.card] for name, feat in FEAT.items()}


def play(board: Board) -> Phase:
    """Forehand leads to the first trick (11.1)."""
    return PlayTerms(board, TRICKS, claims(board), binding(board)).led_by(board.open.forehand)


class Pledges(NamedTuple):
    """What a side has announced that binds cards."""

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    cards: int
    """All cards they bind, as bits."""

    @classmethod
    def of(cls, board: Board, side: Side) -> Self:
        """Find out what a side has announced."""
        seats = members(board, side)
        names = [item.id for item in board.open.items if item.seat in seats and item.id in FEAT]
        names.sort(key=lambda name: FEAT[name].trick)
        return cls(seats, tuple(names), union([CARD[name] for name in names]).bits)

    def left(self, tricks: tuple[Trick, ...]) -> tuple[str, ...]:
        """What still binds the side after some tricks: no streak if it has lost one of them (11.2)."""
        lasting = without_streaks(self.names)
        if lasting == self.names or all(trick.winner in self.seats for trick in tricks):
            return self.names
        return lasting


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Cards bound by the seat's side wait, and are owed to their trick (11.2).

    Where only such cards are legal, the one with the earliest trick goes.
    """
    sides = [Pledges.of(board, side) for side in SIDES]
    pledges = {seat: side for side in sides for seat in side.seats}
    pledged = {seat: side.cards for seat, side in pledges.items()}

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        if not cards.bits & pledged[seat]:
            return UNBOUND
        return bound_in(position.trick_number, pledges[seat].left(position.tricks))

    return bound if any(side.names for side in sides) else nothing_bound


@cache
def without_streaks(names: tuple[str, ...]) -> tuple[str, ...]:
    """The announcements that one lost trick does not decide."""
    return tuple([name for name in names if name in CARD_FEATS])


@cache
def bound_in(now: int, names: tuple[str, ...]) -> Bound:
    """The cards that announcements bind in a trick: those of this trick are owed, and later ones kept."""
    live = [name for name in names if FEAT[name].trick >= now]
    due = tuple([CARD[name] for name in live if FEAT[name].trick == now])
    return Bound((union(due),) if due else (), tuple([CARD[name] for name in live]))
