"""Which contract a computer bids or chooses in Königrufen, by its prospects with the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.games.koenigrufen.tables import BESSERRUFER
from bot.players.inference import contract_of_call
from bot.players.koenigrufen.hands import (
    BIRD_ODDS,
    bird_prospect,
    for_few_tricks,
    for_one_trick,
    for_points,
    for_suits,
)
from bot.rules.cards import Cards
from bot.rules.moves import DECLINE, Action
from bot.rules.view import View

CAUTION: Final = 0.3
"""The share of the stake that is kept in reserve."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a contract is worth with a hand: a line fitted to deals in which it was played."""

    limit: float
    """The quality of a hand at which the declarer breaks even."""
    slope: float
    """Game points gained for each additional point of quality."""
    most: float
    """Game points gained with the best hands."""
    stake: float
    """Game points that can be lost."""

    def worth(self, quality: float) -> float:
        """Expected game points with a hand of some quality, less a reserve for the risk."""
        return min(self.most, self.slope * (quality - self.limit)) - CAUTION * self.stake


FOR_POINTS: Final[Mapping[str, Prospect]] = {
    "rufer": Prospect(14.5, 2.2, 35, 10),
    "sechserdreier": Prospect(19.9, 13.0, 110, 120),
    "solorufer": Prospect(24.8, 4.0, 25, 20),
    "besserrufer": Prospect(14.0, 2.6, 40, 20),
    "dreier": Prospect(20.6, 18.0, 150, 120),
    "solodreier": Prospect(32.3, 70.0, 300, 300),
}
FOR_SUITS: Final[Mapping[str, Prospect]] = {"farbensolo": Prospect(37.5, 15.0, 150, 150)}
FOR_FEW_TRICKS: Final[Mapping[str, Prospect]] = {
    "trischaken": Prospect(-2.0, 26, 20, 50),
    "bettel": Prospect(-0.95, 400, 80, 90),
    "bettel_ouvert": Prospect(-0.8, 600, 140, 240),
}
FOR_ONE_TRICK: Final[Mapping[str, Prospect]] = {
    "piccolo": Prospect(-0.18, 150, 15, 30),
    # Never bid: defenders who see the hand beat even the best ones every other time (benchmarks/README.md).
    "piccolo_ouvert": Prospect(0.0, 150, 0, 180),
}
REDEAL: Final = Action("redeal")


def prospects(hand: Cards) -> dict[str, float]:
    """Expected game points of each contract with a hand, less a reserve for its risk."""
    judged = (
        (FOR_POINTS, for_points(hand)),
        (FOR_SUITS, for_suits(hand)),
        (FOR_FEW_TRICKS, for_few_tricks(hand)),
        (FOR_ONE_TRICK, for_one_trick(hand)),
    )
    found = {contract: each.worth(quality) for table, quality in judged for contract, each in table.items()}
    found[BESSERRUFER] += max(bird_prospect(bird, hand) for bird in BIRD_ODDS)
    return found


def call(view: View) -> Action:
    """The bid or hold with the highest prospect; a pass if none is positive."""
    worth = {"": 0.0, **prospects(view.hand)}
    return max(view.actions, key=lambda action: worth[contract_of_call(view, action)])


def answer(view: View) -> Action:
    """A hand without king and tarock is kept if it is good for bettel, else it is dealt again."""
    return DECLINE if prospects(view.hand)["bettel"] > 0.0 else REDEAL
