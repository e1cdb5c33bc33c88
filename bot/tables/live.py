"""An open table: one lock, and one value at a time. A change is checked, saved, and then published."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, Protocol

from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.store.database import completed
from bot.tables import deadlines, play, seats
from bot.tables.computers import Autoplay, Hint, hint
from bot.tables.duplicate import may_sit
from bot.tables.play import Chance
from bot.tables.services import ActionResult, TableServices
from bot.tables.storage import commit
from bot.tables.table import Change, News, NewsKind, Table, refuse

P = ParamSpec("P")


class Registry(Protocol):
    """What a table needs from the collection of all tables."""

    seating_lock: asyncio.Lock
    """Held while a person sits down, so that nobody sits down at two tables of a channel at once."""

    def publish(self, table: LiveTable, news: News) -> None:
        """Pass on news of a change that has been saved."""

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""


def _request(
    change: Callable[Concatenate[Table, P], Change | Refusal | None],
) -> Callable[Concatenate[LiveTable, P], Coroutine[Any, Any, Refusal | None]]:
    """Return the method that applies a change, whose function says what it does and why it is refused."""

    async def method(table: LiveTable, /, *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
        return await table.apply(change, *args, **kwargs)

    return method


class LiveTable:
    """An open table. Its methods that change something return `None`, or a refusal if nothing has changed.

    In addition to the refusals of each change, all may return `table_ended`, and `storage_failed` with the
    `id` under which the reason was logged. Those of a person who must be seated return `not_seated`, those of
    the host in the lobby `already_started`, `not_seated` and `only_host`.
    """

    def __init__(self, table: Table, services: TableServices, registry: Registry) -> None:
        self.id = table.id
        self._table = table
        self._services = services
        self._registry = registry
        self._lock = asyncio.Lock()
        self._saving: asyncio.Task[Refusal | None] | None = None
        self._save_failed = False
        """Whether the last change could not be saved."""
        self._autoplay = Autoplay(services, lambda: self._table, self.apply, self._show_result)

    @property
    def now(self) -> Table:
        """The table as it is now, with its times by the computer's clock."""
        return self._table.by_clock(self._services.ahead())

    leave = _request(seats.leave)
    forget = _request(seats.forget)
    add_computer = _request(seats.add_computer)
    fill = _request(seats.fill)
    remove_computer = _request(seats.remove_computer)
    set_option = _request(seats.set_option)
    change = _request(seats.change_setting)
    end = _request(seats.end)
    end_for = _request(seats.end_for)
    announce_last_circle = _request(play.announce_last_circle)
    wish_pause = _request(deadlines.wish_pause)
    postpone = _request(deadlines.postpone)
    follow_clock = _request(deadlines.follow_clock)

    async def join(self, user_id: int, name: str, wanted: Seat | None = None) -> Refusal | None:
        """Sit down; see `seats.join`. Refused also as `already_playing_here`, `knows_cards`."""
        async with self._registry.seating_lock:
            now = self._table
            if self._registry.sits_elsewhere(user_id, now):
                return refuse("already_playing_here")
            was_here = user_id in now.people or user_id in now.away
            refusal = None if was_here else await may_sit(user_id, now.match, self._services)
            return refusal or await self.apply(seats.join, user_id, name, wanted)

    async def start(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the session with its first deal; see `play.start`.

        `press` is the id that Discord gave to the press that asked for it: the shuffle seed contains it.
        """
        return await self.apply(play.start, by, Chance(self.id, self._services.shuffle, press))

    async def next_deal(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the next deal, as `start` does the first; see `play.next_deal`."""
        return await self.apply(play.next_deal, by, Chance(self.id, self._services.shuffle, press))

    async def let_computer_play(self, by: int) -> Refusal | None:
        """Let the computer sit in for people who are late; see `deadlines.let_computer_play`."""
        return await self.apply(deadlines.let_computer_play, by, self._services.clock())

    async def act(self, user_id: int, revision: int | None, actions: Sequence[Action]) -> Refusal | None:
        """Take some actions from a person's seat, all of them or none; see `play.act`."""
        looking = self._services.pause > 0
        refusal = await self.apply(play.act, user_id, revision, actions, looking=looking)
        self._services.observer.acted(self._table.game.name, ActionResult.of(refusal))
        return refusal

    async def hint(self, user_id: int) -> Hint | Refusal:
        """Return what a computer would do in a person's place, by what that person sees. Changes nothing.

        Refused as `not_seated`, `not_started`, `no_hints` and `not_asked`.
        """
        now = self._table
        seat, view = now.seat_of(user_id), now.view(user_id)
        if seat is None or view is None:
            return refuse("not_started" if seat is not None else "not_seated")
        if not now.allows_hints:
            return refuse("no_hints")
        if not view.actions:
            return refuse("not_asked")
        seed = f"{self._services.thinking_secret} hint {self.id} {now.number} {seat} {len(view.log)}"
        return await hint(view, f"person {user_id}", seed, self._services)

    def is_unused(self, seconds: float) -> bool:
        """Whether the last action of a person is at least some seconds ago."""
        return self._services.clock() - self._table.idle_since >= seconds

    def resume(self) -> None:
        """Publish that the table is restored, and let it go on."""
        self._registry.publish(self, News(NewsKind.RESTORED))
        self.go_on()

    def note_outage(self, *, lasts: bool) -> None:
        """Publish that an outage of the database keeps this table from being saved, or does no longer."""
        unsaved = lasts and self._save_failed
        if unsaved != self._table.unsaved:
            self._table = replace(self._table, unsaved=unsaved)
            self._registry.publish(self, News(NewsKind.OUTAGE))

    def go_on(self) -> None:
        """Let computers act that are asked, and time pass."""
        self._autoplay.go_on()

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The tasks now running: a change being saved, computers about to act."""
        running = self._saving, self._autoplay.task
        return tuple(task for task in running if task and not task.done())

    async def stop(self) -> None:
        """Stop the computers and the clock, after changes that have begun have been saved."""
        self._autoplay.stop()
        async with self._lock:
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def apply(
        self,
        change: Callable[Concatenate[Table, P], Change | Refusal | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Refusal | None:
        """Work out a change, save it, then apply it and publish its news; one change at a time."""
        async with self._lock:
            outcome = change(self._table, *args, **kwargs)
            if not isinstance(outcome, Change):
                return outcome
            at = self._services.clock()
            outcome = outcome.at(at)
            outcome = replace(outcome, after=deadlines.with_clock(self._table, outcome.after, at))
            self._saving = asyncio.create_task(self._save(outcome))
            # A caller that stops waiting must not come between saving a change and applying it.
            return await completed(self._saving)

    async def _save(self, change: Change) -> Refusal | None:
        done, refusal = await commit(self._services, self._table, change)
        self._save_failed = refusal is not None and refusal.code == "storage_failed"
        if done is not None:
            self._table = done.after
            self._registry.publish(self, done.news)
            self._autoplay.go_on()
        return refusal

    async def _show_result(self) -> None:
        """Show the result of the deal, which was saved with its last card, in place of the last trick."""
        async with self._lock:
            if self._table.last_look:
                self._table = replace(self._table, last_look=False)
                self._registry.publish(self, News(NewsKind.RESULT))
