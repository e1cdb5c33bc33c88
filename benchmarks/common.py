"""What several benchmarks use: arguments, repeatable randomness, intervals and files of results."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NoReturn

from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action


class Parser(argparse.ArgumentParser):
    """An argument parser that reports a wrong argument in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the message and exit with code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def positive(text: str) -> int:
    """Parse a whole number above 0.

    Raises:
        ValueError: The text is no such number.
    """
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def duration(text: str) -> float:
    """Parse a number of seconds above 0.

    Raises:
        ValueError: The text is no such number.
    """
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(text)
    return number


def repeatable(seed: int, name: str) -> Random:
    """Return a generator that gives the same numbers for the same seed and name."""
    return Random(f"{seed} {name}")  # noqa: S311 - deals of a benchmark must be repeatable, not secret


def interval(values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """Return the mean and half the width of its 95 % interval; two `None` if there are no values."""
    if not values:
        return None, None
    width = 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return round(fmean(values), 4), round(width, 4)


def acted(deal: Deal, seat: Seat, action: Action) -> Deal:
    """Return a deal after a legal action."""
    after = deal.act(seat, action)
    assert isinstance(after, Deal), "a player chose an illegal action"
    return after


def whole_lines(path: Path) -> list[str]:
    """Return the lines of a file, or none if it does not exist; cut off a last line without a line break."""
    if not path.exists():
        return []
    whole, _, cut = path.read_text(encoding="utf-8").rpartition("\n")
    if cut:
        path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    return whole.splitlines()
