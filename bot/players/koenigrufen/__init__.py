"""The computer player of Königrufen."""

from typing import Final

from bot.players.computer import Computer, Judgement
from bot.players.koenigrufen.announcing import state
from bot.players.koenigrufen.bidding import answer, call
from bot.players.koenigrufen.exchanging import lay, name_king, take
from bot.players.koenigrufen.playing import play

KOENIGRUFEN: Final = Computer(
    {
        "offer": Judgement.on("redeal", answer),
        "auction": Judgement.on("pass", call),
        "choice": Judgement.on("bid", call),
        "calling": Judgement.on("call", name_king),
        "talon": Judgement.on("take", take),
        "discard": Judgement.on("lay", lay),
        "announcing": Judgement.on("announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
