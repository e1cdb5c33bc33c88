"""What an announcement of Royal Tarokk asks of the play, read from the table of announcements (6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from bot.games.royal_tarokk.announcements import COUNTS, STREAKS, inferiors, parsed
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.tables import TRICKS
from bot.rules.cards import CODES, Card, card
from bot.rules.layout import Seat
from bot.rules.state import Item
from bot.rules.view import View

VOLAT: Final = "volat"
CAPTURE: Final = "xxi_capture"
GANG: Final = "gang:"


@dataclass(frozen=True)
class Announced:
    """An announcement as the players judge it."""

    item: str
    """As it stands in a record: `ultimo:T3`."""

    @property
    def id(self) -> str:
        """The announcement without its parameters."""
        return parsed(self.item)[0].id

    @cached_property
    def includes(self) -> frozenset[str]:
        """The announcement itself and all that it is superior to: they are made with it (5.3)."""
        return inferiors(self.item) | {self.item}

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it names."""
        return tuple(card(word) for word in parsed(self.item)[1] if word in CODES)

    @cached_property
    def pledged(self) -> dict[int, Card]:
        """The card that must win each trick of which it says so."""
        row, words = parsed(self.item)
        return {pledge.trick: pledge.card for pledge in row.pledges(words) if pledge.due}

    @property
    def named_tricks(self) -> tuple[int, ...]:
        """The tricks that its named cards must win."""
        return tuple(trick for trick, each in self.pledged.items() if each in self.cards)

    @property
    def tricks(self) -> int:
        """How many tricks it needs in all, as far as it says so; 0 if it does not."""
        return max((COUNTS[each] for each in self.includes if each in COUNTS), default=0)

    @property
    def streak(self) -> int:
        """How many tricks it needs in a row, from the first; 0 if it needs no streak."""
        return TRICKS if VOLAT in self.includes else STREAKS.get(self.id, 0)

    @property
    def suits(self) -> str:
        """The suits of which it needs all cards."""
        return "".join(sorted(each.removeprefix(GANG) for each in self.includes if each.startswith(GANG)))


class Standing(NamedTuple):
    """The live announcements of a deal, by side."""

    ours: tuple[Announced, ...]
    theirs: tuple[Announced, ...]

    @classmethod
    def of(cls, view: View) -> Standing:
        """The live announcements as a seat sees them."""
        raised = Raised.of(view.open)
        live = [item for item in view.open.items if item not in raised and item.seat is not None]
        return cls(
            tuple(Announced(item.id) for item in live if is_ours(view, item)),
            tuple(Announced(item.id) for item in live if not is_ours(view, item)),
        )


def is_ours(view: View, item: Item) -> bool:
    """Whether an announcement is the seat's own or its partner's."""
    assert item.seat is not None, "every announcement has a speaker"
    return same_side(view, item.seat)


def same_side(view: View, seat: Seat) -> bool:
    """Whether a seat is the player's own or the partner's."""
    return view.open.sides[seat] == view.side
