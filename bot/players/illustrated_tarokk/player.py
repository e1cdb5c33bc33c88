"""The computer player of Illustrated Tarokk: docs/rules/illustrated-tarokk.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.players.illustrated_tarokk.announcing import state
from bot.players.illustrated_tarokk.bidding import call
from bot.players.illustrated_tarokk.exchanging import answer, lay
from bot.players.illustrated_tarokk.playing import play
from bot.players.judging import Judgement, judged
from bot.rules.deal import Action, View

JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "auction": Judgement.on("pass hold bid", call),
    "discard": Judgement.on("lay", lay),
    "offer": Judgement.on("annul claim", answer),
    "announcing": Judgement.on("call announce kontra done", state),
    "play": Judgement.on("play", play),
}


@dataclass(frozen=True)
class IllustratedTarokk:
    """Plays Illustrated Tarokk by rules of thumb, and remembers nothing between two questions."""

    def choose(self, view: View) -> Action:
        """What the judgement for this phase wishes; where there is none or it may not be had, the least."""
        return judged(view, JUDGEMENTS)


ILLUSTRATED_TAROKK: Final = IllustratedTarokk()
