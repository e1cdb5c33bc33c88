"""The computer player of Royal Tarokk: docs/rules/royal-tarokk.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.players.judging import Judgement, judged
from bot.players.royal_tarokk.announcing import state
from bot.players.royal_tarokk.playing import play
from bot.rules.deal import Action, View

JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "announcing": Judgement.on("announce kontra done", state),
    "play": Judgement.on("play", play),
}


@dataclass(frozen=True)
class RoyalTarokk:
    """Plays Royal Tarokk by rules of thumb, and remembers nothing between two questions."""

    def choose(self, view: View) -> Action:
        """What the judgement for this phase wishes; where there is none or it may not be had, the least."""
        return judged(view, JUDGEMENTS)


ROYAL_TAROKK: Final = RoyalTarokk()
