"""Lessons: questions from simulated deals, each with the choices that were tried out from the view of a seat.

A file `<game>.jsonl` of this folder has a lesson in each line:

- `id`: the same for the same position; buttons name it.
- `kind`: what is asked, as `kind_of` says.
- `record`: the deal up to the decision (`bot/rules/record.py`).
- `seat`: who decides.
- `choices`: some legal actions in the order in which they are offered, with their `value`, the expected net
  game points of the seat, its standard error `error`, and `apart`, the standard error of the difference from
  the best one.

`python -m bot lessons` makes such a file (`bot/lessons/making.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.computers.causes import Cause
from bot.computers.hints import HintReason, reason_for
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.cards import CODES
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import Record
from bot.rules.view import View

FOLDER: Final = Path(__file__).parent

KINDS: Final[Mapping[str, str]] = {
    "auction": "bid",
    "choice": "bid",
    "calling": "call",
    "talon": "take",
    "discard": "lay",
    "announcing": "announce",
    "play": "play",
}
"""The kind of question of each phase, unless a card is to be called."""

CLEAR: Final = 2.0
"""By how many standard errors of the difference the best choice is better than each other."""
GENERAL: Final = frozenset((HintReason.ONLY, HintReason.PROMISES, HintReason.CUSTOM))
"""Reasons that say nothing about the position."""
FIGURES: Final = frozenset(("gain", "next_gain"))
"""Figures of the rules of thumb that could contradict the values of the choices."""


class LessonError(ValueError):
    """A lesson does not fit the rules of its game."""


class Choice(NamedTuple):
    action: Action
    value: float
    """Expected net game points of the seat."""
    error: float
    """The standard error of the value."""
    apart: float = 0.0
    """The standard error of the difference from the best choice."""


@dataclass(frozen=True)
class Lesson:
    id: str
    kind: str
    record: Record = field(repr=False)
    seat: Seat
    choices: tuple[Choice, ...]

    @classmethod
    def parse(cls, text: str) -> Lesson:
        """Read a line of a file.

        Raises:
            RecordError: Its record is none.
        """
        document = json.loads(text)
        choices = tuple(
            Choice(Action.parse(each["action"]), each["value"], each["error"], each["apart"])
            for each in document["choices"]
        )
        record = Record.parse(json.dumps(document["record"]), GAMES)
        return cls(document["id"], document["kind"], record, document["seat"], choices)

    def document(self) -> dict[str, Any]:
        choices = [{**each._asdict(), "action": str(each.action)} for each in self.choices]
        return {
            "id": self.id,
            "kind": self.kind,
            "record": self.record.document(),
            "seat": self.seat,
            "choices": choices,
        }

    @cached_property
    def deal(self) -> Deal:
        """The deal at the decision; it holds all cards.

        Raises:
            LessonError: A move of the record is illegal.
        """
        deal = Deal.start(self.record.game, self.record.layout)
        for move in self.record.moves:
            acted = deal.act(move.seat, move.action)
            if isinstance(acted, Refusal):
                raise LessonError(f"lesson {self.id}: {move} is refused: {acted.code}")
            deal = acted
        return deal

    @property
    def view(self) -> View:
        """What the seat knows at the decision: all that a page is made from."""
        return self.deal.view(self.seat)

    @property
    def best(self) -> Choice:
        return max(self.choices, key=lambda each: each.value)

    @property
    def reason(self) -> Cause | None:
        """What speaks for the best choice, as its seat can know; `None` if only its value does."""
        return why(self.view, self.best.action)


def why(view: View, action: Action) -> Cause | None:
    """Return what speaks for an action; `None` if only the values of the choices do."""
    cause = reason_for(view, Appraisal(action))
    return None if cause.key in GENERAL or FIGURES & {*cause.facts} else cause


def kind_of(view: View) -> str:
    """Return the kind of question that a decision is; empty if it is none."""
    calls = any(each.verb == "call" and each.argument in CODES for each in view.actions)
    return "call" if calls else KINDS.get(view.open.phase, "")


@lru_cache(maxsize=len(GAMES))
def lessons_of(game: str) -> Mapping[str, Lesson]:
    """Return the lessons of a game by their ids; empty if it has none."""
    path = FOLDER / f"{game}.jsonl"
    return read(path.read_text(encoding="utf-8").splitlines()) if path.exists() else {}


def read(lines: Iterable[str]) -> Mapping[str, Lesson]:
    """Return the lessons in the lines of a file by their ids."""
    return {each.id: each for each in map(Lesson.parse, lines)}
