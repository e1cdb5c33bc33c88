"""What a team's announcements close to its seats, as sets of announcements (5.3, 5.4, 5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import chain, groupby
from operator import or_
from typing import Final, NamedTuple

from bot.games.royal_tarokk.announcements import (
    ITEMS,
    LITERAL,
    OPENING,
    ROWS,
    TROPHIES,
    inferiors,
    is_trophy,
    parsed,
    written,
)
from bot.games.royal_tarokk.tables import PARTNER, announcer, is_ours
from bot.rules.announcing import announce
from bot.rules.facts import Raised
from bot.rules.layout import Seat
from bot.rules.moves import ActionTable
from bot.rules.state import Board, Item, Open

ALONE: Final = {item: 1 << place for place, item in enumerate(ITEMS)}
"""The set of each single announcement."""


def joined(sets: Iterable[int]) -> int:
    """The union of some sets."""
    return reduce(or_, sets, 0)


def set_of(items: Iterable[str]) -> int:
    """The set of some announcements."""
    return joined(ALONE[item] for item in items)


PARTS: Final = {
    group: part
    for part, groups in enumerate(
        (("hand",), ("small", "tricks", "streak"), ("end",), ("opening", "suits"), TROPHIES)
    )
    for group in groups
}
"""The part of the table that each group of announcements belongs to."""
TABLE: Final = ActionTable(
    *[list(map(announce, items)) for _, items in groupby(ITEMS, lambda item: PARTS[parsed(item)[0].group])]
)
"""The announcing of each announcement."""


def literal_readings(board: Board) -> frozenset[str]:
    """The house rules agreed at this table that read the source page literally (15)."""
    return frozenset([name for name, chosen in board.open.options.items() if chosen and name in LITERAL])


def announced_by_team(public: Open, seat: Seat) -> list[Item]:
    """All announcements of a seat and its partner, raised ones included."""
    team = (seat, PARTNER[seat])
    return [item for item in public.items if item.seat in team]


def closed_though_raised(item: Item, seat: Seat, items: tuple[Item, ...], literally: frozenset[str]) -> int:
    """What an announcement still closes to a seat once it is raised (5.3, 5.4)."""
    if not is_ours(item, seat):
        return 0
    closed = left_closed_by(item.id)
    return closed | raising_own(item, items, literally) if item.seat == seat else closed


def why_closed(board: Board, seat: Seat, item: str) -> str:
    """The refusal code for an announcement that is closed to a seat: the first that fits (5.6)."""
    literally, raised = literal_readings(board), Raised.of(board.open)
    ours = announced_by_team(board.open, seat)
    raising = [raising_own(each, ours, literally) for each in ours if each.seat == seat]
    reasons = [
        {"partner_must_raise": joined(raising)},
        *[reasons_of(each.id, literally, live=each not in raised) for each in ours],
    ]
    return next(code for code in CODES for closed in reasons if closed.get(code, 0) & ALONE[item])


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


class Closings(NamedTuple):
    """What each announcement closes while it is live."""

    to_own_seat: Mapping[str, int]
    """To the seat that made it, which may not raise it: the partner has made no step in between."""
    to_partner: Mapping[str, int]


@cache
def closings(literally: frozenset[str]) -> Closings:
    """What each announcement closes to its team while it is live."""
    higher = superiors(literally)
    to_partner = {item: joined(reasons_of(item, literally, live=True).values()) for item in ITEMS}
    to_own_seat = {item: closed | higher[item] | ALONE[item] for item, closed in to_partner.items()}
    return Closings(to_own_seat, to_partner)


@cache
def left_closed_by(item: str) -> int:
    """What an announcement closes to the team that made it even after it was raised."""
    return joined(reasons_of(item, frozenset(), live=False).values())


@cache
def reasons_of(item: str, literally: frozenset[str], *, live: bool) -> Mapping[str, int]:
    """What an announcement closes to the team that made it, by refusal code; less once it is raised."""
    row, _ = parsed(item)
    if row.group == "hand":
        return {}  # it closes itself alone, and to the seat alone that made it
    always = {
        "one_opening_slam": joined(
            OF_ROW[other] for other in OPENING if row.id in OPENING and other != row.id
        ),
        "one_collection": ALL_COLLECTIONS if row.id in COLLECTIONS else 0,
    }
    while_live = {
        "already_announced": ALONE[item],
        "inferior_to_own": set_of(inferiors(item, literally)),
        "other_card_named": clashing(item),
        "one_trophy": ALL_TROPHIES & ~above(item, literally) if is_trophy(item) else 0,
    }
    return {**always, **while_live} if live else always


def raising_own(own: Item, items: Sequence[Item], literally: frozenset[str]) -> int:
    """What would raise an announcement of one's own, unless the partner has raised it in between (5.3)."""
    higher, partner = above(own.id, literally), PARTNER[announcer(own)]
    steps = [item.id for item in items if item.seat == partner and ALONE[item.id] & higher]
    return higher & ~joined([above(step, literally) for step in steps])


def above(item: str, literally: frozenset[str]) -> int:
    """Everything superior to an announcement."""
    return superiors(literally)[item]


@cache
def superiors(literally: frozenset[str]) -> Mapping[str, int]:
    """For each announcement, everything superior to it."""
    found = dict.fromkeys(ITEMS, 0)
    for item in ITEMS:
        for lower in inferiors(item, literally):
            found[lower] |= ALONE[item]
    return found


OF_ROW: Final = {row.id: set_of(written(row.id, words) for words in row.parameters) for row in ROWS}
"""Every announcement of a row of the table."""
ALL_TROPHIES: Final = set_of(filter(is_trophy, ITEMS))
ALL_OPENINGS: Final = joined(OF_ROW[name] for name in OPENING)
COLLECTIONS: Final = frozenset(("fleet", "red_and_black", "armada"))
"""The announcements of two suits, of which a team makes one (5.4)."""
ALL_COLLECTIONS: Final = joined(OF_ROW[name] for name in COLLECTIONS)
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
NAMED_CARDS: Final = {
    item: tuple(zip(NAMED_TRICKS[row.id], words, strict=True))
    for item in ITEMS
    for row, words in (parsed(item),)
    if row.id in NAMED_TRICKS
}
"""The cards that each opening slam, and each trophy made of them, names for the first tricks."""
NAMING: Final = {
    each: set_of(item for item, named in NAMED_CARDS.items() if each in named)
    for each in set(chain.from_iterable(NAMED_CARDS.values()))
}
"""For each trick and card, what names this card for this trick."""


def clashing(item: str) -> int:
    """For an opening slam, the trophies that name another card for its trick; and the reverse (5.4.7)."""
    others = ALL_TROPHIES if parsed(item)[0].id in OPENING else ALL_OPENINGS
    named = NAMED_CARDS.get(item, ())
    tricks = {trick for trick, _ in named}
    return others & joined(items for each, items in NAMING.items() if each[0] in tricks and each not in named)
