"""What goes on at a table by itself: computers move, a turn's time runs out, a table is left alone."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.computers.players import Strength
from bot.tables import closing, deadlines, playing
from bot.tables.computers import moves_for_absent, moves_of_computers
from bot.tables.incidents import report
from bot.tables.situation import TableState
from bot.tables.thinking import Thinking

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from bot.rules.layout import Seat
    from bot.rules.reasons import Refusal
    from bot.tables.news import Change
    from bot.tables.schedule import Job
    from bot.tables.services import TableServices
    from bot.tables.situation import Identity, Situation

RETRY_SECONDS: Final = 5.0
"""How long computers and deadlines wait before they try again after a change could not be saved."""

TRICK_PAUSES: Final = 2
"""For how many pauses a complete trick stays before a computer covers it with the lead to the next, or before
the result of the deal takes its place."""

SEARCH_SECONDS: Final = 0.25
"""The least time for a step of computers that search, however short the pause is."""

Operation: TypeAlias = "Callable[[Situation], Change | Refusal | None]"


class Autoplay:
    """Lets computers move at one table, and time pass."""

    def __init__(
        self,
        identity: Identity,
        services: TableServices,
        now: Callable[[], Situation],
        change: Callable[[Operation], Awaitable[Refusal | None]],
        show_result: Job,
    ) -> None:
        """Do nothing yet.

        Args:
            identity: The table.
            services: What it needs from outside.
            now: Returns its situation.
            change: Changes it, and returns a refusal if that failed.
            show_result: Ends the look at the last trick of a deal.
        """
        self._identity = identity
        self._services = services
        self._now = now
        self._change = change
        self._turn_key = "turn", identity.id
        self._lapse_key = "lapse", identity.id
        self._result_key = "result", identity.id
        self._show_result = show_result
        self._moving: asyncio.Task[None] | None = None
        self._thought_about: Situation | None = None
        self._closed = False

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task in which computers are about to move, if any are."""
        return self._moving

    def go_on(self) -> None:
        """Let computers move that are asked, and plan when the clock is next looked at."""
        self._cancel_outdated_thinking()
        self._wake_computers()
        turn = self._now().turn
        self._plan(self._turn_key, turn.next_at if turn else None, self._turn_lasts)
        self._plan(self._lapse_key, self._services.times.lapses_at(self._now()), self._lapse)
        seen_at = self._services.clock() + TRICK_PAUSES * self._services.pause
        self._plan(self._result_key, seen_at if self._now().last_look else None, self._show_result)

    def _plan(self, key: tuple[str, str], at: float | None, job: Job) -> None:
        """Run a job at a time in place of the one planned before; without a time do without it."""
        if at is None or self._closed:
            self._services.schedule.cancel(key)
        else:
            self._services.schedule.put(key, at, job)

    def close(self) -> None:
        """Stop the computers and the clock."""
        self._closed = True
        for key in (self._turn_key, self._lapse_key, self._result_key):
            self._services.schedule.cancel(key)
        if self._moving is not None:
            self._moving.cancel()

    async def _turn_lasts(self) -> None:
        """Remind those who are asked, or let computers play for them; end an offer."""
        now, at = self._now(), self._services.clock()
        if not self._services.reaches(self._identity.guild_id):
            self._plan(self._turn_key, at + RETRY_SECONDS, self._turn_lasts)
            return
        if deadlines.is_due(now, at):
            self._wake_computers()
            return
        change = playing.lapse if now.state is TableState.OFFER else deadlines.remind
        if await self._change(partial(change, at=at)) is not None:
            self._plan(self._turn_key, self._services.clock() + RETRY_SECONDS, self._turn_lasts)

    async def _lapse(self) -> None:
        """Close the table that was left alone, or let it sleep."""
        services = self._services
        if (
            await self._change(partial(closing.overdue, at=services.clock(), times=services.times))
            is not None
        ):
            self._plan(self._lapse_key, services.clock() + RETRY_SECONDS, self._lapse)

    def _cancel_outdated_thinking(self) -> None:
        """Cancel computers' thinking about a position that the table has moved on from."""
        if self._moving and self._thought_about and playing.is_past(self._thought_about, self._now()):
            self._moving.cancel()
            self._moving = self._thought_about = None

    def _wake_computers(self) -> None:
        if self._must_move and self._moving is None and not self._closed:
            self._moving = asyncio.create_task(self._move_computers())

    @property
    def _must_move(self) -> bool:
        """Whether computers are asked, or must play for people who are absent."""
        now, services = self._now(), self._services
        is_late = deadlines.is_due(now, services.clock()) and services.reaches(self._identity.guild_id)
        return now.computers_asked or is_late

    async def _move_computers(self) -> None:
        """Let computers move while they must: they think about a snapshot, without the lock."""
        try:
            while self._must_move:
                if await self._move() is not None:
                    await self._services.sleep(RETRY_SECONDS)
        except Exception as error:  # noqa: BLE001 - no caller awaits this task, so it reports for itself
            report(f"The computers of table {self._identity.id} cannot go on", error)
        finally:
            if self._moving is asyncio.current_task():
                self._moving = None

    async def _move(self) -> Refusal | None:
        """Take one step: of the computers that are asked or, if none is, for people who are absent."""
        snapshot, services = self._now(), self._services
        assert snapshot.deal is not None, "a computer must move"
        by_themselves = snapshot.computers_asked
        absent = () if by_themselves else deadlines.absent(snapshot, services.clock())
        think, seats = (
            (moves_of_computers, snapshot.computers) if by_themselves else (moves_for_absent, absent)
        )
        end = services.clock() + self._step_seconds(snapshot, seats)
        self._thought_about = snapshot
        moves = await think(snapshot.deal, seats, Thinking(self._identity, services, snapshot, end).moved)
        await services.sleep(max(end - services.clock(), 0.0))
        self._thought_about = None
        over = partial(playing.take_over, snapshot=snapshot, moves=moves, looking=services.pause > 0)
        return await self._change(partial(over, absent=absent))

    def _step_seconds(self, snapshot: Situation, seats: Iterable[Seat]) -> float:
        """Return how long a step of some seats takes. Only what everybody knows decides it.

        So a forced action does not come sooner than one that is chosen by a search, and several actions do
        not come later than one.
        """
        pause = self._services.pause * (TRICK_PAUSES if snapshot.trick_complete else 1)
        strengths = {snapshot.strength_of(seat) for seat in seats}
        searching = self._services.thinkers is not None and strengths != {Strength.QUICK}
        return max(pause, SEARCH_SECONDS) if searching else pause
