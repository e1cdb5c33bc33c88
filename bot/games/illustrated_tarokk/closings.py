"""What closes announcements to a seat of Illustrated Tarokk, as sets with refusal codes (9.3-9.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    BONUSES,
    CARD_FEATS,
    COLLECTIONS,
    DOUBLE_GAME,
    LOW_FEATS,
    REPLACES,
    TAROKK_COUNTS,
    TRULL_ID,
    VOLAT,
)
from bot.rules.announcing import GAME

PLACES: Final = {name: 1 << place for place, name in enumerate(ANNOUNCEMENTS)}
"""Each announcement as a set of one: bit `n` of such a set stands for `ANNOUNCEMENTS[n]`."""


@cache
def set_of(names: tuple[str, ...]) -> int:
    """A set of announcements."""
    return sum([PLACES[name] for name in names])


class Closing(NamedTuple):
    """Announcements that a rule closes to a seat."""

    items: int
    """The set of them."""
    codes: Mapping[str, str]
    """The same, with refusal codes."""

    @classmethod
    def of(cls, codes: Mapping[str, str]) -> Closing:
        """Some announcements by name, with refusal codes."""
        return cls(set_of(tuple(codes)), codes)


CALL_FIRST: Final = Closing.of(dict.fromkeys(BONUSES, "call_first"))
"""What cannot be announced before the call (9.1.2)."""
NOT_UNDERSTOOD: Final = Closing.of(dict.fromkeys(BONUSES, "side_not_understood"))
"""What a seat cannot announce that would be taken to be on the other side (9.3.4)."""
COUNT_NOT_UNDERSTOOD: Final = Closing.of(dict.fromkeys(TAROKK_COUNTS, "side_not_understood"))
"""The same where a count of tarokks shows the side (17.22)."""
NOT_HELD: Final = {
    held: Closing.of({name: "not_so_many_tarokks" for name in TAROKK_COUNTS if name != held})
    for held in (None, *TAROKK_COUNTS)
}
"""The counts that a seat cannot declare, by the one it holds, or `None` (9.4.1)."""
WAITING: Final = {
    True: Closing.of(dict.fromkeys(CARD_FEATS, "declare_tarokks_first")),
    False: Closing.of(dict.fromkeys(LOW_FEATS, "declare_tarokks_first")),
}
"""What a seat's undeclared count closes to it, by whether kings have to wait, too (9.4.4, 17.23)."""
TRULL_PROMISES: Final = Closing.of({TRULL_ID: "trull_promises"})
"""What a seat without a high honour cannot announce by a house rule (17.20)."""
IN_ONE_TURN: Final = Closing.of({VOLAT: "not_in_one_turn"})
"""What a double game closes to the seat that announced it for the rest of its turn (9.6.2)."""
SAME_KIND: Final = {
    name: {
        other.id: "one_ultimo_one_uhu"
        for other in CARD_FEATS.values()
        if name in CARD_FEATS and other.kind == CARD_FEATS[name].kind
    }
    for name in ANNOUNCEMENTS
}
"""The ultimós, or the uhus, of which a side announces only one (9.6.4)."""
REPLACEABLE: Final = {
    name: Closing.of({**SAME_KIND[name], name: "side_has_announced"}) for name in ANNOUNCEMENTS
}
"""What each announcement closes to its side as long as an uhu may replace it (9.5.2, 9.6.4)."""
CLOSES: Final[Mapping[str, Mapping[str, str]]] = {
    **{name: {} for name in ANNOUNCEMENTS},
    VOLAT: {DOUBLE_GAME: "volat_announced"},
    **{ultimo: {uhu: "ultimo_stands"} for uhu, ultimo in REPLACES.items()},
    **{uhu: {ultimo: "uhu_announced"} for uhu, ultimo in REPLACES.items()},
}
"""The others that each announcement closes to its side if it cannot be replaced (9.6.3, 9.6.6, 9.6.7)."""
ANNOUNCED: Final = {
    GAME: Closing.of({}),
    **{name: Closing.of({**CLOSES[name], **REPLACEABLE[name].codes}) for name in ANNOUNCEMENTS},
    **dict.fromkeys(TAROKK_COUNTS, Closing.of({})),
}
"""All that each item closes to its side if it cannot be replaced.

A count closes nothing: both of a side may hold eight tarokks, and declare them (9.4.1).
"""
VOLAT_LAST: Final = {
    **ANNOUNCED,
    VOLAT: Closing.of({**dict.fromkeys(COLLECTIONS, "after_volat"), **ANNOUNCED[VOLAT].codes}),
}
"""The same where a volát closes trull and four kings by a house rule (17.19)."""
WEIGHTIER: Final = (
    "call_first",
    "side_not_understood",
    "trull_promises",
    "volat_announced",
    "ultimo_stands",
    "uhu_announced",
    "one_ultimo_one_uhu",
    "after_volat",
    "not_in_one_turn",
    "side_has_announced",
    "declare_tarokks_first",
    "not_so_many_tarokks",
)
"""The refusal codes of closed announcements: where several rules close one, the later code is given."""
