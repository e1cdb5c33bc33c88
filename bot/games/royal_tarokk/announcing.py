"""Royal Tarokk: what may be announced, raised and doubled (5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, reduce
from itertools import compress
from operator import or_
from typing import Final

from bot.games.royal_tarokk.announcements import (
    ITEMS,
    LITERAL,
    OPENING,
    ROWS,
    inferiors,
    is_trophy,
    parsed,
)
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.rows import Words
from bot.games.royal_tarokk.tables import (
    ALIKE,
    IN_SUIT,
    MATADORS,
    is_ours,
    option,
    partners,
    team_of,
)
from bot.rules.announcing import Announcing, announce, kontra, until_quiet
from bot.rules.cards import SUIT, TAROCKS, Cards
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.reasons import Reason
from bot.rules.state import Board


def announcing(board: Board) -> Phase:
    """The dealer's right neighbour announces first (5.2)."""
    return Announcing(
        board,
        board.open.forehand,
        ITEMS,
        may_state,
        why_no_statement,
        until_quiet,
        play,
        heard=raised,
    )


def literal_readings(board: Board) -> frozenset[str]:
    """The house rules agreed at this table that read the source page literally (15)."""
    return frozenset([name for name in LITERAL if option(board, name)])


def announced_by_team(board: Board, team: int) -> tuple[Item, ...]:
    """All announcements of a team, raised ones included."""
    seats = partners(team)
    return tuple([item for item in board.open.items if item.seat in seats])


def live_of(board: Board, items: tuple[Item, ...]) -> frozenset[str]:
    """The ids of those items that nothing has raised (5.3)."""
    raised = Raised.of(board.open)
    return frozenset([item.id for item in items if item not in raised])


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """Every announcement that nothing forbids (5.6), and contra to those of the other team (5.5)."""
    board = announcing.board
    said = {item.id for item in board.open.items if item.seat == seat}
    statements = [announce(item) for item in true_of(board.hidden.dealt.hands[seat]) if item not in said]
    ours = announced_by_team(board, team_of(seat))
    others = announceable(ours, live_of(board, ours), seat, literal_readings(board))
    theirs, raised = announced_by_team(board, 1 - team_of(seat)), Raised.of(board.open)
    return (*statements, *others, *[kontra(item) for item in theirs if may_be_doubled(raised, item)])


STATEMENTS: Final = tuple(item for item in ITEMS if parsed(item)[0].group == "hand")
"""The announcements that speak of the hand, the first of the table."""
OF_HAND: Final = frozenset(STATEMENTS)
FEATS: Final = ITEMS[len(STATEMENTS) :]
"""All others: they speak of the tricks."""
ACTIONS: Final = tuple(map(announce, FEATS))


@lru_cache(maxsize=1024)
def announceable(
    ours: tuple[Item, ...], live: frozenset[str], seat: Seat, literally: frozenset[str]
) -> tuple[Action, ...]:
    """What else a seat may announce, whatever its hand: asked again for every view of a position."""
    closed = raising_own(ours, seat, literally)
    for item in ours:
        closed |= all_closed_by(item.id, literally, live=item.id in live)
    return tuple(compress(ACTIONS, flags(EVERYTHING & ~closed))) if closed else ACTIONS


def may_be_doubled(raised: Raised, item: Item) -> bool:
    """A live announcement, once; statements about a hand are simply true (5.5)."""
    return not (item.doublings or item.id in OF_HAND or item in raised)


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


# 5.6 What a team's announcements leave open. A set of announcements is an integer, bit `n` for `FEATS[n]`.

PLACE: Final = {item: place for place, item in enumerate(FEATS)}
EVERYTHING: Final = (1 << len(FEATS)) - 1
FLAGS: Final = bytes.maketrans(b"01", b"\0\1")


def joined(sets: Iterable[int]) -> int:
    """The union of some sets."""
    return reduce(or_, sets, 0)


def bits_of(items: Iterable[str]) -> int:
    """A set of announcements, those of the hand left out."""
    return joined([1 << PLACE[item] for item in items if item in PLACE])


def flags(bits: int) -> bytes:
    """For each announcement, 1 if it is in the set and 0 if it is not."""
    return f"{bits:b}"[::-1].encode().translate(FLAGS)


def barred(
    ours: tuple[Item, ...], live: frozenset[str], seat: Seat, literally: frozenset[str]
) -> Mapping[str, int]:
    """What a seat may not announce beside its team's announcements, by refusal code in the order of 5.6."""
    by_item = [closed_by(item.id, literally, live=item.id in live) for item in ours]
    own = {"partner_must_raise": raising_own(ours, seat, literally)}
    return {code: joined([closed.get(code, 0) for closed in (own, *by_item)]) for code in CODES}


CODES: Final = (
    "already_announced",
    "inferior_to_own",
    "partner_must_raise",
    "one_opening_slam",
    "one_collection",
    "other_card_named",
    "one_trophy",
)
"""The refusal codes of 5.6, in its order."""


@cache
def closed_by(item: str, literally: frozenset[str], *, live: bool) -> Mapping[str, int]:
    """What an announcement closes to the team that made it, by refusal code; less once it is raised."""
    name = parsed(item)[0].id
    always = {
        "one_opening_slam": joined([NAMED[other] for other in OPENING if name in OPENING and other != name]),
        "one_collection": ALL_COLLECTIONS if name in COLLECTIONS else 0,
    }
    while_live = {
        "already_announced": bits_of([item]),
        "inferior_to_own": bits_of(inferiors(item, literally)),
        "other_card_named": clashing(item) if item in CARDS_BY_TRICK else 0,
        "one_trophy": ALL_TROPHIES & ~above(item, literally) if is_trophy(item) else 0,
    }
    return {**always, **while_live} if live else always


@cache
def all_closed_by(item: str, literally: frozenset[str], *, live: bool) -> int:
    """Everything that an announcement closes to the team that made it."""
    return joined(closed_by(item, literally, live=live).values())


def raising_own(ours: tuple[Item, ...], seat: Seat, literally: frozenset[str]) -> int:
    """No seat raises what it announced itself, unless its partner has raised it in between (5.3)."""
    own = [item.id for item in ours if item.seat == seat]
    steps = [(item.id, inferiors(item.id, literally)) for item in ours if item.seat != seat]
    closed = 0
    for item in own:
        through = joined([above(step, literally) for step, lower in steps if item in lower])
        closed |= above(item, literally) & ~through
    return closed


def above(item: str, literally: frozenset[str]) -> int:
    """Everything superior to an announcement."""
    return superiors(literally).get(item, 0)


@cache
def superiors(literally: frozenset[str]) -> Mapping[str, int]:
    """For each announcement, everything superior to it."""
    found: dict[str, int] = {}
    for item in FEATS:
        for lower in inferiors(item, literally):
            found[lower] = found.get(lower, 0) | 1 << PLACE[item]
    return found


NAMED: Final = {row.id: bits_of(item for item in FEATS if parsed(item)[0] is row) for row in ROWS}
"""Every announcement of a row of the table."""
ALL_TROPHIES: Final = bits_of(filter(is_trophy, FEATS))
COLLECTIONS: Final = frozenset(("fleet", "red_and_black", "armada"))
"""The announcements of two suits, of which a team makes one (5.4)."""
ALL_COLLECTIONS: Final = joined(NAMED[name] for name in COLLECTIONS)
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


CARDS_BY_TRICK: Final = {
    item: dict(zip(NAMED_TRICKS[row.id], words, strict=True))
    for item in FEATS
    for row, words in (parsed(item),)
    if row.id in NAMED_TRICKS
}
"""The cards that each opening slam, and each trophy made of them, names for the first tricks."""


def clashing(item: str) -> int:
    """For an opening slam, the trophies that name another card for its trick; and the reverse (5.4.7)."""
    named, is_opening = CARDS_BY_TRICK[item], parsed(item)[0].id in OPENING
    return bits_of(
        other
        for other, cards in CARDS_BY_TRICK.items()
        if is_opening != (parsed(other)[0].id in OPENING)
        and any(named.get(trick, each) != each for trick, each in cards.items())
    )


def raised(board: Board, seat: Seat, action: Action) -> Board:
    """A superior announcement voids the team's inferior ones, and any contra to them (5.3)."""
    if action.verb != "announce":
        return board
    below = inferiors(action.argument, literal_readings(board))
    ours = (item for item in board.open.items if item.id in below and is_ours(item, seat))
    by = {(item.id, item.seat): action.argument for item in ours} | dict(Raised.of(board.open).by)
    return board.with_open(board.open.with_fact(Raised(by))) if by else board


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """What keeps this seat from an announcement (5.6) or a contra (5.5)."""
    board, facts = announcing.board, {"item": action.argument}
    if action.verb == "kontra":
        return Reason("not_your_doubling", facts)
    if action.argument in STATEMENTS:
        made = any(item.id == action.argument and item.seat == seat for item in board.open.items)
        return Reason("already_announced" if made else "not_true_of_hand", facts)
    ours = announced_by_team(board, team_of(seat))
    closed = barred(ours, live_of(board, ours), seat, literal_readings(board))
    return Reason(next(code for code, bits in closed.items() if bits >> PLACE[action.argument] & 1), facts)
