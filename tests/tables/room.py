"""Tables on a store, with a toy game, and a clock that goes on only when a test says so."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import bot.tables
from bot.computers.players import Player, Strength
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.announcing import DONE
from bot.rules.cards import NO_CARDS, Card, Cards, card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.phase import Phase, Step, finished
from bot.rules.reasons import Reason, Refusal
from bot.rules.results import Result
from bot.rules.session import Session
from bot.rules.state import Board, placed
from bot.rules.tricks import Play, Trick
from bot.rules.view import View
from bot.store import Listing, Measure, SavedDeal, SavedTable, Store
from bot.tables import (
    LiveTable,
    News,
    NewsKind,
    Observer,
    Pace,
    Shuffle,
    TableRequest,
    Tables,
    TableServices,
    TableSettings,
)
from bot.tables.services import Schedule, Unobserved
from bot.tables.table import TurnClock
from tests.helpers import TERMS
from tests.notation import LINE


@dataclass
class Timer:
    """A call that is still to come."""

    clock: Clock
    number: int

    def cancel(self) -> None:
        self.clock.waiting.pop(self.number, None)


@dataclass
class Clock:
    """The time in seconds since 1970, and the calls it will make."""

    now: float = 1000.0
    """Passes evenly."""
    set_by: float = 0.0
    """By how many seconds the computer's clock has been set."""
    waiting: dict[int, tuple[float, Callable[[], None]]] = field(default_factory=dict)
    numbers: count[int] = field(default_factory=count)
    looked_at: Callable[[], float] = lambda: 0.0
    """Lets the latest process look at the computer's clock."""

    def __call__(self) -> float:
        return self.now

    def of_process(self) -> bot.tables.Clock:
        """The clock of a process that begins now."""
        clock = bot.tables.Clock(lambda: self.now + self.set_by, lambda: self.now)
        assert clock() == self.now + self.set_by
        self.looked_at = clock.look
        return clock

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        number = next(self.numbers)
        self.waiting[number] = self.now + delay, partial(copy_context().run, call)
        return Timer(self, number)

    @property
    def next_at(self) -> float | None:
        """When the next call is due."""
        return min((at for at, _ in self.waiting.values()), default=None)

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due in their order."""
        end = self.now + seconds
        while due := [(at, number) for number, (at, _) in self.waiting.items() if at <= end]:
            at, number = min(due)
            self.now = max(at, self.now)
            self.waiting.pop(number)[1]()
        self.now = end


HAND = 4


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int, *, size: int = HAND) -> Layout:
    hands = tuple(Cards.of(deck[size * seat : size * (seat + 1)]) for seat in range(seats))
    return Layout(hands, tuple(deck[size * seats :]), dealer)


def start(layout: Layout) -> Phase:
    board = Board.of(layout)
    return Laying(board.with_open(board.open._replace(declarer=layout.next(layout.dealer))))


@dataclass(frozen=True)
class Laying(Step):
    board: Board

    name = "discard"

    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, laid in enumerate(self.board.hidden.discards) if not laid)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action("lay", str(each)) for each in self.board.hidden.hands[seat])

    def move(self, seat: Seat, action: Action) -> Move:
        return Move(seat, action, Secrecy.FACE_DOWN)

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_in_hand", {"card": action.argument})

    def after(self, seat: Seat, action: Action) -> Phase:
        board = self.board.with_discards({seat: Cards.of([card(action.argument)])}, NO_CARDS)
        after = Laying(board)
        return after if after.seats() else Playing(board, board.open.next(board.open.dealer))


@dataclass(frozen=True)
class Playing(Step):
    board: Board
    turn: Seat

    name = "play"

    def seats(self) -> tuple[Seat, ...]:
        return (self.turn,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action("play", str(each)) for each in self.board.hidden.hands[seat])

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_in_hand", {"card": action.argument})

    def after(self, seat: Seat, action: Action) -> Phase:
        public, played = self.board.open, card(action.argument)
        hands = self.board.hidden.hands
        board = self.board.with_exchange(placed(hands, seat, hands[seat].minus(played)), self.board.talon)
        plays = (*public.trick, Play(seat, played))
        if len(plays) < public.seats:
            return Playing(board.with_open(board.open._replace(trick=plays)), public.next(seat))
        best = max(plays, key=lambda play: play.card)
        tricks = (*public.tricks, Trick(plays, best.seat))
        board = board.with_open(board.open._replace(trick=(), tricks=tricks))
        return Playing(board, best.seat) if board.hidden.hands[seat] else finished(board, result(board))


def result(board: Board) -> Result:
    following = board.open.next(board.open.dealer)
    void = bool(board.open.options.get("fruitless"))
    taken = tuple(
        sum(trick.winner == seat for trick in board.open.tricks) for seat in range(board.open.seats)
    )
    lines = () if void else (LINE._replace(item="tricks", amounts=taken, rule="toy 1"),)
    doubled = 1 + int(str(board.open.session["played"]))
    return Result(board.open.seats, following, lines, void, {"played": doubled}, last_circle=board.open.seats)


def net(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(scores) * score - sum(scores) for score in scores)


TOY = Game(
    name="toy",
    seats=(2, 3),
    pack=Cards.of("T22 T9 T8 T1 SK SQ S7 HK H1 H4 DK D4 CK CQ"),
    contracts=(),
    announcements=(),
    options={"fruitless": (False, True)},
    rules=dict.fromkeys(("deal_over", "not_your_turn", "not_in_hand"), "toy 2"),
    lay_out=lay_out,
    hand_size=HAND,
    talon_size=2,
    session={"played": 0},
    start=start,
    net=net,
    last_circle=True,
)


LONG_TOY = replace(TOY, hand_size=HAND + 2, lay_out=partial(lay_out, size=HAND + 2))
"""Two players have a trick between the first and the last."""


class First:
    """A computer player that takes the first legal action."""

    def choose(self, view: View) -> Action:
        return view.actions[0]


def spoken(moves: Sequence[Move]) -> list[str]:
    return [str(move) for move in moves]


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
    services: TableServices
    tables: Tables
    sleep: Sleep
    clock: Clock
    steady: bot.tables.Clock
    how: dict[str, Any]
    """The arguments of `open`."""
    heard: list[tuple[LiveTable, News]] = field(default_factory=list)

    @classmethod
    async def open(
        cls,
        database: Path | str,
        *,
        player: Player | None = None,
        player_for: Callable[[str], Player] | None = None,
        shuffle: Shuffle | None = None,
        sealed: bool = False,
        observer: Observer | None = None,
        clock: Clock | None = None,
        pause: float = 1.5,
        **services: Any,
    ) -> Room:
        how = {name: value for name, value in locals().items() if name not in {"cls", "services"}} | services
        store, sleep, clock = await Store.open(database), Sleep(), clock or Clock()
        steady = clock.of_process()
        given = TableServices(
            store,
            player_for or (lambda _name: player or First()),
            thinking_secret="a secret",
            shuffle=None if sealed else shuffle or Fixed(),
            pause=pause,
            sleep=sleep,
            clock=steady,
            schedule=Schedule(steady, clock.call_later),
            observer=observer or Unobserved(),
            **{"terms": TERMS} | services,
        )
        tables = await Tables.open({**GAMES, TOY.name: TOY}, given)
        room = cls(store, given, tables, sleep, clock, steady, how)
        tables.listen(room.hear)
        return room

    async def restart(self, **changes: Any) -> None:
        """Let another process go on with the database."""
        await self.close()
        again = await Room.open(**{**self.how, **changes})
        vars(self).update(vars(again))

    async def restarted(self, **changes: Any) -> LiveTable:
        """Restart; return Anna's only table."""
        await self.restart(**changes)
        (table,) = self.tables.of_user(ANNA)
        return table

    async def saved(self, table: LiveTable) -> SavedTable:
        found = await self.store.log.table(table.id)
        assert found is not None
        return found

    async def saved_deal(self, table: LiveTable, number: int = 1) -> SavedDeal:
        found = await self.store.history.saved_deal(table.id, number)
        assert found is not None
        return found

    async def create(self, request: TableRequest) -> LiveTable:
        table = await self.tables.create(request)
        assert isinstance(table, LiveTable)
        return table

    async def hear(self, table: LiveTable, news: News) -> None:
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
    ) -> LiveTable:
        """A lobby of Anna, some others, and some computers."""
        options = {"fruitless": fruitless} if game is TOY else {}
        table = await self.create(request(ANNA, options, channel=channel, game=game, locale="ja", pace=pace))
        for other in others:
            assert await table.join(other, NAMES[other]) is None
        for _ in range(computers):
            assert await table.add_computer(ANNA) is None
        return table

    async def started(self, *others: int, **wanted: Any) -> LiveTable:
        """A table as `table` makes it, in its first deal."""
        table = await self.table(*others, **wanted)
        assert await table.start(ANNA) is None
        await self.tables.quiet()
        return table


OpenRoom = Callable[..., Awaitable[Room]]
Disk = Callable[[bool], Awaitable[None]]


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
    settings = TableSettings(pace, locale=locale)
    return TableRequest(GUILD, channel, host_id, NAMES.get(host_id, "x"), game, options or {}, settings)


def refused(outcome: object) -> Refusal:
    assert isinstance(outcome, Refusal), outcome
    return outcome


def code(outcome: object) -> str:
    return refused(outcome).code


def deal_of(table: LiveTable) -> Deal:
    assert table.now.deal is not None
    return table.now.deal


def result_of(table: LiveTable) -> Result:
    result = deal_of(table).result
    assert result is not None
    return result


def session_of(table: LiveTable) -> Session:
    assert table.now.session is not None
    return table.now.session


def turn_of(table: LiveTable) -> TurnClock:
    assert table.now.turn is not None
    return table.now.turn


def view_of(table: LiveTable, user_id: int) -> View:
    view = table.now.view(user_id)
    assert view is not None
    return view


def facts(table: LiveTable) -> tuple[object, ...]:
    """Everything that can be seen of a table."""
    now = table.now
    return (
        *(now.id, now.guild_id, now.channel_id, now.host_id, now.game.name, now.options, now.settings.locale),
        *(now.occupants, now.people, now.state, now.session, now.number, now.revision),
        [now.view(user) for user in WATCHERS],
    )


def revision_of(table: LiveTable, user_id: int) -> int:
    """The revision that the person's own controls carry."""
    return table.now.revision_for(table.now.seat_of(user_id))


async def step(table: LiveTable, room: Room) -> bool:
    """Let the next person who is asked take the least action; return whether anybody was asked."""
    await room.tables.quiet()
    if not table.now.state.in_deal:
        return False
    user_id = next(user_id for user_id in table.now.people if legal(table, user_id))
    assert await table.act(user_id, revision_of(table, user_id), [least(legal(table, user_id))]) is None
    await room.tables.quiet()
    return True


def least(actions: Sequence[Action]) -> Action:
    """The action that ends the turn if it is legal, else the first legal one."""
    return DONE if DONE in actions else actions[0]


async def finish(table: LiveTable, room: Room) -> None:
    while await step(table, room):
        pass


def legal(table: LiveTable, user_id: int) -> tuple[Action, ...]:
    return view_of(table, user_id).actions


def names(occupants: Iterable[object]) -> list[str | None]:
    return [getattr(each, "name", None) for each in occupants]


@dataclass
class Thinkers:
    """Choose the last action, and note what they are asked."""

    asked: list[tuple[str, Strength, View, str]] = field(default_factory=list)
    appraised: list[tuple[str, Strength, View, str, float, float]] = field(default_factory=list)
    answers: bool = True
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: int = 0
    was_asked: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.may_answer.set()

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
    ) -> Action | None:
        assert seconds > 0
        self.asked.append((table_id, strength, view, seed))
        self.was_asked.set()
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        return view.actions[-1] if self.answers else None

    async def appraise(
        self, owner: str, strength: Strength, view: View, seed: str, *, seconds: float, patience: float = 0.0
    ) -> tuple[Appraisal, ...] | None:
        """Return appraisals that make every action worth a point less than the one before it."""
        self.appraised.append((owner, strength, view, seed, seconds, patience))
        found = (Appraisal(action, -number, 0.25, 20) for number, action in enumerate(view.actions))
        return tuple(found) if self.answers else None

    @property
    def strengths(self) -> dict[int | None, set[Strength]]:
        """The strengths asked for, by seat."""
        seats = {view.seat for _, _, view, _ in self.asked}
        return {seat: {each for _, each, view, _ in self.asked if view.seat == seat} for seat in seats}


async def act(table: LiveTable, room: Room, user_id: int) -> None:
    """Let a person take the least action."""
    action = least(legal(table, user_id))
    assert await table.act(user_id, revision_of(table, user_id), [action]) is None
    await room.tables.quiet()


async def discarded(table: LiveTable, room: Room) -> None:
    """Let everybody discard; then Béla leads."""
    for user_id in table.now.people:
        await act(table, room, user_id)


def is_paused(table: LiveTable) -> bool:
    """Whether a table pauses and no clock runs."""
    assert not (table.now.paused and table.now.turn)
    return table.now.paused


async def without_bela(table: LiveTable, room: Room, seconds: float = 40) -> None:
    """Let Anna act if she is asked, else let the time of a turn pass."""
    await (act(table, room, ANNA) if legal(table, ANNA) else room.wait(seconds))


def missed(table: LiveTable) -> list[int]:
    return [each.missed for each in table.now.occupants if each]
