"""The computer player of Romanian Tarok and the taper: docs/rules/romanian-tarok.md."""

from typing import Final

from bot.players.judging import Computer, Judgement
from bot.players.romanian.announcing import state
from bot.players.romanian.bidding import call
from bot.players.romanian.playing import play
from bot.players.romanian.walking import lay, name_king, walk

ROMANIAN: Final = Computer(
    {
        "auction": Judgement.on("pass annul", call),
        "calling": Judgement.on("call", name_king),
        "talon": Judgement.on("take", walk),
        "discard": Judgement.on("lay", lay),
        "announcing": Judgement.on("announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
