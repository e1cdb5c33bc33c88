"""Discord refuses anything, for any time: afterwards every display is right, and little was asked in vain."""

from __future__ import annotations

import asyncio
import json
import random
import selectors
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, TypeVar

import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.errors import RefusedError
from bot.playground import commands
from bot.playground.errors import ERRORS
from bot.playground.faults import BAN_PAGE, Fault, refusal
from bot.playground.person import Person
from bot.playground.rest import Exchange
from bot.playground.state import CHANNEL_ID, Message
from bot.text import words
from cogs.discord.failures import INVALID, LONGEST_WAIT, REJECTIONS, is_out_of_reach
from cogs.hands.page import player_page
from cogs.table.page import table_page
from tests.e2e.house import House, opened
from tests.e2e.players import (
    MENTION,
    Player,
    board_of,
    content_of,
    controls,
    open_table,
    press_board,
    wanted_by,
)
from tests.examples import unshrunk

IDLE = 0.004
"""Real seconds without any event after which time jumps to what is due next, unless a thread works."""

T = TypeVar("T")


class Selector(selectors.DefaultSelector):
    """Waits for events for a moment only, and reports how much longer it was to wait."""

    def __init__(self, skip: Callable[[float], None]) -> None:
        super().__init__()
        self._skip = skip
        self.jumps = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= IDLE or not self.jumps:
            return super().select(timeout)
        events = super().select(IDLE)
        if not events and not threads_work():
            self._skip(timeout - IDLE)
        return events


def threads_work() -> bool:
    """Whether another thread of this process runs, or waits for a processor or a disk."""
    own = str(threading.get_native_id())
    for task in Path("/proc/self/task").glob("*/stat"):
        with suppress(OSError):
            if task.parent.name != own and task.read_text().rpartition(")")[2].split()[0] in "RD":
                return True
    return False


class Clockwork(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._skipped = 0.0
        self._waiting = Selector(self._skip)
        super().__init__(self._waiting)

    @contextmanager
    def jumping(self) -> Iterator[None]:
        """Let time jump while the block runs: not while something starts, which takes real time."""
        self._waiting.jumps = True
        try:
            yield
        finally:
            self._waiting.jumps = False

    def _skip(self, seconds: float) -> None:
        self._skipped += seconds

    def time(self) -> float:
        return super().time() + self._skipped


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with asyncio.Runner(loop_factory=Clockwork) as runner:
        return runner.run(work())


SPARED = ("/users/@me", "/oauth2/*", "/gateway*", "/interactions/*", "/applications/*")
"""Requests that are always answered: those of the start, and the first answers to presses."""

PATHS = (
    "*",
    "/channels/*",
    f"/channels/{CHANNEL_ID}/messages",
    f"/channels/{CHANNEL_ID}/messages/*",
    "/webhooks/*",
    "/users/@me/channels",
)
STATUSES = (400, 403, 404, 405, 413, 429, 500, 502, 503)
CODES = (0, 99999, *(each.code for each in REJECTIONS), *ERRORS)

PING_SECONDS = 15.0
RIGHT_SECONDS = 700.0
"""After that long every display must be right, also one of which a part was refused several times."""

MOST_REPEATED = 3
MOST_INVALID = 100
WINDOW = 600.0


def refused(status: int, code: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="", headers={"Via": "1.1 proxy"}, url="")
    return kind(response, {"code": code, "message": ""})


@dataclass(frozen=True)
class Trouble:
    method: str
    path: str
    status: int
    code: int
    retry_after: float | None
    html: bool
    seconds: float

    @property
    def fault(self) -> Fault:
        page = BAN_PAGE.format(status=self.status)
        body = page if self.html else refusal(self.status, self.code, self.retry_after)
        return Fault("*", "*", self.status, body, retry_after=self.retry_after)

    def meets(self, method: str, path: str) -> bool:
        spared = any(fnmatchcase(path, each) for each in SPARED)
        return not spared and self.method in ("*", method) and fnmatchcase(path, self.path)

    @property
    def is_total(self) -> bool:
        return self.method == "*" and self.path == "*"

    @property
    def named_seconds(self) -> float:
        """For how long Discord itself asks for a pause."""
        return min(self.retry_after or 0.0, LONGEST_WAIT) if self.status == 429 or self.html else 0.0

    @property
    def needs_people(self) -> bool:
        """Whether people must change something on Discord, which it then tells."""
        return not self.html and is_out_of_reach(refused(self.status, self.code))


TROUBLE = st.builds(
    Trouble,
    st.sampled_from(("*", "POST", "PATCH", "DELETE", "GET")),
    st.sampled_from(PATHS),
    st.sampled_from(STATUSES),
    st.sampled_from(CODES),
    st.none() | st.sampled_from((0.3, 5.0, 40.0, 600.0)),
    st.booleans(),
    st.sampled_from((1.0, 8.0, 60.0, 300.0, 1300.0)),
)


@dataclass
class Record:
    clock: asyncio.AbstractEventLoop
    troubles: dict[Trouble, float] = field(default_factory=dict)
    """Each with the time at which it ends."""
    refusals: Counter[str] = field(default_factory=Counter)
    """How often each body was refused with 400, by method, path and body."""
    invalid: list[float] = field(default_factory=list)

    def answer(self, method: str, path: str) -> Fault | None:
        now = self.clock.time()
        return next(
            (each.fault for each, end in self.troubles.items() if now < end and each.meets(method, path)),
            None,
        )

    def note(self, asked: Exchange) -> None:
        if asked.status in INVALID and not asked.path.startswith("/webhooks"):
            self.invalid.append(self.clock.time())
        code = asked.response.get("code", 0) if isinstance(asked.response, dict) else 0
        if asked.status == 400 and asked.request and not is_out_of_reach(refused(400, code)):
            same = {key: value for key, value in asked.request.items() if key != "nonce"}
            self.refusals[f"{asked.method} {asked.path} {json.dumps(same, sort_keys=True)}"] += 1

    @property
    def most_invalid(self) -> int:
        """The largest number of invalid requests in ten minutes."""
        return max((sum(at <= each < at + WINDOW for each in self.invalid) for at in self.invalid), default=0)


@dataclass
class Scene:
    """Two people and a computer at a table of a local Discord that can refuse everything."""

    house: House
    players: list[Player]
    record: Record

    @property
    def people(self) -> Iterator[Person]:
        return (each.person for each in self.players)

    async def act(self) -> None:
        """Let the player who is asked do something, if a panel offers it and Discord lets it through."""
        for player in self.players:
            if panel := player.asked():
                control = self._choose(player, panel)
                with suppress(commands.RefusedError, TimeoutError):
                    async with asyncio.timeout(10):
                        await player.person.press(panel, control)
                return

    def _choose(self, player: Player, panel: Message) -> str:
        offered = [each for each in controls(panel) if "options" not in each]
        return str(player.random.choice(offered)["custom_id"])

    @property
    def is_called(self) -> bool:
        """Whether a ping calls exactly those who are to act."""
        table = self.house.table
        public = table.now.open
        assert public is not None
        occupants = [table.now.occupants[seat] for seat in public.turn]
        asked = {str(each.user_id) for each in occupants if each and each.user_id is not None}
        called = {user for each in self.house.anna.channel() for user in MENTION.findall(each.content)}
        return not table.now.state.in_deal or not asked or asked <= called

    def wrong(self) -> list[str]:
        table, w = self.house.table.now, words("en")
        board = board_of(self.house.anna)
        found = [] if board and content_of(board) == wanted_by(table_page(table)) else ["the table message"]
        for person in self.people:
            panels = [each for each in (*person.inbox(), *person.ephemerals()) if each.buttons]
            page = player_page(w.of(table.game.name), table, int(person.user.id))
            if page is None or all(content_of(each) != wanted_by(page) for each in panels):
                found.append(f"the panel of {person.name}")
        return found


@asynccontextmanager
async def scene(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    """The first deal at a table has begun, and all is shown."""
    loop, start = asyncio.get_running_loop(), time.time()
    began = loop.time()
    monkeypatch.setattr(time, "time", lambda: start + loop.time() - began)
    monkeypatch.setattr("cogs.discord.panels.ATTENTION", 0.0)
    async with opened(folder, monkeypatch) as house:
        record = Record(asyncio.get_running_loop())
        chance = random.Random(3)
        people = [house.anna, house.bela]
        for person in people:
            person.set_locale("en-US")
        await open_table("tapp_tarock", people, 1)
        await house.settle()
        house.playground.faults.chance = record.answer
        traffic = house.playground.traffic
        keep = traffic.record

        def note(route: str | None, exchange: Exchange) -> None:
            record.note(exchange)
            keep(route, exchange)

        monkeypatch.setattr(traffic, "record", note)
        assert isinstance(loop, Clockwork)
        beating = asyncio.create_task(beat(house))
        with loop.jumping():
            yield Scene(house, [Player(each, chance) for each in people], record)
        beating.cancel()


async def beat(house: House) -> None:
    """Let discord.py hear of the gateway, whose heartbeats follow the real time."""
    while True:
        await asyncio.sleep(20)
        house.playground.gateway.dispatch("NOTHING", {})


async def until(condition: Any, seconds: float) -> float:
    """Wait for a condition; returns for how many seconds, `seconds` at most."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    while not condition() and loop.time() - start < seconds:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0.25)
    return loop.time() - start


async def refuse(scene: Scene, troubles: list[Trouble], actions: int) -> None:
    """Let people play on while Discord refuses this and that, one after the other."""
    for _ in range(actions):
        await scene.act()
    for trouble in troubles:
        scene.record.troubles[trouble] = scene.record.clock.time() + trouble.seconds
        for _ in range(3):
            await scene.act()
            await asyncio.sleep(trouble.seconds / 3)
        scene.record.troubles.clear()
        await asyncio.sleep(trouble.named_seconds)


async def check(scene: Scene, troubles: list[Trouble]) -> None:
    if any(each.needs_people for each in troubles):
        scene.house.playground.allow(CHANNEL_ID)
        for person in scene.people:
            await press_board(person, "hand")
    waited = await until(lambda: scene.is_called, 60.0)
    assert waited <= PING_SECONDS
    await until(lambda: not scene.wrong(), RIGHT_SECONDS)
    assert scene.wrong() == []
    often = {body: times for body, times in scene.record.refusals.items() if times > 1 + MOST_REPEATED}
    assert often == {}
    if all(each.is_total for each in troubles):
        assert scene.record.most_invalid <= MOST_INVALID


async def test_a_token_that_is_refused_in_play_ends_the_bot(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ops.login.DOUBT_WAIT", 0.0)
    house.playground.faults.fail("*", "*", 401, times=None)
    answer = asyncio.create_task(house.anna.slash("tarock new", game="tapp_tarock"))
    with pytest.raises(RefusedError, match="DISCORD_TOKEN"):
        async with asyncio.timeout(20):
            await house.bot.stopped()
    answer.cancel()


BAN = Trouble("*", "*", 429, 0, 60.0, html=True, seconds=60.0)


@example([BAN], 2)
@example([Trouble("*", "*", 400, 50035, None, html=False, seconds=300.0)], 1)
@example([Trouble("*", "*", 403, 99999, None, html=False, seconds=1300.0)], 1)
@given(st.lists(TROUBLE, min_size=1, max_size=2), st.integers(0, 4))
@unshrunk(5)
def test_whatever_discord_refuses_the_table_goes_on(troubles: list[Trouble], actions: int) -> None:
    async def play() -> None:
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
            async with scene(Path(folder), monkeypatch) as stage:
                await refuse(stage, troubles, actions)
                await check(stage, troubles)

    run(play)


def test_players_are_called_and_shown_the_table_while_discord_refuses_edits() -> None:
    async def play() -> None:
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
            async with scene(Path(folder), monkeypatch) as stage:
                too_old = Trouble("PATCH", "*", 429, 30046, 600.0, html=False, seconds=3600.0)
                stage.record.troubles[too_old] = stage.record.clock.time() + too_old.seconds
                for _ in range(3):
                    await stage.act()
                    assert await until(lambda: stage.is_called, 60.0) <= PING_SECONDS
                    await until(lambda: not stage.wrong(), 60.0)
                    assert stage.wrong() == []

    run(play)
