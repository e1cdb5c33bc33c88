"""A process that thinks for computer players: `python -m bot.computers.worker`.

It reads pickled questions from its standard input, and writes lines of JSON to its standard output: one when
it is ready, one for each answer. It ends when its input does: it never outlives the bot, however that ends.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from traceback import extract_tb
from typing import Any, BinaryIO, Final, TextIO

from bot.computers.players import appraise, of_strength
from bot.computers.pool import Question
from bot.computers.search import Appraisal

NICENESS: Final = 10
"""The niceness of a worker: the bot itself, which answers people, goes first when processors are busy."""


def main() -> None:
    # Ctrl+C and the end of a service signal the whole group of processes: the bot says what that means.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    # Windows has no niceness, and a sandbox may forbid it.
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)  # whatever else is printed is not taken for an answer
        serve(sys.stdin.buffer, answers, partial(os._exit, 0))


def serve(questions: BinaryIO, answers: TextIO, end: Callable[[], object]) -> None:
    """Answer questions one after the other.

    `questions`: pickled, one behind the other.
    `answers`: one line for each, after a first one.
    `end`: ends the process. It is called from a thread of its own as soon as the questions end, in the middle
    of a thought, too.
    """
    waiting: SimpleQueue[Question | None] = SimpleQueue()
    threading.Thread(target=_read, args=(questions, waiting, end), daemon=True).start()
    print(json.dumps({"ready": os.getpid()}), file=answers, flush=True)
    while question := waiting.get():
        print(json.dumps(answer(question)), file=answers, flush=True)


def _read(questions: BinaryIO, waiting: SimpleQueue[Question | None], end: Callable[[], object]) -> None:
    try:
        while True:
            waiting.put(pickle.load(questions))  # noqa: S301 - they come from the bot that has started us
    except (EOFError, pickle.UnpicklingError):
        waiting.put(None)
        end()


def answer(question: Question) -> dict[str, Any]:
    """Return the `options`, or the `error` and where it was raised: its text might name a card."""
    view, strength, seed, seconds, appraises = question
    try:
        if appraises:
            return {"options": list(map(in_json, appraise(view, strength, seed, seconds)))}
        return {"options": [in_json(Appraisal(of_strength(view.game, strength, seed, seconds).choose(view)))]}
    except Exception as error:  # noqa: BLE001 - a player may raise anything
        raised = extract_tb(error.__traceback__)[-1]
        where = f"{raised.name}, line {raised.lineno} of {raised.filename}"
        return {"error": f"{type(error).__name__} in {where}"}


def in_json(each: Appraisal) -> list[Any]:
    return [str(each.action), *each[1:4], [str(action) for action in each.alike]]


if __name__ == "__main__":
    main()
