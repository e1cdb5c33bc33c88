"""The computer player of Illustrated Tarokk."""

from typing import Final

from bot.players.computer import Computer, Judgement
from bot.players.illustrated_tarokk.announcing import state
from bot.players.illustrated_tarokk.bidding import call
from bot.players.illustrated_tarokk.exchanging import answer, lay
from bot.players.illustrated_tarokk.playing import play

ILLUSTRATED_TAROKK: Final = Computer(
    {
        "auction": Judgement.on("pass hold bid", call),
        "discard": Judgement.on("lay", lay),
        "offer": Judgement.on("annul claim", answer),
        "announcing": Judgement.on("call announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
