"""The computer player of Romanian Tarok and the taper."""

from typing import Final

from bot.players.computer import Computer, Judgement
from bot.players.romanian.announcing import state
from bot.players.romanian.bidding import call
from bot.players.romanian.exchanging import lay, name_king, take
from bot.players.romanian.playing import play

ROMANIAN: Final = Computer(
    {
        "auction": Judgement.on("pass annul", call),
        "calling": Judgement.on("call", name_king),
        "talon": Judgement.on("take", take),
        "discard": Judgement.on("lay", lay),
        "announcing": Judgement.on("announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
