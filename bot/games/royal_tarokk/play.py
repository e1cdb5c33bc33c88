"""Royal Tarokk: the tricks, and what pledges and opening slams bind (7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from bot.games.royal_tarokk.announcements import OPENING, parsed, pledges_of
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.rows import Pledge
from bot.games.royal_tarokk.scores import score
from bot.games.royal_tarokk.tables import TEAMS, TRICKS, announcer, is_ours, team_of
from bot.rules.cards import ALONE, KINGS, NO_CARDS, SUIT, TAROCKS, Card, Cards, card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, any_lead, nothing_bound
from bot.rules.state import Board


def play(board: Board) -> Phase:
    """The dealer's right neighbour leads to the first trick (7)."""
    terms = Terms(board, TRICKS, score, binding(board), lead=leading(board))
    return terms.led_by(board.open.forehand)


Promise: TypeAlias = tuple[int, Pledge]
"""A pledge, and the place of its announcement among all."""
Pledges: TypeAlias = dict[Card, list[Promise]]
"""The pledges of a team by card, those that govern it first (8, 17.2)."""
KEEPING: Final = ("sneaker", "phoenix", "troika")


def keeps_duty(raised: Raised, item: Item) -> bool:
    """An end announcement raised by sneaker, phoenix or troika still has its card to play (8.5)."""
    return raised.raiser(item) in KEEPING and parsed(item.id)[0].group == "end"


def pledges(board: Board) -> tuple[Pledges, Pledges]:
    """The pledges of both teams."""
    raised, announced = Raised.of(board.open), list(enumerate(board.open.items))
    standing = [each for each in announced if each[1] not in raised]
    duties = [each for each in announced if keeps_duty(raised, each[1])]
    found: tuple[Pledges, Pledges] = ({}, {})
    for place, item in (*standing, *duties):
        for pledge in pledges_of(item.id):
            found[team_of(announcer(item))].setdefault(pledge.card, []).append((place, pledge))
    return found


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Pledged cards wait for their trick, and are owed to it, the earliest announced first (8.2).

    Where nothing else is legal, what was announced last is given up.
    """
    by_team = pledges(board)
    pledged = tuple(map(Cards.of, by_team))

    @cache
    def bound_in(now: int, team: int, lost: bool) -> Bound:  # noqa: FBT001 - cached by place
        owed: dict[int, Cards] = {}
        kept: dict[int, Cards] = {}
        live = [governing(promises, now, lost=lost) for promises in by_team[team].values()]
        for place, pledge in filter(None, live):
            if pledge.trick > now:
                kept[-place] = kept.get(-place, NO_CARDS).plus(pledge.card)
            elif pledge.due:
                owed[place] = owed.get(place, NO_CARDS).plus(pledge.card)
        return Bound(in_order(owed), in_order(kept))

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        team = team_of(seat)
        if cards.isdisjoint(pledged[team]):
            return UNBOUND
        return bound_in(position.trick_number, team, has_lost(position, team))

    return bound if any(by_team) else nothing_bound


def governing(promises: list[Promise], now: int, *, lost: bool) -> Promise | None:
    """The pledge that governs a card, if any: the first that is neither past nor released (8.3, 17.2)."""
    for place, pledge in promises:
        if pledge.trick >= now and not (pledge.released and lost):
            return place, pledge
    return None


def has_lost(position: Position, team: int) -> bool:
    """Whether a team has lost a trick."""
    seats = TEAMS[team]
    return any(trick.winner not in seats for trick in position.tricks)


def in_order(groups: Mapping[int, Cards]) -> tuple[Cards, ...]:
    """Groups of cards by their rank, lowest rank first."""
    return tuple([groups[rank] for rank in sorted(groups)])


def leading(board: Board) -> Callable[[Position, Seat, Cards], Cards]:
    """What the team's live opening slams leave to lead to their trick (8.4)."""
    raised = Raised.of(board.open)
    live = [(item, *parsed(item.id)) for item in board.open.items if item not in raised]
    slams = [each for each in live if each[1].id in OPENING]

    def lead(position: Position, seat: Seat, able: Cards) -> Cards:
        for item, row, words in slams:
            if OPENING[row.id] != position.trick_number or not is_ours(item, seat):
                continue
            named = card(words[0])
            suit = able & SUIT[named.suit] if named in KINGS else NO_CARDS
            able = suit or able
            if item.seat != seat:
                able = able - (TAROCKS - ALONE[named]) or able
        return able

    return lead if slams else any_lead
