"""A table: one lock, one session. A change is worked out, saved, and then published."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, Protocol

from bot.rules.reasons import Refusal
from bot.tables import playing, seating
from bot.tables.computers import played_by_computers
from bot.tables.incidents import report
from bot.tables.news import Change, News, NewsKind
from bot.tables.observing import ActionResult
from bot.tables.saving import commit
from bot.tables.situation import Occupant, Situation, TableState, refuse
from bot.tasks import completed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.players import Player
    from bot.rules.deal import Deal
    from bot.rules.game import Game, Misdeal
    from bot.rules.layout import Seat
    from bot.rules.moves import Action, Move
    from bot.rules.session import Session
    from bot.rules.state import Open
    from bot.rules.view import View
    from bot.tables.saving import Identity
    from bot.tables.services import TableServices

RETRY_SECONDS: Final = 5.0
"""How long computers wait before they try again after a move could not be saved."""

P = ParamSpec("P")


class Registry(Protocol):
    """What a table needs from the collection of all tables."""

    seating_lock: asyncio.Lock
    """Held while a person sits down, so that no one sits down at two tables of a channel at once."""

    def publish(self, table: Table, news: News) -> None:
        """Pass on news of a change that has been saved."""

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""


class Table:
    """A table. Its methods that change something return `None`, or a refusal if nothing has changed.

    Besides the refusals each method names, all may return `table_ended`, and `storage_failed` with the `id`
    under which the reason was logged.
    """

    def __init__(
        self, identity: Identity, situation: Situation, services: TableServices, registry: Registry
    ) -> None:
        self._identity = identity
        self._now = situation
        self._services = services
        self._registry = registry
        self._lock = asyncio.Lock()
        self._saving: asyncio.Task[Refusal | None] | None = None
        self._computers: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def id(self) -> str:
        """A short name of lower-case letters and digits."""
        return self._identity.id

    @property
    def guild_id(self) -> int:
        """The server it belongs to."""
        return self._identity.guild_id

    @property
    def channel_id(self) -> int:
        """The channel it is played in."""
        return self._identity.channel_id

    @property
    def game(self) -> Game:
        """The game played at the table."""
        return self._identity.game

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules that differ from the game's default."""
        return self._now.options

    @property
    def locale(self) -> str:
        """The language of the public messages."""
        return self._identity.locale

    @property
    def host_id(self) -> int:
        """Who may start and end the table: who opened it or, once that person left, the first one seated."""
        return self._now.host_id

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who holds each seat, `None` for a free one. Free seats are removed at the start."""
        return self._now.occupants

    @property
    def people(self) -> tuple[int, ...]:
        """The user ids of the people seated, in the order of their seats."""
        return self._now.people

    @property
    def state(self) -> TableState:
        """The state of the table."""
        return self._now.state

    @property
    def session(self) -> Session | None:
        """Totals and dealer, without the current deal; `None` in the lobby."""
        return self._now.session

    @property
    def deal(self) -> Deal | None:
        """The current deal, or the one just over; `None` in the lobby. It holds all cards."""
        return self._now.deal

    @property
    def number(self) -> int:
        """The number of the deal at this table, from 1; 0 in the lobby."""
        return self._now.number

    @property
    def misdeals(self) -> tuple[Misdeal, ...]:
        """The misdeals before the current deal, with the hands shown to everybody."""
        return self._now.misdeals

    @property
    def revision(self) -> int:
        """The length of the log: it grows with every deal begun and every action, and never repeats."""
        return self._now.revision

    def revision_for(self, seat: Seat | None) -> int:
        """Return the revision as a seat can know it: secret moves of other seats do not count."""
        return self._now.revision_for(seat)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat a person plays, or `None`."""
        return self._now.seat_of(user_id)

    def view(self, user_id: int) -> View | None:
        """Return what a person may know of the deal, as a spectator if not seated; `None` in the lobby."""
        return None if self._now.deal is None else self._now.deal.view(self.seat_of(user_id))

    @property
    def open(self) -> Open | None:
        """What everybody may know of the deal; `None` in the lobby."""
        return None if self._now.deal is None else self._now.deal.open

    @property
    def open_log(self) -> tuple[Move, ...]:
        """The moves of the deal as everybody saw them, all of them once it is over; empty in the lobby."""
        return () if self._now.deal is None else self._now.deal.view(None).log

    async def join(self, user_id: int, name: str) -> Refusal | None:
        """Take a free seat in the lobby; after the start, one's own seat back from the computer.

        Refused as `already_seated`, `already_playing_here`, `table_full`, `already_started`.
        """
        async with self._registry.seating_lock:
            if self._registry.sits_elsewhere(user_id, self):
                return refuse("already_playing_here")
            return await self._change(seating.join, user_id, name)

    async def leave(self, user_id: int) -> Refusal | None:
        """Give up a seat; after the start a computer takes over. The table ends with its last person.

        Refused as `not_seated`.
        """
        return await self._change(seating.leave, user_id)

    async def forget(self, user_id: int) -> Refusal | None:
        """Let a person leave for good, and keep neither the id nor the name; no refusal if there is none."""
        return await self._change(seating.forget, user_id)

    async def add_computer(self, by: int) -> Refusal | None:
        """Seat a computer player on a free seat.

        Refused as `already_started`, `not_seated`, `only_host`, `table_full`.
        """
        return await self._change(seating.add_computer, by)

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

    async def start(self, by: int) -> Refusal | None:
        """Begin the session with its first deal.

        Refused as `already_started`, `not_seated`, `only_host`, `seats_missing` with their `count`.
        """
        return await self._change(playing.start, by, self.game, self._services.shuffle)

    async def next_deal(self, by: int) -> Refusal | None:
        """Begin the next deal. Refused as `not_seated`, `not_started`, `deal_begun`."""
        return await self._change(playing.next_deal, by, self._services.shuffle)

    async def end(self, by: int) -> Refusal | None:
        """End the table, even in the middle of a deal. Refused as `not_seated`, `only_host`."""
        return await self._change(playing.end, by)

    async def announce_last_circle(self, by: int) -> Refusal | None:
        """Announce that the session ends with a last circle, whose length the next deal decides.

        Refused as `not_seated`, `no_last_circle`, `not_started`, `only_during_deal`, `last_circle_announced`.
        """
        return await self._change(playing.announce_last_circle, by, self.game)

    async def act(self, user_id: int, revision: int | None, actions: Sequence[Action]) -> Refusal | None:
        """Take some actions from a person's seat, all of them or none.

        Args:
            user_id: Who acts.
            revision: The seat's own revision when the choice was offered; `None` if the action was typed.
            actions: The actions in order.

        Returns:
            `None`, or a refusal: `not_seated`, `not_started`, `stale`, or one by the rules of the game.
        """
        refusal = await self._change(playing.act, user_id, revision, actions)
        self._services.observer.acted(self.game.name, ActionResult.of(refusal))
        return refusal

    def options_refused(self, by: int) -> Refusal | None:
        """Return why a person could not set house rules now, or `None`."""
        return seating.refused_in_lobby(self._now, by)

    def end_refused(self, by: int) -> Refusal | None:
        """Return why a person could not end the table now, or `None`."""
        return _refusal(playing.end(self._now, by))

    def last_circle_refused(self, by: int) -> Refusal | None:
        """Return why a person could not announce the last circle now, or `None`."""
        return _refusal(playing.announce_last_circle(self._now, by, self.game))

    def resume(self) -> None:
        """Publish that the table is restored, and let computers act that are asked."""
        self._registry.publish(self, News(NewsKind.RESTORED))
        self._wake_computers()

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The tasks now running: a change being saved, computers about to act."""
        return tuple(task for task in (self._saving, self._computers) if task and not task.done())

    async def close(self) -> None:
        """Stop the computers, after changes that have begun have been saved."""
        self._closed = True
        if self._computers is not None:
            self._computers.cancel()
        async with self._lock:
            await asyncio.gather(*self.tasks, return_exceptions=True)

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
            self._saving = asyncio.create_task(self._save(outcome))
            # A caller that stops waiting must not come between saving a change and applying it.
            return await completed(self._saving)

    async def _save(self, change: Change) -> Refusal | None:
        services = self._services
        done, refusal = await commit(services.log, self._identity, self._now, change, services.clock())
        if done is not None:
            self._take_effect(done)
        return refusal

    def _take_effect(self, change: Change) -> None:
        self._now = change.situation
        self._registry.publish(self, change.news)
        self._wake_computers()

    def _wake_computers(self) -> None:
        if self._now.computers_asked and self._computers is None and not self._closed:
            self._computers = asyncio.create_task(self._move_computers())

    async def _move_computers(self) -> None:
        """Let computers act while they are asked: they think about a snapshot, without the lock."""
        try:
            while self._now.computers_asked:
                await self._services.sleep(self._services.pause)
                snapshot = self._now
                if snapshot.deal is None or not snapshot.computers_asked:
                    return
                deal = await played_by_computers(
                    snapshot.deal, snapshot.computers, self._choose, self.id, self._services.observer
                )
                if await self._change(playing.take_over, snapshot, deal) is not None:
                    await self._services.sleep(RETRY_SECONDS)
        except Exception as error:  # noqa: BLE001 - no caller awaits this task, so it reports for itself
            report(f"The computers of table {self.id} cannot go on", error)
        finally:
            self._computers = None

    def _choose(self, view: View) -> Action:
        return self._player.choose(view)

    @cached_property
    def _player(self) -> Player:
        return self._services.player_for(self.game.name)


def _refusal(outcome: Change | Refusal) -> Refusal | None:
    return outcome if isinstance(outcome, Refusal) else None
