"""Royal Tarokk: teams, deal, announcing and raising, pledges and leads (3-8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from bot.games.royal_tarokk.announcements import (
    ITEMS,
    LITERAL,
    OPENING,
    Pledge,
    Words,
    inferiors,
    is_trophy,
    parsed,
)
from bot.games.royal_tarokk.feats import MATADORS
from bot.games.royal_tarokk.match import CATCHERS
from bot.games.royal_tarokk.scores import score
from bot.games.royal_tarokk.tables import (
    PARTNER,
    SEATS,
    SUIT_SIZE,
    TRICKS,
    XIX,
    XX,
    option,
    team_of,
)
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


FEW_TAROKKS: Final = 2


def impossible(layout: Layout) -> str | None:
    """Why a layout is no deal of this game: XX, XIX and every hand's tarokks are prescribed (4, 17.12)."""
    if layout.dealer not in CATCHERS:
        return "only seats 0 and 2 deal"
    if XX not in layout.hands[PARTNER[layout.dealer]] or XIX not in layout.hands[layout.dealer]:
        return "XX belongs to the dealer's right neighbour, XIX to the dealer"
    return "a hand with two tarokks or fewer is dealt again" if too_few_tarokks(layout) else None


def too_few_tarokks(layout: Layout) -> tuple[Seat, ...]:
    """The seats with two tarokks or fewer: they show their hands, and the same dealer deals again (4.4)."""
    return tuple(seat for seat, hand in enumerate(layout.hands) if len(hand & TAROCKS) <= FEW_TAROKKS)


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
    trophies: frozenset[str]
    """The live trophies of both: one, or none."""
    tricks: tuple[tuple[str, Mapping[int, str]], ...]
    """The live announcements of both that name cards for the first tricks, with those cards by trick."""
    literally: frozenset[str]
    """The house rules that read the source page literally (15)."""

    @classmethod
    def at(cls, board: Board, seat: Seat) -> Said:
        """What stands for a seat now."""
        return cls.by(tuple(ever(board, seat)), seat, literal_readings(board))

    @classmethod
    def by(cls, ours: tuple[Item, ...], seat: Seat, literally: frozenset[str]) -> Said:
        """What a team's announcements mean for one of its members."""
        live = frozenset(item.id for item in ours if not item.void)
        return cls(
            frozenset(item.id for item in ours if item.seat == seat),
            frozenset(item.id for item in ours if item.seat != seat),
            live,
            frozenset().union(*(inferiors(each, literally) for each in live)),
            frozenset(parsed(item.id)[0].id for item in ours),
            frozenset(filter(is_trophy, live)),
            tuple((parsed(each)[0].id, named) for each in live if (named := cards_by_trick(each))),
            literally,
        )


def literal_readings(board: Board) -> frozenset[str]:
    """The house rules agreed at this table that read the source page literally (15)."""
    return frozenset(name for name in LITERAL if option(board, name))


def ever(board: Board, seat: Seat) -> list[Item]:
    """All announcements of a seat's team, raised ones included."""
    return [item for item in board.items if is_ours(item, seat)]


def is_ours(item: Item, seat: Seat) -> bool:
    """Whether a seat's team has announced an item."""
    return item.seat is not None and team_of(item.seat) == team_of(seat)


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Every announcement that nothing forbids (5.6), and contra to those of the other team (5.5)."""
    board = announcing.board
    ours, hand = tuple(ever(board, seat)), board.layout.hands[seat]
    doublings = (kontra(item) for item in board.items if may_double(seat, item))
    return (*announceable(ours, seat, hand, literal_readings(board)), *doublings)


ACTIONS: Final = {item: announce(item) for item in ITEMS}


@lru_cache(maxsize=1024)
def announceable(
    ours: tuple[Item, ...], seat: Seat, hand: Cards, literally: frozenset[str]
) -> tuple[Action, ...]:
    """The announcements open to a seat; the same question is asked for every view of a position."""
    said = Said.by(ours, seat, literally)
    return tuple(action for item, action in ACTIONS.items() if why_not(said, hand, item) is None)


def may_double(seat: Seat, item: Item) -> bool:
    """A live announcement of the other team, once; statements about a hand are simply true (5.5)."""
    return not (is_ours(item, seat) or item.void or item.doublings or parsed(item.id)[0].group == "hand")


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
    return excluded(said, row.id, item) or ("one_trophy" if second_trophy(said, item) else None)


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
    below = inferiors(item, said.literally)
    raised_here = said.mine & below
    steps = [inferiors(step, said.literally) for step in said.partners & below] if raised_here else []
    return any(not any(mine in step for step in steps) for mine in raised_here)


def second_trophy(said: Said, item: str) -> bool:
    """A team has one live trophy; only a superior one replaces it (5.4)."""
    return is_trophy(item) and not said.trophies <= inferiors(item, said.literally)


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


@cache
def cards_by_trick(item: str) -> Mapping[int, str]:
    """The cards that an opening slam, or a trophy made of them, names for the first tricks."""
    row, words = parsed(item)
    return dict(zip(NAMED_TRICKS[row.id], words, strict=True)) if row.id in NAMED_TRICKS else {}


def excluded(said: Said, name: str, item: str) -> str | None:
    """One opening slam or the other; one of fleet, red and black, armada; no two cards for a trick (5.4)."""
    opening, suits = EXCLUSIVE
    if name in opening and said.names & (opening - {name}):
        return "one_opening_slam"
    if name in suits and said.names & suits:
        return "one_collection"
    clash = name in NAMED_TRICKS and any(
        clashes(name, cards_by_trick(item), other, named) for other, named in said.tricks
    )
    return "other_card_named" if clash else None


def clashes(name: str, named: Mapping[int, str], other: str, others: Mapping[int, str]) -> bool:
    """An opening slam and a trophy that name different cards for the same trick (5.4.7)."""
    if (name in OPENING) == (other in OPENING):
        return False
    return any(named[trick] != others[trick] for trick in named.keys() & others.keys())


def raised(board: Board, seat: Seat, action: Action) -> Board:
    """A superior announcement voids the team's inferior ones, and any contra to them (5.3)."""
    if action.verb != "announce":
        return board
    below = inferiors(action.argument, literal_readings(board))
    items = (
        replace(item, void=True, raised_by=item.raised_by or action.argument)
        if item.id in below and is_ours(item, seat)
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
    ours = [(number, item) for number, item in enumerate(board.items) if is_ours(item, seat)]
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
