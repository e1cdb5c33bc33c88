"""What tables need from outside: the log, computer players, chance, and time."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bot.tables.closing import Times
from bot.tables.observing import Unobserved
from bot.tables.pace import PACES
from bot.tables.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.computers.players import Player, Strength
    from bot.computers.search import Appraisal
    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.store import SavedDeal
    from bot.store.log import Log
    from bot.tables.observing import Observer
    from bot.tables.pace import Paces
    from bot.tables.shuffle import Shuffle


class Thinkers(Protocol):
    """What chooses for computer players that search."""

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
    ) -> Action | None:
        """Return one of the view's actions; `None` if there is none in time.

        Args:
            table_id: The table that waits for it.
            strength: How well it plays.
            view: What the player sees.
            seed: What its chance depends on, besides the view.
            seconds: After how long an answer comes too late.
        """

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
        """Return what each option of a decision promises; `None` if that is not known in time.

        Args:
            owner: Whose turn this takes: a table, or a person.
            strength: The strength of the computer player that appraises.
            view: What the player sees.
            seed: What chance depends on, besides the view.
            seconds: How long that may take.
            patience: With some seconds of it, all that does not wait so patiently is answered first.
        """


async def _none(_table_id: str) -> tuple[SavedDeal, ...]:
    return ()


async def _no_one(_table_id: str, _deals: int, _match: str) -> frozenset[int]:
    return frozenset()


@dataclass(frozen=True)
class TableServices:
    """What every table needs from outside."""

    log: Log
    player_for: Callable[[str], Player]
    """Makes a quick computer player, given the name of a game."""
    deals_of: Callable[[str], Awaitable[Sequence[SavedDeal]]] = _none
    """Reads the deals of a table, which may have ended."""
    knowing: Callable[[str, int, str], Awaitable[frozenset[int]]] = _no_one
    """Reads who has begun to play the deals of a table again: `Plays.knowing`."""
    thinkers: Thinkers | None = None
    """Without any all computers play quickly."""
    thinking_secret: str = field(default_factory=secrets.token_hex, repr=False)
    """What keeps the chance of computer players from being foreseen."""
    shuffle: Shuffle | None = None
    """Chance that replaces the sealed secrets of all tables."""
    pause: float = 0.0
    """Seconds from one step of the computer players to the next. A complete trick stays for two of them."""
    paces: Paces = field(default_factory=lambda: PACES)
    offer_seconds: float = 30.0
    """How long an offer stands at every pace but the slow one."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    clock: Callable[[], float] = time.time
    """Returns the time in seconds since 1970, by which waits are measured."""
    ahead: Callable[[], float] = lambda: 0.0
    """Returns by how many seconds the computer's clock, which is shown and stored, is ahead of `clock`."""
    times: Times = field(default_factory=Times)
    """How long a table may be left alone."""
    schedule: Schedule = field(default_factory=Schedule)
    """Runs what is to be done at a later time. Its clock is the same."""
    reaches: Callable[[int], bool] = lambda _guild_id: True
    """Whether a press in a server reaches the bot: if not, no turn there comes to its end."""
    observer: Observer = field(default_factory=Unobserved)

    @property
    def date(self) -> float:
        """The time in seconds since 1970, by the computer's clock."""
        return self.clock() + self.ahead()
