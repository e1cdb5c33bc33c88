"""A match: first dealers, number of deals, target, change of seats (3.2, 9.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.royal_tarokk.tables import PARTNER, agreed, partners, team_of
from bot.rules.layout import Seat, as_int

CATCHERS: Final = (0, 2)
"""The seats that deal (3.2)."""


def dealers(_seats: int) -> tuple[Seat, ...]:
    """The seats that may deal first: the catchers (3.2)."""
    return CATCHERS


def target(options: Mapping[str, object]) -> int | None:
    """The points that end the match; `None` if it is not played for points (9.6.2)."""
    points = agreed(options, "match_target")
    return points if isinstance(points, int) else None


def deals_of(options: Mapping[str, object]) -> int | None:
    """The number of deals of a match; `None` if it is played for points (9.6.1)."""
    return as_int(agreed(options, "deals_per_match")) if target(options) is None else None


def is_won(options: Mapping[str, object], deals: int, totals: tuple[int, ...]) -> bool:
    """Whether a team has reached the target after an even number of deals (9.6.2)."""
    wanted = target(options)
    return wanted is not None and deals % 2 == 0 and max(totals) >= wanted


def seating(options: Mapping[str, object], deals: int) -> tuple[Seat, ...]:
    """Where each player sits next: by a house rule partners swap seats after half of the deals (9.6.3)."""
    agreed_deals = deals_of(options)
    changing = agreed(options, "swap_after_half") and agreed_deals is not None and 2 * deals == agreed_deals
    return tuple(PARTNER[seat] if changing else seat for seat in range(len(PARTNER)))


def difference(scores: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gains: the score of its own team minus that of the other (9.5.4)."""
    other = [scores[partners(1 - team_of(seat))[0]] for seat in range(len(scores))]
    return tuple(mine - theirs for mine, theirs in zip(scores, other, strict=True))
