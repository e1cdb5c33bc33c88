"""The computer player of Royal Tarokk: docs/rules/royal-tarokk.md."""

from typing import Final

from bot.players.judging import Computer, Judgement
from bot.players.royal_tarokk.announcing import state
from bot.players.royal_tarokk.playing import play

ROYAL_TAROKK: Final = Computer(
    {
        "announcing": Judgement.on("announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
