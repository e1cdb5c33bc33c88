"""A table: one lock, one session. A change is worked out, saved, and then published."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol

from bot.rules.reasons import Refusal
from bot.tables import deadlines, playing, seating
from bot.tables.autoplay import Autoplay
from bot.tables.facts import TableFacts
from bot.tables.hinting import hint
from bot.tables.matches import may_sit
from bot.tables.news import Change, News, NewsKind
from bot.tables.observing import ActionResult
from bot.tables.saving import commit
from bot.tables.shuffle import Chance
from bot.tables.situation import EndCause, Situation, refuse
from bot.tasks import completed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.computers.players import Strength
    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.tables.hinting import Hint
    from bot.tables.hints import Hints
    from bot.tables.pace import Pace
    from bot.tables.services import TableServices
    from bot.tables.situation import Identity

P = ParamSpec("P")


class Registry(Protocol):
    """What a table needs from the collection of all tables."""

    seating_lock: asyncio.Lock
    """Held while a person sits down, so that no one sits down at two tables of a channel at once."""

    def publish(self, table: Table, news: News) -> None:
        """Pass on news of a change that has been saved."""

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""


class Table(TableFacts):
    """A table. Its methods that change something return `None`, or a refusal if nothing has changed.

    Besides the refusals each method names, all may return `table_ended`, and `storage_failed` with the `id`
    under which the reason was logged.
    """

    def __init__(
        self, identity: Identity, situation: Situation, services: TableServices, registry: Registry
    ) -> None:
        super().__init__(identity, situation, services)
        self._registry = registry
        self._lock = asyncio.Lock()
        self._saving: asyncio.Task[Refusal | None] | None = None
        self._save_failed = False
        """Whether the last change could not be saved."""
        self._autoplay = Autoplay(identity, services, lambda: self._now, self._change, self._show_result)

    async def join(self, user_id: int, name: str, wanted: Seat | None = None) -> Refusal | None:
        """Take a free seat in the lobby; after the start one's own seat again, or a computer's between deals.

        A table that sleeps is taken up again by a person who sits or sat there. The seat wanted is taken
        before the first other.

        Refused as `already_seated`, `already_playing_here`, `table_full`, `only_between_deals`, `asleep`,
        `knows_cards`.
        """
        async with self._registry.seating_lock:
            if self._registry.sits_elsewhere(user_id, self):
                return refuse("already_playing_here")
            was_here = user_id in self.people or user_id in self.away
            refusal = None if was_here else await may_sit(user_id, self.match, self._services)
            return refusal or await self._change(seating.join, user_id, name, wanted)

    async def leave(self, user_id: int) -> Refusal | None:
        """Give up a seat; after the start a computer takes over.

        Without people a lobby ends, and a table whose cards were dealt sleeps. Refused as `not_seated`.
        """
        return await self._change(seating.leave, user_id)

    async def lose(self, user_id: int) -> Refusal | None:
        """Give up the seat of a person who is no longer in the server. Refused as `not_seated`."""
        return await self._change(seating.leave, user_id, gone=True)

    async def forget(self, user_id: int) -> Refusal | None:
        """Let a person leave for good, and keep neither the id nor the name; no refusal if there is none."""
        return await self._change(seating.forget, user_id)

    async def add_computer(self, by: int, strength: Strength | None = None) -> Refusal | None:
        """Seat a computer player on a free seat, of a strength of its own or as strong as the table says.

        Refused as `already_started`, `not_seated`, `only_host`, `table_full`.
        """
        return await self._change(seating.add_computer, by, strength)

    async def fill(self, by: int) -> Refusal | None:
        """Seat computer players, as many as are missing to play. Refused as `add_computer` is."""
        return await self._change(seating.fill, by, self.game)

    async def remove_computer(self, by: int) -> Refusal | None:
        """Remove the last computer player.

        Refused as `already_started`, `not_seated`, `only_host`, `no_computer`.
        """
        return await self._change(seating.remove_computer, by)

    async def set_option(self, by: int, name: str, value: object) -> Refusal | None:
        """Set a house rule of the game.

        Refused as `already_started`, `not_seated`, `only_host`, `unknown_option` with the `option`.
        """
        return await self._change(seating.set_option, by, self.game, name, value)

    async def set_pace(self, by: int, pace: Pace) -> Refusal | None:
        """Set how long the table waits for a person who is asked.

        Refused as `already_started`, `not_seated`, `only_host`.
        """
        return await self._change(seating.set_pace, by, pace)

    async def set_locale(self, by: int, locale: str) -> Refusal | None:
        """Set the language of the public messages.

        Refused as `already_started`, `not_seated`, `only_host`.
        """
        return await self._change(seating.set_locale, by, locale)

    async def set_strength(self, by: int, strength: Strength) -> Refusal | None:
        """Set how well all computers play.

        Refused as `already_started`, `not_seated`, `only_host`.
        """
        return await self._change(seating.set_strength, by, strength)

    async def set_hints(self, by: int, hints: Hints) -> Refusal | None:
        """Set when players may ask for hints.

        Refused as `already_started`, `not_seated`, `only_host`.
        """
        return await self._change(seating.set_hints, by, hints)

    async def start(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the session with its first deal.

        `press` is the id that Discord gave to the press that asked for it: a part of the deal's chance.

        Refused as `already_started`, `not_seated`, `only_host`, `seats_missing` with their `count`.
        """
        return await self._change(playing.start, by, self.game, self._chance(press))

    async def next_deal(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the next deal, as `start` does the first.

        Refused as `not_seated`, `not_started`, `deal_begun`.
        """
        return await self._change(playing.next_deal, by, self._chance(press))

    async def end(self, by: int, *, moderator: bool = False) -> Refusal | None:
        """End the table, even in the middle of a deal, or agree to its end.

        The host and moderators of the channel end it at once, others once all people seated have agreed.
        Refused as `may_not_end`, `agreed_already` with the `count` of those who have not.
        """
        return await self._change(seating.end, by, moderator=moderator)

    async def shut(self, cause: EndCause) -> Refusal | None:
        """End the table without asking anybody."""
        return await self._change(seating.shut, cause)

    async def announce_last_circle(self, by: int) -> Refusal | None:
        """Announce that the session ends with a last circle, whose length the next deal decides.

        Refused as `not_seated`, `no_last_circle`, `not_started`, `last_circle_announced`.
        """
        return await self._change(playing.announce_last_circle, by, self.game)

    async def wish_pause(self, by: int, *, wanted: bool) -> Refusal | None:
        """Ask for a pause, or to go on; it counts once more than half of the people seated wish the same.

        Refused as `not_seated`, `no_deal`, `no_clock`.
        """
        return await self._change(deadlines.wish_pause, by, wanted=wanted)

    async def let_computer_play(self, by: int) -> Refusal | None:
        """Let the computer sit in for the people who were reminded and have not acted.

        Refused as `not_seated`, `no_deal`, `nobody_late`, `your_turn`.
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
        refusal = await self._change(playing.act, user_id, revision, actions, looking=looking)
        self._services.observer.acted(self.game.name, ActionResult.of(refusal))
        return refusal

    async def hint(self, user_id: int) -> Hint | Refusal:
        """Return what a computer would do in a person's place, by what that person sees. Changes nothing.

        Refused as `not_seated`, `not_started`, `no_hints` and `not_asked`.
        """
        now, seat = self._now, self.seat_of(user_id)
        view = now.view(seat)
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
        return self._services.clock() - self.idle_since >= seconds

    def resume(self) -> None:
        """Publish that the table is restored, and let it go on."""
        self._registry.publish(self, News(NewsKind.RESTORED))
        self.go_on()

    def note_outage(self, *, lasts: bool) -> None:
        """Publish that this table cannot be saved while an outage of the database lasts, or no longer."""
        before, self._is_unsaved = self._is_unsaved, lasts and self._save_failed
        if before != self._is_unsaved:
            self._registry.publish(self, News(NewsKind.OUTAGE))

    def go_on(self) -> None:
        """Let computers act that are asked, and time pass."""
        self._autoplay.go_on()

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The tasks now running: a change being saved, computers about to act."""
        running = self._saving, self._autoplay.task
        return tuple(task for task in running if task and not task.done())

    async def close(self) -> None:
        """Stop the computers and the clock, after changes that have begun have been saved."""
        self._autoplay.close()
        async with self._lock:
            await asyncio.gather(*self.tasks, return_exceptions=True)

    def _chance(self, press: int | None) -> Chance:
        return Chance(self.id, self._services.shuffle, press)

    async def _change(
        self,
        change: Callable[Concatenate[Situation, P], Change | Refusal | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Refusal | None:
        """Work out a change, save it, then apply it and publish its news; one change at a time."""
        async with self._lock:
            outcome = change(self._now, *args, **kwargs)
            if not isinstance(outcome, Change):
                return outcome
            self._saving = asyncio.create_task(self._save(self._with_clock(outcome)))
            # A caller that stops waiting must not come between saving a change and applying it.
            return await completed(self._saving)

    def _with_clock(self, change: Change) -> Change:
        services, at = self._services, self._services.clock()
        situation = change.at(at).situation
        after = deadlines.with_clock(self._now, situation, services.paces, services.offer_seconds, at)
        return replace(change, situation=after)

    async def _save(self, change: Change) -> Refusal | None:
        services = self._services
        done, refusal = await commit(
            services.log, self._identity, self._now, change, services.date, services.ahead()
        )
        self._save_failed = ActionResult.of(refusal) is ActionResult.STORAGE_ERROR
        if done is not None:
            self._is_unsaved = False
            self._take_effect(done)
        return refusal

    async def _show_result(self) -> None:
        """Show the result of the deal, which was saved with its last card, in place of the last trick."""
        async with self._lock:
            if self._now.last_look:
                self._now = replace(self._now, last_look=False)
                self._registry.publish(self, News(NewsKind.RESULT))

    def _take_effect(self, change: Change) -> None:
        self._now = change.situation
        self._registry.publish(self, change.news)
        self._autoplay.go_on()
