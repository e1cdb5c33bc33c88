"""Why something is not allowed: a value with a code, the number of the rule, and facts for the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a phase will not take an action.

    `facts` holds what the sentence of `code` names (a card's code, a suit letter, a bid's id); it is shown to
    the acting player alone and speaks only of what that player knows.
    """

    code: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with the rule behind it: the id of the game and the number on its page."""

    code: str
    rule: str
    facts: Mapping[str, str | int] = field(default_factory=dict)
