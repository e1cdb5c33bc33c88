"""Deal records from files, and in words why one cannot be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.record import Flaw, Record, RecordError, checked
from bot.text.moves import refusal_sentence
from bot.text.names import safe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.text import Words

LARGEST_FILE: Final = 1_000_000
"""Bytes: a session of two hundred deals."""
LARGEST_RECORD: Final = 64_000
"""Characters; a record has about three thousand."""


def read_record(name: str, content: bytes, number: int, games: Mapping[str, Game]) -> Record | Flaw:
    """Read a record from a file and check it action by action.

    Args:
        name: the name of the file; one that ends with `.jsonl` has a record on each line.
        content: what it holds.
        number: which record, from 1.
        games: the games by name.

    Returns:
        The record with its result, if its deal is over; or the first flaw.

    Raises:
        RecordError: the file holds no such record.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("encoding", "not UTF-8 text") from None
    several = name.lower().endswith(".jsonl")
    texts = [line for line in text.splitlines() if line.strip()] if several else [text]
    if number > len(texts):
        raise RecordError("number", f"there is no record {number}", str(len(texts)))
    if len(texts[number - 1]) > LARGEST_RECORD:
        raise RecordError("large", "too large")
    record = Record.parse(texts[number - 1], games)
    deal = checked(record)
    return deal if isinstance(deal, Flaw) else Record.of(deal)


def record_problem(w: Words, error: RecordError) -> str:
    """Why a file holds no record that can be shown."""
    return w(f"record.{error.code}", what=safe(error.what))


def flaw_text(w: Words, flaw: Flaw) -> str:
    """Where a record breaks the rules of its game, given the words of that."""
    if not flaw.action:
        return w("record.result_differs")
    why = refusal_sentence(w, flaw.refusal)
    return w("record.flaw", number=flaw.at + 1, what=safe(flaw.action), why=why)
