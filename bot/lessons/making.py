"""Making lessons: deals by rules of thumb, in which decisions with one clearly best choice are found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from bot.computers.players import BUDGETS, Strength, offered
from bot.computers.search import (
    LEAST_WORLDS,
    Appraisal,
    Searcher,
    Trial,
    candidates,
    card_trials,
    early_trials,
    sequential_halving,
    stream,
)
from bot.games import COMPUTERS
from bot.lessons import CLEAR, Choice, Lesson, kind_of, why
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import Record
from bot.rules.view import View

SHARES: Final[Mapping[str, int]] = {"bid": 4, "call": 2, "take": 2, "lay": 3, "announce": 3, "play": 6}
"""How often each kind is asked compared with the others, where a game has it."""
MOST: Final = 4
"""Choices offered at most."""
LEAST_GAIN: Final = 0.3
"""Game points by which the best choice is better than each other at least: a learner sees tenths."""
EARLY_WORLDS: Final = 120
"""In how many worlds the choices before the play are compared."""
WORLDS: Final = 400
"""The same for cards."""
LAST_TRICKS: Final = 2
"""With so few cards in hand nothing is asked: what is right then can only be counted out."""
TRIES: Final = 2
"""How many decisions of a deal are tried out at most."""


FOUND, FAILED = 10, 4
"""How much a lesson, and a decision that is none, count for the share of its kind."""


class Moment(NamedTuple):
    """A decision of a seat in a deal."""

    deal: Deal
    seat: Seat
    kind: str

    @property
    def view(self) -> View:
        return self.deal.view(self.seat)


@dataclass(frozen=True)
class Maker:
    """Makes lessons of one game; equal seeds make equal lessons."""

    game: Game
    seed: int
    early: int = EARLY_WORLDS
    worlds: int = WORLDS

    def lessons(self) -> Iterator[Lesson]:
        """Yield lessons without end, at most one of a deal, the kinds that are behind their shares first."""
        asked, answers = Counter[str](), list[tuple[str, Action]]()
        random = Random(f"{self.seed} lessons {self.game.name}")  # noqa: S311 - no secret
        while True:
            moments = list(moments_of(started(self.game, random)))
            random.shuffle(moments)
            present = {each.kind for each in moments}
            kinds = sorted(present & SHARES.keys(), key=lambda kind: (asked[kind] / SHARES[kind], kind))
            for kind in kinds[:TRIES]:
                lesson = self.lesson(next(each for each in moments if each.kind == kind))
                if lesson is None or is_usual(answers, answer := (kind, lesson.best.action)):
                    asked[kind] += FAILED
                    continue
                asked[kind] += FOUND
                answers.append(answer)
                yield lesson
                break

    def lesson(self, moment: Moment) -> Lesson | None:
        """Return the lesson of a decision; `None` if no choice is clearly best, or nothing explains why."""
        view = moment.view
        options = self._screened(view)
        if len(options) < 2:
            return None
        worlds = self.worlds if view.open.phase == "play" else self.early
        choices = compared(tempting(view, options), islice(self._trials(view, "again", worlds), worlds))
        if not is_clear(choices):
            return None
        if moment.kind != "bid" and why(view, choices[0].action) is None:
            return None
        order = {action: place for place, action in enumerate(in_hand_order(view))}
        ordered = tuple(sorted(choices, key=lambda each: order[each.action]))
        record = Record.of(moment.deal)
        digest = sha256(f"{record.json()} {moment.seat}".encode()).hexdigest()
        return Lesson(digest[:8], moment.kind, record, moment.seat, ordered)

    def _screened(self, view: View) -> list[Appraisal]:
        """Return the legal actions that were tried out in a few worlds, those worth most first."""
        budget, usual = BUDGETS[Strength.STRONG], COMPUTERS[self.game.name].choose(view)
        if view.open.phase == "play":
            computer = replace(COMPUTERS[self.game.name], defensive_margin=-inf)
            return list(Searcher(computer, budget, f"{self.seed}").cards(view))
        tried, alike = candidates(COMPUTERS[self.game.name], view)
        if some := offered(view):
            tried = tuple(each for each in tried if each == usual or each in some or not each.argument)
        found = sequential_halving(tried, self._trials(view, "first", LEAST_WORLDS), budget.early)
        return [each._replace(alike=alike) if each.action == tried[0] else each for each in found]

    def _trials(self, view: View, seed: str, enough: int) -> Iterator[Trial]:
        """Yield trials in imagined worlds, others for each seed; before the play `enough` different ones."""
        computer, random = COMPUTERS[self.game.name], stream(view, f"{self.seed} {seed}")
        if view.open.phase == "play":
            return card_trials(computer, view, random, infers=True, open_hands=True)
        return early_trials(computer, view, random, enough)


def started(game: Game, random: Random) -> Deal:
    """Return a deal shuffled by chance that the rules do not have dealt again."""
    while True:
        deck, seats = list(game.pack), random.choice(game.seats)
        random.shuffle(deck)
        layout = game.lay_out(deck, random.choice(game.dealers(seats)), seats)
        if not game.dealt_again(layout):
            return Deal.start(game, replace(layout, session=game.session))


def moments_of(deal: Deal) -> Iterator[Moment]:
    """Yield the decisions of a deal by rules of thumb: those of one seat between several options."""
    computer = COMPUTERS[deal.game.name]
    while seats := deal.seats():
        seat = seats[0]
        view = deal.view(seat)
        kind = kind_of(view)
        if len(seats) == 1 and len(view.actions) > 1 and kind and not _near_end(view):
            yield Moment(deal, seat, kind)
        acted = deal.act(seat, computer.choose(view))
        assert not isinstance(acted, Refusal), "computers act by the rules"
        deal = acted


def _near_end(view: View) -> bool:
    return view.open.phase == "play" and len(view.hand) <= LAST_TRICKS


def tempting(view: View, options: Sequence[Appraisal]) -> tuple[Action, ...]:
    """Return the best option, the next ones worth something else, and what a weak computer would do."""
    weak, different = COMPUTERS[view.game].choose(view), dict[float | None, Action]()
    for each in options:
        different.setdefault(each.points, each.action)
    first = [*different.values()][: MOST - 1]
    taken = next((each.action for each in options if weak in each.actions), first[0])
    return tuple(dict.fromkeys([*first, taken, *different.values()]))[:MOST]


def compared(actions: Sequence[Action], trials: Iterator[Trial]) -> tuple[Choice, ...]:
    """Try actions in the same worlds, and return them with their values, the best one first."""
    values: list[list[float]] = [[] for _ in actions]
    for trial in trials:
        for action, each in zip(actions, values, strict=True):
            each.append(trial(action).points)
    if len(values[0]) < LEAST_WORLDS:
        return ()
    best = max(values, key=fmean)
    choices = [
        Choice(action, *(round(each, 3) for each in (fmean(got), _error(got), _error(_less(best, got)))))
        for action, got in zip(actions, values, strict=True)
    ]
    return tuple(sorted(choices, key=lambda each: -each.value))


def _less(ones: Sequence[float], others: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(ones, others, strict=True)]


def _error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values))


def is_clear(choices: Sequence[Choice]) -> bool:
    """Whether the first choice is better than each other by more than chance, and by enough to be seen."""
    gains = [(choices[0].value - each.value, each.apart) for each in choices[1:]]
    return bool(gains) and all(gain >= max(LEAST_GAIN, CLEAR * apart + 0.001) for gain, apart in gains)


def is_usual(answers: Sequence[tuple[str, Action]], answer: tuple[str, Action]) -> bool:
    """Whether more than half of the lessons of a kind have this answer already."""
    same = [each for each in answers if each[0] == answer[0]]
    return 2 * same.count(answer) > len(same) + 1


def in_hand_order(view: View) -> list[Action]:
    """Return the legal actions in the order of their buttons: cards as in the hand, others as listed."""
    places = {str(each): place for place, each in enumerate(view.hand.sorted)}
    return sorted(view.actions, key=lambda each: places.get(each.argument, 0))


def written(lesson: Lesson) -> str:
    """Return the line of a lesson in its file."""
    return json.dumps(lesson.document(), ensure_ascii=False)
