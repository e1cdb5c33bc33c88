"""How many requests the bot makes: `python -m benchmarks.requests [--tables 1 50] [--seconds 120]`.

The bot runs in its own process, as `python -m bot`, and the playground counts the requests that arrive. At
each table one scripted person plays against computers in a separate channel, presses the buttons of the
direct message, and takes `gap` seconds for an action on average.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple, TypeVar

from bot.games import GAMES
from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.rest import is_counted
from bot.playground.state import Change, ChangeKind, Channel, ChannelKind, Json, Message, User
from bot.settings import VARIABLES
from card_images import Pictures
from tests.e2e.players import Player, deal_over, is_mark, press, press_board

T = TypeVar("T")

TOP: Final = Path(__file__).parents[1]
SPREAD: Final = 0.5
"""How far a person's time varies around the average, as a fraction of it."""
EMOJIS: Final = "POST /applications/{application}/emojis"
CARDS: Final = 54
"""The bot uploads them once as emojis; these requests do not belong to an action."""
PATIENCE: Final = 60.0
"""Seconds after which a table counts as stuck."""


class Guest(Person):
    """A person with a separate channel and an index of the messages there."""

    def __init__(self, playground: Playground, number: int) -> None:
        user = User(str(800_000_000_000_000_000 + number * 1000), f"Guest {number}", f"guest{number}")
        super().__init__(playground.state, playground.interactions, user)
        self.channel_id = str(int(user.id) + 2)
        home = Channel(self.channel_id, ChannelKind.TEXT, f"table-{number}")
        playground.state.users[user.id] = user
        playground.state.channels[home.id] = home
        self._seen: dict[str, Message] = {}
        self._changed = asyncio.Event()

    @property
    def places(self) -> tuple[str, str]:
        """The ids of the channel and of the direct messages."""
        return self.channel_id, str(int(self.user.id) + 1)

    def note(self, change: Change) -> None:
        """Record a change of a message in one of the two channels."""
        assert change.message is not None
        if change.kind is ChangeKind.DELETED:
            self._seen.pop(change.message.id, None)
        else:
            self._seen[change.message.id] = change.message
        self._changed.set()

    def channel(self) -> list[Message]:
        """The messages in the channel, oldest first."""
        return [each for each in self._seen.values() if each.channel_id == self.channel_id]

    def inbox(self) -> list[Message]:
        """The direct messages, oldest first."""
        return [each for each in self._seen.values() if each.channel_id != self.channel_id]

    def ephemerals(self) -> list[Message]:
        """The ephemeral messages, oldest first."""
        return [each for each in self._seen.values() if each.ephemeral]

    async def until(self, condition: Callable[[], T], seconds: float = PATIENCE) -> T:
        """Wait until a condition is true and return its value; it is checked after every change.

        Raises:
            TimeoutError: If it is still false after `seconds`.
        """
        async with asyncio.timeout(max(seconds, PATIENCE)):
            while not (result := condition()):
                self._changed.clear()
                await self._changed.wait()
        return result


@dataclass
class Measured:
    """What the scripted people measured."""

    actions: int = 0
    stuck: int = 0
    acknowledged: list[float] = field(default_factory=list)
    """Milliseconds from sending a press to its first answer."""
    shown: list[float] = field(default_factory=list)
    """Milliseconds from sending a press to the message that shows what came of it."""


class TimedPlayer(Player):
    """A player who times the answers to presses."""

    measured: Measured

    def _choose(self, offered: Sequence[Json]) -> Json:
        """Choose at random; mark something only where nothing else can be done."""
        return super()._choose([each for each in offered if not is_mark(each)] or offered)

    async def _confirm(self, panel: Message, custom_id: str) -> Message:
        begun, before = time.perf_counter(), self.person.message(panel.id)
        answer = await press(self.person, panel, custom_id)
        self.measured.acknowledged.append((time.perf_counter() - begun) * 1000)
        # A press that was only acknowledged is shown later, and people wait for that.
        await self.person.until(lambda: self.person.message(panel.id) is not before, PATIENCE)
        self.measured.shown.append((time.perf_counter() - begun) * 1000)
        return await answer.done(PATIENCE)


class Usage(NamedTuple):
    """What a process and its children have used."""

    seconds: float
    """Of a processor."""
    megabytes: float
    """Of memory, at present."""

    @classmethod
    def of(cls, pid: int) -> Usage:
        """Read the usage of a process, and of its children that still run. Linux only."""
        process = Path("/proc", str(pid))
        times = process.joinpath("stat").read_text().rpartition(")")[2].split()
        pages = int(process.joinpath("statm").read_text().split()[1])
        own = cls(
            (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
            pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        )
        children = process.joinpath("task", str(pid), "children").read_text().split()
        below = [cls.of(int(each)) for each in children]
        return cls(*map(sum, zip(own, *below, strict=True)))


@asynccontextmanager
async def running_bot(
    playground: Playground, folder: Path, pause: float, kept: Path | None = None
) -> AsyncIterator[int]:
    """Run the bot, and yield the id of its process once it is ready.

    Computers wait `pause` seconds before they act. The database is in the folder `kept`, or a new one.
    """
    others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    with tempfile.TemporaryDirectory() if kept is None else nullcontext(str(kept)) as data:
        settings = {
            "PYTHONPATH": str(TOP),
            "DISCORD_TOKEN": playground.token,
            "DISCORD_ADDRESS": playground.address,
            "DATABASE": str(Path(data, "skiz.db")),
            "PICTURES": str(folder),
            "THINKERS": "0",
            "COMPUTER_PAUSE": str(pause),
            "LOG_LEVEL": "WARNING",
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"), cwd=data, env=others | settings, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        await process.stdout.readline()
        try:
            yield process.pid
        finally:
            process.terminate()
            await process.communicate()


@asynccontextmanager
async def place(
    folder: Path, number: int, pause: float = 0.0
) -> AsyncIterator[tuple[Playground, list[Guest], int]]:
    """Run a playground with the bot, and yield it with some guests and the id of the bot's process."""
    playground = Playground()
    await playground.start()
    guests = [Guest(playground, each) for each in range(number)]
    by_place = {place: guest for guest in guests for place in guest.places}

    def note(change: Change) -> None:
        if change.message is not None and change.message.channel_id in by_place:
            by_place[change.message.channel_id].note(change)

    playground.state.listen(note)
    async with running_bot(playground, folder, pause) as pid:
        yield playground, guests, pid
    await playground.stop()


async def open_table(guest: Guest, game: str) -> None:
    """Open a table, fill it with computers, and start."""
    answer = await guest.slash("tarock new", game=game)
    await answer.done(PATIENCE)
    for verb in (*["add"] * (max(GAMES[game].seats) - 1), "start"):
        await press_board(guest, verb)


async def play(guest: Guest, gap: float, seed: int, measured: Measured) -> None:
    """Play deals at a human pace until cancelled."""
    chance = random.Random(seed)  # noqa: S311 - figures must be repeatable
    player = TimedPlayer(guest, chance)
    player.measured = measured
    try:
        while True:
            panel = await guest.until(lambda: player.asked() or deal_over(guest))
            await asyncio.sleep(gap * chance.uniform(1 - SPREAD, 1 + SPREAD))
            if isinstance(panel, Message):
                await player.act(panel)
            else:
                await press_board(guest, "next")
                await guest.until(lambda: not deal_over(guest))
            measured.actions += 1
    except (TimeoutError, AssertionError) as error:
        measured.stuck += 1
        print(f"{guest}: {type(error).__name__} {error}", file=sys.stderr)


def peak(times: Sequence[float]) -> int:
    """Return the largest number of the ordered times that lie within one second."""
    most = first = 0
    for last, each in enumerate(times):
        while each - times[first] >= 1:
            first += 1
        most = max(most, last - first + 1)
    return most


def in_ms(times: Sequence[float]) -> str:
    """Return the median, the 95th and the 99th percentile as text."""
    if len(times) < 2:
        return "none"
    hundredths = quantiles(times, n=100)
    return f"{median(times):.0f} / {hundredths[94]:.0f} / {hundredths[98]:.0f} ms"


def counted_by_kind(before: Counter[str], after: Counter[str]) -> Iterator[str]:
    """Yield the counted requests of each route, most frequent first."""
    for route, number in (after - before).most_common():
        if is_counted(route):
            yield f"{route}: {number}"


async def measure_tables(folder: Path, number: int, options: argparse.Namespace) -> None:
    """Open all tables, then let people play for a time."""
    measured, seconds = Measured(), options.seconds
    async with place(folder, number, options.pause) as (playground, guests, pid):
        opening = asyncio.Semaphore(8)

        async def begin(guest: Guest) -> None:
            async with opening:
                await open_table(guest, options.game)
                await guest.until(lambda: any(each.attachments for each in guest.inbox()))

        await asyncio.gather(*map(begin, guests))
        while playground.traffic.counts[EMOJIS] < CARDS:  # noqa: ASYNC110 - they come now and then
            await asyncio.sleep(1)
        before, start = Counter(playground.traffic.counts), time.monotonic()
        bot, load = Usage.of(pid), time.process_time()
        playing = [
            asyncio.create_task(play(guest, options.gap, each, measured)) for each, guest in enumerate(guests)
        ]
        for _ in range(int(seconds // options.tokens)):
            await asyncio.sleep(options.tokens)
            playground.interactions.expire_tokens()
        await asyncio.sleep(seconds % options.tokens)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        times = [each for each in playground.traffic.counted_at if each >= start]
        actions, now = max(measured.actions, 1), Usage.of(pid)
        print(
            f"{number} tables: {measured.actions} actions, {measured.actions / seconds:.1f} a second, "
            f"by {len(measured.shown)} presses; {len(times) / actions:.2f} counted requests an action, "
            f"at most {peak(times)} in a second; "
            f"{measured.stuck} stuck"
        )
        print(
            f"    first answer {in_ms(measured.acknowledged)}; shown {in_ms(measured.shown)}; "
            f"processor an action {(now.seconds - bot.seconds) / actions * 1000:.0f} ms, "
            f"the load {(time.process_time() - load) / actions * 1000:.0f} ms; {now.megabytes:.0f} MB"
        )
        for line in counted_by_kind(before, playground.traffic.counts):
            print(f"    {line}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 50, 200])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--gap", type=float, default=8.0, help="seconds a person takes for an action")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds a computer takes")
    parser.add_argument("--tokens", type=float, default=900.0, help="seconds until all tokens expire")
    parser.add_argument("--game", choices=GAMES, default="tapp_tarock")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pictures = Path(folder)
        await asyncio.to_thread(Pictures(pictures).prepare)
        for number in options.tables:
            await measure_tables(pictures, number, options)


if __name__ == "__main__":
    asyncio.run(main())
