"""The arithmetic of ratings, which is openskill's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Skill(NamedTuple):
    """How well a person is thought to play, and how uncertain that is."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The number shown: 1000 for a beginner, higher for better and more certain players."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


UNKNOWN: Final = Skill(25.0, 25.0 / 3)
"""That of a person before the first rated session."""


def after_match(teams: Sequence[Sequence[Skill]], points: Sequence[int]) -> list[list[Skill]]:
    """Return the skills after a match, in which the team with the most points was best."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - the first session that ends needs it, no start does

    model = PlackettLuce()
    before = [[model.rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams]
    rated = model.rate(before, scores=list(map(float, points)))
    return [[Skill(each.mu, each.sigma) for each in team] for team in rated]
