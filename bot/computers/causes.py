"""Why a player acts before the play: a cause, with the figures by which the player judged.

A cause comes from a view alone, so it tells nothing that its seat may not know. Figures are rounded down, so
that one below a limit never reads as if it had reached it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor
from types import MappingProxyType
from typing import NamedTuple

from bot.rules.cards import TAROCKS, TRULL, Cards
from bot.rules.view import View

Fact = str | int | float | Cards


class Cause(NamedTuple):
    """The last part of the key of a sentence, and its facts.

    `hand` is told by its tarocks, its honours and its kings, `tarocks` is how many there are, and `gain` and
    `next_gain` are game points won or lost.
    """

    key: str
    facts: Mapping[str, Fact] = MappingProxyType({})


def tenths(figure: float) -> float:
    """A figure rounded down to one decimal."""
    return floor(10 * figure + 1e-6) / 10


def percent(chance: float) -> int:
    return floor(100 * chance + 1e-6)


def enough(hand: Cards, worth: float, needed: float) -> Cause:
    """A hand worth as many card points as a bid, an announcement or a doubling takes."""
    return Cause("enough", {"hand": hand, "points": tenths(worth), "needed": tenths(needed)})


def too_weak(hand: Cards, worth: float, needed: float, contract: str) -> Cause:
    """A hand worth fewer card points than a bid takes."""
    figures = {"points": tenths(worth), "needed": tenths(needed)}
    return Cause("too_weak", {"hand": hand, **figures, "bid": contract})


def no_kontra(hand: Cards, worth: float, needed: float) -> Cause:
    """A hand worth fewer card points than doubling the game takes."""
    return Cause("no_kontra", {"hand": hand, "points": tenths(worth), "needed": tenths(needed)})


def likely(view: View, chance: float) -> Cause:
    """A low tarock that is likely enough to win its late trick."""
    return Cause("likely", {"tarocks": len(view.hand & TAROCKS), "percent": percent(chance)})


def unlikely(view: View, item: str, chance: float, needed: float) -> Cause:
    """A low tarock that is not likely enough to win its late trick."""
    if not percent(chance):
        return too_short(view, item)
    facts = {"tarocks": len(view.hand & TAROCKS), "percent": percent(chance), "needed": percent(needed)}
    return Cause("unlikely", {**facts, "item": item})


def long(view: View) -> Cause:
    """Tarocks that should outlast those of the others."""
    return Cause("long", {"tarocks": len(view.hand & TAROCKS)})


def outlasts(view: View) -> Cause:
    """Tarocks that should beat an announced card of the other side in its trick."""
    return Cause("outlasts", {"tarocks": len(view.hand & TAROCKS)})


def trull(view: View) -> Cause:
    """Honours with tarocks enough to win the whole trull."""
    return Cause("trull", {"cards": view.hand & TRULL, "tarocks": len(view.hand & TAROCKS)})


def too_short(view: View, item: str) -> Cause:
    """Tarocks too few to be expected to outlast those of the others."""
    return Cause("too_short", {"tarocks": len(view.hand & TAROCKS), "item": item})


def holds(cards: Cards) -> Cause:
    """Cards in the hand that make an announcement of the other side fail, or nearly so."""
    return Cause("hinders", {"cards": cards})


def silent(view: View, causes: Iterable[Cause | None]) -> Cause:
    """Why a player says nothing: the first of some causes, else that nothing is likely enough to succeed."""
    return next(filter(None, causes), Cause("nothing", {"hand": view.hand}))


UNBEATABLE = Cause("unbeatable")
PAYS = Cause("pays")
