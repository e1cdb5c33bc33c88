"""What a contract is worth, in words: game points from the tables of each game."""

from __future__ import annotations

from string import digits
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.games.illustrated_tarokk.tables import LADDER as TAROKK_LADDER
from bot.games.koenigrufen.tables import CONTRACTS as KOENIGRUFEN_CONTRACTS
from bot.games.romanian.tables import BIDS
from bot.games.tapp_tarock.tables import CONTRACTS as TAPP_CONTRACTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.text.words import Words


class Worth(NamedTuple):
    """Game points of a contract that nobody has doubled, from or to each opponent."""

    won: int
    lost: int
    by_level: bool = False
    """Whether what is lost is multiplied by the level of the talon."""


_BIDS: Final = {bid.id: Worth(bid.kind.won, bid.kind.level, by_level=bid.kind.takes > 0) for bid in BIDS}
WORTH: Final[Mapping[str, Mapping[str, Worth]]] = {
    "tapp_tarock": {each.id: Worth(each.value, each.value) for each in TAPP_CONTRACTS},
    "koenigrufen": {each.id: Worth(each.won, each.lost) for each in KOENIGRUFEN_CONTRACTS},
    "illustrated_tarokk": {each: Worth(points, points) for points, each in enumerate(TAROKK_LADDER, 1)},
    "romanian_tarok": _BIDS,
    "romanian_taper": _BIDS,
}
"""By game and contract. A game without contracts has no row."""


def worth(w: Words, contract: str) -> str:
    """Return what a contract of `w`'s game is worth, or `""` in a game without contracts."""
    row = WORTH.get(w.game, {}).get(contract)
    if row is None:
        return ""
    if row.by_level:
        return w("worth.by_level", won=row.won, lost=row.lost)
    if row.won != row.lost:
        return w("worth.uneven", won=row.won, lost=row.lost)
    return w("worth.points", count=row.won)


def contract_in_full(w: Words, contract: str) -> str:
    """Return a contract with what it is worth: `Solo (8 points)`."""
    points = worth(w, contract)
    name = w.term("contract", contract)
    return w("worth.contract", name=name, points=points) if points else name


def contract_about(w: Words, contract: str) -> str:
    """Return what a contract is, in a line. The bids of a class, such as `doi1` and `doi2`, share one."""
    return w.term("contract", f"{contract.rstrip(digits)}.about")
