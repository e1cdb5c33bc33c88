"""A computer player's judgement in Tapp-Tarock: docs/rules/tapp-tarock.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.players.bidding import Weights, standing, strength
from bot.players.card_play import PRICES, Plan, Prices, best_card, outlasts, points, unbeatable
from bot.players.discarding import after_laying, best_discard, next_laid
from bot.players.judging import Judgement, judged
from bot.players.reading import Reading
from bot.rules.announcing import DONE, GAME, announce
from bot.rules.auctions import HOLD, PASS, bid
from bot.rules.cards import KINGS, NO_CARDS, PACK_54, PAGAT, TAROCKS, Cards
from bot.rules.deal import Action, View

BELOW_SOLO: Final = ("dreier", "unterer", "oberer")
SOLO: Final = "solo"
LIMITS: Final[Mapping[str, float]] = {"dreier": 29.0, "unterer": 33.0, "oberer": 35.5, SOLO: 36.5}
"""The card points a hand must promise for each contract; found where bidding more or less gains nothing."""
LAID: Final = 3
DENIED: Final = 0.5
"""What a card point taken from the talon is worth because the defenders do not get it."""
HIGHEST: Final = Cards.of("T22 T21 T20 T19")
ANNOUNCES_PAGAT: Final = 22
"""Ten tarocks with two of the four highest, or eleven: two in three are brought home, and more with more."""
DOUBLES_PAGAT: Final = 7
"""So many tarocks in one defender's hand mostly hold out until the last trick."""
DOUBLES_GAME: Final = (32.0, 46.0, 36.0)
"""Card points promised for kontra (as if the defender played alone), rekontra and subkontra."""

DEALT: Final = Weights(
    base=8.0,
    tarock=1.6,
    skus=5.5,
    mond=5.0,
    pagat=2.5,
    high=0.7,
    king=4.8,
    king_and_queen=1.5,
    void=3.5,
    singleton=1.5,
    queen_alone=1.0,
)
"""What sixteen cards promise a declarer who will exchange three of them."""
PLAYED: Final = Weights(
    base=-5.0,
    tarock=1.5,
    skus=5.7,
    mond=5.2,
    pagat=2.7,
    high=0.6,
    king=5.7,
    king_and_queen=1.0,
    void=5.0,
    singleton=0.2,
    queen_alone=1.5,
)
"""What they promise as they are: in solo, or after the exchange, apart from what was laid away."""


@dataclass(frozen=True)
class TappTarock:
    """Plays Tapp-Tarock by rules of thumb, and remembers nothing between two questions."""

    prices: Prices = PRICES
    limits: Mapping[str, float] = field(default_factory=lambda: LIMITS)

    def choose(self, view: View) -> Action:
        """What the judgement for this phase wishes; where there is none or it may not be had, the least."""
        judgements = {
            "auction": Judgement.on("pass", self.call),
            "talon": Judgement.on("take", self.take),
            "discard": Judgement.on("lay", self.lay),
            "announcing": Judgement.on("done", self.state),
            "play": Judgement.on("play", self.play),
        }
        return judged(view, judgements)

    # Auction

    def call(self, view: View) -> Action:
        """Solo with a hand for it, else the lowest call as long as the hand is worth its contract."""
        if strength(view.hand, PLAYED) >= self.limits[SOLO]:
            return next((call for call in (bid(SOLO), HOLD) if call in view.actions), PASS)
        lowest = next((call for call in view.actions if call == HOLD or call.argument in BELOW_SOLO), PASS)
        contract = standing(view) if lowest == HOLD else lowest.argument
        if contract not in BELOW_SOLO or strength(view.hand, DEALT) < self.limits[contract]:
            return PASS
        return lowest

    # Talon and discard

    def take(self, view: View) -> Action:
        """The half with which the hand becomes strongest, counting what the other brings the defenders."""
        halves = {group.name: group.cards for group in view.public.talon}
        takes = [action for action in view.actions if action.argument in halves]
        return max(takes, key=lambda action: self.after_taking(view, halves[action.argument]), default=PASS)

    def after_taking(self, view: View, half: Cards) -> float:
        """What a hand is worth with a half of the talon and its best discard; the other half is lost."""
        hand = view.hand | half
        laid = best_discard(hand, hand - KINGS - TAROCKS, LAID, PLAYED)
        return after_laying(hand, laid, PLAYED) + DENIED * sum(map(points, half))

    def lay(self, view: View) -> Action:
        """The cards to lay away are chosen together."""
        return next_laid(view, LAID, PLAYED)

    # Announcements and kontra

    def state(self, view: View) -> Action:
        """The first announcement or doubling the hand is good for, else the end of the turn."""
        return next((action for action in view.actions if self.dares(view, action)), DONE)

    def dares(self, view: View, action: Action) -> bool:
        """Whether the hand is good for an announcement or a doubling."""
        if action == announce("pagat_ultimo"):
            return pagat_strength(view.hand) >= ANNOUNCES_PAGAT
        if action == announce("valat"):
            return unbeatable(reading(view))
        if action.verb != "kontra":
            return False
        item = next(each for each in view.public.items if str(each) == action.argument)
        if item.id != GAME:
            return item.doublings == 0 and len(view.hand & TAROCKS) >= DOUBLES_PAGAT
        worth = strength(view.hand, PLAYED) + sum(map(points, view.laid))
        return item.doublings < len(DOUBLES_GAME) and worth >= DOUBLES_GAME[item.doublings]

    # Play

    def play(self, view: View) -> Action:
        """The card that promises most for the side."""
        table = reading(view)
        return Action("play", str(best_card(table, self.plan(table))))

    def plan(self, table: Reading) -> Plan:
        """With tarocks to spare, draws and saves the pagat; as a defender, wears the declarer out."""
        declarer = table.public.declarer
        alone = table.seat == declarer
        longer = outlasts(table, spare=2)
        return Plan(
            draws=alone and longer,
            forces=None if alone else declarer,
            keeps=Cards.of((PAGAT,)) & table.view.hand if longer else NO_CARDS,
            prices=self.prices,
        )


def reading(view: View) -> Reading:
    """The table as a declarer reads it, without friends, or a defender, with the other one as friend."""
    others = frozenset(range(view.seats)) - {view.seat}
    declarer = view.public.declarer
    return Reading(view, PACK_54, frozenset() if view.seat == declarer else others - {declarer})


def pagat_strength(hand: Cards) -> int:
    """How well a hand protects its pagat: every tarock counts double, the four highest count once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST)


TAPP_TAROCK: Final = TappTarock()
