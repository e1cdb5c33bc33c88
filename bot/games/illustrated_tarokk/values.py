"""The tables of Illustrated Tarokk, in the order of the rules: contracts, talon, bonuses, refusals."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from bot.rules.announcing import GAME
from bot.rules.cards import KINGS, MOND, PACK_42, PAGAT, SKUS, SUITS, TRULL, Card, Cards, card
from bot.rules.layout import SIDES, Side, as_int
from bot.rules.results import Outcome, Sentences, bonus_sentences
from bot.rules.state import Board, Known, option_of

TRICKS = 9
TO_WIN = 48
"""Card points the declarer's side needs of the 94 there are (12.1)."""
TO_DOUBLE = 71
"""Card points of a double game (10.1)."""
LADDER = ("three", "two", "one", "solo")
"""The contracts, lowest first; the game is worth its position, from 1 (4.1)."""
SOLO = 4
DRAWS = ((3, 1, 1, 1), (2, 2, 1, 1), (1, 2, 2, 1), (0, 2, 2, 2))
"""How many talon cards each seat draws, by contract: the declarer, then the others in playing order (6.1)."""
HONOURS = TRULL
HIGH_HONOURS = Cards.of((SKUS, MOND))
XX = card("T20")
INVITATIONS = {1: card("T19"), 2: card("T18")}
"""The card that a jump shows, by its number of steps (4.4)."""
TRIAL_PENALTY = 3
"""Game points to each opponent for a failed trial bid, by a house rule (17.11)."""
CALLABLE = tuple(card(f"T{number}") for number in range(2, 21))
"""The tarokks by which a partner may be called (8)."""
TAROKK_COUNTS = {"eight_tarokks": 8, "nine_tarokks": 9}
COUNT_IDS = {count: name for name, count in TAROKK_COUNTS.items()}
COUNT_POINTS = {"eight_tarokks": 1, "nine_tarokks": 2}
DOUBLE_GAME = "double_game"
VOLAT = "volat"
TRULL_ID = "trull"
FOUR_KINGS = "four_kings"
XXI_CAPTURE = "xxi_capture"
PAGAT_CAPTURE = "pagat_capture"


class Feat(NamedTuple):
    """A bonus for winning a certain trick with a certain card (10.1)."""

    id: str
    card: Card
    trick: int
    points: int  # if announced
    kind: str
    """`ultimo`, `uhu`, or `streak` if all earlier tricks must be won too."""


def _kings(kind: str, trick: int, points: int) -> tuple[Feat, ...]:
    return tuple(Feat(f"king_{kind}:{suit}", card(f"{suit}K"), trick, points, kind) for suit in SUITS)


FEATS = (
    Feat("pagat_ultimo", PAGAT, 9, 10, "ultimo"),
    Feat("centrum", XX, 5, 10, "streak"),
    Feat("small_bird", MOND, 6, 10, "streak"),
    Feat("large_bird", SKUS, 7, 10, "streak"),
    Feat("pagat_uhu", PAGAT, 8, 20, "uhu"),
    *_kings("ultimo", 9, 15),
    *_kings("uhu", 8, 20),
)
SAS = card("T2")
SAS_FEATS = (Feat("sas_ultimo", SAS, 9, 10, "ultimo"), Feat("sas_uhu", SAS, 8, 20, "uhu"))
"""The same with the II, the eagle, by a house rule (17.28)."""
FEAT = {feat.id: feat for feat in (*FEATS, *SAS_FEATS)}
CARD_FEATS = {feat.id: feat for feat in FEAT.values() if feat.kind != "streak"}
ULTIMOS = frozenset(feat.id for feat in CARD_FEATS.values() if feat.kind == "ultimo")
REPLACES = {
    feat.id: other.id
    for feat in CARD_FEATS.values()
    for other in CARD_FEATS.values()
    if feat.kind == "uhu" and other.kind == "ultimo" and other.card == feat.card
}
"""The ultimó with the card of each uhu (9.6.7)."""
LOW_FEATS = tuple(feat.id for feat in FEAT.values() if feat.card in (PAGAT, SAS))
"""The ultimós and uhus with a tarokk (17.23)."""
LOW_UHUS = tuple(name for name in LOW_FEATS if FEAT[name].kind == "uhu")
"""The uhus whose value a house rule sets (17.26)."""
COLLECTIONS = {TRULL_ID: TRULL, FOUR_KINGS: KINGS}
CAPTURES = {XXI_CAPTURE: MOND, PAGAT_CAPTURE: PAGAT}
NEEDS = {XXI_CAPTURE: SKUS, **{feat.id: feat.card for feat in FEAT.values()}}
HUNTS = {XXI_CAPTURE: (MOND, Cards.of((SKUS,))), PAGAT_CAPTURE: (PAGAT, PACK_42)}
"""The card that a capture takes, and the cards of the other side that may take it (10.1.6, 17.29)."""
HOUSE_BONUSES = {
    **dict.fromkeys((feat.id for feat in SAS_FEATS), "sas_figures"),
    PAGAT_CAPTURE: PAGAT_CAPTURE,
}
"""Optional bonuses, with the house rule that enables each."""
BONUSES = (*COLLECTIONS, DOUBLE_GAME, VOLAT, XXI_CAPTURE, *FEAT, PAGAT_CAPTURE)
ANNOUNCEMENTS = (*TAROKK_COUNTS, *BONUSES)
SILENT_COLLECTION = 1
ANNOUNCED_COLLECTION = 2
XXI_VALUES = {"21_42": (21, 42), "42_84": (42, 84), "30_60": (30, 60)}
"""Game points of a capture of the XXI, silent and announced (10.1.6, 17.27)."""
PAGAT_CAPTURE_VALUES = (4, 8)
"""Game points of a capture of the pagát, silent and announced (17.29)."""
SILENT_ULTIMO = 5
SILENT_DOUBLE_GAME = 2
"""What a double game is worth, in games (12.3)."""
ANNOUNCED_DOUBLE_GAME = 4
SILENT_VOLAT = 3
ANNOUNCED_VOLAT = 6
ANNULLABLE: Mapping[object, Cards] = {"five": Cards.of("T21 T1"), "first_three": Cards.of("T21")}
"""The only tarokks in a hand that may annul the deal without four kings, by house rule (7, 17.16)."""
REFUSALS = {
    "3.3": "deal_over not_your_turn not_now",
    "3.4": "not_in_hand",
    "4.1.1": "no_such_bid",
    "4.2.2": "needs_honour",
    "4.2.4": "bid_too_low",
    "4.2.5": "nothing_to_hold no_hold_here",
    "4.2.6": "no_jump",
    "4.4.5": "invitation_needs",
    "4.4.6": "must_not_pass",
    "6.2.2": "card_protected",
    "8.1": "called_already",
    "8.3": "call_not_open",
    "9.1.2": "call_first statement_owed",
    "9.2.1": "nothing_to_double fully_doubled",
    "9.2.2": "own_item other_side_next",
    "9.2.3": "cannot_be_doubled",
    "9.3.4": "side_not_understood",
    "9.4.1": "already_announced not_so_many_tarokks",
    "9.4.4": "declare_tarokks_first",
    "9.5.2": "side_has_announced",
    "9.6.2": "not_in_one_turn",
    "9.6.3": "volat_announced",
    "9.6.4": "one_ultimo_one_uhu",
    "9.6.6": "uhu_announced",
    "9.6.7": "ultimo_stands",
    "10.1.0": "no_such_announcement",
    "11.1.2": "must_play_tarock",
    "11.1.3": "must_follow",
    "11.2.2": "kept_back",
    "11.2.3": "owed_now",
    "17.6": "kontra_owed",
    "17.19": "after_volat",
    "17.20": "trull_promises",
}
"""The refusal codes of each rule."""
BONUS_RULES = {
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
    "sas_ultimo": "17.28",
    "sas_uhu": "17.28",
    "pagat_capture": "17.29",
}
"""The rule number of each bonus; the four kings share one."""
SILENT_RULES = {XXI_CAPTURE: "10.3.3", "pagat_ultimo": "10.3.1"}
"""The rule numbers of silent bonuses that have their own."""
SILENT_ULTIMOS = {name: FEAT[name].card for name in ("pagat_ultimo", "sas_ultimo")}
"""Ultimós that are scored without having been announced (10.3.1, 17.28), with their cards."""


OPTIONS: dict[str, tuple[object, ...]] = {
    "kontra_max_level": (5, 4, 6),
    "inviter_must_pass": (True, False),
    "invite_min_tarokks": (0, 5),
    "xx_discardable": (True, False),
    "free_call_needs_own_xx": (False, True),
    "office_kontra": (False, True),
    "all_discards_to_lone_declarer": (False, True),
    "lone_game_value": ("bid", 4),
    "doubling": ("windows", "none", "single", "stacking"),
    "trial_bid_levels": ("three", "any"),
    "trial_bid_penalty": ("bid_value", "three_each", "redeal"),
    "sole_bidder_may_raise": (False, True),
    "opening_solo": ("allowed", "invitation_levels_only"),
    "hold_rule": ("any_earlier_bidder", "earlier_seated"),
    "annul_timing": ("after_discard", "before_discard"),
    "annul_hands": ("five", "first_three"),
    "own_discard_counts_as_own": (True, False),
    "double_and_volat_same_turn": (False, True),
    "trull_kings_after_volat": ("allowed", "forbidden"),
    "trull_meaning_rules": (False, True),
    "uhu_supersedes_ultimo": ("partner_only", "never"),
    "tarokk_count_identifies": (False, True),
    "tarokk_count_required_for_king_figures": (True, False),
    "tarokk_count_payment": ("each_of_three", "side_item"),
    "claim_lone": ("fellow_defenders", "none"),
    "pagat_uhu_value": (20, 15),
    "xxi_capture_values": ("21_42", "42_84", "30_60"),
    "sas_figures": (False, True),
    "pagat_capture": (False, True),
    "volat_hides_silent": (False, True),
    "tie_47_with_kontra": ("defenders_doubled", "not_doubled", "defenders_need_48"),
}
"""House rules, the default first (17)."""
option = partial(option_of, OPTIONS)

SENTENCES: Sentences = {
    **bonus_sentences(BONUSES, Outcome.MADE, Outcome.MISSED),
    **bonus_sentences((*COLLECTIONS, DOUBLE_GAME, VOLAT, *CAPTURES), Outcome.WON),
    **{
        (DOUBLE_GAME, outcome, side if achieved else side.other): f"double_game.{outcome}.{side}"
        for outcome, achieved in ((Outcome.WON, True), (Outcome.MADE, True), (Outcome.MISSED, False))
        for side in SIDES
    },
    **bonus_sentences(SILENT_ULTIMOS, Outcome.WON, Outcome.LOST),
    (GAME, Outcome.WON, Side.DECLARER): "game.won",
    (GAME, Outcome.LOST, Side.DEFENDERS): "game.lost",
    (GAME, Outcome.FORFEITED, Side.DEFENDERS): "game.forfeited",
    **{
        (count, Outcome.DECLARED, side): f"{count}.declared"
        for count in TAROKK_COUNTS
        for side in (*SIDES, Side.SEAT)
    },
    **{(count, Outcome.CLAIMED, Side.SEAT): f"{count}.claimed" for count in TAROKK_COUNTS},
}


def number(board: Known, name: str) -> int:
    return as_int(option(board, name))


def value(board: Board) -> int:
    """The value of the game, 1 to 4 game points (4.1); a house rule fixes that of a lone declarer (17.8)."""
    alone = board.hidden.called_card is not None and board.hidden.partner is None
    agreed = option(board, "lone_game_value")
    return agreed if alone and isinstance(agreed, int) else LADDER.index(board.open.contract) + 1


def rule_of(bonus: str) -> str:
    return BONUS_RULES[bonus.partition(":")[0]]


def silent_rule_of(bonus: str) -> str:
    return SILENT_RULES.get(bonus) or rule_of(bonus)


def is_played(board: Known, bonus: str) -> bool:
    """Whether a bonus is enabled (17.28, 17.29)."""
    return bonus not in HOUSE_BONUSES or option(board, HOUSE_BONUSES[bonus]) is True


def announcements_of(board: Board) -> tuple[str, ...]:
    """What can be announced under the house rules (17.28, 17.29)."""
    return tuple([item for item in ANNOUNCEMENTS if is_played(board, item)])


def price(board: Known, bonus: str) -> int:
    """Game points of an announced bonus (10.1, 17.26, 17.27)."""
    if bonus in LOW_UHUS:
        return number(board, "pagat_uhu_value")
    if bonus in FEAT:
        return FEAT[bonus].points
    return captures(board)[bonus][1] if bonus in CAPTURES else ANNOUNCED_COLLECTION


def captures(board: Known) -> dict[str, tuple[int, int]]:
    """The enabled captures, with game points silent and announced (10.1.6, 17.27, 17.29)."""
    xxi = XXI_VALUES[str(option(board, "xxi_capture_values"))]
    pagat = {PAGAT_CAPTURE: PAGAT_CAPTURE_VALUES} if is_played(board, PAGAT_CAPTURE) else {}
    return {XXI_CAPTURE: xxi, **pagat}


def silent_price(board: Known, bonus: str) -> int:
    """Game points of an unannounced trull, four kings or capture (10.2, 10.3.3, 17.29)."""
    return captures(board)[bonus][0] if bonus in CAPTURES else SILENT_COLLECTION
