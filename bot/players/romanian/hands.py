"""How good a hand is in Romanian Tarok and the taper: what its side should make, and the chance to win.

All figures were found by letting computers play thousands of deals, and fitting lines to what came of them.
By the usual rule the talon is the declarer's, so that bold players would bid solo after solo: some fear of
losing keeps the whole ladder in play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import Final

from bot.players.bidding import Weights, strength
from bot.players.card_play import points
from bot.players.last_tricks import Bird
from bot.players.romanian.contracts import KINDS, class_of
from bot.rules.cards import PAGAT, Cards
from bot.rules.view import View

TALON: Final = 6
"""Cards of the talon."""
USUAL: Final = 1.3
"""The card points that a card of the talon has on the average."""


@dataclass(frozen=True, slots=True)
class Base:
    """The card points that a contract brings whatever the hand is: talon, discard, a partner's tricks."""

    dealt: float
    """With a partner, while the exchange is still to come."""
    played: float
    """With a partner, after the exchange, without what is known of the talon and the discard."""
    partner: float
    """How many of them the partner brings."""
    fear: float
    """By how much more a cautious declarer counts what may be lost."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a declarer's twelve cards promise at a table of some size."""

    weights: Weights
    """The card points that the features of the hand add."""
    bases: Mapping[str, Base]
    """The card points of everything else, by class of contracts."""
    laid: float
    """What a card point known to lie in the declarer's pile adds: most would be won anyway."""
    needed: float
    """The card points between a game won and a game lost."""
    spread: float
    """How uncertain the card points are: those to three in four odds, nearly."""
    against: float
    """The share of the game points for a game won that whoever passes loses to a declarer on the average."""
    pagat: Bird
    helpless: float
    """A defender's hand of this strength never beats the declarer by itself."""
    beats: float
    """How much likelier it does so with each point of strength more."""

    def chance(self, promised: float) -> float:
        """How likely the game is won with so many card points promised."""
        return 1.0 / (1.0 + exp((self.needed - promised) / self.spread))

    def defence(self, hand: Cards) -> float:
        """How likely a defender with such a hand sees the declarer lose."""
        return min(1.0, max(0.0, self.beats * (strength(hand, self.weights) - self.helpless)))


FOUR: Final = Measure(
    weights=Weights(
        tarock=1.35,
        skus=3.9,
        mond=3.5,
        pagat=0.9,
        high=1.05,
        king=3.2,
        void=2.3,
        singleton=0.6,
        queen_alone=0.4,
    ),
    bases={
        "trei": Base(31.0, 24.0, 12.0, 0.0),
        "doi": Base(29.7, 24.5, 12.3, 0.0),
        "unu": Base(27.8, 25.0, 13.7, 0.2),
        "solo": Base(25.8, 25.8, 18.9, 2.45),
    },
    laid=0.42,
    needed=35.5,
    spread=4.5,
    against=0.3,
    pagat=Bird(PAGAT, 7, hopeless=15.0, gain=0.15),
    helpless=10.7,
    beats=0.05,
)
THREE: Final = Measure(
    weights=Weights(
        tarock=2.6,
        skus=4.5,
        mond=4.2,
        pagat=1.4,
        high=0.85,
        king=3.4,
        void=2.0,
    ),
    bases={
        "trei": Base(12.1, 2.1, 0.0, 0.0),
        "doi": Base(9.8, 2.7, 0.0, 0.0),
        "unu": Base(6.4, 2.5, 0.0, 0.0),
        "solo": Base(1.8, 1.8, 0.0, 0.3),
    },
    laid=0.24,
    needed=33.5,
    spread=3.5,
    against=0.9,
    pagat=Bird(PAGAT, 7, hopeless=17.5, gain=0.12),
    helpless=20.0,
    beats=0.042,
)


def measure_of(view: View) -> Measure:
    """The measure for a table of this size."""
    return THREE if view.open.seats == 3 else FOUR


def dealt_points(view: View, contract: str, *, alone: bool = False) -> float:
    """The card points that a hand as dealt promises in a contract."""
    measure = measure_of(view)
    base = measure.bases[class_of(contract)]
    promised = base.dealt - base.partner * alone + strength(view.hand, measure.weights)
    return promised - lost(view, contract)


def played_points(view: View, hand: Cards, known: Cards, *, alone: bool) -> float:
    """The card points that a hand promises after the exchange.

    Args:
        view: what the declarer sees.
        hand: the twelve cards that are kept.
        known: what is known to lie in the declarer's pile already: the discard, and cards left in the talon.
        alone: whether the declarer has no partner.
    """
    measure = measure_of(view)
    base = measure.bases[class_of(view.open.contract)]
    points_known = measure.laid * sum(map(points, known))
    promised = base.played - base.partner * alone + strength(hand, measure.weights) + points_known
    return promised - lost(view, view.open.contract)


def lost(view: View, contract: str) -> float:
    """The card points that a contract leaves in the talon, if by a house rule they are the opponents'."""
    untaken = TALON - KINDS[class_of(contract)].takes
    return USUAL * untaken * (view.open.options.get("untaken_talon_to") == "opponents")
