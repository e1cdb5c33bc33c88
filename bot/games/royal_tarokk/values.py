"""The tables of Royal Tarokk: pack, teams, base points, refusals, house rules, matches (2, 3, 9.1, 9.6)."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.rules.cards import COURTS, KINGS, MOND, PACK_40, SKUS, SUIT, SUITS, Cards, card
from bot.rules.layout import Seat, as_int
from bot.rules.state import Board, Item

SEATS = 4
TRICKS = 10
HAND = 10
IN_SUIT = {suit: PACK_40 & SUIT[suit] for suit in SUITS}
ALIKE = tuple(Cards.of(" ".join(suit + rank for suit in SUITS)) for rank in COURTS)
"""The four cards of each court rank."""
XX = card("T20")
XIX = card("T19")
MATADORS = Cards.of("T1 T2 T3 T4")
MAGASITOK = MATADORS | KINGS
SCALA = {3: card("T18"), 4: XIX, 5: XX, 6: MOND, 7: SKUS}
"""The card of each streak, by the trick it must win (6.6)."""
TEAMS = ((0, 1), (2, 3))
"""The seats of each team (3.1)."""
PARTNER = {0: 1, 1: 0, 2: 3, 3: 2}
"""Partners sit next to each other: the catcher on the left, the starter on the right (3)."""


class BaseRow(NamedTuple):
    """A row of the attackers' base points (9.1.1)."""

    least: int
    """The tarokks dealt to both partners."""
    most: int
    with_honour: int
    """The base points with Skíz or XXI."""
    without: int
    """The base points with neither."""


ATTACKERS_BASE = (BaseRow(6, 10, 60, 80), BaseRow(11, 12, 50, 70), BaseRow(13, 16, 40, 60))
DEFENDERS_BASE = 60


def base_figures() -> dict[str, int]:
    """The rows of the attackers' base points for texts: `base1_least` and so on."""
    rows = enumerate(ATTACKERS_BASE, 1)
    return {f"base{number}_{name}": each for number, row in rows for name, each in row._asdict().items()}


OWN_BASE = {True: 40, False: 50}
"""Base points by components: the start value of attackers (`True`) and defenders (15.1)."""
TAROKKS_BASE = ((10, 20), (12, 10), (16, 0))
"""Base points by components: most tarokks, points."""
NO_HONOURS_BASE = 20
KINGS_BASE = {0: 20, 1: 10}
"""Base points by components, by number of kings."""
BASE_LIMIT = {True: 100, False: 90}
"""Base points by components: the limit of attackers (`True`) and defenders."""
CAP = 100
CONTRA_CAP = 20
REFUSALS = {
    "3.4": "not_your_turn",
    "4.3": "not_in_hand",
    "5.2.1": "not_now",
    "5.3.3": "partner_must_raise",
    "5.3.6": "inferior_to_own",
    "5.3.7": "already_announced",
    "5.4.1": "one_trophy",
    "5.4.2": "one_opening_slam",
    "5.4.3": "one_collection",
    "5.4.7": "other_card_named",
    "5.5.1": "nothing_to_double own_item true_of_hand raised_already",
    "5.5.2": "already_doubled",
    "5.6": "no_such_announcement",
    "6.3": "not_true_of_hand",
    "7.1": "deal_over",
    "7.2.1": "must_follow",
    "7.2.2": "must_play_tarock",
    "8.2.1": "owed_now",
    "8.2.2": "kept_back",
    "8.4": "no_such_lead",
}
"""The refusal codes of each rule."""
OPTIONS: dict[str, tuple[object, ...]] = {
    "scala_raises_end": (False, True),
    "any_card_raised": (False, True),
    "golgotha_raises_all": (False, True),
    "base_points": ("table", "components"),
    "deals_per_match": (8, 4, 12, 16),
    "match_target": ("none", 500),
    "swap_after_half": (False, True),
}
"""House rules, the default first (15)."""


def agreed(options: Mapping[str, object], name: str) -> object:
    return options.get(name, OPTIONS[name][0])


def option(board: Board, name: str) -> object:
    return agreed(board.open.options, name)


def team_of(seat: Seat) -> int:
    return seat // 2


def announcer(item: Item) -> Seat:
    assert item.seat is not None, "every announcement has an announcer"
    return item.seat


def is_ours(item: Item, seat: Seat) -> bool:
    """Whether a seat's team has made an announcement."""
    return announcer(item) in (seat, PARTNER[seat])


def partners(team: int) -> tuple[Seat, Seat]:
    return 2 * team, 2 * team + 1


CATCHERS = (0, 2)  # 3.2


def dealers(_seats: int) -> tuple[Seat, ...]:
    """The seats that may deal first: the catchers (3.2)."""
    return CATCHERS


def target(options: Mapping[str, object]) -> int | None:
    """The points that end the match; `None` if it is not played for points (9.6.2)."""
    points = agreed(options, "match_target")
    return points if isinstance(points, int) else None


def deals_of(options: Mapping[str, object]) -> int | None:
    """The number of deals of a match; `None` if it is played for points (9.6.1)."""
    return as_int(agreed(options, "deals_per_match")) if target(options) is None else None


def is_won(options: Mapping[str, object], deals: int, totals: tuple[int, ...]) -> bool:
    """Whether a team has reached the target after an even number of deals (9.6.2)."""
    wanted = target(options)
    return wanted is not None and deals % 2 == 0 and max(totals) >= wanted


def seating(options: Mapping[str, object], deals: int) -> tuple[Seat, ...]:
    """Where each player sits next: by a house rule partners swap seats after half of the deals (9.6.3)."""
    agreed_deals = deals_of(options)
    changing = agreed(options, "swap_after_half") and agreed_deals is not None and 2 * deals == agreed_deals
    return tuple(PARTNER[seat] if changing else seat for seat in range(len(PARTNER)))


def difference(scores: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gains: the score of its own team minus that of the other (9.5.4)."""
    other = [scores[partners(1 - team_of(seat))[0]] for seat in range(len(scores))]
    return tuple(mine - theirs for mine, theirs in zip(scores, other, strict=True))
