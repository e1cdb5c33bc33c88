"""The computer player of Illustrated Hungarian Tarokk."""

from bot.players.illustrated_tarokk.player import ILLUSTRATED_TAROKK

__all__ = ["ILLUSTRATED_TAROKK"]
