"""A room to test tables in: a real database, a sleep that takes no time, and a listener to all news."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.games import GAMES
from bot.rules.announcing import DONE
from bot.store import Listing, Measure, Store
from bot.tables import News, NewsKind, Pace, Table, TableRequest, Tables, TableServices
from bot.tables.observing import Unobserved
from bot.tables.schedule import Schedule
from tests.tables.clock import Clock
from tests.tables.toy import TOY, First

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from bot.computers.players import Player
    from bot.rules.cards import Card, Cards
    from bot.rules.game import Game
    from bot.rules.layout import Layout, Seat
    from bot.rules.moves import Action
    from bot.rules.reasons import Refusal
    from bot.rules.view import View
    from bot.tables import Clock as ProcessClock
    from bot.tables import Observer, Shuffle
    from bot.tables.services import Thinkers

ANNA, BELA, CLARA, STRANGER = 101, 102, 103, 999
NAMES = {ANNA: "Anna", BELA: "Béla", CLARA: "Clara", STRANGER: "大輔"}
GUILD, CHANNEL = 1, 2
WATCHERS = (ANNA, BELA, CLARA, STRANGER)


def ranked(game: str = "toy", *, computers: bool = False) -> Listing:
    """The standings of a game by points."""
    return Listing(game, measure=Measure.POINTS, computers=computers)


@dataclass
class Fixed:
    """Chance that is always the same: the n-th pack is shuffled by the hash of seed, n and card."""

    seed: str = "a"
    dealer: Seat = 0
    packs: int = 0

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        self.packs += 1
        return tuple(
            sorted(pack, key=lambda each: sha256(f"{self.seed}{self.packs}{each}".encode()).digest())
        )

    def first_dealer(self, seats: int) -> Seat:
        return self.dealer % seats


@dataclass(frozen=True)
class Wished:
    """Chance that deals certain cards."""

    game: Game
    layout: Layout

    def first_dealer(self, _seats: int) -> Seat:
        return self.layout.dealer

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        order = pack.sorted
        blank = self.game.lay_out(order, self.layout.dealer, self.layout.seats)
        hands, talon = tuple(map(iter, self.layout.hands)), iter(self.layout.talon)
        owners = {each: hands[seat] for seat, hand in enumerate(blank.hands) for each in hand}
        return tuple(next(owners.get(each, talon)) for each in order)


@dataclass
class Sleep:
    """A sleep that takes no time, remembers its seconds, and can be held."""

    slept: list[float] = field(default_factory=list)
    may_wake: asyncio.Event = field(default_factory=asyncio.Event)
    reached: defaultdict[float, asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))
    one_by_one: bool = False
    """Whether waking one sleeper holds the next."""

    def __post_init__(self) -> None:
        self.may_wake.set()

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.reached[seconds].set()
        await asyncio.sleep(0)
        await self.may_wake.wait()
        if self.one_by_one:
            self.may_wake.clear()


@dataclass
class Room:
    """Tables on a store, with the sleep they use and the news they published."""

    store: Store
    tables: Tables
    sleep: Sleep
    clock: Clock
    steady: ProcessClock
    heard: list[tuple[Table, News]] = field(default_factory=list)

    @classmethod
    async def open(
        cls,
        database: Path | str,
        *,
        player: Player | None = None,
        player_for: Callable[[str], Player] | None = None,
        thinkers: Thinkers | None = None,
        shuffle: Shuffle | None = None,
        sealed: bool = False,
        limit: int = 5,
        observer: Observer | None = None,
        clock: Clock | None = None,
        reaches: Callable[[int], bool] = lambda _guild_id: True,
        pause: float = 1.5,
    ) -> Room:
        store, sleep, clock = await Store.open(database), Sleep(), clock or Clock()
        steady = clock.of_process()
        tables = await Tables.open(
            {**GAMES, TOY.name: TOY},
            TableServices(
                store.log,
                player_for or (lambda _name: player or First()),
                store.history.deals_of,
                store.plays.knowing,
                thinkers=thinkers,
                thinking_secret="a secret",
                shuffle=None if sealed else shuffle or Fixed(),
                pause=pause,
                sleep=sleep,
                clock=steady,
                ahead=lambda: steady.ahead,
                schedule=Schedule(steady, clock.call_later),
                observer=observer or Unobserved(),
                reaches=reaches,
            ),
            limit=limit,
        )
        room = cls(store, tables, sleep, clock, steady)
        tables.listen(room.hear)
        return room

    async def hear(self, table: Table, news: News) -> None:
        self.heard.append((table, news))

    async def close(self) -> None:
        try:
            async with asyncio.timeout(10):  # a failed test may have left something that never ends
                await self.tables.close()
        finally:
            await self.store.close()

    async def wait(self, seconds: float) -> None:
        """Let time pass until all that is due has been done."""
        end = self.clock.now + seconds
        while (at := self.clock.next_at) is not None and at <= end:
            self.clock.advance(at - self.clock.now)
            await self.tables.quiet()
        self.clock.advance(end - self.clock.now)

    async def kinds(self) -> list[NewsKind]:
        """Return and forget the kinds of news heard, once all is quiet."""
        await self.tables.quiet()
        kinds = [news.kind for _, news in self.heard]
        self.heard.clear()
        return kinds

    async def table(
        self,
        *others: int,
        computers: int = 0,
        game: Game = TOY,
        fruitless: bool = False,
        channel: int = CHANNEL,
        pace: Pace = Pace.RELAXED,
    ) -> Table:
        """A lobby of Anna, some others, and some computers."""
        options = {"fruitless": fruitless} if game is TOY else {}
        table = await self.tables.create(
            request(ANNA, options, channel=channel, game=game, locale="ja", pace=pace)
        )
        assert isinstance(table, Table)
        for other in others:
            assert await table.join(other, NAMES[other]) is None
        for _ in range(computers):
            assert await table.add_computer(ANNA) is None
        return table

    async def started(
        self,
        *others: int,
        computers: int = 0,
        game: Game = TOY,
        fruitless: bool = False,
        pace: Pace = Pace.RELAXED,
    ) -> Table:
        table = await self.table(*others, computers=computers, game=game, fruitless=fruitless, pace=pace)
        assert await table.start(ANNA) is None
        await self.tables.quiet()
        return table


def request(
    host_id: int,
    options: Mapping[str, object] | None = None,
    *,
    channel: int = CHANNEL,
    game: Game = TOY,
    locale: str = "en",
    pace: Pace = Pace.RELAXED,
) -> TableRequest:
    """A request for a table of that host."""
    return TableRequest(GUILD, channel, host_id, NAMES.get(host_id, "x"), game, options or {}, locale, pace)


def code(outcome: Refusal | Table | None) -> str:
    """The code of a refusal."""
    assert outcome is not None
    assert not isinstance(outcome, Table)
    return outcome.code


def views(table: Table) -> list[View | None]:
    return [table.view(user) for user in WATCHERS]


def facts(table: Table) -> tuple[object, ...]:
    """Everything that can be seen of a table."""
    return (
        table.id,
        table.guild_id,
        table.channel_id,
        table.host_id,
        table.game.name,
        table.options,
        table.locale,
        table.occupants,
        table.people,
        table.state,
        table.session,
        table.number,
        table.revision,
        views(table),
    )


def revision_of(table: Table, user_id: int) -> int:
    """The revision that the person's own controls carry."""
    return table.revision_for(table.seat_of(user_id))


async def step(table: Table, room: Room) -> bool:
    """Let the next person who is asked take the least action; return whether anybody was asked."""
    await room.tables.quiet()
    if not table.state.in_deal:
        return False
    user_id = next(user_id for user_id in table.people if legal(table, user_id))
    assert await table.act(user_id, revision_of(table, user_id), [least(legal(table, user_id))]) is None
    await room.tables.quiet()
    return True


def least(actions: Sequence[Action]) -> Action:
    """The action that ends the turn if it is legal, else the first legal one."""
    return DONE if DONE in actions else actions[0]


async def finish(table: Table, room: Room) -> None:
    while await step(table, room):
        pass


def legal(table: Table, user_id: int) -> tuple[Action, ...]:
    view = table.view(user_id)
    assert view is not None
    return view.actions


def names(occupants: Iterable[object]) -> list[str | None]:
    return [getattr(each, "name", None) for each in occupants]
