"""Real worker processes: what they answer, that a view is all they know, and that none outlives the bot."""

from __future__ import annotations

import asyncio
import io
import json
import os
import pickle
import shutil
import signal
import sys
import threading
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from benchmarks.duel import deals
from bot.computers import worker
from bot.computers.players import Strength, appraise, for_game, of_strength
from bot.computers.pool import PlayerFailedError, Question, WorkerDiedError, WorkerProcess
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.view import View
from tests.notation import act

TOP = Path(__file__).parents[2]


def question_about_a_card(seed: str = "", seconds: float = 60.0) -> Question:
    """A question about which card to play in a deal."""
    deal = next(deals(GAMES["illustrated_tarokk"], 1, 1))
    while deal.open.phase != "play" or len(deal.actions(deal.seats()[0])) == 1:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {for_game(deal.game.name).choose(deal.view(seat))}")
    return Question(deal.view(deal.seats()[0]), Strength.STEADY, seed, seconds)


QUESTION = question_about_a_card()


@pytest.fixture
async def process() -> AsyncIterator[WorkerProcess]:
    started = await WorkerProcess.start()
    yield started
    await started.stop()


async def test_a_worker_process_answers_as_a_player_in_this_process_would(process: WorkerProcess) -> None:
    view = QUESTION.view
    here = (Appraisal(of_strength(view.game, QUESTION.strength, QUESTION.seed).choose(view)),)
    assert await process.ask(QUESTION) == here
    for each in (signal.SIGINT, signal.SIGTERM):
        os.kill(process.pid, each)
    with pytest.raises(PlayerFailedError, match=r"^KeyError in searcher, line \d+ of .*players.py$"):
        await process.ask(QUESTION._replace(view=replace(view, game="bridge")))
    assert await process.ask(QUESTION) == here, "errors and signals meant for the bot do not end it"
    appraised = await process.ask(Question(view, Strength.STEADY, "seed", 60.0, appraises=True))
    assert appraised == appraise(QUESTION.view, Strength.STEADY, "seed")
    actions = {action for each in appraised for action in (each.action, *each.alike)}
    assert actions == set(QUESTION.view.actions)
    printing: Any = Printing()
    (option,) = await process.ask(QUESTION._replace(seed=printing, seconds=0.0))
    assert option.action in view.actions
    least = min(os.getpriority(os.PRIO_PROCESS, os.getpid()) + worker.NICENESS, 19)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == least, "the bot has priority over its workers"
    os.kill(process.pid, 9)
    with pytest.raises(WorkerDiedError):
        await process.ask(QUESTION)


class Printing:
    """An object that writes to standard output when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.write, (1, b'{"action": "nothing"}\n')


async def test_a_worker_that_does_not_read_is_killed_and_reaped() -> None:
    asleep = await asyncio.create_subprocess_exec("sleep", "60", stdin=PIPE, stdout=PIPE)
    async with asyncio.timeout(10):
        await WorkerProcess(asleep).stop()
    assert asleep.returncode == -signal.SIGKILL


async def test_starting_a_process_that_ends_at_once_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computers.pool.sys.executable", shutil.which("true"))
    with pytest.raises(WorkerDiedError):
        await WorkerProcess.start()


async def test_a_process_that_is_not_ready_in_time_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    silent.chmod(0o755)
    stop, stopped = WorkerProcess.stop, []

    async def noted(process: WorkerProcess) -> None:
        await stop(process)
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)
        stopped.append(process.pid)

    monkeypatch.setattr("bot.computers.pool.sys.executable", str(silent))
    monkeypatch.setattr("bot.computers.pool.START_SECONDS", 0.01)
    monkeypatch.setattr(WorkerProcess, "stop", noted)
    with pytest.raises(TimeoutError):
        await WorkerProcess.start()
    assert len(stopped) == 1, "the process was killed and reaped"


ELSEWHERE = """
import sys
print('{"ready": 1}', flush=True)
sys.stdin.buffer.read(1)
print('{"options": [["pass", null, 0.0, 0, []]]}', flush=True)
"""
"""The code of a worker in another installation."""


async def test_a_worker_imports_from_the_same_path_as_the_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "code/bot/computers").mkdir(parents=True)
    (tmp_path / "code/bot/__init__.py").touch()
    (tmp_path / "code/bot/computers/worker.py").write_text(ELSEWHERE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "code"), *sys.path])
    process = await WorkerProcess.start()
    assert await process.ask(QUESTION) == (Appraisal(Action("pass"), None, 0.0),)
    await process.stop()


BOT = """
import asyncio
from bot.computers.pool import WorkerProcess
async def main():
    worker = await WorkerProcess.start()
    print(worker.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""
"""Starts a worker, and hangs."""


async def test_a_process_gets_no_token_and_does_not_outlive_a_bot_that_is_killed() -> None:
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", BOT),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PYTHONPATH": str(TOP), "DISCORD_TOKEN": "secret"},
    )
    assert bot.stdout is not None
    assert bot.stderr is not None
    environment = Path(f"/proc/{int(await bot.stdout.readline())}/environ")
    assert not environment.exists() or b"secret" not in environment.read_bytes()
    bot.kill()
    # The worker holds this pipe, too: it ends when both are gone.
    async with asyncio.timeout(10):
        assert await bot.stderr.read() == b""
    await bot.wait()


# Within this process


def served(*questions: Question) -> list[dict[str, Any]]:
    """The lines that a worker writes until its questions end."""
    ended, answers = Event(), io.StringIO()
    worker.serve(io.BytesIO(b"".join(map(pickle.dumps, questions))), answers, ended.set)
    assert ended.wait(10)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_questions_are_answered_one_by_one() -> None:
    ready, first, second = served(QUESTION, QUESTION._replace(seconds=0.0))
    assert list(ready) == ["ready"]
    assert first["options"][0][0] in map(str, QUESTION.view.actions)
    assert second["options"][0][0] in map(str, QUESTION.view.actions), "with no time, too"


def test_the_end_of_the_questions_is_noticed_while_thinking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = Event()

    class Thorough:
        def choose(self, view: View) -> Action:
            assert ended.wait(10)
            return view.actions[0]

    monkeypatch.setattr(worker, "of_strength", lambda *_: Thorough())
    worker.serve(io.BytesIO(pickle.dumps(QUESTION)), answers := io.StringIO(), ended.set)
    assert "options" in answers.getvalue()


def test_a_worker_that_cannot_answer_does_not_live_on_to_read_questions() -> None:
    before, ended, answers = set(threading.enumerate()), Event(), io.StringIO()
    answers.close()
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as questions:
        with os.fdopen(writing, "wb"):
            with pytest.raises(ValueError, match="closed file"):
                worker.serve(questions, answers, ended.set)
            (reader,) = set(threading.enumerate()) - before
            assert reader.daemon, "the process ends without waiting for it"
        reader.join(10)


def test_an_error_names_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    class Raising:
        def choose(self, view: object) -> None:
            raise ValueError(f"I hold {QUESTION.view.hand}")

    monkeypatch.setattr(worker, "of_strength", lambda *_: Raising())
    (said,) = worker.answer(QUESTION).values()
    assert said.startswith("ValueError in choose, line ")
    assert not [card for card in QUESTION.view.hand if str(card) in said.split()]
