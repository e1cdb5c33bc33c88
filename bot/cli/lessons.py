"""`python -m bot lessons`: make the lessons of a game from simulated deals."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import islice

from bot.games import GAMES
from bot.lessons.making import Maker, written


def _count(text: str) -> int:
    """Parse a whole number above 0.

    Raises:
        ValueError: The text is no such number.
    """
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def arguments(parser: ArgumentParser) -> None:
    parser.description = (
        "Print lessons of a game, one line of JSON each: decisions of simulated deals in which one choice is"
        " clearly the best, with what each choice is worth. They are the files of bot/lessons."
    )
    parser.add_argument("game", metavar="GAME", choices=list(GAMES), help=", ".join(GAMES))
    parser.add_argument("--count", type=_count, default=36, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what chance depends on (default: %(default)s)")


def run(parsed: Namespace) -> int:
    for lesson in islice(Maker(GAMES[parsed.game], parsed.seed).lessons(), parsed.count):
        print(written(lesson), flush=True)
    return 0
