"""`python -m bot verify`: check the proof of a deal as the bot exported it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.errors import WRONG_USE, one_line
from bot.fairness import Fault, Proof, ProofError
from bot.games import GAMES
from bot.ops.console import UnreadableFileError, read_text

LARGEST = 1_000_000
"""Bytes; a proof has about five thousand."""

MEANINGS = {
    Fault.COMMITMENT: "the secret does not give the commitment that was published before the deal",
    Fault.PRESS: "the secret and the press do not give the seed",
    Fault.DECK: "the seed does not give the deck",
    Fault.DEALER: "the seed does not give the first dealer",
    Fault.HANDS: "the deck does not give the hands and the talon",
    Fault.RECORD: "the actions break a rule or do not give the result",
}


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="as /verify hands it out")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def run(chosen: Namespace) -> int:
    """Check a proof and print the verdict. Return 0 if the deal was dealt fairly, else 2."""
    try:
        proof = Proof.parse(read_text(chosen.file, LARGEST), GAMES)
    except UnreadableFileError as error:
        print(one_line(f"{chosen.file} {error}."), file=sys.stderr)
        return WRONG_USE
    except ProofError as error:
        print(one_line(f"{chosen.file}: {error}; a proof is a file that /verify hands out."), file=sys.stderr)
        return WRONG_USE
    fault = proof.fault()
    if chosen.json:
        print(json.dumps({"ok": fault is None, "deal": proof.number, "reason": fault}))
    else:
        verdict = f"not fair: {MEANINGS[fault]}" if fault else "fair: everything follows from the commitment"
        print(f"Deal {proof.number} of table {proof.table} is {verdict}.")
    return WRONG_USE if fault else 0
