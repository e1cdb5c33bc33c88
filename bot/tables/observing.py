"""What is measured at the tables, by whoever is interested."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.rules.reasons import Refusal


class ActionResult(StrEnum):
    """What came of what a person tried to do in a deal."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    STALE = "stale"
    STORAGE_ERROR = "storage_error"

    @classmethod
    def of(cls, refusal: Refusal | None) -> ActionResult:
        """The result that a refusal stands for; `None` if there was none."""
        if refusal is None:
            return cls.ACCEPTED
        return {"stale": cls.STALE, "storage_failed": cls.STORAGE_ERROR}.get(refusal.code, cls.REFUSED)


class Observer(Protocol):
    """What measures the tables."""

    def acted(self, game: str, result: str, /) -> None:
        """A person has tried to do something in a deal of a game; the result is an `ActionResult`."""

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        """A computer player has thought about one action; how well it plays is a `Strength`."""


class Unobserved:
    """An observer that measures nothing."""

    def acted(self, game: str, result: str, /) -> None:
        """Do nothing."""

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        """Do nothing."""
