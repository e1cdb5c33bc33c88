"""Refusals in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.reasons import Refusal
    from bot.text.words import Words


def refusal_sentence(w: Words, refusal: Refusal) -> str:
    """Return why an action was refused and what to do instead, with the rule number if there is one.

    For the acting player only. The terms are those of the rule's game, unless the player's game
    shares its rules and terms.
    """
    game, _, number = refusal.rule.rpartition(" ")
    speaker = w if game in ("", *w.games) else w.of(game)
    sentence = speaker.term("refusal", refusal.code, **refusal.facts)
    return w("refusal.with_rule", sentence=sentence, rule=number) if number else sentence
