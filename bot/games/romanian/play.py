"""Romanian Tarok: the tricks (10), and michi-michi, in which everybody avoids them (15)."""

from __future__ import annotations

from bot.games.romanian.scores import score, score_michi
from bot.games.romanian.tables import TRICKS
from bot.rules.phase import Phase
from bot.rules.playing import Terms
from bot.rules.state import Board


def play(board: Board) -> Phase:
    """Forehand leads to the first trick, whoever the declarer is (10)."""
    return Terms(board, TRICKS, score).led_by(board.open.forehand)


def michi(board: Board) -> Phase:
    """Four have passed: everybody plays for themselves, and the talon is set aside (15)."""
    return Terms(board, TRICKS, score_michi).led_by(board.open.forehand)


def play_or_michi(board: Board) -> Phase:
    """Play the contract, or michi-michi if all have passed."""
    return play(board) if board.open.contract else michi(board)
