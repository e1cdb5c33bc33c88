"""The computer player of Königrufen: docs/rules/koenigrufen.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.players.judging import Judgement, judged
from bot.players.koenigrufen.announcing import state
from bot.players.koenigrufen.bidding import answer, call
from bot.players.koenigrufen.exchanging import lay, name_king, take
from bot.players.koenigrufen.playing import play
from bot.rules.deal import Action, View

JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "offer": Judgement.on("redeal", answer),
    "auction": Judgement.on("pass", call),
    "choice": Judgement.on("bid", call),
    "calling": Judgement.on("call", name_king),
    "talon": Judgement.on("take", take),
    "discard": Judgement.on("lay", lay),
    "announcing": Judgement.on("announce kontra done", state),
    "play": Judgement.on("play", play),
}


@dataclass(frozen=True)
class Koenigrufen:
    """Plays Königrufen by rules of thumb, and remembers nothing between two questions."""

    def choose(self, view: View) -> Action:
        """What the judgement for this phase wishes; where there is none or it may not be had, the least."""
        return judged(view, JUDGEMENTS)


KOENIGRUFEN: Final = Koenigrufen()
