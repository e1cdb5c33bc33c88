"""The tables of Romanian Tarok and the taper, in the order of the rules: packs, bids, bonuses."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bot.rules.announcing import GAME
from bot.rules.cards import MOND, PACK_42, PACK_54, PAGAT, SKUS, Cards
from bot.rules.layout import SIDES, Seat, Side, as_int
from bot.rules.results import Outcome, Sentences, bonus_sentences
from bot.rules.state import Board, Known, option_of

TRICKS = 12
TALON_SIZE = 6


class Class(NamedTuple):
    """A class of bids (6.1): how many cards it takes in a group of the talon.

    The game is worth `won` points if won without contra, else `level` points for each level (13.1).
    """

    id: str
    takes: int
    won: int
    level: int
    column: int
    """The column of the table of bonuses: 0 for doi, 1 for unu, 2 for solo."""


TREI = Class("trei", 3, 1, 1, 0)
DOI = Class("doi", 2, 2, 2, 0)
UNU = Class("unu", 1, 3, 3, 1)
SOLO_CLASS = Class("solo", 0, 8, 8, 2)


class Bid(NamedTuple):
    """A row of the list of bids (6.1)."""

    id: str
    kind: Class
    first: int
    """The group of the talon looked at first, from 1, which is also the first level."""


def _bids(kind: Class, number: int) -> tuple[Bid, ...]:
    return tuple(Bid(f"{kind.id}{first}", kind, first) for first in range(1, number + 1))


SOLO = Bid("solo", SOLO_CLASS, 1)
BIDS = (*_bids(TREI, 3), *_bids(DOI, 3), *_bids(UNU, 6), SOLO)
"""All bids under any house rules, lowest first."""
BIDS_BY_ID = {bid.id: bid for bid in BIDS}
LADDER = tuple(BIDS_BY_ID)

OPTIONS: Mapping[str, tuple[object, ...]] = {
    "untaken_talon_to": ("declarer", "opponents"),
    "pool_refill_when_empty": (False, True),
    "trei_in_4p": (False, True),
    "third_trei": (False, True),
    "unu_bids": (True, False),
    "pagat_announce_holder": ("team", "declarer"),
    "kings_2_4": (False, True),
    "solo_bonus_as_doi": (False, True),
    "announce_king_caught": (False, True),
    "no_pool": (False, True),
    "all_pass_4p": ("michi", "throw_in_radler4"),
    "hep_hep": (False, True),
    "annul_consumes_radler": (False, True),
    "knock_styles": (False, True),
}
option = partial(option_of, OPTIONS)
ONLY_FOUR = ("trei_in_4p", "pagat_announce_holder", "announce_king_caught", "all_pass_4p")
"""House rules without meaning in the taper, which has no partner call and always allows trei."""


class Variant(NamedTuple):
    """What differs between the game for four and the taper (1, 2, 9.3, 16)."""

    seats: int
    pack: Cards
    to_win: int  # card points
    counts: tuple[str, ...]
    """The hand declarations, fewest tarocks first."""
    fewest: int
    """The number of tarocks of the lowest hand declaration."""
    open_ended: bool
    """Whether the highest hand declaration also covers more tarocks."""
    calls: bool
    thrown_in: int
    """Doubled deals that follow when the cards are thrown in (16.6, 17.11)."""
    first_pool: int
    """Chips in the pool of the first deal, after the antes."""
    options: Mapping[str, tuple[object, ...]]


FOUR = Variant(
    seats=4,
    pack=PACK_54,
    to_win=36,
    counts=("taroace:8", "taroace:9", "taroace:10"),
    fewest=8,
    open_ended=True,
    calls=True,
    thrown_in=4,
    first_pool=5,
    options=OPTIONS,
)
TAPER = Variant(
    seats=3,
    pack=PACK_42,
    to_win=34,
    counts=("taroace:10", "taroace:11", "taroace:12"),
    fewest=10,
    open_ended=False,
    calls=False,
    thrown_in=3,
    first_pool=4,
    options={name: values for name, values in OPTIONS.items() if name not in ONLY_FOUR},
)
VARIANTS = {variant.seats: variant for variant in (FOUR, TAPER)}


class Bonus(NamedTuple):
    """A row of the table of bonuses: game points by column, silent and announced (12.1)."""

    id: str
    silent: tuple[int, int, int]
    announced: tuple[int, int, int]
    rules: tuple[str, str]
    """The rule numbers, silent and announced (12.2)."""


BONUSES = (
    Bonus("trula", (1, 1, 2), (2, 2, 4), ("12.2.1", "12.2.1")),
    Bonus("kings", (1, 1, 2), (2, 2, 4), ("12.2.2", "12.2.2")),
    Bonus("moon_caught", (1, 1, 2), (2, 2, 4), ("12.2.4", "12.2.4")),
    Bonus("pagat_ult", (1, 1, 2), (7, 7, 9), ("12.2.5", "12.2.6")),
    Bonus("king_ult", (1, 1, 2), (2, 2, 4), ("12.2.7", "12.2.7")),
    Bonus("valat", (8, 8, 32), (16, 16, 64), ("12.2.8", "12.2.8")),
    Bonus("king_caught", (1, 1, 2), (2, 2, 4), ("12.2.3", "17.9")),
)
KINGS_DOUBLED = Bonus("kings", (2, 2, 2), (4, 4, 4), ("12.2.2", "12.2.2"))
"""All kings under the house rule that doubles their value (17.7)."""
LEFT_BEHIND = 2
"""Game points of a called king that was looked at and left in the talon (11.3)."""
ANNOUNCEMENTS = tuple(bonus.id for bonus in BONUSES)
TRULA = "trula"
KING_CAUGHT = "king_caught"
WITHOUT_KING_CAUGHT = tuple(item for item in ANNOUNCEMENTS if item != KING_CAUGHT)
MOON_CAUGHT = "moon_caught"
PAGAT_ULT = "pagat_ult"
KING_ULT = "king_ult"
WITHOUT_CALLED_KING = tuple(item for item in WITHOUT_KING_CAUGHT if item != KING_ULT)
VALAT = "valat"
CAPTURES = {MOON_CAUGHT: MOND}
NEEDS = {MOON_CAUGHT: SKUS, PAGAT_ULT: PAGAT}
TOP_CONTRA = 5

REFUSALS = {
    "3.1": "deal_over not_your_turn not_now",
    "4.3": "not_in_hand",
    "4.4": "no_such_way",
    "5.1": "no_right_to_annul",
    "6.1.2": "no_such_bid",
    "6.2.4": "bid_too_low",
    "6.2.5": "not_over_the_one_before",
    "6.2.6": "nothing_to_hold hold_needs_seniority",
    "7.1": "kings_only",
    "8.1.4": "no_such_group refused_last",
    "8.1.6": "must_take",
    "8.3.2": "card_protected",
    "8.3.3": "others_first",
    "8.4.1": "no_surrender",
    "9.1.2": "first_turn_only",
    "9.1.3": "too_late_to_double",
    "9.3.2": "already_announced not_so_many_tarokks",
    "9.3.3": "partner_has_declared",
    "9.3.4": "statement_owed",
    "9.4.1": "no_such_announcement",
    "9.4.2": "only_declarer",
    "9.4.3": "needs_card",
    "9.4.5": "side_has_announced",
    "9.5.1": "fully_doubled",
    "9.5.2": "own_item other_side_next",
    "9.5.4": "nothing_to_double game_is_valat",
    "10.2": "must_follow must_play_tarock",
    "17.9": "only_opponents king_left_behind",
}
"""The refusal codes of each rule."""

TAROACE = "taroace"
POOL = "pool"
MICHI = "michi"
GAME_AT_LEVEL = "game_at_level"
"""A game whose value depends on the level, in the ids of its sentences."""
POOL_DOUBLED = "pool_doubled"
"""The chips moved by a pagat ultimo under contra, in the ids of its sentences."""
SENTENCES: Sentences = {
    **bonus_sentences(ANNOUNCEMENTS, Outcome.MADE, Outcome.MISSED, Outcome.WON),
    **bonus_sentences((PAGAT_ULT,), Outcome.LOST),
    (KING_CAUGHT, Outcome.FORFEITED, Side.DEFENDERS): "king_caught.forfeited",
    **{
        (game, outcome, side): f"{game}.{outcome}"
        for game in (GAME, GAME_AT_LEVEL)
        for outcome, side in ((Outcome.WON, Side.DECLARER), (Outcome.LOST, Side.DEFENDERS))
    },
    (GAME, Outcome.FORFEITED, Side.DEFENDERS): "game.forfeited",
    ("trula", Outcome.FORFEITED, Side.DEFENDERS): "trula.forfeited",
    **{(TAROACE, Outcome.DECLARED, side): f"taroace.declared.{side}" for side in SIDES},
    **{
        (pool, outcome, side): f"{pool}.{outcome}"
        for pool in (POOL, POOL_DOUBLED)
        for outcome, side in ((Outcome.MADE, Side.DECLARER), (Outcome.MISSED, Side.DEFENDERS))
    },
    (MICHI, Outcome.PAID, Side.EACH): "michi.paid",
}


def variant_of(board: Known) -> Variant:
    return VARIANTS[board.open.seats]


def bids_of(board: Board) -> tuple[Bid, ...]:
    """The bids under the house rules, lowest first (6.1.1, 6.1.2, 17.3-17.5)."""
    trei = not variant_of(board).calls or option(board, "trei_in_4p")
    most = {TREI.id: (3 if option(board, "third_trei") else 2) if trei else 0}
    if not option(board, "unu_bids"):
        most[UNU.id] = 0
    return tuple([bid for bid in BIDS if bid.first <= most.get(bid.kind.id, bid.first)])


def announcements_of(board: Board) -> tuple[str, ...]:
    """The announcements under the house rules; without a called king none of it (9.4, 17.9)."""
    if not variant_of(board).calls:
        return WITHOUT_CALLED_KING
    return ANNOUNCEMENTS if option(board, "announce_king_caught") else WITHOUT_KING_CAUGHT


def bid_of(board: Known) -> Bid:
    return BIDS_BY_ID[board.open.contract]


def radlers(board: Known) -> int:
    """How many doubled deals are left, this one included (15)."""
    return as_int(board.open.session["radlers"])


@dataclass(frozen=True)
class PagatContra:
    """The first seat to say contra to an announced pagat ultimo (9.3, 14.5)."""

    seat: Seat
