"""All features, in the order in which they are set up."""

from __future__ import annotations

from typing import Final

from cogs import fairness, hints, privacy, servers, tarock
from cogs.hands import commands as hands
from cogs.help import commands as help_
from cogs.history import commands as history
from cogs.lessons import commands as lessons
from cogs.lobby import buttons as lobby
from cogs.match import commands as match
from cogs.play import commands as play
from cogs.standings import commands as standings
from cogs.table import buttons as table

FEATURES: Final = (
    *(tarock, lobby, table, play, hands, hints, match, standings, help_, lessons, privacy, fairness),
    *(history, servers),
)
"""Each module has a function `setup`."""
