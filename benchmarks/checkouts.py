"""The computer players of another checkout of this project, such as an earlier version.

They answer in a process of their own, which runs the engine of that checkout: it gets each position as the
record of the deal so far, a format that all versions share.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.record import Record

ANSWERS: Final = """
import sys
from bot.games import GAMES
from bot.computers.players import (for_game)
from bot.rules.deal import Deal
from bot.rules.record import Record

for line in sys.stdin:
    seat, text = line.split(" ", 1)
    record = Record.parse(text, GAMES)
    deal = Deal.start(record.game, record.layout)
    for move in record.moves:
        deal = deal.act(move.seat, move.action)
    print(for_game(record.game.name).choose(deal.view(int(seat))), flush=True)
"""
"""The program of that process. It uses only what every version since 0.1.0 has."""


def is_checkout(folder: Path) -> bool:
    """Whether a folder holds a version of this project with computer players."""
    return (folder / "bot" / "players" / "__init__.py").is_file()


class OfCheckout:
    """The computer player of a checkout, its rules of thumb, asked as a `duel.Timed` is."""

    ms_per_decision: Final = None
    """The other process spends the time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def choose(self, deal: Deal, seat: Seat) -> Action:
        """Return what the player chooses at a seat.

        Raises:
            RuntimeError: The other version does not understand the position.
        """
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None, "the process was started with pipes"
        assert answers is not None, "the process was started with pipes"
        print(seat, Record.of(deal).json(), file=asking, flush=True)
        answer = answers.readline().strip()
        if not answer:
            raise RuntimeError(f"the other version has no answer to {Record.of(deal).json()}")
        return Action.parse(answer)


@contextmanager
def player_of(checkout: Path) -> Iterator[OfCheckout]:
    """Start the process of a checkout, and stop it afterwards."""
    command = [sys.executable, "-c", ANSWERS]
    environment = os.environ | {"PYTHONPATH": str(checkout.resolve())}
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=checkout, env=environment, stdin=pipe, stdout=pipe, text=True
    ) as process:
        yield OfCheckout(process)
        process.kill()
