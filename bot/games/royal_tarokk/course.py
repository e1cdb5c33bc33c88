"""Royal Tarokk: teams, deal, announcing and raising, pledges and leads (3-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.games.royal_tarokk.announcements import (
    ITEMS,
    OPENING,
    Pledge,
    Words,
    inferiors,
    is_trophy,
    parsed,
)
from bot.games.royal_tarokk.feats import MATADORS
from bot.games.royal_tarokk.scores import score
from bot.games.royal_tarokk.tables import PARTNER, SEATS, SUIT_SIZE, TRICKS, XIX, XX, team_of
from bot.rules.announcing import Announcing, announce, kontra, until_quiet
from bot.rules.cards import KINGS, SUIT, TAROCKS, Card, Cards, card
from bot.rules.deal import Action, Board, Item, Layout, Phase, Seat
from bot.rules.reasons import Reason
from bot.rules.tricks import Playing

# 3. Seats and teams, 4. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """XX to the dealer's partner and XIX to the dealer; the rest two at a time, until all have ten (4)."""
    hands: list[list[Card]] = [[] for _ in range(seats)]
    hands[PARTNER[dealer]].append(XX)
    hands[dealer].append(XIX)
    order = [(dealer + steps) % seats for steps in range(1, seats + 1)]
    left = [each for each in deck if each not in (XX, XIX)]
    while left:
        for seat in order:
            number = min(2, 10 - len(hands[seat]))
            hands[seat] += left[:number]
            del left[:number]
    return Layout(tuple(map(Cards.of, hands)), (), dealer)


def hand_sizes(_dealer: Seat, seats: int) -> tuple[int, ...]:
    """Ten cards each (4.3)."""
    return (10,) * seats


def impossible(layout: Layout) -> str | None:
    """Why a layout is no deal of this game: XX, XIX and every hand's tarokks are prescribed (4, 17.12)."""
    if layout.dealer not in (0, 2):
        return "only seats 0 and 2 deal"
    if XX not in layout.hands[PARTNER[layout.dealer]] or XIX not in layout.hands[layout.dealer]:
        return "XX belongs to the dealer's right neighbour, XIX to the dealer"
    if any(len(hand & TAROCKS) <= 2 for hand in layout.hands):
        return "a hand with two tarokks or fewer is dealt again"
    return None


def start(layout: Layout) -> Phase:
    """The dealer's right neighbour announces first (5.2). The dealer's team attacks (3)."""
    partner = PARTNER[layout.dealer]
    board = Board(
        layout,
        layout.hands,
        laid=(Cards(),) * SEATS,
        declarer=layout.dealer,
        partner=partner,
        candidates=frozenset((partner,)),
    )
    return Announcing(
        board, board.active[0], ITEMS, may_state, why_no_statement, until_quiet, play, heard=raised
    )


# 5. Announcing


@dataclass(frozen=True, slots=True)
class Said:
    """What a team has said so far, for one of its members."""

    mine: frozenset[str]
    """All that the member has announced, raised or not."""
    partners: frozenset[str]
    live: frozenset[str]
    """The live announcements of both."""
    below: frozenset[str]
    """Everything inferior to one of those."""
    names: frozenset[str]
    """The ids, without parameters, of all that both have announced."""

    @classmethod
    def at(cls, board: Board, seat: Seat) -> Said:
        """What stands for a seat now."""
        ours = ever(board, seat)
        live = frozenset(item.id for item in ours if not item.void)
        return cls(
            frozenset(item.id for item in ours if item.seat == seat),
            frozenset(item.id for item in ours if item.seat != seat),
            live,
            frozenset().union(*map(inferiors, live)),
            frozenset(parsed(item.id)[0].id for item in ours),
        )


def ever(board: Board, seat: Seat) -> list[Item]:
    """All announcements of a seat's team, raised ones included."""
    return [item for item in board.items if item.seat is not None and team_of(item.seat) == team_of(seat)]


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Every announcement that nothing forbids (5.6), and contra to those of the other team (5.5)."""
    board = announcing.board
    said, hand = Said.at(board, seat), board.layout.hands[seat]
    return (
        *(announce(item) for item in ITEMS if why_not(said, hand, item) is None),
        *(kontra(item) for item in board.items if may_double(seat, item)),
    )


def may_double(seat: Seat, item: Item) -> bool:
    """A live announcement of the other team, once; statements about a hand are simply true (5.5)."""
    mine = item.seat is not None and team_of(item.seat) == team_of(seat)
    return not (mine or item.void or item.doublings or parsed(item.id)[0].group == "hand")


def why_not(said: Said, hand: Cards, item: str) -> str | None:
    """The refusal code of an announcement, in the order of 5.6; nothing if it may be made."""
    row, words = parsed(item)
    if row.group == "hand":
        if item in said.mine:
            return "already_announced"
        return None if true_of(hand, row.id, words) else "not_true_of_hand"
    if item in said.live:
        return "already_announced"
    if item in said.below:
        return "inferior_to_own"
    if raises_own(said, item):
        return "partner_must_raise"
    if excluded(said, row.id, words):
        return "excludes_other"
    return "one_trophy" if second_trophy(said, item) else None


def true_of(hand: Cards, statement: str, words: Words) -> bool:
    """Whether a statement about a hand is true (6.3)."""
    if statement == "suit_count":
        return len(hand & SUIT[words[0]]) == int(words[1])
    if statement == "tarokk_count":
        return len(hand & TAROCKS) == int(words[0])
    if statement == "matador":
        return bool(hand & MATADORS)
    if statement == "full_suit":
        return any(not cards - hand for cards in SUIT_SIZE.values())
    return any(sum(f"{suit}{rank}" in str(hand).split() for suit in "SHDC") == 4 for rank in "KQCJ")


def raises_own(said: Said, item: str) -> bool:
    """Nobody raises what he announced himself, unless his partner has raised it in between (5.3)."""
    below = inferiors(item)
    steps = [inferiors(step) for step in said.partners & below]
    return any(not any(mine in step for step in steps) for mine in said.mine & below)


def second_trophy(said: Said, item: str) -> bool:
    """A team has one live trophy; only a superior one replaces it (5.4)."""
    return is_trophy(item) and any(is_trophy(other) for other in said.live - inferiors(item))


EXCLUSIVE: Final = (frozenset(("pheasant", "hawk")), frozenset(("fleet", "red_and_black", "armada")))
NAMED_TRICKS: Final = {
    "pheasant": (1,),
    "hawk": (2,),
    "temesvar_pheasant": (1, 2),
    "transylvanian_pheasant": (1, 3),
    "hawk_pair": (2, 4),
    "vulture": (1, 2, 3),
    "vulture_scala": (1, 2, 3),
}
"""The tricks to which opening slams and their trophies name a card."""


def excluded(said: Said, name: str, words: Words) -> bool:
    """One opening slam or the other; one of fleet, red and black, armada; no two cards for a trick (5.4)."""
    opening, suits = EXCLUSIVE
    if name in opening and said.names & (opening - {name}):
        return True
    if name in suits and said.names & suits:
        return True
    return name in NAMED_TRICKS and any(clashes(name, words, *_named(other)) for other in said.live)


def _named(item: str) -> tuple[str, Words]:
    row, words = parsed(item)
    return row.id, words


def clashes(one: str, words: Words, other: str, others: Words) -> bool:
    """An opening slam and a trophy that name different cards for the same trick."""
    if (one in OPENING) == (other in OPENING) or one not in NAMED_TRICKS or other not in NAMED_TRICKS:
        return False
    first = dict(zip(NAMED_TRICKS[one], words, strict=True))
    second = dict(zip(NAMED_TRICKS[other], others, strict=True))
    return any(first[trick] != second[trick] for trick in first.keys() & second.keys())


def raised(board: Board, seat: Seat, action: Action) -> Board:
    """A superior announcement voids the team's inferior ones, and any contra to them (5.3)."""
    if action.verb != "announce":
        return board
    below = inferiors(action.argument)
    items = (
        replace(item, void=True, raised_by=item.raised_by or action.argument)
        if item.id in below and item in ever(board, seat)
        else item
        for item in board.items
    )
    return replace(board, items=tuple(items))


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (5.6) or a contra (5.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason("not_your_doubling", facts)
    return Reason(
        why_not(Said.at(board, seat), board.layout.hands[seat], action.argument) or "not_now", facts
    )


# 7. Course of play, 8. Pledges and leads


def play(board: Board) -> Phase:
    """The dealer's right neighbour leads to the first trick (7)."""
    return Playing(board, board.active[0], TRICKS, score, kept=kept, owed=owed, lead=lead)


def pledges(board: Board, seat: Seat) -> Iterator[tuple[int, Pledge]]:
    """The governing pledge of every card, with its place in the order of announcing (8, 17.2)."""
    now = len(board.tricks) + 1
    lost = any(team_of(trick.winner) != team_of(seat) for trick in board.tricks)
    governed: set[Card] = set()
    ours = [(number, item) for number, item in enumerate(board.items) if item in ever(board, seat)]
    standing = [each for each in ours if not each[1].void]
    duties = [each for each in ours if keeps_duty(each[1])]
    for number, item in (*standing, *duties):
        row, words = parsed(item.id)
        for pledge in row.pledges(words):
            gone = pledge.trick < now or (pledge.released and lost)
            if pledge.card not in governed and not gone:
                governed.add(pledge.card)
                yield number, pledge


KEEPING: Final = ("sneaker", "phoenix", "troika")


def keeps_duty(item: Item) -> bool:
    """An end announcement raised by sneaker, phoenix or troika still has its card to play (8.5)."""
    return item.void and parsed(item.id)[0].group == "end" and item.raised_by in KEEPING


def kept(board: Board, seat: Seat) -> tuple[Cards, ...]:
    """Pledged cards wait; where nothing else is legal, what was announced last is given up (8.2)."""
    now = len(board.tricks) + 1
    return in_order((-number, pledge.card) for number, pledge in pledges(board, seat) if pledge.trick > now)


def owed(board: Board, seat: Seat) -> tuple[Cards, ...]:
    """Cards pledged to the present trick, the earliest announced first (8.2)."""
    now = len(board.tricks) + 1
    return in_order(
        (number, pledge.card) for number, pledge in pledges(board, seat) if pledge.trick == now and pledge.due
    )


def in_order(ranked: Iterator[tuple[int, Card]]) -> tuple[Cards, ...]:
    """Cards in groups of equal rank, lowest rank first."""
    groups: dict[int, list[Card]] = {}
    for rank, each in ranked:
        groups.setdefault(rank, []).append(each)
    return tuple(Cards.of(groups[rank]) for rank in sorted(groups))


def lead(board: Board, seat: Seat, able: Cards) -> Cards:
    """What the team's live opening slams leave to lead to their trick (8.4)."""
    now = len(board.tricks) + 1
    for item in ever(board, seat):
        row, words = parsed(item.id)
        if item.void or OPENING.get(row.id) != now:
            continue
        named = card(words[0])
        suit = able & SUIT[named.suit] if named in KINGS else Cards()
        able = suit or able
        if item.seat != seat:
            able = able - (TAROCKS - Cards.of((named,))) or able
    return able
