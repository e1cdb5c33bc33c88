"""A computer player's judgement in Königrufen: docs/rules/koenigrufen.md."""

from bot.players.koenigrufen.player import KOENIGRUFEN, Koenigrufen

__all__ = ["KOENIGRUFEN", "Koenigrufen"]
