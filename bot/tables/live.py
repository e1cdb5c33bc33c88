"""An open table: one lock, and one value at a time. A change is checked, saved, and then told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol

from bot.rules.reasons import Refusal
from bot.store.database import completed
from bot.tables import deadlines, play, seats
from bot.tables.computers import Autoplay, hint
from bot.tables.duplicate import may_sit
from bot.tables.play import Chance
from bot.tables.services import ActionResult
from bot.tables.storage import commit
from bot.tables.table import Change, EndCause, News, NewsKind, Table, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.computers.players import Strength
    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.tables.computers import Hint
    from bot.tables.services import TableServices

P = ParamSpec("P")


class Registry(Protocol):
    """What a table needs from the collection of all tables."""

    seating_lock: asyncio.Lock
    """Held while a person sits down, so that no one sits down at two tables of a channel at once."""

    def publish(self, table: LiveTable, news: News) -> None:
        """Pass on news of a change that has been saved."""

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""


class LiveTable:
    """An open table. Its methods that change something return `None`, or a refusal if nothing has changed.

    Besides the refusals each method names, all may return `table_ended`, and `storage_failed` with the `id`
    under which the reason was logged. Those of a person who must be seated return `not_seated`, those of the
    host in the lobby `already_started`, `not_seated` and `only_host`.

    Attributes:
        id: The id of the table.
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
        self._autoplay = Autoplay(services, lambda: self._table, self._change, self._show_result)

    @property
    def now(self) -> Table:
        """The table as it is now, with its times by the computer's clock."""
        return self._table.by_clock(self._services.ahead())

    async def join(self, user_id: int, name: str, wanted: Seat | None = None) -> Refusal | None:
        """Take a free seat, preferably the one wanted, or one's own again; see `seats.join`.

        Refused as `already_seated`, `already_playing_here`, `table_full`, `only_between_deals`, `asleep`,
        `knows_cards`.
        """
        async with self._registry.seating_lock:
            now = self._table
            if self._registry.sits_elsewhere(user_id, now):
                return refuse("already_playing_here")
            was_here = user_id in now.people or user_id in now.away
            refusal = None if was_here else await may_sit(user_id, now.match, self._services)
            return refusal or await self._change(seats.join, user_id, name, wanted)

    async def leave(self, user_id: int, *, gone: bool = False) -> Refusal | None:
        """Give up a seat; see `seats.leave`. `gone`: the person is no longer in the server."""
        return await self._change(seats.leave, user_id, gone=gone)

    async def forget(self, user_id: int) -> Refusal | None:
        """Let a person leave for good, and keep neither the id nor the name; no refusal if there is none."""
        return await self._change(seats.forget, user_id)

    async def add_computer(self, by: int, strength: Strength | None = None) -> Refusal | None:
        """Seat a computer player, of a strength of its own or the table's. Refused as `table_full`."""
        return await self._change(seats.add_computer, by, strength)

    async def fill(self, by: int) -> Refusal | None:
        """Seat computer players, as many as are missing to play. Refused as `table_full`."""
        return await self._change(seats.fill, by)

    async def remove_computer(self, by: int) -> Refusal | None:
        """Remove the last computer player. Refused as `no_computer`."""
        return await self._change(seats.remove_computer, by)

    async def set_option(self, by: int, name: str, value: object) -> Refusal | None:
        """Set a house rule. Refused as `match_rules`, and as `unknown_option` with the `option`."""
        return await self._change(seats.set_option, by, name, value)

    async def change(self, by: int, setting: str, value: str) -> Refusal | None:
        """Change a setting. Refused as `unknown_option` with the `option`."""
        return await self._change(seats.change_setting, by, setting, value)

    async def start(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the session with its first deal. Refused as `seats_missing` with their `count`.

        `press` is the id that Discord gave to the press that asked for it: it is mixed into the shuffle seed.
        """
        return await self._change(play.start, by, self._chance(press))

    async def next_deal(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the next deal, as `start` does the first. Refused as `not_started`, `deal_begun`."""
        return await self._change(play.next_deal, by, self._chance(press))

    async def end(self, by: int, *, moderator: bool = False) -> Refusal | None:
        """End the table or agree to its end; see `seats.end`.

        Refused as `may_not_end`, `agreed_already` with the `count` of those who have not.
        """
        return await self._change(seats.end, by, moderator=moderator)

    async def end_for(self, cause: EndCause) -> Refusal | None:
        """End the table without asking anybody."""
        return await self._change(seats.end_for, cause)

    async def announce_last_circle(self, by: int) -> Refusal | None:
        """Announce that the session ends with a last circle, whose length the next deal decides.

        Refused as `no_last_circle`, `not_started`, `last_circle_announced`.
        """
        return await self._change(play.announce_last_circle, by)

    async def wish_pause(self, by: int, *, wanted: bool) -> Refusal | None:
        """Ask for a pause, or to go on; it counts once more than half of the people seated want the same.

        Refused as `no_deal`, `no_clock`.
        """
        return await self._change(deadlines.wish_pause, by, wanted=wanted)

    async def let_computer_play(self, by: int) -> Refusal | None:
        """Let the computer sit in for the people who were reminded and have not acted.

        Refused as `no_deal`, `nobody_late`, `your_turn`.
        """
        return await self._change(deadlines.let_computer_play, by, self._services.clock())

    async def postpone(self, seconds: float) -> None:
        """Let the deadlines be later by the seconds that the bot was away."""
        await self._change(deadlines.postpone, seconds)

    async def follow_clock(self) -> None:
        """Show and save the times at which something is due by the computer's clock, which has been set."""
        await self._change(deadlines.shown_again)

    async def act(self, user_id: int, revision: int | None, actions: Sequence[Action]) -> Refusal | None:
        """Take some actions from a person's seat, all of them or none.

        Args:
            user_id: Who acts.
            revision: The seat's own revision when the choice was offered; `None` if the action was typed.
            actions: The actions in order.

        Returns:
            `None`, or a refusal: `not_seated`, `not_started`, `paused`, `stale`, or one by the rules.
        """
        looking = self._services.pause > 0
        refusal = await self._change(play.act, user_id, revision, actions, looking=looking)
        self._services.observer.acted(self._table.game.name, ActionResult.of(refusal))
        return refusal

    async def hint(self, user_id: int) -> Hint | Refusal:
        """Return what a computer would do in a person's place, by what that person sees. Changes nothing.

        Refused as `not_seated`, `not_started`, `no_hints` and `not_asked`.
        """
        now = self._table
        seat = now.seat_of(user_id)
        view = now.view_from(seat)
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
        """Publish that this table cannot be saved while an outage of the database lasts, or no longer."""
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

    def _chance(self, press: int | None) -> Chance:
        return Chance(self.id, self._services.shuffle, press)

    async def _change(
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
        services = self._services
        done, refusal = await commit(services.log, self._table, change, services.date, services.ahead())
        self._save_failed = ActionResult.of(refusal) is ActionResult.STORAGE_ERROR
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
