"""The computer player of Royal Tarokk."""

from typing import Final

from bot.players.computer import Computer, Judgement
from bot.players.royal_tarokk.announcing import state
from bot.players.royal_tarokk.playing import play

ROYAL_TAROKK: Final = Computer(
    {
        "announcing": Judgement.on("announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
