"""Why an action is a good one, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games import GAMES
from bot.rules.cards import KINGS, PAGAT, TAROCKS, TRULL, Cards
from bot.text.cards import long_name, short_name
from bot.text.facts import Fact, InWords
from bot.text.words import Words

GAINS: Final = ("gain", "next_gain")
"""The facts that are game points won or lost."""


def reason_in_words(w: Words, key: str, facts: Mapping[str, Fact | float]) -> str:
    """Return the sentence of a reason; some facts are told by their names."""
    told = {name: _told(w, name, fact) for name, fact in facts.items()}
    to_win = GAMES[w.game].figures.get("to_win", 0)
    return w.term("reason", key, long=long_name(w, PAGAT), to_win=to_win, **told)


def _told(w: Words, name: str, fact: Fact | float) -> Fact:
    if name == "hand" and isinstance(fact, Cards):
        return InWords(hand_in_short(w, fact))
    if name == "tarocks" and isinstance(fact, int):
        return InWords(w.term("counted", "tarocks", count=fact))
    if isinstance(fact, float):
        decimals = 0 if fact.is_integer() else 1
        return InWords(w.signed(fact, decimals) if name in GAINS else w.number(fact, decimals))
    return fact


def hand_in_short(w: Words, hand: Cards) -> str:
    """Return what bids and announcements are judged by: the tarocks of a hand, its honours, its kings."""
    tarocks, kings = len(hand & TAROCKS), len(hand & KINGS)
    parts = [w.term("counted", "tarocks", count=tarocks)]
    parts += [short_name(w, each) for each in (hand & TRULL).sorted]
    parts += [w.term("counted", "kings", count=kings)] if kings else []
    return w("list.comma").join(parts)
