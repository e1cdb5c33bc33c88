"""The tables of Tapp-Tarock, in the order of the rules: contracts, bonuses, house rules, refusals."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bot.rules.announcing import GAME
from bot.rules.cards import KINGS, TRULL, Cards
from bot.rules.layout import Side
from bot.rules.results import Outcome, Sentences
from bot.rules.state import Known, option_of

SEATS = 3
TRICKS = 16
TO_WIN = 36
"""Card points the declarer needs of the 70 there are (4.1)."""


class Contract(NamedTuple):
    """A row of the table of contracts (4.2), in game points; `pagat` is for a pagat ultimo (9.2)."""

    id: str
    value: int
    pagat: int
    exchange: int
    """Cards taken from the talon and discarded (6)."""
    half: str
    """The half that the house rule `fixed_half` prescribes; `""` if none (4.5)."""


CONTRACTS = (
    Contract("dreier", 3, 4, exchange=3, half=""),
    Contract("unterer", 4, 4, exchange=3, half="lower"),
    Contract("oberer", 5, 4, exchange=3, half="upper"),
    Contract("solo", 8, 8, exchange=0, half=""),
)


class HandBonus(NamedTuple):
    id: str
    points: int
    rule: str
    held: Callable[[Cards], bool]


CONTRACTS_BY_ID = {contract.id: contract for contract in CONTRACTS}
LADDER = tuple(CONTRACTS_BY_ID)
FIRST = LADDER[0]
SOLO = LADDER[-1]
PAGAT_ULTIMO = "pagat_ultimo"
VALAT = "valat"
ANNOUNCEMENTS = (PAGAT_ULTIMO, VALAT)
SILENT_VALAT = 4
ANNOUNCED_VALAT = 8
ANNOUNCED_PAGAT = 2
HAND_BONUSES = (  # 9.3
    HandBonus("trull_three", 3, "9.3.1", lambda hand: len(hand & TRULL) == 3),
    HandBonus("trull_two", 1, "9.3.2", lambda hand: len(hand & TRULL) == 2),
    HandBonus("four_kings", 3, "9.3.3", lambda hand: not KINGS - hand),
)
OPTIONS = {"fixed_half": (False, True)}
REFUSALS = {
    "2.2": "not_in_hand",
    "3.1": "not_your_turn not_now deal_over",
    "4.2": "no_such_bid",
    "4.5": "prescribed_half",
    "5.1.3": "bid_too_low",
    "5.1.4": "nothing_to_hold hold_needs_seniority",
    "5.1.5": "no_jump must_hold",
    "6.1": "no_such_half",
    "6.4": "card_protected others_first",
    "7.1": "already_announced once_only not_your_doubling own_item other_side_next",
    "7.2": "no_such_announcement nothing_to_double already_doubled",
    "7.3": "only_declarer",
    "7.4": "needs_pagat",
    "7.5": "kept_back",
    "8.2": "must_follow must_play_tarock",
}
"""The refusal codes of each rule."""
option = partial(option_of, OPTIONS)

SENTENCES: Sentences = {
    (GAME, Outcome.WON, Side.DECLARER): "game.won",
    (GAME, Outcome.LOST, Side.DEFENDERS): "game.lost",
    (VALAT, Outcome.MADE, Side.DECLARER): "valat.made",
    (VALAT, Outcome.MISSED, Side.DEFENDERS): "valat.missed",
    (VALAT, Outcome.WON, Side.DECLARER): "valat.won",
    (PAGAT_ULTIMO, Outcome.MADE, Side.DECLARER): "pagat_ultimo.made",
    (PAGAT_ULTIMO, Outcome.MISSED, Side.DEFENDERS): "pagat_ultimo.missed",
    (PAGAT_ULTIMO, Outcome.WON, Side.DECLARER): "pagat_ultimo.won.declarer",
    (PAGAT_ULTIMO, Outcome.WON, Side.DEFENDERS): "pagat_ultimo.won.defenders",
    (PAGAT_ULTIMO, Outcome.LOST, Side.DEFENDERS): "pagat_ultimo.lost.declarer",
    (PAGAT_ULTIMO, Outcome.LOST, Side.DECLARER): "pagat_ultimo.lost.defenders",
    **{(bonus.id, Outcome.HELD, Side.SEAT): bonus.id for bonus in HAND_BONUSES},
}


def contract_of(board: Known) -> Contract:
    return CONTRACTS_BY_ID[board.open.contract]
