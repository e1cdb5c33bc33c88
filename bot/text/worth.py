"""What a contract is worth, in words: game points from the tables of each game."""

from __future__ import annotations

from string import digits
from typing import TYPE_CHECKING, Final

from bot.games import GAMES
from bot.games.romanian.prices import chips
from bot.text.facts import item_facts, item_id, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.rules.game import Stake
    from bot.rules.state import Item, Known
    from bot.text.words import Words

CHIPS: Final[Mapping[str, Callable[[Known, str, int], Stake | None]]] = {
    "romanian_tarok": chips,
    "romanian_taper": chips,
}
"""What an announcement, doubled so often, brings from the pool and costs into it, in games with a pool."""


def worth(w: Words, contract: str, factor: int = 1) -> str:
    """Return what a contract of `w`'s game is worth, or `""` in a game without contracts.

    `factor` multiplies it where a whole deal counts more.
    """
    row = GAMES[w.game].prices.contracts.get(contract)
    if row is None:
        return ""
    won, lost = row.won * factor, row.lost * factor
    if row.by_level:
        return w("worth.by_level", won=won, lost=lost)
    if won != lost:
        return w("worth.uneven", won=won, lost=lost)
    return w("worth.points", count=won)


def contract_in_full(w: Words, contract: str, known: Known) -> str:
    """Return a contract with what it is worth in a deal: `Solo (8 points)`."""
    return _priced(w, contract, worth(w, contract, GAMES[w.game].prices.factor(known)))


def contract_as_it_stands(w: Words, contract: str, known: Known) -> str:
    """Return a contract with what it brings and costs at the level that the deal has reached."""
    return _priced(w, contract, points_in_words(w, GAMES[w.game].prices.contract(known, contract)))


def _priced(w: Words, contract: str, points: str) -> str:
    name = w.term("contract", contract)
    return w.term("worth", "contract", name=name, points=points) if points else name


def contract_about(w: Words, contract: str) -> str:
    """Return what a contract is, in a line. The bids of a class, such as `doi1` and `doi2`, share one."""
    return w.term("contract", f"{contract.rstrip(digits)}.about")


def in_short(w: Words, stake: Stake) -> str:
    """Return what can be won and lost, in a few characters."""
    if stake.won == stake.lost:
        return w.number(stake.won)
    if not stake.won:
        return w("choice.cost", points=w.signed(-stake.lost))
    if not stake.lost:
        return w.signed(stake.won)
    return w("choice.both", won=w.signed(stake.won), lost=w.signed(-stake.lost))


def points_in_words(w: Words, stake: Stake | None) -> str:
    """Return what can be won and lost, in points; `""` without a price."""
    return w("choice.points", count=max(stake), points=in_short(w, stake)) if stake and any(stake) else ""


def points_and_meaning(w: Words, stake: Stake | None, meaning: str) -> str:
    """Return what a statement is worth, if it has a price, and what it means, if that needs to be said."""
    return w("list.about").join(part for part in (points_in_words(w, stake), meaning) if part)


def meaning_of(w: Words, item: str) -> str:
    """Return what an announcement means, in a line, with the card it names; `""` if it explains itself."""
    ident = item_id(item)
    if parameters(item) and w.has_term("meaning_with", ident):
        return w.term("meaning_with", ident, **item_facts(item))
    return w.term("meaning", ident) if w.has_term("meaning", ident) else ""


def in_chips(w: Words, known: Known, item: Item) -> Stake | None:
    """Return what an announcement brings from the pool and costs into it; `None` if it does not touch one."""
    return CHIPS[w.game](known, item.id, item.doublings) if w.game in CHIPS else None


def meaning_here(w: Words, known: Known, item: Item) -> str:
    """Return what an announcement means in a deal, and what it moves between the pool and the own side."""
    meaning, moved = meaning_of(w, item.id), _moved(w, known, item)
    return w("worth.chips", meaning=meaning, chips=moved) if moved else meaning


def with_chips(w: Words, known: Known, item: Item, what: str) -> str:
    """Return an announcement in words with what it moves between the pool and the own side, if anything."""
    moved = _moved(w, known, item)
    return w("worth.pool", what=what, chips=moved) if moved else what


def _moved(w: Words, known: Known, item: Item) -> str:
    stake = in_chips(w, known, item)
    return w("choice.both", won=w.signed(stake.won), lost=w.signed(-stake.lost)) if stake else ""


def with_about(w: Words, what: str, points: str, meaning: str) -> str:
    """Return something with what it is worth and means, if anything."""
    priced = w("now.priced", what=what, points=points) if points else what
    return w("now.about", what=priced, about=meaning) if meaning else priced
