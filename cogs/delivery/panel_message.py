"""The messages that show a player's panel, and what is known of what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.pages.page import Page
    from cogs.pages.player import Panel, PanelKey


@dataclass
class PanelMessage:
    """A message that shows a player's panel: a private answer, unless it is a `HandMessage`."""

    message_id: int
    shown: Panel | None
    """What it shows, if that is known."""

    @property
    def page(self) -> Page | None:
        """The page it shows, if that is known."""
        return self.shown.page if self.shown else None

    def shows(self, key: PanelKey) -> bool:
        """Whether it shows the panel made under a key."""
        return self.shown is not None and self.shown.key == key


@dataclass
class HandMessage(PanelMessage):
    """The direct message that shows a player's panel during one deal."""

    number: int
    channel_id: int
    digest: str = ""
    """What it showed before a restart: the digest of that panel."""
    replaced: HandMessage | None = None
    """The message of an earlier deal whose controls must still be taken away."""

    def recognize(self, panel: Panel) -> None:
        """Remember that it shows a panel already, if it showed that before a restart."""
        if self.shown is None and self.number == panel.key.number and self.digest == panel.digest:
            self.shown = panel
