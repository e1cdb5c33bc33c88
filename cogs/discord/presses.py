"""Double presses: the second falls on what has just taken the place of the control that was meant."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import datetime

    from cogs.discord.replies import Interaction

READING: Final = 2
"""What must be read, such as a bid, has to be in view so many times as long as a card to play."""

IN_A_ROW: Final = 4
"""A press counts in any case once so many times that long have passed since the last one."""


class Presses:
    """Knows when each person has last changed a table, or was asked whether to, by Discord's clock."""

    def __init__(self, apart: float) -> None:
        """`apart` is for how many seconds a card must be in view before a second press plays it."""
        self._apart = timedelta(seconds=apart)
        self._latest: dict[int, datetime] = {}

    def note(self, interaction: Interaction) -> None:
        """Note a press that has put other controls into a panel, and forget those of long ago."""
        now = interaction.created_at
        recent = {user: at for user, at in self._latest.items() if now - at < IN_A_ROW * self._apart}
        self._latest = {**recent, interaction.user.id: now}

    def is_double(self, interaction: Interaction, in_view: float, *, read: bool) -> bool:
        """Whether a press came too soon after such a one to mean what was shown since.

        Args:
            interaction: the press.
            in_view: for how many seconds the person has seen what was pressed.
            read: whether that must be read first.
        """
        latest = self._latest.get(interaction.user.id)
        if latest is None or (since := interaction.created_at - latest) >= IN_A_ROW * self._apart:
            return False
        return min(since.total_seconds(), in_view) < (READING if read else 1) * self._apart.total_seconds()
