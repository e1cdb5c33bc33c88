"""Deal records, checked action by action."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.rules.record import Record, result_document

CHECKED: Final = ("void", "scores", "next")
"""The keys of a record's result that are compared; `items` is informative."""


class Flaw(NamedTuple):
    """Where a record breaks a rule, or gives another result than its actions do."""

    at: int
    """The index of the action, from 0."""
    action: str
    """The action with its seat; empty for the result."""
    refusal: Refusal


def checked(record: Record) -> Deal | Flaw:
    """Return the deal that a record leads to, or the first flaw."""
    deal = Deal.start(record.game, record.layout)
    for at, move in enumerate(record.moves):
        acted = deal.act(move.seat, move.action)
        if isinstance(acted, Refusal):
            return Flaw(at, str(move), acted)
        deal = acted
    if differing_key(record, deal):
        return Flaw(len(record.moves), "", Refusal("result_differs", ""))
    return deal


def differing_key(record: Record, deal: Deal) -> str | None:
    """Return the first key of a record's result that a deal does not give, or `None`."""
    reached = result_document(deal.result) if deal.result else {}
    given = record.result or {}
    return next((key for key in CHECKED if key in given and given[key] != reached.get(key)), None)
