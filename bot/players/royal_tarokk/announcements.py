"""What a player must know of the announcements of Royal Tarokk: docs/rules/royal-tarokk.md (6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.royal_tarokk.facts import Raised
from bot.rules.cards import CODES, MOND, SKUS, Card, card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.view import View

COUNTS: Final = {
    "game": 5,
    "six_tricks": 6,
    "seven_tricks": 7,
    "eight_tricks": 8,
    "nine_tricks": 9,
    "volat": 10,
}
"""How many tricks each of the trick counts needs (6.5)."""
STREAKS: Final = {
    "piccolo": (3, card("T18")),
    "city": (4, card("T19")),
    "centrum": (5, card("T20")),
    "little_bird": (6, MOND),
    "great_bird": (7, SKUS),
}
"""How many tricks in a row from the first, and the card that takes the last of them (6.6)."""
ENDS: Final = {"ultimo": 10, "uhu": 9, "flying_dragon": 8, "griffin": 7, "troll": 6}
"""The trick that the named card must take (6.7)."""
NAMED: Final = {
    **{name: (trick,) for name, trick in ENDS.items()},
    "pheasant": (1,),
    "hawk": (2,),
    "temesvar_pheasant": (1, 2),
    "transylvanian_pheasant": (1, 3),
    "hawk_pair": (2, 4),
    "djinn": (10,),
    "vulture": (1, 2, 3),
    "vulture_scala": (1, 2, 3),
    "triumph": (8, 9, 10),
}
"""The tricks to which an announcement names its cards, in their order."""
SLAMS: Final = frozenset(
    (
        *("volat", "scala", "four_suit_run", "four_matador_run", "spectrum", "vulture_scala", "scala_troika"),
        *("scala_family", "scala_bethlehem", "grand_ordeal", "triumph", "suit_triumph", "golgotha"),
    )
)
"""What needs all ten tricks."""
SCALAS: Final = frozenset(
    ("scala", "spectrum", "scala_troika", "scala_family", "scala_bethlehem", "vulture_scala")
)
"""What needs the cards of the streaks to take the middle tricks."""
WITH_CAPTURE: Final = frozenset(
    ("xxi_capture", "ordeal", "centaur", "grand_ordeal", "triumph", "suit_triumph", "golgotha")
)
"""What needs the Skíz to take an opponent's XXI."""
COLLECTED: Final = {"fleet": "HD", "armada": "SC", "legion": "SHDC"}
"""The suits of which all cards must be taken, where they are not named."""


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement taken to pieces."""

    id: str
    words: tuple[str, ...] = ()

    @classmethod
    def of(cls, item: str) -> Announced:
        """The announcement that stands in a record as `ultimo:T3`."""
        name, _, words = item.partition(":")
        return cls(name, tuple(words.split(",")) if words else ())

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it names."""
        return tuple(card(word) for word in self.words if word in CODES)

    @property
    def pledged(self) -> dict[int, Card]:
        """The card that must take each trick it speaks of, as far as it says so."""
        if self.id in STREAKS:
            trick, last = STREAKS[self.id]
            return {trick: last}
        scala = dict(STREAKS.values()) if self.id in SCALAS else {}
        return scala | dict(zip(NAMED.get(self.id, ()), self.cards, strict=False))

    @property
    def streak(self) -> int:
        """How many tricks it needs, one after the other from the first."""
        if self.id in SLAMS:
            return 10
        return STREAKS[self.id][0] if self.id in STREAKS else 0

    @property
    def suits(self) -> str:
        """The suits of which it needs all cards."""
        if self.id in COLLECTED:
            return COLLECTED[self.id]
        return "".join(self.words) if self.id in ("gang", "red_and_black") else ""


@dataclass(frozen=True)
class Standing:
    """The live announcements of a table."""

    ours: tuple[Announced, ...]
    theirs: tuple[Announced, ...]

    @classmethod
    def of(cls, view: View) -> Standing:
        """What stands, as a seat sees it."""
        raised = Raised.of(view.open)
        live = [item for item in view.open.items if item not in raised and item.seat is not None]
        return cls(
            tuple(Announced.of(item.id) for item in live if is_ours(view, item)),
            tuple(Announced.of(item.id) for item in live if not is_ours(view, item)),
        )


def is_ours(view: View, item: Item) -> bool:
    """Whether an announcement is the seat's own or its partner's."""
    assert item.seat is not None, "every announcement has a speaker"
    return same_side(view, item.seat)


def same_side(view: View, seat: Seat) -> bool:
    """Whether a seat is the player's own or the partner's."""
    return view.open.sides[seat] == view.side
