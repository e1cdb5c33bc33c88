"""Royal Tarokk: the tricks, and what pledges and opening slams bind (7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from bot.games.royal_tarokk.announcements import ITEMS, OPENING, parsed, pledges_of
from bot.games.royal_tarokk.scores import score
from bot.games.royal_tarokk.tables import PARTNER, TRICKS, announcer, is_ours, team_of
from bot.rules.cards import ALONE, KINGS, NO_CARDS, SUIT, TAROCKS, Card, Cards, card, union
from bot.rules.facts import Raised
from bot.rules.layout import Seat
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, any_lead, nothing_bound
from bot.rules.state import Board, Item


def play(board: Board) -> Phase:
    """The dealer's right neighbour leads to the first trick (7)."""
    terms = Terms(board, TRICKS, score, binding(board), lead=leading(board))
    return terms.led_by(board.open.forehand)


KEEPING: Final = ("sneaker", "phoenix", "troika")


def keeps_duty(raised: Raised, item: Item) -> bool:
    """An end announcement raised by sneaker, phoenix or troika still has its card to play (8.5)."""
    return raised.raiser(item) in KEEPING and parsed(item.id)[0].group == "end"


Promise: TypeAlias = tuple[Card, int, bool, bool, int]
"""The fields of a pledge, its card first, and then the place of its announcement among all."""


def promises(board: Board) -> tuple[list[Promise], ...]:
    """The pledges of both teams. A card that several name is governed by the first of them (8, 17.2)."""
    raised = Raised.of(board.open)
    standing: tuple[list[Promise], ...] = ([], [])
    duties: tuple[list[Promise], ...] = ([], [])
    for place, item in enumerate(board.open.items):
        pledges = pledges_of(item.id)
        if pledges and (item not in raised or keeps_duty(raised, item)):
            by_team = duties if item in raised else standing
            by_team[team_of(announcer(item))].extend([(*each, place) for each in pledges])
    return tuple([first + then for first, then in zip(standing, duties, strict=True)])


def promises_held(board: Board) -> list[list[Promise]]:
    """By seat, the pledges of its team that name cards of its hand."""
    by_team = promises(board)
    return [
        [each for each in by_team[team_of(seat)] if hand.bits >> each[0] & 1]
        for seat, hand in enumerate(board.hidden.hands)
    ]


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Pledged cards wait for their trick, and are owed to it, the earliest announced first (8.2).

    Where nothing else is legal, what was announced last is given up.
    """
    by_seat = promises_held(board)
    pledged = [union([ALONE[each[0]] for each in held]).bits for held in by_seat]

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        named = cards.bits & pledged[seat]
        if not named:
            return UNBOUND
        owed: dict[int, int] = {}
        kept: dict[int, int] = {}
        now = len(position.tricks) + 1
        for each, trick, due, released, place in by_seat[seat]:
            bit = named & 1 << each
            if not bit or trick < now or (released and has_lost(position, seat)):
                continue
            named -= bit  # this pledge governs the card, and no later one
            if trick > now:
                kept[-place] = kept.get(-place, 0) | bit
            elif due:
                owed[place] = owed.get(place, 0) | bit
        return binds(in_order(owed), in_order(kept)) if owed or kept else UNBOUND

    return bound if any(by_seat) else nothing_bound


def has_lost(position: Position, seat: Seat) -> bool:
    """Whether a seat's team has lost a trick."""
    seats = (seat, PARTNER[seat])
    return any(trick.winner not in seats for trick in position.tricks)


def in_order(groups: Mapping[int, int]) -> tuple[int, ...]:
    """Groups by their rank, lowest rank first."""
    return tuple([cards for _, cards in sorted(groups.items())]) if groups else ()


@lru_cache(maxsize=4096)
def binds(owed: tuple[int, ...], kept: tuple[int, ...]) -> Bound:
    """What binds a seat: groups of cards, as bits."""
    return Bound(tuple(map(Cards, owed)), tuple(map(Cards, kept)))


SLAMS: Final = {
    item: (OPENING[row.id], card(words[0]))
    for item in ITEMS
    for row, words in (parsed(item),)
    if row.id in OPENING
}
"""The trick and the card of each opening slam."""


def leading(board: Board) -> Callable[[Position, Seat, Cards], Cards]:
    """What the team's live opening slams leave to lead to their trick (8.4)."""
    raised = Raised.of(board.open)
    slams = [item for item in board.open.items if item.id in SLAMS and item not in raised]

    def lead(position: Position, seat: Seat, able: Cards) -> Cards:
        for item in slams:
            trick, named = SLAMS[item.id]
            if trick != position.trick_number or not is_ours(item, seat):
                continue
            suit = able & SUIT[named.suit] if named in KINGS else NO_CARDS
            able = suit or able
            if item.seat != seat:
                able = able - (TAROCKS - ALONE[named]) or able
        return able

    return lead if slams else any_lead
