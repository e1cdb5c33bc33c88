"""`python -m bot analyse`: what each option of each decision in deal records promised to the player."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.errors import one_line
from bot.players import BUDGETS, Strength
from bot.players.appraising import appraise
from bot.replay import Failure, Step, conclusion, records, steps
from bot.rules.deal import Deal
from bot.rules.record import RecordError

if TYPE_CHECKING:
    from bot.players.appraising import Appraisal
    from bot.rules.record import Record


class Decision(NamedTuple):
    """An action of a record, and what the options promised by the view of who took it."""

    step: Step
    options: tuple[Appraisal, ...]
    """The best first; empty if they were not tried out."""

    @classmethod
    def of(cls, step: Step, worlds: int, seed: str) -> Decision:
        """Appraise the options of a step, from nothing but the view of the seat that acts."""
        return cls(step, appraise(step.deal.view(step.move.seat), worlds, seed))

    def document(self) -> dict[str, Any]:
        """Return the decision as JSON values; expected values and errors are in net game points."""
        legal = [str(action) for action in self.step.deal.actions(self.step.move.seat)]
        figures = [
            {
                "action": str(each.action),
                "expected": round(each.expected, 3),
                "error": round(each.error, 3),
                "worlds": each.worlds,
            }
            for each in self.options
        ]
        return {
            "n": self.step.number,
            "phase": self.step.deal.open.phase,
            "seat": self.step.move.seat,
            "action": str(self.step.move.action),
            "options": figures or [{"action": action, "expected": None} for action in legal],
        }

    def lines(self) -> list[str]:
        """Return the decision as lines of text, the action that was taken marked with an asterisk."""
        step, taken = self.step, self.step.move.action
        heading = f"{step.number}. {step.deal.open.phase}, seat {step.move.seat}: {taken}"
        if not self.options:
            return [f"{heading}   (not tried out, {len(step.deal.actions(step.move.seat))} options)"]
        figures = [
            f"{each.action!s:20} {each.expected:+9.2f} ± {each.error:.2f}, {each.worlds} imagined deals"
            for each in self.options
        ]
        marks = ["*" if each.action == taken else " " for each in self.options]
        return [heading, *(f"  {mark} {said}" for mark, said in zip(marks, figures, strict=True))]


def show(record: Record, chosen: argparse.Namespace) -> bool:
    """Print the analysis of one record. Return whether it is valid."""
    worlds = BUDGETS[chosen.strength].worlds
    for part in steps(record):
        match part:
            case Step() if chosen.seat in (None, part.move.seat):
                decision = Decision.of(part, worlds, chosen.seed)
                said = [json.dumps(decision.document())] if chosen.json else decision.lines()
                print(*map(one_line, said), sep="\n")
            case Deal() if chosen.json:
                print(json.dumps(conclusion(part)))
            case Failure():
                document = part.document()
                said_so = f"Action {part.at} ({part.action or 'the result'}): {part.message}"
                print(json.dumps(document) if chosen.json else one_line(said_so))
                return False
    return True


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code: 0, or 2 at the first record that is not valid."""
    parser = argparse.ArgumentParser(
        "python -m bot analyse",
        description="Print what each option of each decision promised to the seat that had to decide: net"
        " game points at the end of the deal with their standard error, over deals imagined from its view.",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a record, a .jsonl with one record per line, or - for standard input",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON per decision and record")
    parser.add_argument(
        "--strength",
        choices=list(map(str, BUDGETS)),
        default=str(Strength.STEADY),
        help="how many deals are imagined for a decision: as many as such a computer player imagines",
    )
    parser.add_argument("--seat", type=int, help="only the decisions of this seat")
    parser.add_argument("--seed", default="", help="what chance depends on (default: the views alone)")
    chosen = parser.parse_args(arguments)
    try:
        shown = (show(record, chosen) for record in chain.from_iterable(map(records, chosen.files)))
        return 0 if all(shown) else 2
    except RecordError as error:
        print(one_line(error), file=sys.stderr)
        return 2
