"""Why an action is refused: a code, the rule number, and facts for the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a phase refuses an action.

    `facts` holds what the sentence of `code` names (a card code, a suit letter, the id of a bid). It is shown
    to the acting player only and contains only what that player knows.
    """

    code: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with its rule: the id of the game and the number on its rules page."""

    code: str
    rule: str
    facts: Mapping[str, str | int] = field(default_factory=dict)
