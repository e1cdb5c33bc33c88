"""The computer player of Illustrated Tarokk: docs/rules/illustrated-tarokk.md."""

from typing import Final

from bot.players.illustrated_tarokk.announcing import state
from bot.players.illustrated_tarokk.bidding import call
from bot.players.illustrated_tarokk.exchanging import answer, lay
from bot.players.illustrated_tarokk.playing import play
from bot.players.judging import Computer, Judgement

ILLUSTRATED_TAROKK: Final = Computer(
    {
        "auction": Judgement.on("pass hold bid", call),
        "discard": Judgement.on("lay", lay),
        "offer": Judgement.on("annul claim", answer),
        "announcing": Judgement.on("call announce kontra done", state),
        "play": Judgement.on("play", play),
    }
)
