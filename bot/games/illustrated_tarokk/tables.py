"""The tables of Illustrated Tarokk, in the order of its rules: contracts, talon, bonuses, refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.rules.board import Board
from bot.rules.cards import (
    KINGS,
    MOND,
    PACK_54,
    PAGAT,
    SKUS,
    SUITS,
    TRULL,
    Card,
    Cards,
    card,
)

PACK_42: Final = PACK_54 - Cards.of("S9 S8 S7 C9 C8 C7 H2 H3 H4 D2 D3 D4")
TRICKS: Final = 9
TO_WIN: Final = 48
"""Card points the declarer's side needs of the 94 there are (12.1)."""
TO_DOUBLE: Final = 71
"""Card points of a double game (10.1)."""
LADDER: Final = ("three", "two", "one", "solo")
"""The contracts, lowest first; the game is worth the place on the ladder, from 1 (4.1)."""
SOLO: Final = 4
DRAWS: Final = ((3, 1, 1, 1), (2, 2, 1, 1), (1, 2, 2, 1), (0, 2, 2, 2))
"""Talon cards by contract: the declarer's, then the others' in playing order (6.1)."""
HONOURS: Final = TRULL
HIGH_HONOURS: Final = Cards.of((SKUS, MOND))
PROTECTED: Final = KINGS | HONOURS
"""Cards that nobody may lay away (6.2)."""
XX: Final = card("T20")
INVITATIONS: Final = {1: card("T19"), 2: card("T18")}
"""The card that a jump over so many steps shows (4.4)."""
CALLABLE: Final = tuple(card(f"T{number}") for number in range(2, 21))
"""The tarokks that may be called as partner (8)."""
TAROKK_COUNTS: Final = {"eight_tarokks": 8, "nine_tarokks": 9}
COUNT_POINTS: Final = {"eight_tarokks": 1, "nine_tarokks": 2}
DOUBLE_GAME: Final = "double_game"
VOLAT: Final = "volat"
TOP_KONTRA: Final = 5


@dataclass(frozen=True, slots=True)
class Feat:
    """A row of the table of bonuses in which a card wins a certain trick (10.1)."""

    id: str
    card: Card
    trick: int
    points: int
    """Game points announced."""
    kind: str
    """`ultimo`, `uhu`, or `streak` where all tricks before it must be won too."""


def _kings(kind: str, trick: int, points: int) -> tuple[Feat, ...]:
    return tuple(Feat(f"king_{kind}:{suit}", card(f"{suit}K"), trick, points, kind) for suit in SUITS)


FEATS: Final = (
    Feat("pagat_ultimo", PAGAT, 9, 10, "ultimo"),
    Feat("centrum", XX, 5, 10, "streak"),
    Feat("small_bird", MOND, 6, 10, "streak"),
    Feat("large_bird", SKUS, 7, 10, "streak"),
    Feat("pagat_uhu", PAGAT, 8, 20, "uhu"),
    *_kings("ultimo", 9, 15),
    *_kings("uhu", 8, 20),
)
FEAT: Final = {feat.id: feat for feat in FEATS}
NEEDS_COUNT: Final = tuple(feat.id for feat in FEATS if feat.kind in ("ultimo", "uhu"))
"""What a player with undeclared tarokks may neither announce nor double (9.4)."""
BONUSES: Final = ("trull", "four_kings", DOUBLE_GAME, VOLAT, "xxi_capture", *FEAT)
ANNOUNCEMENTS: Final = (*TAROKK_COUNTS, *BONUSES)
SILENT_COLLECTION: Final = 1
ANNOUNCED_COLLECTION: Final = 2
SILENT_CAPTURE: Final = 21
ANNOUNCED_CAPTURE: Final = 42
SILENT_PAGAT: Final = 5
ANNULLABLE: Final = tuple(map(Cards.of, ("", "T21", "T1", "T21 T1")))
"""The tarokks of a hand that may annul the deal, beside any with four kings (7)."""
RULES: Final = {
    "deal_over": "illustrated_tarokk 3.3",
    "not_your_turn": "illustrated_tarokk 3.3",
    "not_now": "illustrated_tarokk 3.3",
    "needs_honour": "illustrated_tarokk 4.2.2",
    "bid_too_low": "illustrated_tarokk 4.2.4",
    "nothing_to_hold": "illustrated_tarokk 4.2.5",
    "no_hold_here": "illustrated_tarokk 4.2.5",
    "no_jump": "illustrated_tarokk 4.2.6",
    "no_such_bid": "illustrated_tarokk 4.1.1",
    "invitation_needs": "illustrated_tarokk 4.4.5",
    "must_not_pass": "illustrated_tarokk 4.4.6",
    "not_in_hand": "illustrated_tarokk 11.1.1",
    "card_protected": "illustrated_tarokk 6.2.2",
    "call_first": "illustrated_tarokk 9.1.2",
    "statement_owed": "illustrated_tarokk 9.1.2",
    "call_not_open": "illustrated_tarokk 8.3",
    "called_already": "illustrated_tarokk 8.1",
    "no_such_announcement": "illustrated_tarokk 10.1.0",
    "not_so_many_tarokks": "illustrated_tarokk 9.4.1",
    "declare_tarokks_first": "illustrated_tarokk 9.4.4",
    "side_not_understood": "illustrated_tarokk 9.3.4",
    "side_has_announced": "illustrated_tarokk 9.5.2",
    "nothing_to_double": "illustrated_tarokk 9.2.1",
    "not_your_doubling": "illustrated_tarokk 9.2.2",
    "must_follow": "illustrated_tarokk 11.1.3",
    "must_play_tarock": "illustrated_tarokk 11.1.2",
    "kept_back": "illustrated_tarokk 11.2.2",
    "owed_now": "illustrated_tarokk 11.2.3",
}
"""The rule behind every refusal."""
BONUS_RULES: Final = {
    "trull": "10.1.1",
    "four_kings": "10.1.2",
    "pagat_ultimo": "10.1.5",
    "xxi_capture": "10.1.6",
    "centrum": "10.1.7",
    "small_bird": "10.1.8",
    "large_bird": "10.1.9",
    "pagat_uhu": "10.1.10",
    "king_ultimo": "10.1.11",
    "king_uhu": "10.1.12",
}
"""The row of the table of bonuses; the kings have one for all four."""


def value(board: Board) -> int:
    """What the game is worth: 1 to 4 game points (4.1)."""
    return LADDER.index(board.contract) + 1


def rule_of(bonus: str) -> str:
    """The rule of a bonus in the table of 10.1."""
    return BONUS_RULES[bonus.partition(":")[0]]
