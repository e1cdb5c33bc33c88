"""Tapp-Tarock for three, after docs/rules/tapp-tarock.md: tables first, then the phases in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rules.announcing import GAME, Announcing, announce, kontra
from bot.rules.auctions import HOLD, PASS, Auction, bid
from bot.rules.cards import (
    KINGS,
    PACK_54,
    PAGAT,
    TAROCKS,
    TRULL,
    Card,
    Cards,
)
from bot.rules.deal import Action, Board, Game, Item, Layout, Phase, Result, ScoreLine, Seat
from bot.rules.dealing import HALVES, in_halves, talon_then_packets
from bot.rules.ending import Over
from bot.rules.points import counted_in_threes
from bot.rules.reasons import Reason
from bot.rules.scoring import settled_in_pairs, shares, trick_with, tricks_of
from bot.rules.sides import declarer_of
from bot.rules.talon import Debt, LayingAway, Taking
from bot.rules.tricks import Playing

SEATS: Final = 3
TRICKS: Final = 16
TO_WIN: Final = 36
"""Card points the declarer needs of the 70 there are (4.1)."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A row of the table of contracts (4.2)."""

    id: str
    value: int
    """Game points."""
    pagat: int
    """Game points of a pagat ultimo (9.2)."""
    exchange: bool
    """Whether half of the talon is taken."""
    half: str
    """The half that the old rule prescribes (4.5)."""


CONTRACTS: Final = (
    Contract("dreier", 3, 4, exchange=True, half=""),
    Contract("unterer", 4, 4, exchange=True, half="lower"),
    Contract("oberer", 5, 4, exchange=True, half="upper"),
    Contract("solo", 8, 8, exchange=False, half=""),
)


@dataclass(frozen=True, slots=True)
class HandBonus:
    """A row of the table of hand bonuses (9.3)."""

    id: str
    points: int
    """Game points."""
    rule: str
    held: Callable[[Cards], bool]


LADDER: Final = tuple(contract.id for contract in CONTRACTS)
FIRST: Final = LADDER[0]
SOLO: Final = LADDER[-1]
ANNOUNCEMENTS: Final = ("pagat_ultimo", "valat")
SILENT_VALAT: Final = 4
ANNOUNCED_VALAT: Final = 8
ANNOUNCED_PAGAT: Final = 2
HAND_BONUSES: Final = (
    HandBonus("trull_three", 3, "9.3.1", lambda hand: len(hand & TRULL) == 3),
    HandBonus("trull_two", 1, "9.3.2", lambda hand: len(hand & TRULL) == 2),
    HandBonus("four_kings", 3, "9.3.3", lambda hand: not KINGS - hand),
)
PROTECTED: Final = KINGS | TRULL
"""Cards that are never laid away (6.4)."""
OPTIONS: Final = {"fixed_half": (False, True)}
REFUSALS: Final = {
    "not_your_turn": "3.1",
    "not_now": "3.1",
    "deal_over": "3.1",
    "no_such_bid": "4.2",
    "nothing_to_hold": "5.1.4",
    "hold_needs_seniority": "5.1.4",
    "bid_too_low": "5.1.3",
    "no_jump": "5.1.5",
    "must_hold": "5.1.5",
    "no_such_half": "6.1",
    "prescribed_half": "4.5",
    "not_in_hand": "2.2",
    "card_protected": "6.4",
    "others_first": "6.4",
    "no_such_announcement": "7.2",
    "already_announced": "7.1",
    "nothing_to_double": "7.2",
    "only_declarer": "7.3",
    "needs_pagat": "7.4",
    "once_only": "7.1",
    "not_your_doubling": "7.1",
    "already_doubled": "7.2",
    "must_follow": "8.2",
    "must_play_tarock": "8.2",
    "kept_back": "7.5",
}


def contract_of(board: Board) -> Contract:
    """The contract that is played."""
    return CONTRACTS[LADDER.index(board.contract)]


def defenders(board: Board) -> tuple[Seat, Seat]:
    """The other two, in playing order from the declarer (7.1)."""
    declarer = declarer_of(board)
    return board.layout.next(declarer), board.layout.next(declarer, 2)


# 2. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Six cards to the talon in two packets of three, then eight to everybody, twice (2.2)."""
    return talon_then_packets(deck, dealer, seats, talon=6, packets=(8, 8))


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Sixteen cards each (2.2)."""
    return (16,) * seats


def start(layout: Layout) -> Phase:
    """The auction opens with forehand, the dealer's right neighbour (5.1.1)."""
    order = tuple(layout.next(layout.dealer, steps) for steps in range(1, SEATS + 1))
    return Auction(
        in_halves(layout),
        order,
        LADDER,
        may_call,
        why_no_bid,
        after_auction,
        turn=order[0],
        closed=nobody_can_take_over,
    )


# 5. The auction


def may_call(auction: Auction, seat: Seat) -> tuple[Action, ...]:
    """Pass; the lowest call there is; solo at any time (5.1.5). A senior's lowest call is to hold."""
    standing = auction.standing
    if standing is None:
        return PASS, bid(FIRST), bid(SOLO)
    lowest = HOLD if auction.senior(seat, standing.holder) else None
    higher = LADDER[standing.level + 1 :]
    if lowest is None and not higher:
        return (PASS,)
    calls = (PASS, lowest or bid(higher[0]))
    return (*calls, bid(SOLO)) if higher and bid(SOLO) not in calls else calls


def why_no_bid(auction: Auction, seat: Seat, action: Action) -> Reason:
    """A bid that is high enough, but not the lowest this seat can make (5.1.5)."""
    standing = auction.standing
    if standing is not None and auction.senior(seat, standing.holder):
        return Reason("must_hold", {"bid": action.argument, "standing": LADDER[standing.level]})
    lowest = LADDER[standing.level + 1] if standing is not None else FIRST
    return Reason("no_jump", {"bid": action.argument, "lowest": lowest})


def nobody_can_take_over(auction: Auction) -> bool:
    """The most senior player still in stands by a solo (5.1.6)."""
    standing = auction.standing
    return standing is not None and LADDER[standing.level] == SOLO and standing.holder == auction.speaking[0]


def after_auction(board: Board) -> Phase:
    """Without a bid the deal is void (5.1.6); a solo leaves the talon untouched (6.3)."""
    if board.declarer is None:
        return Over(board, Result(SEATS, next_dealer(board), void=True))
    board = replace(board, items=(Item(GAME),))
    return exchange(board) if contract_of(board).exchange else announcing(board)


def next_dealer(board: Board) -> Seat:
    """The right neighbour deals next (2.1)."""
    return board.layout.next(board.layout.dealer)


# 6. Talon and discard


def exchange(board: Board) -> Phase:
    """The declarer turns up all six cards and takes one half (6.1); the old rule says which (4.5)."""
    half = contract_of(board).half
    fixed = half and board.layout.options.get("fixed_half", False)
    shown = replace(board, talon=tuple(replace(group, shown=True) for group in board.talon))
    return Taking(shown, declarer_of(board), (half,) if fixed else HALVES, discard)


def discard(board: Board) -> Phase:
    """Three cards are laid away; tarocks only if suit cards run short, in sight of all (6.4, 6.5)."""
    seat = declarer_of(board)
    debt = Debt.of(seat, board.hands[seat], 3, PROTECTED, TAROCKS)
    return LayingAway(board, (debt,), TAROCKS, announcing)


# 7. Announcements and kontra

STEPS: Final = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 2), (2, 2))
"""The speakers in order, as places from the declarer, and the doublings an item must have to be doubled."""


def announcing(board: Board) -> Phase:
    """The declarer speaks first (7.1)."""
    return Announcing(
        board,
        declarer_of(board),
        ANNOUNCEMENTS,
        may_state,
        why_no_statement,
        next_speaker,
        play,
    )


def next_speaker(announcing: Announcing) -> Seat | None:
    """Declarer, defenders; the declarer again after a kontra, they again after a rekontra (7.1)."""
    if announcing.turns == len(STEPS):
        return None
    place, doublings = STEPS[announcing.turns]
    if all(item.doublings < doublings for item in announcing.board.items):
        return None
    return announcing.board.layout.next(declarer_of(announcing.board), place)


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """The declarer's first turn is for announcements (7.3), every other turn for the next doubling (7.2)."""
    board, turns = announcing.board, announcing.turns
    if turns == 0:
        holds = {"pagat_ultimo": PAGAT in board.hands[seat], "valat": True}
        return tuple(announce(item) for item in ANNOUNCEMENTS if holds[item] and not board.item(item))
    doublings = STEPS[turns][1]
    return tuple(kontra(item) for item in doublable(board) if item.doublings == doublings)


def doublable(board: Board) -> tuple[Item, ...]:
    """The game and an announced pagat ultimo; an announced valat is the game itself (7.2)."""
    return tuple(item for item in board.items if item.id != "valat")


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """Only the declarer announces (7.3), once (7.1), a pagat only with it (7.4); the sides double in turn."""
    facts = {"item": action.argument}
    if action.verb == "announce":
        if seat != announcing.board.declarer:
            return Reason("only_declarer", facts)
        if announcing.board.item(action.argument):
            return Reason("already_announced", facts)
        return Reason("once_only" if announcing.turns else "needs_pagat", facts)
    item = next((item for item in doublable(announcing.board) if str(item) == action.argument), None)
    if item is None:
        return Reason("nothing_to_double", facts)
    taken = item.doublings > STEPS[announcing.turns][1]
    return Reason("already_doubled" if taken else "not_your_doubling", facts)


# 8. Play


def play(board: Board) -> Phase:
    """Forehand leads to the first trick, whoever the declarer is (8.1)."""
    return Playing(board, board.layout.next(board.layout.dealer), TRICKS, score, kept)


def kept(board: Board, seat: Seat) -> tuple[Cards, ...]:
    """The pagat of a declarer who announced pagat ultimo waits for the last trick (7.5)."""
    announced = seat == board.declarer and board.item("pagat_ultimo") is not None
    return (Cards.of((PAGAT,)),) if announced and len(board.tricks) < TRICKS - 1 else ()


# 9. Scoring


def score(board: Board) -> Phase:
    """The game or the valat, the pagat ultimo, and what the hands are worth by themselves (9)."""
    lines = (game_line(board), *pagat_lines(board), *hand_lines(board))
    return Over(board, Result(SEATS, next_dealer(board), lines))


def card_points(board: Board) -> int:
    """The declarer's card points: tricks and discard (6.2)."""
    declarer = declarer_of(board)
    return counted_in_threes(board.won_by((declarer,)) | board.laid[declarer])


def line(board: Board, item: str, gainer: Seat, base: int, times: int, rule: str, **facts: int) -> ScoreLine:
    """A line for the side of a seat: the declarer writes it alone, defenders each (9.0)."""
    declarer = declarer_of(board)
    standing = board.item(GAME if item == "valat" else item)
    kontra = standing.factor if standing else 1
    gainers = (declarer,) if gainer == declarer else defenders(board)
    return ScoreLine(
        item,
        "declarer" if gainer == declarer else "defenders",
        None,
        base,
        times * kontra,
        shares(SEATS, gainers, base * times * kontra),
        f"tapp_tarock {rule}",
        {"times": times, "kontra": kontra, **facts},
    )


def game_line(board: Board) -> ScoreLine:
    """Exactly one row of 9.1: the valat where there is one, else the game by card points."""
    declarer, value = declarer_of(board), contract_of(board).value
    defender = defenders(board)[0]
    tricks, points = tricks_of(board, (declarer,)), card_points(board)
    facts = {"tricks": tricks, "points": points}
    if board.item("valat"):
        made = tricks == TRICKS
        gainer, rule = (declarer, "9.1.1") if made else (defender, "9.1.2")
        return line(board, "valat", gainer, value, ANNOUNCED_VALAT, rule, **facts)
    if tricks == TRICKS:
        return line(board, "valat", declarer, value, SILENT_VALAT, "9.1.3", **facts)
    gainer, rule = (declarer, "9.1.4") if points >= TO_WIN else (defender, "9.1.5")
    return line(board, GAME, gainer, value, 1, rule, **facts)


def pagat_lines(board: Board) -> tuple[ScoreLine, ...]:
    """The row of 9.2 that applies, if any: what became of the pagat in the last trick."""
    declarer, value = declarer_of(board), contract_of(board).pagat
    last = trick_with(board, TRICKS, PAGAT)
    if board.item("pagat_ultimo"):
        made = last is not None and last[0].winner == last[1] == declarer
        gainer, rule = (declarer, "9.2.1") if made else (defenders(board)[0], "9.2.2")
        return (line(board, "pagat_ultimo", gainer, value, ANNOUNCED_PAGAT, rule),)
    if last is None:
        return ()
    winner, player = last[0].winner, last[1]
    alone = player == declarer
    if winner == player:
        return (line(board, "pagat_ultimo", player, value, 1, "9.2.3" if alone else "9.2.5"),)
    if alone or winner == declarer:
        return (line(board, "pagat_ultimo", winner, value, 1, "9.2.4" if alone else "9.2.6"),)
    return ()


def hand_lines(board: Board) -> tuple[ScoreLine, ...]:
    """The bonuses of 9.3, written by the holder alone. Their cards can never have been laid away."""
    return tuple(
        ScoreLine(
            bonus.id,
            "seat",
            seat,
            bonus.points,
            1,
            shares(SEATS, (seat,), bonus.points),
            f"tapp_tarock {bonus.rule}",
        )
        for seat in range(SEATS)
        for bonus in HAND_BONUSES
        if bonus.held(hand_after_exchange(board, seat))
    )


def hand_after_exchange(board: Board, seat: Seat) -> Cards:
    """The cards a seat was dealt, with those it took from the talon."""
    taken = Cards(sum(group.cards.bits for group in board.talon if group.taker == seat))
    return board.layout.hands[seat] | taken


TAPP_TAROCK: Final = Game(
    name="tapp_tarock",
    seats=(SEATS,),
    pack=PACK_54,
    contracts=LADDER,
    announcements=ANNOUNCEMENTS,
    options=OPTIONS,
    rules={code: f"tapp_tarock {number}" for code, number in REFUSALS.items()},
    lay_out=lay_out,
    hand_sizes=hand_sizes,
    talon_size=6,
    session={},
    start=start,
    net=settled_in_pairs,
)
