"""Answers to interactions: how long they took is measured."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.delivery import replies
from cogs.delivery.replies import TIMER, Stage
from tests.cogs.place import Place


def answers(place: Place, stage: str) -> float:
    """How many interactions have reached a stage of their answer."""
    registry = place.bot.metrics.registry
    return registry.get_sample_value("skiz_answer_seconds_count", {"stage": stage}) or 0.0


def counted(place: Place) -> tuple[float, float]:
    return answers(place, "acknowledged"), answers(place, "answered")


async def test_an_answer_at_once_is_both_stages(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    assert counted(place) == (1, 1)
    await place.bela.click(place.shown, label="Join")
    assert counted(place) == (2, 2)
    await place.bela.click(place.shown, label="Join")
    assert counted(place) == (3, 3), "a refusal is an answer, too"


async def test_an_answer_that_came_too_late_is_counted_as_such(place: Place) -> None:
    await place.open(place.bela)
    before = counted(place)
    place.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await place.bela.click(place.shown, label="Leave")
    assert (counted(place), answers(place, "expired")) == (before, 1)


@dataclass
class Answered:
    """An interaction, and the stages that its answer has reached."""

    reached: list[str] = field(default_factory=list)
    was_reached: asyncio.Event = field(default_factory=asyncio.Event)
    is_done: bool = False
    type: discord.InteractionType = discord.InteractionType.component

    @property
    def response(self) -> Any:
        return SimpleNamespace(is_done=lambda: self.is_done, defer=self._defer)

    @property
    def followup(self) -> Any:
        return SimpleNamespace(send=self._send)

    @property
    def extras(self) -> dict[str, object]:
        return {TIMER: self._reach}

    def _reach(self, stage: str) -> None:
        self.reached.append(stage)
        self.was_reached.set()

    async def _defer(self, **_: object) -> None:
        self.is_done = True

    async def _send(self, *_: object, **__: object) -> None:
        assert self.is_done


async def test_a_slow_answer_is_acknowledged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    interaction: Any = Answered()
    async with replies.thinking(interaction):
        await interaction.was_reached.wait()
        assert set(interaction.reached) == {Stage.ACKNOWLEDGED}
    await replies.tell(interaction, "Done.")
    assert interaction.reached[-1] == Stage.ANSWERED
