"""What a deal brought to one seat, to be compared with what the same cards brought to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import Played

if TYPE_CHECKING:
    from bot.rules.deal import Deal
    from bot.rules.layout import Seat


def played(deal: Deal, seat: Seat) -> Played:
    """Return what a deal brought to a seat; nothing yet if it is not finished."""
    result, public = deal.result, deal.open
    if result is None:
        return Played()
    points = 0 if result.void else deal.game.net(result.settled)[seat]
    counted = (line.figures.get("points") for line in result.lines if "points" in line.figures)
    return Played(points, public.contract, int(public.declarer == seat), next(counted, None))
