"""The worker processes of the bot: a fair queue, and what happens when one dies or hangs."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from bot.computers.players import BUDGETS, Strength
from bot.computers.search import Appraisal
from bot.rules.moves import Action
from bot.rules.view import View

_log = logging.getLogger(__name__)


class Question(NamedTuple):
    """A question to a worker process. It can be pickled, and does not reach the deal."""

    view: View
    strength: Strength
    seed: str
    """The seed of its random numbers, together with the view."""
    seconds: float
    appraises: bool = False
    """Whether the answer appraises all options, and does not only name the choice."""


START_SECONDS: Final = 60.0
"""How long a worker may take to be ready."""

INHERITED: Final = ("SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
"""The variables of the environment that a worker needs to start. The token is none of them."""


class WorkerDiedError(Exception):
    """The worker process has ended, or its answer cannot be read."""


class PlayerFailedError(Exception):
    """The computer player raised an exception. The text names its type and place, and no card."""


class Worker(Protocol):
    """Answers one question at a time."""

    async def ask(self, question: Question) -> tuple[Appraisal, ...]:
        """Return the options that were asked for, the one that the computer player chooses first.

        Raises:
            PlayerFailedError: It raised an exception.
            WorkerDiedError: There will be no answers any more.
        """

    async def stop(self) -> None:
        """End it, whatever it does."""


class WorkerProcess:
    """A process that runs `bot.computers.worker`. See `Worker` for its methods."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._questions, self._answers = process, process.stdin, process.stdout

    @classmethod
    async def start(cls) -> WorkerProcess:
        """Start a process, and wait until it is ready.

        Raises:
            OSError: It cannot be started, or is not ready in time.
            WorkerDiedError: It has ended at once.
        """
        # The worker imports the same code as this process.
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(sys.path)
        command = (sys.executable, "-m", "bot.computers.worker")
        worker = cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment))
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._line()
        except BaseException:
            await worker.stop()
            raise
        return worker

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, question: Question) -> tuple[Appraisal, ...]:
        try:
            self._questions.write(pickle.dumps(question))
            await self._questions.drain()
        except ConnectionError:
            raise WorkerDiedError from None
        said = await self._line()
        if "error" in said:
            raise PlayerFailedError(said["error"])
        return tuple(
            Appraisal(Action.parse(action), points, error, worlds, tuple(map(Action.parse, alike)))
            for action, points, error, worlds, alike in said["options"]
        )

    async def _line(self) -> dict[str, Any]:
        line = await self._answers.readline()
        if not line.endswith(b"\n"):
            raise WorkerDiedError
        said: dict[str, Any] = json.loads(line)
        return said

    async def stop(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        self._questions.close()
        await self._process.communicate()


Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by owner. After an item of an owner is taken, all other owners come first.

    Patient items are taken only while no other item waits.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._patient: dict[str, deque[Item]] = {}
        self._put = asyncio.Event()

    def __len__(self) -> int:
        """The number of waiting items that are not patient."""
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, item: Item, *, patient: bool = False) -> None:
        """Add an item behind the others of its owner."""
        (self._patient if patient else self._waiting).setdefault(owner, deque()).append(item)
        self._put.set()

    def discard(self, owner: str, item: Item) -> None:
        for owners in (self._waiting, self._patient):
            items = owners.get(owner)
            if items and item in items:
                items.remove(item)
                if not items:
                    del owners[owner]

    async def get(self) -> Item:
        """Take the next item of the owner whose turn it is, as soon as there is one."""
        while not (self._waiting or self._patient):
            self._put.clear()
            await self._put.wait()
        owners = self._waiting or self._patient
        owner = next(iter(owners))
        items = owners.pop(owner)
        item = items.popleft()
        if items:
            owners[owner] = items
        return item


GRACE_SECONDS: Final = 0.25
"""Seconds that an answer may come after its deadline, for the least number of worlds and the way back."""

THINKING_PART: Final = 0.8
"""The part of a decision's time in which a worker may think."""

HANG_SECONDS: Final = 10.0
"""Seconds past its time after which the pool replaces a worker."""

RESTART_SECONDS: Final = 1.0
"""How long a worker's place stays empty after it has died, hung or failed to start."""


class Failure(StrEnum):
    """Why a decision was not made by the pool."""

    LATE = "late"
    """Too many decisions waited, or the worker was too slow."""
    DIED = "died"
    """The worker has ended, and is replaced."""
    HUNG = "hung"
    """The worker was killed, and is replaced."""
    RAISED = "raised"


@dataclass(eq=False)
class Job:
    about: str
    """What is asked of whom, for the log."""
    question: Question
    deadline: float
    """By the clock of the event loop."""
    answer: asyncio.Future[tuple[Appraisal, ...] | None] = field(default_factory=asyncio.Future)

    def done(self, answer: tuple[Appraisal, ...] | None) -> None:
        """Pass the answer on, unless it is no longer awaited."""
        if not self.answer.done():
            self.answer.set_result(answer)


class Pool:
    """Worker processes, started when the first decision is to be made."""

    def __init__(
        self,
        size: int,
        failed: Callable[[Failure], None],
        start: Callable[[], Awaitable[Worker]] = WorkerProcess.start,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Start nothing yet.

        `size`: how many processes think at a time.
        `failed`: counts decisions that the pool did not make.
        `start`: starts a worker.
        `sleep`: waits for some seconds.
        """
        self._size = size
        self._failed = failed
        self._start = start
        self._sleep = sleep
        self._queue = FairQueue[Job]()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def waiting(self) -> int:
        """How many decisions of tables wait for a worker."""
        return len(self._queue)

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float
    ) -> Action | None:
        """Return what a computer player chooses; `None` if it has not chosen within `seconds`, or cannot.

        If the caller stops waiting, the pool drops the decision.
        """
        thinking = min(BUDGETS[strength].seconds, THINKING_PART * seconds)
        grace = min(GRACE_SECONDS, seconds - thinking)

        question = Question(view, strength, seed, thinking)
        about = f"{strength} computer player of {view.game}"
        options = await self._answered(table_id, about, question, grace=grace)
        return options[0].action if options else None

    async def appraise(
        self,
        owner: str,
        strength: Strength,
        view: View,
        seed: str,
        *,
        seconds: float,
        patience: float = 0.0,
    ) -> tuple[Appraisal, ...] | None:
        """Return the appraisals of the options of a decision; `None` if they take longer than `seconds`.

        `patience`: seconds that the answer may take longer; if there are any, other questions come first.
        """
        question = Question(view, strength, seed, seconds, appraises=True)
        return await self._answered(owner, f"appraisal of {view.game}", question, patience)

    async def _answered(
        self, owner: str, about: str, question: Question, patience: float = 0.0, grace: float = GRACE_SECONDS
    ) -> tuple[Appraisal, ...] | None:
        deadline = asyncio.get_running_loop().time() + question.seconds + patience
        job = Job(about, question, deadline)
        self._queue.put(owner, job, patient=patience > 0)
        self._tasks = self._tasks or tuple(asyncio.create_task(self._work()) for _ in range(self._size))
        try:
            async with asyncio.timeout_at(deadline + grace):
                return await job.answer
        except TimeoutError:
            self._failed(Failure.LATE)
            return None
        finally:
            self._queue.discard(owner, job)

    async def close(self) -> None:
        """End all workers, whatever they do."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        """Keep one worker, and another one whenever it is lost."""
        while True:
            try:
                worker = await self._start()
            except (OSError, WorkerDiedError) as error:
                _log.error("A worker process cannot be started: %s", type(error).__name__)
            else:
                await self._use(worker)
            await self._sleep(RESTART_SECONDS)

    async def _use(self, worker: Worker) -> None:
        """Give decisions to a worker until it is lost."""
        try:
            failure = None
            while failure not in {Failure.DIED, Failure.HUNG}:
                job = await self._queue.get()
                failure = await self._decide(worker, job)
                if failure is not None:
                    self._failed(failure)
                    job.done(None)
        finally:
            await worker.stop()

    async def _decide(self, worker: Worker, job: Job) -> Failure | None:
        seconds = self._share(job)
        try:
            async with asyncio.timeout(seconds + HANG_SECONDS):
                job.done(await worker.ask(job.question._replace(seconds=seconds)))
        except TimeoutError:
            _log.error("A worker process hangs, and is replaced")
            return Failure.HUNG
        except WorkerDiedError:
            _log.error("A worker process has ended, and is replaced")
            return Failure.DIED
        except PlayerFailedError as error:
            _log.error("The %s failed: %s", job.about, error)
            return Failure.RAISED
        return None

    def _share(self, job: Job) -> float:
        """Return the seconds for a decision: the time to its deadline, shared with the others that wait."""
        left = job.deadline - asyncio.get_running_loop().time()
        return min(job.question.seconds, max(left, 0.0) / (1 + len(self._queue) / self._size))
