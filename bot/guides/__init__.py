"""Guided deals: a deal played through by a learner, with a sentence for each of the learner's decisions.

Each is a file `<game>.json` of this folder:

- `record`: the whole deal as a record (`bot/rules/record.py`).
- `seat`: the seat of the learner.
- `steps`: `at`, the number of the moves that the learner has made before it, and `key`, of its sentence:
  `guide.<game>.<key>`, or `guide.<key>` of all games. A step lasts until the next one; the last one comes
  with the result.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from bot.rules.cards import TAROCKS
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import DEAL, Action, Move
from bot.rules.reasons import Refusal
from bot.rules.record import Record, result_document

GUIDE: Final = "guide"
"""The beginning of the name of the cards of a guided deal, such as `guide/koenigrufen`."""
FOLDER: Final = Path(__file__).parent

ANY_ORDER: Final = ("lay", "announce")
"""The verbs of actions that a player makes together, in any order."""
FACE_DOWN: Final = "?"


class GuideError(ValueError):
    """The file of a guided deal does not fit the rules."""


class Step(NamedTuple):
    at: int
    """How many moves the learner has made before it."""
    key: str
    """The last part of the key of its sentence."""


@dataclass(frozen=True)
class Guide:
    """A guided deal: a learner who follows it makes the moves of its record."""

    game: str
    seat: Seat
    layout: Layout = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)
    steps: tuple[Step, ...]
    net: tuple[int, ...]
    """What the deal brings in the end, in net game points by seat."""

    @classmethod
    def of(cls, text: str, game: Game) -> Guide:
        """Read the file of a guided deal.

        Raises:
            RecordError: Its record is none.
            GuideError: A move is illegal, or the deal does not end.
        """
        document = json.loads(text)
        record = Record.parse(json.dumps(document["record"]), {game.name: game})
        deal = Deal.start(game, record.layout)
        for move in record.moves:
            acted = deal.act(move.seat, move.action)
            if isinstance(acted, Refusal):
                raise GuideError(f"{move} is refused: {acted.code}")
            deal = acted
        if deal.result is None or deal.result.void:
            raise GuideError("the deal does not end with a score")
        if record.result is not None and record.result["scores"] != result_document(deal.result)["scores"]:
            raise GuideError("the deal does not end with the scores of its record")
        steps = tuple(Step(each["at"], each["key"]) for each in document["steps"])
        net = game.net(deal.result.settled)
        return cls(game.name, document["seat"], record.layout, record.moves, steps, tuple(net))

    @property
    def held(self) -> int:
        """How many tarocks the learner was dealt."""
        return self.layout.hands[self.seat].count(TAROCKS)

    def is_followed(self, log: Sequence[Move]) -> bool:
        """Whether the moves of a deal, as a seat has seen them, are those of the record so far."""
        seats = range(self.layout.seats)
        return all(_remaining(self._of(seat), _actions(log, seat)) is not None for seat in seats)

    def next_of(self, seat: Seat, log: Sequence[Move]) -> tuple[Action, ...]:
        """What a seat does next, if the record is followed: an action, or some in any order; else nothing."""
        if not self.is_followed(log):
            return ()
        return _remaining(self._of(seat), _actions(log, seat)) or ()

    def agrees(self, log: Sequence[Move], actions: Sequence[Action]) -> bool:
        """Whether some actions of the learner are the next ones of the record."""
        return _remaining(self._of(self.seat), [*_actions(log, self.seat), *actions]) is not None

    def step(self, log: Sequence[Move]) -> Step | None:
        """The step of the learner after some moves; `None` once the record is left."""
        if not self.is_followed(log):
            return None
        made = len(_actions(log, self.seat))
        return next((each for each in reversed(self.steps) if each.at <= made), None)

    def _of(self, seat: Seat) -> list[Action]:
        return _actions(self.moves, seat)


def _actions(moves: Sequence[Move], seat: Seat) -> list[Action]:
    return [move.action for move in moves if move.seat == seat and move.action.verb != DEAL]


def _runs(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """Divide actions into those that are made together in any order, and the others one by one."""
    for verb, run in groupby(actions, key=lambda action: action.verb):
        if verb in ANY_ORDER:
            yield [*run]
        else:
            yield from ([action] for action in run)


def _remaining(planned: Sequence[Action], done: Sequence[Action]) -> tuple[Action, ...] | None:
    """What is left of the run in which some actions end; `None` if they are not the planned ones.

    It is the next run if they end with a whole one, and nothing at the end. An action made face down may be
    any.
    """
    left = list(done)
    for run in _runs(planned):
        if not left:
            return tuple(run)
        made, left = left[: len(run)], left[len(run) :]
        known = [each for each in made if each.argument != FACE_DOWN]
        if len({*known}) < len(known) or not {*known} <= {*run}:
            return None
        if len(made) < len(run):
            return tuple(each for each in run if each not in made)
    return None if left else ()


_GUIDES: dict[str, Guide | None] = {}


def guide_to(game: Game) -> Guide | None:
    """The guided deal of a game, if it has one."""
    if game.name not in _GUIDES:
        path = FOLDER / f"{game.name}.json"
        _GUIDES[game.name] = Guide.of(path.read_text(encoding="utf-8"), game) if path.exists() else None
    return _GUIDES[game.name]


def is_guide(given: str) -> bool:
    """Whether given cards are those of a guided deal, by their name."""
    return given.startswith(f"{GUIDE}/")
