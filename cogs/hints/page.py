"""Hints: when a table allows them, and what they say to the one who asks."""

from __future__ import annotations

from bot.rules.cards import PAGAT, TAROCK, card
from bot.rules.moves import Action
from bot.rules.state import Open
from bot.tables import CONFIDENCE, Appraisal, Costly, Hint, Verdict
from bot.text import Words
from bot.text.cards import long_name, short_name
from bot.text.moves import action_label
from cogs.controls import review_id
from cogs.discord.page import Button, Page, lines
from cogs.play.labels import WITH_CARDS


def hint_page(w: Words, hint: Hint) -> Page:
    """What a computer would do, what that and the next best option promise, and why."""
    best, others = hint.options[0], hint.options[1:]
    said = [_best(w, hint, best), w(f"reason.{hint.reason}", long=long_name(w, PAGAT))]
    if best.alike:
        alike = w("list.comma").join(named_shortly(w, each, hint.view.open) for each in best.alike)
        said.append(w("hint.alike", actions=alike))
    if best.points is not None:
        tried = [each for each in others if each.points is not None]
        for each in tried[:1]:
            said += _next(w, hint, best, each)
        said.append(w("hint.basis", number=best.worlds))
    return Page((lines(said),))


def named_shortly(w: Words, action: Action, public: Open) -> str:
    """An action in a sentence: a card of a suit by its short name, as plain as the long one."""
    if action.verb in WITH_CARDS and card(action.argument).suit != TAROCK:
        return short_name(w, card(action.argument))
    return action_label(w, action, public)


def _best(w: Words, hint: Hint, best: Appraisal) -> str:
    label = named_shortly(w, best.action, hint.view.open)
    if best.points is None:
        return w("hint.untried", action=label)
    return w("hint.best", action=label, **figures(w, best))


def _next(w: Words, hint: Hint, best: Appraisal, other: Appraisal) -> list[str]:
    assert best.points is not None, "the best option was tried out"
    assert other.points is not None, "so was this one"
    # Card points count, too: the best option may promise fewer game points.
    key = "hint.next" if other.points <= best.points else "hint.other"
    said = w(key, action=named_shortly(w, other.action, hint.view.open), **figures(w, other))
    close = abs(best.points - other.points) <= CONFIDENCE * max(best.error, other.error)
    return [said, w("hint.close")] if close else [said]


def figures(w: Words, option: Appraisal) -> dict[str, str]:
    """The expected points of an option that was tried out, and half the width of their 95 % interval."""
    assert option.points is not None, "it was tried out"
    return {"points": w.signed(option.points, 1), "error": w.number(CONFIDENCE * option.error, 1)}


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
    return Page((text,), ((Button(review_id(deal, step), label, lasts=True),),))


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
