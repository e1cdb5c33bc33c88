"""What a worker process is asked: values that can be pickled, and nothing that leads on to a deal."""

from __future__ import annotations

from typing import NamedTuple

from bot.players import Strength
from bot.rules.view import View


class Question(NamedTuple):
    """Which action a computer player chooses."""

    game: str
    strength: Strength
    view: View
    seed: str
    """What the player's chance depends on, besides the view."""
    seconds: float
    """How long it may think."""


class Appraising(NamedTuple):
    """What each option of a decision promises."""

    view: View
    strength: Strength
    """The strength of the computer player that appraises."""
    seed: str
    """What chance depends on, besides the view."""
    seconds: float
    """How long that may take."""
