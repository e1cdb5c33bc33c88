"""A worker process as the bot sees it, and the questions it is asked."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.rules.moves import Action
from bot.rules.view import View

if TYPE_CHECKING:
    from asyncio.subprocess import Process


class Question(NamedTuple):
    """Which action a computer player chooses."""

    game: str
    strength: Strength
    view: View
    seed: str
    """What the player's chance depends on, besides the view."""
    seconds: float
    """How long it may think."""


class Appraising(NamedTuple):
    """What each option of a decision promises."""

    view: View
    strength: Strength
    """The strength of the computer player that appraises."""
    seed: str
    """What chance depends on, besides the view."""
    seconds: float
    """How long that may take."""


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

    async def ask(self, question: Question) -> Action:
        """Return the action that the computer player chooses.

        Raises:
            PlayerFailedError: It raised an exception.
            WorkerDiedError: There will be no answers any more.
        """

    async def appraise(self, question: Appraising) -> tuple[Appraisal, ...]:
        """Return what each option promises, the best first; raises the same as `ask`."""

    async def stop(self) -> None:
        """End it, whatever it does."""


class WorkerProcess:
    """A `bot.computers.worker`."""

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
        """The id of the process."""
        return self._process.pid

    async def ask(self, question: Question) -> Action:
        """See `Worker.ask`."""
        said = await self._answer(question)
        return Action.parse(said["action"])

    async def appraise(self, question: Appraising) -> tuple[Appraisal, ...]:
        """See `Worker.appraise`."""
        said = await self._answer(question)
        return tuple(
            Appraisal(Action.parse(action), points, error, worlds, tuple(map(Action.parse, alike)))
            for action, points, error, worlds, alike in said["options"]
        )

    async def _answer(self, question: Question | Appraising) -> dict[str, Any]:
        try:
            self._questions.write(pickle.dumps(question))
            await self._questions.drain()
        except ConnectionError:
            raise WorkerDiedError from None
        said = await self._line()
        if "error" in said:
            raise PlayerFailedError(said["error"])
        return said

    async def _line(self) -> dict[str, Any]:
        line = await self._answers.readline()
        if not line.endswith(b"\n"):
            raise WorkerDiedError
        said: dict[str, Any] = json.loads(line)
        return said

    async def stop(self) -> None:
        """See `Worker.stop`."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._questions.close()
        await self._process.communicate()
