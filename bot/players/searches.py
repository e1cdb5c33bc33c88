"""What a searching player needs of each game."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Final

from bot.games.illustrated_tarokk.tables import FEAT
from bot.games.koenigrufen.tables import BIRD_CARDS
from bot.games.simulations import SIMULATIONS
from bot.players.illustrated_tarokk.clues import clues as clues_illustrated
from bot.players.illustrated_tarokk.playing import infer as infer_illustrated
from bot.players.koenigrufen.clues import clues as clues_koenigrufen
from bot.players.koenigrufen.playing import contract_of
from bot.players.koenigrufen.playing import infer as infer_koenigrufen
from bot.players.romanian.clues import clues as clues_romanian
from bot.players.romanian.playing import infer as infer_romanian
from bot.players.royal_tarokk.clues import clues as clues_royal
from bot.players.royal_tarokk.playing import infer as infer_royal
from bot.players.search.searching import Search
from bot.players.tapp_clues import clues as clues_tapp
from bot.players.tapp_tarock import infer as infer_tapp
from bot.rules.cards import PACK_40, Cards
from bot.rules.view import View


def is_negative(view: View) -> bool:
    """Whether a contract of Königrufen is about few tricks or card points."""
    return contract_of(view).negative


def is_michi(view: View) -> bool:
    """Whether all have passed in Romanian Tarok, and now avoid tricks."""
    return not view.open.contract


FEAT_CARDS: Final = Cards.of({feat.card for feat in FEAT.values()})
"""The cards of Illustrated Tarokk that may have to win a certain trick."""
NAMED: Final = PACK_40 - Cards.of("T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5")
"""The cards of Royal Tarokk that announcements name, alone or with others of their rank."""
BEFORE: Final = ("calling", "talon", "discard")
"""The phases of calls and exchanges.

Bids and statements are not even tried out, except the bids of Illustrated Tarokk: what they are expected to
bring is about what comes of them, but to decide by it gains nothing. `benchmarks/README.md` has the figures.
"""
DECIDED: Final = dict.fromkeys(BEFORE, 1.0)
"""Calls and exchanges are decided by what they bring when they are tried out."""
SHOWN: Final = dict.fromkeys(BEFORE, inf)
"""They are tried out to show what they bring, but none is chosen for it: that gains nothing."""
SEARCHES: Final[Mapping[str, Search]] = {
    "illustrated_tarokk": Search(
        SIMULATIONS["illustrated_tarokk"],
        infer_illustrated,
        clues_illustrated,
        smooth=0.25,
        doubts=SHOWN | {"auction": 1.0},
        defensive_doubt=2.0,
        special=FEAT_CARDS,
    ),
    "koenigrufen": Search(
        SIMULATIONS["koenigrufen"],
        infer_koenigrufen,
        clues_koenigrufen,
        is_negative,
        smooth=8.0,
        doubts=DECIDED,
        special=BIRD_CARDS,
    ),
    "romanian_taper": Search(
        SIMULATIONS["romanian_taper"], infer_romanian, clues_romanian, is_michi, smooth=0.4, doubts=DECIDED
    ),
    "romanian_tarok": Search(
        SIMULATIONS["romanian_tarok"], infer_romanian, clues_romanian, is_michi, smooth=2.5, doubts=DECIDED
    ),
    "royal_tarokk": Search(
        SIMULATIONS["royal_tarokk"], infer_royal, clues_royal, smooth=0.0, special=PACK_40
    ),
    "tapp_tarock": Search(SIMULATIONS["tapp_tarock"], infer_tapp, clues_tapp, doubts=DECIDED),
}
"""By the name of the game."""
