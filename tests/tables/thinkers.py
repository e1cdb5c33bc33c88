"""Thinkers for tests: they answer at once, or when they may, and note what they are asked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.rules.moves import Action
from bot.rules.view import View


@dataclass
class Thinkers:
    """Choose the last action, and note what they are asked."""

    asked: list[tuple[str, Strength, View, str]] = field(default_factory=list)
    appraised: list[tuple[str, Strength, View, str, float, float]] = field(default_factory=list)
    answers: bool = True
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: int = 0
    was_asked: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.may_answer.set()

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
    ) -> Action | None:
        assert seconds > 0
        self.asked.append((table_id, strength, view, seed))
        self.was_asked.set()
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        return view.actions[-1] if self.answers else None

    async def appraise(
        self,
        owner: str,
        strength: Strength,
        view: View,
        seed: str,
        *,
        seconds: float,
        patience: float = 0.0,
    ) -> tuple[Appraisal, ...] | None:
        """Return appraisals that make every action worth a point less than the one before it."""
        self.appraised.append((owner, strength, view, seed, seconds, patience))
        found = (Appraisal(action, -number, 0.25, 20) for number, action in enumerate(view.actions))
        return tuple(found) if self.answers else None

    @property
    def strengths(self) -> dict[int | None, set[Strength]]:
        """The strengths asked for, by seat."""
        seats = {view.seat for _, _, view, _ in self.asked}
        return {seat: {each for _, each, view, _ in self.asked if view.seat == seat} for seat in seats}
