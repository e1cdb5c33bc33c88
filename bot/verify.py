"""`python -m bot verify`: check the proof of a deal as the bot exported it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from bot.errors import one_line
from bot.fairness import Fault, Proof, ProofError
from bot.files import UnreadableFileError, read_text
from bot.games import GAMES

WRONG: Final = 2
"""The exit code for a deal that was not dealt fairly, and for a file that is no proof."""
LARGEST: Final = 1_000_000
"""Bytes; a proof has about five thousand."""

MEANINGS: Final = {
    Fault.COMMITMENT: "the secret does not give the commitment that was published before the deal",
    Fault.PRESS: "the secret and the press do not give the seed",
    Fault.DECK: "the seed does not give the deck",
    Fault.DEALER: "the seed does not give the first dealer",
    Fault.HANDS: "the deck does not give the hands and the talon",
    Fault.RECORD: "the actions break a rule or do not give the result",
}


def verify(file: Path, as_json: bool) -> int:  # noqa: FBT001 - an option of the command line
    """Check a proof and print the verdict. Return 0 if the deal was dealt fairly, else 2."""
    try:
        proof = Proof.parse(read_text(file, LARGEST), GAMES)
    except UnreadableFileError as error:
        print(one_line(f"{file} {error}."), file=sys.stderr)
        return WRONG
    except ProofError as error:
        print(one_line(f"{file}: {error}; a proof is a file that /verify hands out."), file=sys.stderr)
        return WRONG
    fault = proof.fault()
    if as_json:
        print(json.dumps({"ok": fault is None, "deal": proof.number, "reason": fault}))
    else:
        verdict = f"not fair: {MEANINGS[fault]}" if fault else "fair: everything follows from the commitment"
        print(f"Deal {proof.number} of table {proof.table} is {verdict}.")
    return WRONG if fault else 0
