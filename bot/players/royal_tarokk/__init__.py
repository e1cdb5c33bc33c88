"""The computer player of Royal Tarokk."""

from bot.players.royal_tarokk.player import ROYAL_TAROKK

__all__ = ["ROYAL_TAROKK"]
