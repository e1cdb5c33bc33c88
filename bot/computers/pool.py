"""The worker processes of the bot: a fair queue, and what happens when one dies or hangs."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Generic, TypeVar

from bot.computers.players import BUDGETS, Strength
from bot.computers.process import PlayerFailedError, Question, Worker, WorkerDiedError, WorkerProcess
from bot.computers.search import Appraisal
from bot.rules.moves import Action
from bot.rules.view import View

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by owner. The owner whose item was taken comes after all others that wait.

    Patient items are taken only while no other waits.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._patient: dict[str, deque[Item]] = {}
        self._put = asyncio.Event()

    def __len__(self) -> int:
        """How many items wait that are not patient."""
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
"""How much later than its deadline an answer may be: the least number of worlds, and the way back."""

THINKING_PART: Final = 0.8
"""The part of the time until an answer is too late that a worker may think."""

HANG_SECONDS: Final = 10.0
"""Seconds past its time after which a worker is taken to hang."""

RESTART_SECONDS: Final = 1.0
"""How long a worker's place stays empty after it has died, hung or failed to start."""


_log = logging.getLogger(__name__)


class Failure(StrEnum):
    """Why a decision was not made by the pool."""

    LATE = "late"
    """Too many tables were thinking, or the worker was too slow."""
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
        """Return what a computer player chooses; `None` if it has not chosen in time, or cannot.

        If the caller stops waiting, the decision is dropped.

        `seconds`: after how long an answer comes too late. Less time to think leaves time for the way back.
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
        """Return what each option of a decision promises; `None` if that is not known in time.

        `seconds`: how long that may take.
        `patience`: with some seconds of it, all that does not wait so patiently is answered first.
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
        """Return the seconds for a decision: what others that wait leave of the time until its deadline."""
        left = job.deadline - asyncio.get_running_loop().time()
        return min(job.question.seconds, max(left, 0.0) / (1 + len(self._queue) / self._size))
