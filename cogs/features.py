"""All features, in the order in which they are set up."""

from __future__ import annotations

from typing import Final

from cogs import (
    bidding,
    costliest,
    duplicate,
    fair_dealing,
    hands,
    hints,
    history,
    leaderboard,
    lobby,
    pace,
    play,
    privacy,
    recovery,
    rematch,
    replays,
    server_settings,
    session_sheet,
    spectators,
    statistics,
    welcome,
)
from cogs import help as help_commands

FEATURES: Final = (
    *(lobby, pace, bidding, play, hands, hints, spectators, rematch, session_sheet),
    *(leaderboard, statistics, help_commands, recovery, privacy, fair_dealing, history, costliest, replays),
    *(duplicate, server_settings, welcome),
)
"""Each module has a function `setup`."""
