"""A computer player's judgement in Romanian Tarok and the taper: docs/rules/romanian-tarok.md."""

from bot.players.romanian.player import ROMANIAN, Romanian

__all__ = ["ROMANIAN", "Romanian"]
