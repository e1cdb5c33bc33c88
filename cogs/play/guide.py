"""What a guided deal says to its learner."""

from __future__ import annotations

from bot.rules.view import View
from bot.tables import Table
from bot.text import Words
from bot.text.moves import action_label
from bot.text.topics import step_sentence
from cogs.table.names import names_of


def guide_lines(w: Words, table: Table, view: View) -> list[str]:
    """The sentence of the present step, and what the learner does next.

    It is empty while others act, and once the learner has left the guided deal.
    """
    guide = table.guide
    if guide is None or view.seat != guide.seat or (step := guide.step(view.log)) is None:
        return []
    said = step_sentence(w, step.key, guide.held)
    if view.open.result is not None:
        return [said]
    planned = guide.next_of(guide.seat, view.log)
    if not {*planned} <= {*view.actions} or not planned:
        return []
    names = names_of(w, table)
    labels = [action_label(w, each, view.open, names) for each in planned]
    now = w("guide.now", what=w("list.semicolon").join(labels))
    is_last = view.open.phase == "play" and len(view.hand) == 1
    return [now] if is_last else [said, now]  # the last card plays itself, and no step is about it


def beside_guide(w: Words, lost: int) -> str:
    """What another choice than that of the guided deal brings."""
    if lost > 0:
        return w("guide.costs", count=lost)
    return w("guide.gains", count=-lost) if lost else w("guide.costs_nothing")
