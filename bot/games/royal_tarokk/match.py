"""A match: who deals first, how many deals, when it is won, who sits where (3.2, 9.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.royal_tarokk.tables import PARTNER, agreed, partners, team_of
from bot.rules.layout import Seat, as_int

CATCHERS: Final = (0, 2)
"""The seats that deal (3.2)."""


def dealers(_seats: int) -> tuple[Seat, ...]:
    """Only catchers deal; chance says which of them begins (3.2)."""
    return CATCHERS


def target(options: Mapping[str, object]) -> int | None:
    """How many points end the match, if it is played for points (9.6.2)."""
    points = agreed(options, "match_target")
    return points if isinstance(points, int) else None


def deals_of(options: Mapping[str, object]) -> int | None:
    """How many deals a match has, unless it is played for points (9.6.1)."""
    return as_int(agreed(options, "deals_per_match")) if target(options) is None else None


def is_won(options: Mapping[str, object], deals: int, totals: tuple[int, ...]) -> bool:
    """Whether a team has the points a match is played for, once either team has dealt as often (9.6.2)."""
    wanted = target(options)
    return wanted is not None and deals % 2 == 0 and max(totals) >= wanted


def seating(options: Mapping[str, object], deals: int) -> tuple[Seat, ...]:
    """After half of the deals partners take each other's seats, where that was agreed (9.6.3)."""
    agreed_deals = deals_of(options)
    changing = agreed(options, "swap_after_half") and agreed_deals is not None and 2 * deals == agreed_deals
    return tuple(PARTNER[seat] if changing else seat for seat in range(len(PARTNER)))


def difference(scores: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gains from the other team: its own team's score less the other's (9.5.4)."""
    other = [scores[partners(1 - team_of(seat))[0]] for seat in range(len(scores))]
    return tuple(mine - theirs for mine, theirs in zip(scores, other, strict=True))
