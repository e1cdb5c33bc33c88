"""`python -m bot analyse`: what each option of each decision in deal records promised to the player."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Any

from bot.cli.replay import FILES, Failure, Step, conclusion, steps, until_invalid
from bot.computers.players import BUDGETS, Strength, appraise
from bot.computers.search import Appraisal
from bot.errors import one_line
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.record import Record


@dataclass(frozen=True)
class Decision:
    """An action of a record, and what the options promised from the view of the player who took it."""

    step: Step
    options: tuple[Appraisal, ...]
    """The one that the computer player would choose first."""

    def document(self) -> dict[str, Any]:
        """Return the decision as JSON values; expected values and errors are in net game points."""
        return {
            "n": self.step.number,
            "phase": self.step.deal.open.phase,
            "seat": self.step.move.seat,
            "action": str(self.step.move.action),
            "options": [figures(option, action) for option in self.options for action in option.actions],
        }

    def lines(self) -> list[str]:
        """Return the decision as lines of text, the action that was taken marked with an asterisk."""
        step, taken = self.step, self.step.move.action
        said = [
            f"  {'*' if action == taken else ' '} {action!s:20} {in_words(option)}"
            for option in self.options
            for action in option.actions
        ]
        return [f"{step.number}. {step.deal.open.phase}, seat {step.move.seat}: {taken}", *said]


def figures(option: Appraisal, action: Action) -> dict[str, Any]:
    """Return what an action promises as JSON values; without figures, if it was not tried out."""
    if option.points is None:
        return {"action": str(action), "expected": None}
    error = round(option.error, 3) if isfinite(option.error) else None
    found = {"expected": round(option.points, 3), "error": error, "worlds": option.worlds}
    return {"action": str(action), **found}


def in_words(option: Appraisal) -> str:
    if option.points is None:
        return "not tried out"
    return f"{option.points:+9.2f} ± {option.error:.2f}, {option.worlds} imagined deals"


def arguments(parser: ArgumentParser) -> None:
    parser.description = (
        "Print what each option of each decision promised to the seat that had to decide: net game points at"
        " the end of the deal with their standard error, over deals imagined from its view."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help=FILES)
    parser.add_argument("--json", action="store_true", help="print one line of JSON per decision and record")
    parser.add_argument(
        "--strength",
        choices=list(map(str, BUDGETS)),
        default=str(Strength.STEADY),
        help="how many deals are imagined for a decision: as many as such a computer player imagines",
    )
    parser.add_argument("--seat", type=int, help="only the decisions of this seat")
    parser.add_argument("--seed", default="", help="what chance depends on (default: the views alone)")


def run(chosen: Namespace) -> int:
    """Analyse all records. Return 0 if all are valid, 2 at the first that is not."""
    return until_invalid(chosen.files, partial(show, chosen=chosen))


def show(record: Record, chosen: Namespace) -> bool:
    """Print the analysis of one record. Return whether it is valid."""
    for part in steps(record):
        match part:
            case Step() if part.is_legal and chosen.seat in (None, part.move.seat):
                view = part.deal.view(part.move.seat)
                decision = Decision(part, appraise(view, chosen.strength, chosen.seed))
                said = [json.dumps(decision.document())] if chosen.json else decision.lines()
                print(*map(one_line, said), sep="\n")
            case Deal() if chosen.json:
                print(json.dumps(conclusion(part)))
            case Failure():
                print(json.dumps(part.document()) if chosen.json else one_line(part.sentence))
                return False
    return True
