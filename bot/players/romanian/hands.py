"""How good a hand is in Romanian Tarok and the taper: expected card points, and the chance to win.

All figures are lines fitted to thousands of deals among computers. As the talon usually counts for the
declarer, bold players would bid solo after solo: some fear of losing keeps the other contracts in play.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final, NamedTuple

from bot.games.romanian.tables import BIDS_BY_ID, TALON_SIZE, VARIANTS, Class
from bot.players.card_play import points
from bot.players.hand_strength import LateTrick, Weights, strength
from bot.rules.auctions import bid
from bot.rules.cards import PAGAT, Cards
from bot.rules.moves import Action
from bot.rules.view import View

USUAL: Final = 1.3
"""The average card points of a card in the talon."""


class Base(NamedTuple):
    """Card points that do not depend on the hand: talon, discard, the partner's tricks."""

    dealt: float
    """With a partner, before the exchange."""
    played: float
    """With a partner, after the exchange, without what is known of talon and discard."""
    partner: float
    """The partner's share of them."""
    fear: float
    """The share by which a cautious declarer overestimates a loss."""


class Measure(NamedTuple):
    """How twelve cards are judged, by the number of players."""

    weights: Weights
    """The card points that the features of the hand add."""
    bases: Mapping[str, Base]
    """The other card points, by class of bids."""
    lowest: Action
    """The lowest bid that is made: hands good for a lower one gain as much with it (benchmarks/README.md)."""
    known: float
    """What a card point known to lie in the declarer's pile adds; most would be won anyway."""
    needed: float
    """The card points at which winning and losing are equally likely."""
    spread: float
    """The uncertainty of the card points: so many more make the odds about three to one."""
    against: float
    """What a defender loses on average, as a share of the game points for a game won."""
    pagat: LateTrick
    helpless: float
    """The strength at which a defender's hand never beats the declarer by itself."""
    beats: float
    """How much the chance to beat the declarer grows with each point of strength."""

    def chance(self, promised: float) -> float:
        """The chance to win the game with some expected card points."""
        return 1.0 / (1.0 + exp((self.needed - promised) / self.spread))

    def defence(self, hand: Cards) -> float:
        """The chance that the declarer loses against a defender with this hand."""
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
    lowest=bid("trei1"),
    known=0.42,
    needed=35.5,
    spread=4.5,
    against=0.3,
    pagat=LateTrick(PAGAT, hopeless=15.0, gain=0.15),
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
    lowest=bid("unu1"),
    known=0.24,
    needed=33.5,
    spread=3.5,
    against=0.9,
    pagat=LateTrick(PAGAT, hopeless=17.5, gain=0.12),
    helpless=20.0,
    beats=0.042,
)


def measure_of(view: View) -> Measure:
    """The measure for this number of players."""
    return THREE if view.open.seats == 3 else FOUR


def dealt_points(view: View, contract: str, *, alone: bool = False) -> float:
    """The expected card points of a hand as dealt, in a contract."""
    measure = measure_of(view)
    base = measure.bases[BIDS_BY_ID[contract].kind.id]
    promised = base.dealt - base.partner * alone + strength(view.hand, measure.weights)
    return promised - lost(view, contract)


def played_points(view: View, hand: Cards, known: Cards, *, alone: bool) -> float:
    """The expected card points of a hand after the exchange.

    Args:
        view: the declarer's.
        hand: the twelve cards that are kept.
        known: the cards known to lie in the declarer's pile: the discard, and cards left in the talon.
        alone: whether the declarer has no partner.
    """
    measure = measure_of(view)
    base = measure.bases[BIDS_BY_ID[view.open.contract].kind.id]
    points_known = measure.known * sum(map(points, known))
    promised = base.played - base.partner * alone + strength(hand, measure.weights) + points_known
    return promised - lost(view, view.open.contract)


def lost(view: View, contract: str) -> float:
    """The card points left in the talon, if they count for the opponents by a house rule."""
    untaken = TALON_SIZE - BIDS_BY_ID[contract].kind.takes
    return USUAL * untaken * (view.open.options.get("untaken_talon_to") == "opponents")


def worth(kind: Class, chance: float, level: float) -> float:
    """The expected game points of a declarer with some chance to win, at a level of the talon."""
    return chance * kind.won - (1.0 - chance) * price(kind, level)


def price(kind: Class, level: float) -> float:
    """The game points of a game lost at a level of the talon; solo has no levels."""
    return kind.level * (level if kind.takes else 1.0)


def pack_of(view: View) -> Cards:
    """All cards of the game."""
    return VARIANTS[view.open.seats].pack
