"""Royal Tarokk: what may be announced, raised and doubled (5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from bot.games.royal_tarokk.announcements import (
    ITEMS,
    LITERAL,
    OPENING,
    inferiors,
    is_trophy,
    parsed,
)
from bot.games.royal_tarokk.feats import MATADORS
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.rows import Words
from bot.games.royal_tarokk.tables import ALIKE, IN_SUIT, is_ours, option
from bot.rules.announcing import Announcing, announce, kontra, until_quiet
from bot.rules.cards import SUIT, TAROCKS, Cards
from bot.rules.deal import Action, Board, Item, Phase, Seat
from bot.rules.reasons import Reason


def announcing(board: Board) -> Phase:
    """The dealer's right neighbour announces first (5.2)."""
    return Announcing(
        board,
        board.forehand,
        ITEMS,
        may_state,
        why_no_statement,
        until_quiet,
        play,
        heard=raised,
        grows=False,
    )


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
        return cls.by(announced_by_team(board, seat), seat, literal_readings(board))

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


def announced_by_team(board: Board, seat: Seat) -> tuple[Item, ...]:
    """All announcements of a seat's team, raised ones included."""
    return tuple(item for item in board.items if is_ours(item, seat))


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Every announcement that nothing forbids (5.6), and contra to those of the other team (5.5)."""
    board = announcing.board
    statements = (
        announce(item) for item in true_of(board.layout.hands[seat]) if not has_said(board, seat, item)
    )
    others = announceable(announced_by_team(board, seat), seat, literal_readings(board))
    doublings = (kontra(item) for item in board.items if may_double(seat, item))
    return (*statements, *others, *doublings)


STATEMENTS: Final = tuple(item for item in ITEMS if parsed(item)[0].group == "hand")
"""The announcements that speak of the hand, the first of the table."""
ACTIONS: Final = {item: announce(item) for item in ITEMS if item not in STATEMENTS}


@lru_cache(maxsize=1024)
def announceable(ours: tuple[Item, ...], seat: Seat, literally: frozenset[str]) -> tuple[Action, ...]:
    """What else a seat may announce, whatever its hand: asked again for every view of a position."""
    said = Said.by(ours, seat, literally)
    return tuple(action for item, action in ACTIONS.items() if why_not(said, item) is None)


def may_double(seat: Seat, item: Item) -> bool:
    """A live announcement of the other team, once; statements about a hand are simply true (5.5)."""
    return not (is_ours(item, seat) or item.void or item.doublings or item.id in STATEMENTS)


TRUE: Final[Mapping[str, Callable[[Cards, Words], bool]]] = {
    "suit_count": lambda hand, words: len(hand & SUIT[words[0]]) == int(words[1]),
    "tarokk_count": lambda hand, words: len(hand & TAROCKS) == int(words[0]),
    "matador": lambda hand, _words: bool(hand & MATADORS),
    "full_suit": lambda hand, _words: any(suit <= hand for suit in IN_SUIT.values()),
    "four_alike": lambda hand, _words: any(alike <= hand for alike in ALIKE),
}
"""Of which hands each statement is true, for its parameters (6.3)."""


@lru_cache(maxsize=1024)
def true_of(hand: Cards) -> tuple[str, ...]:
    """All statements that are true of a hand."""
    rows = ((item, *parsed(item)) for item in STATEMENTS)
    return tuple(item for item, row, words in rows if TRUE[row.id](hand, words))


def has_said(board: Board, seat: Seat, item: str) -> bool:
    """Whether a seat itself has made an announcement, with these very parameters."""
    return any(other.id == item and other.seat == seat for other in board.items)


def why_not(said: Said, item: str) -> str | None:
    """The refusal code of an announcement of the tricks, in the order of 5.6; nothing if it may be made."""
    if item in said.live:
        return "already_announced"
    if item in said.below:
        return "inferior_to_own"
    if raises_own(said, item):
        return "partner_must_raise"
    return excluded(said, item) or ("one_trophy" if second_trophy(said, item) else None)


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


def excluded(said: Said, item: str) -> str | None:
    """One opening slam or the other; one of fleet, red and black, armada; no two cards for a trick (5.4)."""
    opening, suits = EXCLUSIVE
    name = parsed(item)[0].id
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
    if action.argument in STATEMENTS:
        made = has_said(board, seat, action.argument)
        return Reason("already_announced" if made else "not_true_of_hand", facts)
    return Reason(why_not(Said.at(board, seat), action.argument) or "not_now", facts)
