"""What the announcements of Royal Tarokk are worth (6.13, 9.3)."""

from __future__ import annotations

from typing import Final

from bot.games.royal_tarokk.announcing import OF_HAND
from bot.games.royal_tarokk.points import points_of
from bot.games.royal_tarokk.tables import CONTRA_CAP
from bot.rules.game import Prices, Stake
from bot.rules.state import Item, Known
from bot.rules.view import View


def of_announcement(known: Known, item: str) -> Stake:
    """Its points; it costs as much if it fails, but a statement about the hand cannot (9.2)."""
    points = points_of(item, known.open.options)
    return Stake(points, 0 if item in OF_HAND else points)


def of_contra(_prices: Prices, view: View, item: Item) -> Stake:
    """A contra gains at most twenty, or loses the points of the announcement (9.3)."""
    points = points_of(item.id, view.open.options)
    return Stake(min(points, CONTRA_CAP), points)


def unchanged(_item: Item) -> int:
    """A contra changes nothing for the team that announced (9.3.3)."""
    return 1


PRICES: Final = Prices(of_announcement, kontra=of_contra, multiplier=unchanged)
