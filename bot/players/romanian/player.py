"""The computer player of Romanian Tarok and the taper: docs/rules/romanian-tarok.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.players.judging import Judgement, judged
from bot.players.romanian.announcing import state
from bot.players.romanian.bidding import call
from bot.players.romanian.playing import play
from bot.players.romanian.walking import lay, name_king, walk
from bot.rules.deal import Action, View

JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "auction": Judgement.on("pass annul", call),
    "calling": Judgement.on("call", name_king),
    "talon": Judgement.on("take", walk),
    "discard": Judgement.on("lay", lay),
    "announcing": Judgement.on("announce kontra done", state),
    "play": Judgement.on("play", play),
}


@dataclass(frozen=True)
class Romanian:
    """Plays both games by rules of thumb, and remembers nothing between two questions."""

    def choose(self, view: View) -> Action:
        """What the judgement for this phase wishes; where there is none or it may not be had, the least."""
        return judged(view, JUDGEMENTS)


ROMANIAN: Final = Romanian()
