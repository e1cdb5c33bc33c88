"""What a computer would do in a person's place, and what each option promises, by that person's own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bot.computers.players import BUDGETS, Strength
from bot.computers.search import Appraisal

if TYPE_CHECKING:
    from bot.computers.hints import Reason
    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.tables.services import TableServices

ADVISER: Final = Strength.STRONG
"""Whose hints these are."""
CONFIDENCE: Final = 1.96
"""Standard errors within which a mean lies in 95 of 100 cases."""


class Hint(NamedTuple):
    """What a computer would do in a person's place."""

    view: View
    """What the person sees."""
    options: tuple[Appraisal, ...]
    """The one that the computer would choose first. Without figures where nothing was tried out."""
    reason: Reason

    @property
    def action(self) -> Action:
        """What the computer would do."""
        return self.options[0].action


async def hint(view: View, owner: str, seed: str, services: TableServices) -> Hint:
    """Return a hint for a player who is asked. Where there is no answer in time, a quick computer gives it.

    Args:
        view: What the player sees.
        owner: Whose turn the thinking takes.
        seed: What chance depends on, besides the view.
        services: Their thinkers try options out; without any, the hint follows rules of thumb.
    """
    options, thinkers = None, services.thinkers
    if thinkers is not None and len(view.actions) > 1:
        seconds = BUDGETS[ADVISER].seconds
        options = await thinkers.appraise(owner, ADVISER, view, seed, seconds=seconds)
    if not options:
        only = len(view.actions) == 1
        options = (Appraisal(view.actions[0] if only else services.player_for(view.game).choose(view)),)
    from bot.computers.hints import reason_for  # noqa: PLC0415 - what players search with: a start does without

    return Hint(view, options, reason_for(view, options[0]))
