"""`python -m bot replay`: check deal records action by action, and print them in words or as JSON."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from bot.errors import WRONG_USE, one_line
from bot.games import GAMES
from bot.ops.console import UnreadableFileError, read_text
from bot.rules.deal import Deal
from bot.rules.moves import Move
from bot.rules.reasons import Refusal
from bot.rules.record import Record, RecordError, differing_key, result_document
from bot.text import words
from bot.text.deals import account
from bot.text.moves import refusal_sentence

FILES = "a record, a .jsonl with one record per line, or - for standard input"
"""The help of the argument FILE."""


@dataclass(frozen=True)
class Failure:
    """A record with an illegal action, or with a result other than the replayed one."""

    at: int
    """The index of the action in the record, from 0."""
    action: str
    code: str
    rule: str
    message: str

    @property
    def sentence(self) -> str:
        return f"Action {self.at} ({self.action or 'the result'}): {self.message}"

    def document(self) -> dict[str, Any]:
        return {"ok": False, **asdict(self)}


@dataclass(frozen=True)
class Step:
    """The deal before one action of the record."""

    number: int
    deal: Deal
    move: Move

    @property
    def sentence(self) -> str:
        legal_by_seat = legal(self.deal).items()
        may = "; ".join(f"seat {seat}: {', '.join(actions)}" for seat, actions in legal_by_seat)
        return f"{self.number}. {self.deal.open.phase}: {self.move}   [{may}]"

    @property
    def is_legal(self) -> bool:
        return self.move.action in self.deal.actions(self.move.seat)

    def document(self) -> dict[str, Any]:
        """Return the legal actions and the recorded one as JSON values."""
        return {
            "n": self.number,
            "phase": self.deal.open.phase,
            "legal": legal(self.deal),
            "action": str(self.move),
        }


def legal(deal: Deal) -> dict[str, list[str]]:
    return {str(seat): [str(action) for action in deal.actions(seat)] for seat in deal.seats()}


def steps(record: Record) -> Iterator[Step | Deal | Failure]:
    """Yield each step of a record, then either the deal reached or the failure."""
    deal = Deal.start(record.game, record.layout)
    for number, move in enumerate(record.moves):
        yield Step(number, deal, move)
        acted = deal.act(move.seat, move.action)
        if isinstance(acted, Refusal):
            sentence = refusal_sentence(words("en", record.game.name), acted)
            yield Failure(number, str(move), acted.code, acted.rule, sentence)
            return
        deal = acted
    yield difference(record, deal) or deal


def difference(record: Record, deal: Deal) -> Failure | None:
    """Return the first difference between the recorded and the replayed result, or `None`."""
    key = differing_key(record, deal)
    if record.result is None or key is None:
        return None
    reached = result_document(deal.result) if deal.result else {}
    message = (
        f'The record gives "{key}": {json.dumps(record.result[key])}, '
        f"the replay gives {json.dumps(reached.get(key))}."
    )
    return Failure(len(record.moves), "", "result_differs", "", message)


def conclusion(deal: Deal) -> dict[str, Any]:
    """Return the end of a replay as JSON values: the result, or the legal actions of an unfinished deal."""
    if deal.result:
        return {"ok": True, "finished": True, "result": result_document(deal.result)}
    return {"ok": True, "finished": False, "phase": deal.open.phase, "legal": legal(deal)}


def show(record: Record, *, as_json: bool, trace: bool) -> bool:
    """Print the replay of one record. Return whether it is valid."""
    for part in steps(record):
        match part:
            case Step() if trace:
                print(json.dumps(part.document()) if as_json else one_line(part.sentence))
            case Deal():
                print(json.dumps(conclusion(part)) if as_json else account_of(part))
            case Failure():
                print(json.dumps(part.document()) if as_json else one_line(part.sentence))
                return False
    return True


def account_of(deal: Deal) -> str:
    """Return a deal in words, with seat numbers for players."""
    w = words("en", deal.game.name)
    return account(w, deal, [w("player.seat", number=seat) for seat in range(deal.layout.seats)]) + "\n"


def record_texts(source: str) -> Iterator[tuple[str, str]]:
    """Yield the record texts of a file or of standard input (`-`), each with its place for error messages.

    Raises:
        UnreadableFileError: it cannot be read, or is not text in UTF-8.
    """
    content = read_text(None if source == "-" else Path(source))
    # Files that were put together may have a byte order mark at the beginning of each.
    each_line = (line.removeprefix("\ufeff") for line in content.splitlines())
    numbered = ((f"{named(source)}:{number}", line) for number, line in enumerate(each_line, 1))
    lines = [(place, line) for place, line in numbered if line.strip()]
    several = source.lower().endswith(".jsonl")
    if source == "-" and len(lines) > 1:
        several = lines[0][1].rstrip().endswith("}")  # else a single record over several lines
    yield from lines if several and lines else [(named(source), content)]


def named(source: str) -> str:
    """Return a file's name as error messages show it."""
    return "standard input" if source == "-" else source


def records(source: str) -> Iterator[Record]:
    """Yield the records of a file, or of standard input (`-`).

    Raises:
        RecordError: the file cannot be read or contains an invalid record. The message says where.
    """
    place = named(source)
    try:
        for place, text in record_texts(source):  # noqa: B007 - the place is for the error message
            yield Record.parse(text, GAMES)
    except RecordError as error:
        raise RecordError(error.code, f"{place}: {error}", error.what) from None
    except UnreadableFileError as error:
        raise RecordError("file", f"{place} {error}.") from None


def arguments(parser: ArgumentParser) -> None:
    parser.description = "Check deal records action by action, and print them in words or as JSON."
    parser.add_argument("files", nargs="+", metavar="FILE", help=FILES)
    parser.add_argument("--json", action="store_true", help="print one line of JSON per record")
    parser.add_argument("--trace", action="store_true", help="list all legal actions before each action")


def run(chosen: Namespace) -> int:
    """Replay all records. Return 0 if all are valid, 2 at the first that is not."""
    return until_invalid(chosen.files, partial(show, as_json=chosen.json, trace=chosen.trace))


def until_invalid(sources: Iterable[str], show_record: Callable[[Record], bool]) -> int:
    """Show the records of all files up to the first that is not valid. Return the exit code."""
    try:
        shown = (show_record(record) for record in chain.from_iterable(map(records, sources)))
        return 0 if all(shown) else WRONG_USE
    except RecordError as error:
        print(one_line(error), file=sys.stderr)
        return WRONG_USE
