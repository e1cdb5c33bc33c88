"""Computer players: what they do at a table by themselves and for absent people, and what they advise."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Container, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import NamedTuple

from bot.computers import players
from bot.computers.hints import Reason, reason_for
from bot.computers.players import BUDGETS, Strength
from bot.computers.search import Appraisal
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.reasons import Refusal
from bot.rules.view import View
from bot.tables import deadlines, play
from bot.tables.services import Job, TableServices, report
from bot.tables.table import Change, Table, TableState

RETRY_SECONDS = 5.0
"""How long computers and deadlines wait before they try again after a change could not be saved."""

TRICK_PAUSES = 2
"""For how many pauses a complete trick stays before a computer covers it with the lead to the next, or before
the result of the deal takes its place."""

SEARCH_SECONDS = 0.25
"""The least time for a step of computers that search, however short the pause is."""

THINKING_SECONDS = 30.0
"""How long a quick computer player may think about one action before the first legal one is taken instead."""


class Autoplay:
    """Lets computers move at one table, and time pass.

    Args:
        services: What the table needs from outside.
        now: Returns the table.
        change: Changes the table, and returns a refusal if that failed.
        show_result: Ends the look at the last trick of a deal.
    """

    def __init__(
        self,
        services: TableServices,
        now: Callable[[], Table],
        change: Callable[[Callable[[Table], Change | Refusal | None]], Awaitable[Refusal | None]],
        show_result: Job,
    ) -> None:
        self._services = services
        self._now = now
        self._change = change
        self._show_result = show_result
        self.task: asyncio.Task[None] | None = None
        """The task in which computers are about to move."""
        self._thought_about: Table | None = None
        self._stopped = False

    def go_on(self) -> None:
        """Let computers move that are asked, and plan when the clock is next looked at."""
        now = self._now()
        if self.task and self._thought_about and play.is_past(self._thought_about, now):
            self.task.cancel()
            self.task = self._thought_about = None
        self._wake_computers()
        self._plan("turn", now.turn.next_at if now.turn else None, self._turn_lasts)
        self._plan("lapse", now.lapses_at, self._lapse)
        seen_at = self._services.clock() + TRICK_PAUSES * self._services.pause
        self._plan("result", seen_at if now.last_look else None, self._show_result)

    def _plan(self, what: str, at: float | None, job: Job) -> None:
        """Schedule a job in place of the one planned before; without a time only drop that one."""
        key = what, self._now().id
        if at is None or self._stopped:
            self._services.schedule.cancel(key)
        else:
            self._services.schedule.put(key, at, job)

    def stop(self) -> None:
        """Stop the computers and the clock."""
        self._stopped = True
        for what in ("turn", "lapse", "result"):
            self._services.schedule.cancel((what, self._now().id))
        if self.task is not None:
            self.task.cancel()

    async def _turn_lasts(self) -> None:
        """Remind those who are asked, or let computers play for them; end an offer."""
        now, at = self._now(), self._services.clock()
        if not self._services.reaches(now.guild_id):
            self._plan("turn", at + RETRY_SECONDS, self._turn_lasts)
            return
        if deadlines.is_due(now, at):
            self._wake_computers()
            return
        change = play.end_offer if now.state is TableState.OFFER else deadlines.remind
        if await self._change(partial(change, at=at)) is not None:
            self._plan("turn", self._services.clock() + RETRY_SECONDS, self._turn_lasts)

    async def _lapse(self) -> None:
        """Let the idle table fall asleep, or end."""
        if await self._change(partial(deadlines.lapse, at=self._services.clock())) is not None:
            self._plan("lapse", self._services.clock() + RETRY_SECONDS, self._lapse)

    def _wake_computers(self) -> None:
        if self._must_move and self.task is None and not self._stopped:
            self.task = asyncio.create_task(self._move_computers())

    @property
    def _must_move(self) -> bool:
        """Whether computers are asked, or must play for people who are absent."""
        now, services = self._now(), self._services
        return now.computers_asked or (
            deadlines.is_due(now, services.clock()) and services.reaches(now.guild_id)
        )

    async def _move_computers(self) -> None:
        """Let computers move while they must: they think about a snapshot, without the lock."""
        try:
            while self._must_move:
                if await self._move() is not None:
                    await self._services.sleep(RETRY_SECONDS)
        except Exception as error:  # noqa: BLE001 - nobody awaits this task, so it reports for itself
            report(f"The computers of table {self._now().id} cannot go on", error)
        finally:
            if self.task is asyncio.current_task():
                self.task = None

    async def _move(self) -> Refusal | None:
        """Take one step: of the computers that are asked or, if none is, for people who are absent."""
        snapshot, services = self._now(), self._services
        assert snapshot.deal is not None, "a computer must move"
        by_themselves = snapshot.computers_asked
        absent = () if by_themselves else deadlines.absent(snapshot, services.clock())
        seats = snapshot.computers if by_themselves else absent
        end = services.clock() + self._step_seconds(snapshot, seats)
        moved = Thinking(services, snapshot, end).moved
        self._thought_about = snapshot
        if by_themselves:
            moves = await moves_of_computers(snapshot.deal, snapshot.computers, moved)
        else:
            moves = await moves_for_absent(snapshot.deal, absent, moved)
        await services.sleep(max(end - services.clock(), 0.0))
        self._thought_about = None
        over = partial(play.take_over, snapshot=snapshot, moves=moves, looking=services.pause > 0)
        return await self._change(partial(over, absent=absent))

    def _step_seconds(self, snapshot: Table, seats: Iterable[Seat]) -> float:
        """Return how long a step of some seats takes. Only what everybody knows decides it.

        So a forced action does not come sooner than one that is chosen by a search, and several actions do
        not come later than one.
        """
        pause = self._services.pause * (TRICK_PAUSES if snapshot.trick_complete else 1)
        strengths = {snapshot.strength_of(seat) for seat in seats}
        searching = self._services.thinkers is not None and strengths != {Strength.QUICK}
        return max(pause, SEARCH_SECONDS) if searching else pause


Moved = Callable[[Deal, Seat], Awaitable[Deal]]
"""Lets a computer move for a seat that is asked, and returns the deal after that."""


async def moves_of_computers(deal: Deal, computers: Container[Seat], moved: Moved) -> tuple[Move, ...]:
    """Return the computers' next step: the turn of the first that is asked, within one phase and one trick.

    So the others can follow one thing after the other. During an offer all answer in one step: which of them
    are entitled is secret. The table's lock is not held: the caller checks that the table has not changed
    before it takes the moves over.
    """
    before, stage = len(deal.log), _stage(deal)
    asked = [seat for seat in deal.seats() if seat in computers]
    for seat in asked if deal.is_offered else asked[:1]:
        while seat in deal.seats() and _stage(deal) == stage:
            deal = (await moved(deal, seat)).held
    return deal.log[before:]


def _stage(deal: Deal) -> tuple[str, int]:
    return deal.open.phase, len(deal.open.tricks)


async def moves_for_absent(deal: Deal, absent: Iterable[Seat], moved: Moved) -> tuple[Move, ...]:
    """Return the moves of the turns of people who are absent: each until it is not asked any more.

    A complete trick ends the turn, even if the same seat leads to the next, and so does an offer.
    """
    before, tricks = len(deal.log), len(deal.open.tricks)
    for seat in absent:
        while seat in deal.seats() and len(deal.open.tricks) == tricks and not deal.is_offered:
            deal = (await moved(deal, seat)).held
    return deal.log[before:]


class Thought(NamedTuple):
    """What a computer player of a strength has decided, and how long it took."""

    after: Deal
    strength: Strength
    seconds: float


@dataclass(frozen=True)
class Thinking:
    """The computer players of a table, while they think about a snapshot of it."""

    services: TableServices
    snapshot: Table
    end: float
    """When all of them have decided, by the clock of the services."""

    async def moved(self, deal: Deal, seat: Seat) -> Deal:
        """Return the deal of the snapshot, or a later state of it, after a computer has moved for a seat.

        A quick player chooses first, whatever is legal. A player that searches is asked then, where there is
        a choice: its answer counts if it comes in time. Without any answer the first legal action is taken.
        """
        services, legal = self.services, deal.actions(seat)
        thought = await self._thought(deal, seat, Strength.QUICK)
        strength = self.snapshot.strength_of(seat)
        searches = strength is not Strength.QUICK and services.thinkers and len(legal) > 1
        if searches and services.clock() < self.end:
            thought = await self._thought(deal, seat, strength) or thought
        if thought is not None:
            services.observer.thought(deal.game.name, thought.strength, thought.seconds)
            return thought.after
        after = deal.act(seat, legal[0])
        assert not isinstance(after, Refusal), "a legal action is refused"
        return after

    async def _thought(self, deal: Deal, seat: Seat, strength: Strength) -> Thought | None:
        player = f"The {strength} computer player on seat {seat} of table {self.snapshot.id}"
        started = perf_counter()
        try:
            action = await self._chosen(deal.view(seat), seat, strength)
            seconds = perf_counter() - started
            after = None if action is None else deal.act(seat, action)
        except TimeoutError:
            report(f"{player} did not answer within {THINKING_SECONDS:g} seconds")
        except Exception as error:  # noqa: BLE001 - a player may raise anything, and the game goes on
            report(f"{player} failed", error)
        else:
            if not isinstance(after, Refusal):
                return None if after is None else Thought(after, strength, seconds)
            report(f"{player} chose an illegal action: {after.code}")
        return None

    async def _chosen(self, view: View, seat: Seat, strength: Strength) -> Action | None:
        table, services = self.snapshot, self.services
        if services.thinkers is not None and strength is not Strength.QUICK:
            # Everybody can count what the seed is made of, apart from the secret.
            seed = f"{services.thinking_secret} {table.id} {table.number} {seat} {len(view.log)}"
            return await services.thinkers.choose(table.id, strength, view, seed, self.end - services.clock())
        player = services.player_for(table.game.name)
        async with asyncio.timeout(THINKING_SECONDS):
            return await asyncio.wrap_future(_in_thread(player.choose, view))


def _in_thread(choose: Callable[[View], Action], view: View) -> Future[Action]:
    """Start a thread that chooses. It is a daemon, so that a player that hangs cannot delay shutdown."""
    answer: Future[Action] = Future()
    answer.set_running_or_notify_cancel()  # from here on only the thread sets its state

    def think() -> None:
        try:
            answer.set_result(choose(view))
        except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)

    threading.Thread(target=think, name="computer player", daemon=True).start()
    return answer


ADVISER = Strength.STRONG
CONFIDENCE = 1.96
"""Standard errors within which a mean lies in 95 of 100 cases."""


class Hint(NamedTuple):
    """What a computer would do in a person's place."""

    view: View
    options: tuple[Appraisal, ...]
    """The computer's choice comes first. Without figures where nothing was tried out."""
    reason: Reason

    @property
    def action(self) -> Action:
        return self.options[0].action


async def hint(view: View, owner: str, seed: str, services: TableServices) -> Hint:
    """Return a hint for a player who is asked. Where there is no answer in time, a quick computer gives it.

    Args:
        view: What the player sees.
        owner: The person whose share of the thinking processes this takes.
        seed: What chance depends on, apart from the view.
        services: Their thinkers try options out; without any, the hint follows rules of thumb.
    """
    options, thinkers = None, services.thinkers
    if thinkers is not None and len(view.actions) > 1:
        seconds = BUDGETS[ADVISER].seconds
        options = await thinkers.appraise(owner, ADVISER, view, seed, seconds=seconds)
    if not options:
        only = len(view.actions) == 1
        options = (Appraisal(view.actions[0] if only else services.player_for(view.game).choose(view)),)
    return Hint(view, options, reason_for(view, options[0]))


QUIET = ("pass", "done", "decline")
"""The verbs of doing nothing."""


def advised(view: View, action: Action) -> tuple[Action, ...]:
    """Return what the quick computer player would do, then what it would do between `action` and nothing.

    The latter shows of one announcement among several whether the player would make it at all.
    """
    computer = players.for_game(view.game)
    nothing = tuple(each for each in view.actions if each.verb in QUIET)
    views = [view, replace(view, actions=(action, *nothing))] if nothing else [view]
    return tuple(map(computer.choose, views))
