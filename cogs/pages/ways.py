"""How actions are offered in a panel, by their verbs, for every game alike."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.rules.cards import NO_CARDS, Cards, card
from cogs.pages.page import Look

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.rules.moves import Action
    from bot.rules.view import View


class Way(Enum):
    """How actions of a verb are offered."""

    PRESS = "press"
    """A button each, which takes the action at once."""
    LAY = "lay"
    """A button each, which marks a card; one more takes all discards that are due together."""
    SAY = "say"
    """A button or an entry of a list each, which marks a statement; one more takes any number together.

    Where there are too many for one list they are chosen in steps and taken one by one.
    """


WAYS: Final[Mapping[str, Way]] = {"lay": Way.LAY, "announce": Way.SAY, "kontra": Way.SAY}
"""Verbs not named here have a button for each action."""

LOOKS: Final[Mapping[str, Look]] = {
    "ready": Look.SUCCESS,
    "annul": Look.DANGER,
    "surrender": Look.DANGER,
}
"""Verbs not named here have plain buttons: none stands out that most hands should leave alone."""

ENDING: Final = ("ready", "pass", "decline", "refuse", "done", "surrender")
"""The verbs whose buttons come last, below all others.

A chat is scrolled to its end, so that controls keep their places counted from below: a second press there
passes, or ends another turn, and does nothing dear. Giving up is asked about.
"""


def statements(view: View) -> tuple[Action, ...]:
    """The announcements and kontras that a player may make."""
    return tuple(action for action in view.actions if WAYS.get(action.verb) is Way.SAY)


def are_marked(actions: Iterable[Action]) -> bool:
    """Whether what was chosen from a list is shown once more before it is done."""
    return any(WAYS.get(action.verb) in (Way.LAY, Way.SAY) for action in actions)


def playable(view: View) -> Cards | None:
    """The cards of the hand that can be played or discarded now; `None` if the player is asked for none."""
    named = Cards.of({card(each.argument) for each in view.actions if each.verb in ("play", "lay")})
    return named & view.hand if named & view.hand != NO_CARDS else None
