"""Stand-ins for tables and for interactions at them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from cogs.discord.replies import TIMER


def refused(status: int, code: int) -> discord.HTTPException:
    """Discord's answer to a request that failed."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    headers = {"Content-Type": "application/json", "Via": "1.1 proxy"}
    response: Any = SimpleNamespace(status=status, reason="refused", headers=headers, url="")
    return kind(response, {"code": code, "message": "a secret"})


class StubTable(SimpleNamespace):
    """A table with what a test needs: live, and its own value."""

    @property
    def now(self) -> StubTable:
        return self


class StubContext(SimpleNamespace):
    """A context with what a test needs."""

    @property
    def live(self) -> object:
        return self.table


@dataclass
class Answered:
    """An interaction, and the stages that its answer has reached."""

    reached: list[str] = field(default_factory=list)
    was_reached: asyncio.Event = field(default_factory=asyncio.Event)
    is_done: bool = False
    type: discord.InteractionType = discord.InteractionType.component
    deferred: dict[str, object] = field(default_factory=dict)
    """The arguments with which it was deferred."""

    @property
    def response(self) -> Any:
        return SimpleNamespace(is_done=lambda: self.is_done, defer=self._defer)

    @property
    def extras(self) -> dict[str, object]:
        return {TIMER: self._reach}

    def _reach(self, stage: str) -> None:
        self.reached.append(stage)
        self.was_reached.set()

    async def _defer(self, **how: object) -> None:
        self.is_done, self.deferred = True, how
