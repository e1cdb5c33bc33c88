"""The tables of Königrufen, in the order of the rules: contracts, bonuses, house rules, refusals."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from bot.rules.announcing import GAME
from bot.rules.cards import KINGS, PAGAT, Card, Cards, card
from bot.rules.layout import Side, as_int
from bot.rules.results import Outcome, Sentences, bonus_sentences
from bot.rules.state import Known, Open, option_of

SEATS = 4
TRICKS = 12
TO_WIN = 36
"""Card points the declarer's side needs of the 70 there are (1.3)."""


class Contract(NamedTuple):
    """A row of the table of contracts (5)."""

    id: str
    won: int
    """Game points from each opponent."""
    lost: int
    calls: bool = False
    exchange: int = 0
    """Cards taken from the talon."""
    tricks: int | None = None
    """The exact number of tricks for the declarer in piccolo and bettel, else `None`."""
    each: bool = False
    """Whether every player plays alone."""
    ouvert: bool = False
    tarocks_trump: bool = True
    declarer_leads: bool = False
    bonuses: bool = True
    """Whether there are bonuses other than the valat (10.2)."""
    times: int = 1
    """The factor of bonuses other than the valat."""

    @property
    def negative(self) -> bool:
        """Whether players must win a trick if they can (9.3)."""
        return self.each or self.tricks is not None


def _solo(contract: str, points: int, tricks: int, *, ouvert: bool = False) -> Contract:
    """A negative contract that the declarer plays alone."""
    return Contract(
        contract, points, points, tricks=tricks, ouvert=ouvert, declarer_leads=True, bonuses=False
    )


CONTRACTS = (
    Contract("rufer", 10, 10, calls=True, exchange=3),
    Contract("sechserdreier", 20, 40, exchange=6),
    Contract("trischaken", 10, 20, each=True, declarer_leads=True, bonuses=False),
    _solo("piccolo", 20, tricks=1),
    Contract("solorufer", 20, 20, calls=True, times=2),
    _solo("bettel", 30, tricks=0),
    Contract("besserrufer", 20, 20, calls=True, exchange=3),
    Contract("dreier", 40, 40, exchange=3),
    Contract("farbensolo", 50, 50, tarocks_trump=False, declarer_leads=True, bonuses=False),
    _solo("piccolo_ouvert", 60, tricks=1, ouvert=True),
    _solo("bettel_ouvert", 80, tricks=0, ouvert=True),
    Contract("solodreier", 100, 100, times=2),
)
CONTRACTS_BY_ID = {contract.id: contract for contract in CONTRACTS}
LADDER = tuple(CONTRACTS_BY_ID)
RESERVED = LADDER[:3]
"""Contracts that cannot be bid; forehand may choose them when all others have passed (4.1.3)."""
BESSERRUFER = "besserrufer"
REMAINING = "remaining"


class Bird(NamedTuple):
    """A bonus for winning a certain trick with a certain card (10.2)."""

    id: str
    card: Card
    trick: int
    value: int


BIRDS = (
    Bird("pagat", PAGAT, 12, 10),
    Bird("uhu", card("T2"), 11, 20),
    Bird("kakadu", card("T3"), 10, 30),
)
ANNOUNCED = 2
"""The factor of an announced bonus (10.2)."""
BIRD_IDS = tuple(bird.id for bird in BIRDS)
BIRD_CARDS = Cards.of(bird.card for bird in BIRDS)
KING_ULTIMO = "king_ultimo"
TRULL_ID = "trull"
FOUR_KINGS = "four_kings"
VALAT = "valat"
ANNOUNCEMENTS = (*BIRD_IDS, KING_ULTIMO, TRULL_ID, FOUR_KINGS, VALAT)
SUBKONTRA = 3
"""The number of doublings after which there is no other (8.5)."""
REFUSALS = {
    "2.4": "not_in_hand",
    "3.1": "not_your_turn not_now deal_over",
    "4.1.3": "reserved_contract",
    "4.1.4": "bid_too_low",
    "4.1.5": "nothing_to_hold hold_needs_seniority",
    "5.1": "no_such_bid",
    "6.1.1": "kings_only",
    "6.1.2": "no_remaining_king",
    "7.2": "no_such_half",
    "7.3": "card_protected others_first",
    "8.1.3": "already_announced",
    "8.2.1": "no_such_announcement no_bonus_here",
    "8.2.2": "only_declarers_side",
    "8.2.3": "needs_card",
    "8.3.1": "statement_owed",
    "8.5.1": "nothing_to_double",
    "8.5.2": "fully_doubled",
    "8.5.3": "not_your_doubling own_item other_side_next",
    "8.6.1": "game_is_valat",
    "8.7.1": "kept_back",
    "8.7.2": "owed_now",
    "9.2.1": "must_follow",
    "9.2.2": "must_play_tarock",
    "9.3.1": "must_win",
    "17.1.6": "needs_bird",
    "17.1.14": "no_such_lead",
}
"""The refusal codes of each rule."""
OPTIONS: dict[str, tuple[object, ...]] = {
    "kakadu_value": (BIRDS[2].value, 40),
    "untaken_half_owner": ("declarer", "opponents"),
    "first_announcer": ("declarer_right", "declarer"),
    "hold": ("seniority", "forehand_only"),
    "redeal_right": ("optional", "auto", "off"),
    "besserrufer_bid_requires_bird": (False, True),
    "announce_requires_card": (True, False),
    "king_ultimo_by_declarer": (False, True),
    "show_forced_tarock_discards": (False, True),
    "individual_kontra_in_negative": (False, True),
    "pagat_last_in_negative": (False, True),
    "kaiserstich": (False, True),
    "ouvert_consultation": (False, True),
    "farbensolo_tarock_lead_free": (True, False),
    "valat_drops_silent": (False, True),
    "failed_valat_uses_lost_value": (False, True),
    "king_capture_with_lost_ultimo": ("cumulative", "ultimo_only"),
    "trischaken_compare": ("points", "thirds"),
    "trischaken_talon": ("nobody", "last_trick", "first_six"),
    "deals_per_session": (8, 4, 12, 16, 20, 24),
    "early_stop_negative": (True, False),
}
option = partial(option_of, OPTIONS)

TRISCHAKEN = "trischaken"
NEGATIVE = "negative"
"""The game in a negative contract, in the ids of its sentences."""
SENTENCES: Sentences = {
    **bonus_sentences((*BIRD_IDS, TRULL_ID, FOUR_KINGS), Outcome.MADE, Outcome.MISSED, Outcome.WON),
    **bonus_sentences(BIRD_IDS, Outcome.LOST),
    (GAME, Outcome.WON, Side.DECLARER): "game.won",
    (GAME, Outcome.LOST, Side.DEFENDERS): "game.lost",
    (GAME, Outcome.FORFEITED, Side.DEFENDERS): "game.forfeited",
    (NEGATIVE, Outcome.WON, Side.DECLARER): "negative.won",
    (NEGATIVE, Outcome.LOST, Side.DEFENDERS): "negative.lost",
    (VALAT, Outcome.MADE, Side.DECLARER): "valat.made",
    (VALAT, Outcome.MISSED, Side.DEFENDERS): "valat.missed",
    (VALAT, Outcome.WON, Side.DECLARER): "valat.won",
    **{
        (KING_ULTIMO, outcome, side): f"king_ultimo.{outcome}"
        for outcome, side in (
            *((Outcome.MADE, Side.DECLARER), (Outcome.MISSED, Side.DEFENDERS)),
            *((Outcome.WON, Side.DECLARER), (Outcome.LOST, Side.DEFENDERS)),
        )
    },
    ("mond_captured", Outcome.LOST, Side.DECLARER): "mond_captured.defenders",
    ("mond_captured", Outcome.LOST, Side.DEFENDERS): "mond_captured.declarer",
    ("called_king_captured", Outcome.LOST, Side.DEFENDERS): "called_king_captured",
    **{
        (TRISCHAKEN, outcome, Side.EACH): f"trischaken.{outcome}"
        for outcome in (Outcome.SWEPT, Outcome.WON, Outcome.EVEN, Outcome.LOST, Outcome.SHARED)
    },
}


def deals_of(options: Mapping[str, object]) -> int:
    """How many deals a session has (13.4)."""
    return as_int(options.get("deals_per_session", OPTIONS["deals_per_session"][0]))


def contract_of(board: Known) -> Contract:
    return CONTRACTS_BY_ID[board.open.contract]


def king_called(public: Open, dealt: Cards) -> Card | None:
    """The called king; the remaining one is the only king that the declarer was not dealt."""
    if public.called != REMAINING:
        return public.called_card
    (king,) = KINGS - dealt
    return king
