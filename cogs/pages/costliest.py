"""What could I have done? The own decision that cost most in a finished deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pages.custom_ids import review_id
from cogs.pages.hints import figures, named_shortly
from cogs.pages.page import Button, Page, lines

if TYPE_CHECKING:
    from bot.tables import Costly, Verdict
    from bot.text import Words


def costliest_page(w: Words, deal: str, verdict: Verdict) -> Page:
    """What came of looking for the decision that cost most, and the way to its trick.

    Args:
        w: the player's words, of the game.
        deal: the name of the deal.
        verdict: what was found.
    """
    heading = w("costliest.heading", game=w.game, deal=deal)
    basis = w("costliest.basis", count=verdict.tried) if verdict.tried else w("costliest.forced")
    found = verdict.costliest
    if found is None:
        return Page((lines(heading, w("costliest.none") if verdict.tried else "", basis),))
    trick = _trick(found)
    where = w("costliest.in_trick", number=trick) if trick else w("costliest.before_play")
    # The first two steps of a review are the cards and the auction.
    step, label = (trick + 1, w("button.trick_number", number=trick)) if trick else (1, w("button.auction"))
    text = lines(heading, where, _figures(w, found), basis)
    return Page((text,), ((Button(review_id(deal, step), label),),))


def _trick(found: Costly) -> int:
    """The number of the trick of a decision, from 1; 0 before the play."""
    public = found.view.open
    return len(public.tricks) + 1 if public.phase == "play" else 0


def _figures(w: Words, found: Costly) -> list[str]:
    public = found.view.open
    said = [
        w(f"costliest.{key}", action=named_shortly(w, option.action, public), **figures(w, option))
        for key, option in (("taken", found.taken), ("better", found.better))
    ]
    shown = [round(each.points or 0.0, 1) for each in (found.better, found.taken)]
    return [*said, w("costliest.cost", points=w.number(shown[0] - shown[1], 1))]
