"""Royal Tarokk: the tricks, and what pledges and opening slams bind (7, 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.royal_tarokk.announcements import OPENING, parsed
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.rows import Pledge
from bot.games.royal_tarokk.scores import score
from bot.games.royal_tarokk.tables import TRICKS, is_ours, team_of
from bot.rules.cards import KINGS, NO_CARDS, SUIT, TAROCKS, Card, Cards, card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Playing
from bot.rules.state import Board


def play(board: Board) -> Phase:
    """The dealer's right neighbour leads to the first trick (7)."""
    return Playing(board, board.open.forehand, TRICKS, score, bound=bound, lead=lead)


def pledges(board: Board, seat: Seat) -> Iterator[tuple[int, Pledge]]:
    """The governing pledge of every card, with its place in the order of announcing (8, 17.2)."""
    ours = [(number, item) for number, item in enumerate(board.open.items) if is_ours(item, seat)]
    if not ours:
        return
    now = board.open.trick_number
    lost = any(team_of(trick.winner) != team_of(seat) for trick in board.open.tricks)
    governed: set[Card] = set()
    raised = Raised.of(board.open)
    standing = [each for each in ours if each[1] not in raised]
    duties = [each for each in ours if keeps_duty(raised, each[1])]
    for number, item in (*standing, *duties):
        row, words = parsed(item.id)
        for pledge in row.pledges(words):
            gone = pledge.trick < now or (pledge.released and lost)
            if pledge.card not in governed and not gone:
                governed.add(pledge.card)
                yield number, pledge


KEEPING: Final = ("sneaker", "phoenix", "troika")


def keeps_duty(raised: Raised, item: Item) -> bool:
    """An end announcement raised by sneaker, phoenix or troika still has its card to play (8.5)."""
    return raised.raiser(item) in KEEPING and parsed(item.id)[0].group == "end"


def bound(board: Board, seat: Seat) -> Bound:
    """Pledged cards wait for their trick, and are owed to it, the earliest announced first (8.2).

    Where nothing else is legal, what was announced last is given up.
    """
    found, now = tuple(pledges(board, seat)), board.open.trick_number
    if not found:
        return UNBOUND
    owed = ((number, pledge.card) for number, pledge in found if pledge.trick == now and pledge.due)
    kept = ((-number, pledge.card) for number, pledge in found if pledge.trick > now)
    return Bound(in_order(owed), in_order(kept))


def in_order(ranked: Iterator[tuple[int, Card]]) -> tuple[Cards, ...]:
    """Cards in groups of equal rank, lowest rank first."""
    groups: dict[int, list[Card]] = {}
    for rank, each in ranked:
        groups.setdefault(rank, []).append(each)
    return tuple(Cards.of(groups[rank]) for rank in sorted(groups))


def lead(board: Board, seat: Seat, able: Cards) -> Cards:
    """What the team's live opening slams leave to lead to their trick (8.4)."""
    now, raised = board.open.trick_number, Raised.of(board.open)
    for item in board.open.items:
        row, words = parsed(item.id)
        if item in raised or OPENING.get(row.id) != now or not is_ours(item, seat):
            continue
        named = card(words[0])
        suit = able & SUIT[named.suit] if named in KINGS else NO_CARDS
        able = suit or able
        if item.seat != seat:
            able = able - (TAROCKS - Cards.of((named,))) or able
    return able
