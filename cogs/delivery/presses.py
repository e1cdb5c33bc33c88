"""Double presses: the second falls on what has just taken the place of the control that was meant."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from cogs.delivery.replies import Interaction


class Presses:
    """Knows when each person has last changed a table, or was asked whether to, by Discord's clock."""

    def __init__(self, apart: float) -> None:
        """`apart` is how many seconds lie at least between two presses that are both meant."""
        self._apart = timedelta(seconds=apart)
        self._latest: dict[int, datetime] = {}

    def note(self, interaction: Interaction) -> None:
        """Note a press that has put other controls into a panel, and forget those of long ago."""
        now = interaction.created_at
        recent = {user: at for user, at in self._latest.items() if now - at < self._apart}
        self._latest = {**recent, interaction.user.id: now}

    def is_double(self, interaction: Interaction) -> bool:
        """Whether a press came too soon after such a one to mean what was shown since."""
        latest = self._latest.get(interaction.user.id)
        return latest is not None and interaction.created_at - latest < self._apart
