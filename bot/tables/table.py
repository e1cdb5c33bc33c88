"""A table: one lock, one session. A change is worked out, saved, and then told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from bot.rules.reasons import Refusal
from bot.store import StoreError
from bot.tables import playing, seating
from bot.tables.computers import computers_moved
from bot.tables.incidents import report
from bot.tables.news import News, NewsKind
from bot.tables.saving import save
from bot.tables.situation import Occupant, Situation, TableState, refuse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence

    from bot.players import Player
    from bot.rules.board import Action, Seat
    from bot.rules.deal import Deal, Game, Misdeal, View
    from bot.rules.session import Session
    from bot.store.log import Log
    from bot.tables.saving import Identity
    from bot.tables.shuffle import Shuffle

RETRY_SECONDS: Final = 5.0
"""How long computers wait before they try again when a move could not be saved."""


@dataclass(frozen=True)
class Means:
    """What every table needs from outside."""

    log: Log
    player_for: Callable[[str], Player]
    """Makes a computer player for a game's name."""
    shuffle: Shuffle
    pause: float
    """Seconds a computer player takes before it moves."""
    sleep: Callable[[float], Awaitable[object]]
    clock: Callable[[], float]
    """Seconds since 1970."""


class House(Protocol):
    """What a table knows of the others: whom to tell its news, and who already sits elsewhere."""

    door: asyncio.Lock
    """Held while somebody sits down, so that nobody sits down twice."""

    def tell(self, table: Table, news: News) -> None:
        """Tell what has been saved."""

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""


class Table:
    """A table. Each of its methods that changes anything returns `None`, or why nothing has changed.

    Besides the refusals each method names, all may give `table_ended`, and `storage_failed` with the `id`
    under which the reason was logged.
    """

    def __init__(self, identity: Identity, situation: Situation, means: Means, house: House) -> None:
        self._identity = identity
        self._now = situation
        self._means = means
        self._house = house
        self._lock = asyncio.Lock()
        self._changing: set[asyncio.Task[Refusal | None]] = set()
        self._computers: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def id(self) -> str:
        """Its short name, made of small letters and digits."""
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
        """What is played."""
        return self._identity.game

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules that differ from the game's default."""
        return self._now.options

    @property
    def locale(self) -> str:
        """The language of what everybody sees."""
        return self._identity.locale

    @property
    def host_id(self) -> int:
        """Who may start and end it: who opened it, or, after that one left, the first person seated."""
        return self._now.host_id

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """Who holds each seat; `None` for a free one. At the start free seats vanish."""
        return self._now.occupants

    @property
    def people(self) -> tuple[int, ...]:
        """The persons seated, by their Discord ids, in the order of their seats."""
        return self._now.people

    @property
    def state(self) -> TableState:
        """How far it has come."""
        return self._now.state

    @property
    def session(self) -> Session | None:
        """Totals and dealer, the deal now played not yet counted; `None` in the lobby."""
        return self._now.session

    @property
    def deal(self) -> Deal | None:
        """The deal now played, or the one just over; `None` in the lobby. It holds everybody's cards."""
        return self._now.deal

    @property
    def number(self) -> int:
        """Which deal of the table that is, from 1; 0 in the lobby."""
        return self._now.number

    @property
    def misdeals(self) -> tuple[Misdeal, ...]:
        """The hands that everybody was shown before this deal, because they had to be dealt again."""
        return self._now.misdeals

    @property
    def revision(self) -> int:
        """The length of its log: grows with every deal begun and every action, and never repeats."""
        return self._now.revision

    def revision_for(self, seat: Seat | None) -> int:
        """The revision as far as a seat can tell it: what others did in secret does not count."""
        return self._now.revision_for(seat)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat a person plays, if any."""
        return self._now.seat_of(user_id)

    def view(self, user_id: int) -> View | None:
        """What a person may know of the deal; whoever is not seated watches. `None` before the first deal."""
        return None if self._now.deal is None else self._now.deal.view(self.seat_of(user_id))

    @property
    def public_view(self) -> View | None:
        """What everybody may know of the deal; `None` before the first deal."""
        return None if self._now.deal is None else self._now.deal.view(None)

    async def join(self, user_id: int, name: str) -> Refusal | None:
        """Take a free seat in the lobby; later, the one left to a computer.

        Refused as `already_seated`, `already_playing_here`, `table_full`, `already_started`.
        """
        return await self._to_the_end(self._joined(user_id, name))

    async def leave(self, user_id: int) -> Refusal | None:
        """Get up; once cards are dealt a computer sits in. When the last person leaves, the table ends.

        Refused as `not_seated`.
        """
        return await self._change(lambda now: seating.leave(now, user_id))

    async def add_computer(self, by: int) -> Refusal | None:
        """Let a computer take a free seat.

        Refused as `already_started`, `not_seated`, `only_host`, `table_full`.
        """
        return await self._change(lambda now: seating.add_computer(now, by))

    async def remove_computer(self, by: int) -> Refusal | None:
        """Let the last computer get up again.

        Refused as `already_started`, `not_seated`, `only_host`, `no_computer`.
        """
        return await self._change(lambda now: seating.remove_computer(now, by))

    async def set_option(self, by: int, name: str, value: object) -> Refusal | None:
        """Agree on a house rule of the game.

        Refused as `already_started`, `not_seated`, `only_host`, `unknown_option` with the `option`.
        """
        return await self._change(lambda now: seating.set_option(now, by, self.game, name, value))

    async def start(self, by: int) -> Refusal | None:
        """Begin the session with its first deal.

        Refused as `already_started`, `not_seated`, `only_host`, `seats_missing` with their `count`.
        """
        return await self._change(lambda now: playing.start(now, by, self.game, self._means.shuffle))

    async def next_deal(self, by: int) -> Refusal | None:
        """Go on with the next deal. Refused as `not_seated`, `not_started`, `deal_begun`."""
        return await self._change(lambda now: playing.next_deal(now, by, self._means.shuffle))

    async def end(self, by: int) -> Refusal | None:
        """End the table, whatever is going on. Refused as `not_seated`, `only_host`."""
        return await self._change(lambda now: playing.end(now, by))

    async def announce_last_circle(self, by: int) -> Refusal | None:
        """Say that the session ends with a last circle, as soon as the next deal tells how long it is.

        Refused as `not_seated`, `no_last_circle`, `not_started`, `only_during_deal`, `last_circle_announced`.
        """
        return await self._change(lambda now: playing.announce_last_circle(now, by, self.game))

    async def act(self, user_id: int, revision: int | None, actions: Sequence[Action]) -> Refusal | None:
        """Take some actions from a person's seat, all of them or none; they are saved before anybody is told.

        Args:
            user_id: who acts.
            revision: the seat's own revision when the choice was offered, or `None` for one made freely.
            actions: the actions in order.

        Returns:
            `None`, or a refusal: `not_seated`, `not_started`, `stale`, or one that the game gives.
        """
        return await self._change(lambda now: playing.act(now, user_id, revision, actions))

    def options_refused(self, by: int) -> Refusal | None:
        """Why a person could not set the house rules now, if so."""
        return seating.refused_in_lobby(self._now, by)

    def end_refused(self, by: int) -> Refusal | None:
        """Why a person could not end the table now, if so."""
        return _refusal(playing.end(self._now, by))

    def last_circle_refused(self, by: int) -> Refusal | None:
        """Why a person could not announce the last circle now, if so."""
        return _refusal(playing.announce_last_circle(self._now, by, self.game))

    def resume(self) -> None:
        """Tell that the table is back after a restart, and let computers go on that are to move."""
        self._house.tell(self, News(NewsKind.RESTORED))
        self._wake_computers()

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """What is going on at the table: changes being saved, computers about to move."""
        return (*self._changing, *(() if self._computers is None else (self._computers,)))

    async def close(self) -> None:
        """Stop the computers once what is being saved is saved."""
        self._closed = True
        if self._computers is not None:
            self._computers.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _change(self, change: Callable[[Situation], Situation | Refusal]) -> Refusal | None:
        return await self._to_the_end(self._changed(change))

    async def _joined(self, user_id: int, name: str) -> Refusal | None:
        async with self._house.door:
            if self._house.sits_elsewhere(user_id, self):
                return refuse("already_playing_here")
            return await self._changed(lambda now: seating.join(now, user_id, name))

    async def _changed(self, change: Callable[[Situation], Situation | Refusal]) -> Refusal | None:
        async with self._lock:
            after = change(self._now)
            return after if isinstance(after, Refusal) else await self._settled(after)

    async def _computers_changed(self) -> Refusal | None:
        async with self._lock:
            return await self._settled(await computers_moved(self._now, self._choose, self.id))

    async def _to_the_end(self, changing: Coroutine[None, None, Refusal | None]) -> Refusal | None:
        # What is saved must be taken over, even when whoever asked for it no longer waits.
        task = asyncio.create_task(changing)
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)
        return await asyncio.shield(task)

    async def _settled(self, after: Situation) -> Refusal | None:
        before = self._now
        if after is before:
            return None
        try:
            await save(self._means.log, self._identity, before, after, self._means.clock())
        except StoreError as error:
            return refuse("storage_failed", id=report(f"Table {self.id} cannot be saved: {error}", error))
        self._now = after
        self._house.tell(self, News.of(before, after))
        self._wake_computers()
        return None

    @cached_property
    def _player(self) -> Player:
        return self._means.player_for(self.game.name)

    def _choose(self, view: View) -> Action:
        return self._player.choose(view)

    def _wake_computers(self) -> None:
        if self._now.asked_computers and self._computers is None and not self._closed:
            self._computers = asyncio.create_task(self._move_computers())

    async def _move_computers(self) -> None:
        try:
            while self._now.asked_computers:
                await self._means.sleep(self._means.pause)
                if await self._to_the_end(self._computers_changed()) is not None:
                    await self._means.sleep(RETRY_SECONDS)
        except Exception as error:  # noqa: BLE001 - nobody waits for this task: it reports for itself
            report(f"The computers of table {self.id} cannot go on", error)
        finally:
            self._computers = None


def _refusal(outcome: Situation | Refusal) -> Refusal | None:
    return outcome if isinstance(outcome, Refusal) else None
