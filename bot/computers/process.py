"""A worker process as the bot sees it, and the questions it is asked."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.rules.moves import Action
from bot.rules.view import View


class Question(NamedTuple):
    """What a worker process is asked: a value that can be pickled, and nothing that leads on to a deal."""

    view: View
    strength: Strength
    seed: str
    """What its chance depends on, besides the view."""
    seconds: float
    appraises: bool = False
    """Whether it says what each option promises, and not only which one it chooses."""


START_SECONDS: Final = 60.0
"""How long a worker may take to be ready."""

INHERITED: Final = ("SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
"""The variables of the environment that a worker needs to start. The token is none of them."""


class WorkerDiedError(Exception):
    """The worker process has ended, or does not say what it should."""


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
        # It runs the code that we run, wherever that was imported from.
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
