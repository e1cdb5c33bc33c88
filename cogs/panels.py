"""What one player alone sees: the hand, what may be done now, and the controls for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.tables import TableState
from bot.text.deals import (
    action_label,
    auction_lines,
    contract_line,
    hand_in_words,
    item_lines,
    score_lines,
    talon_lines,
    totals_line,
    trick_line,
)
from cogs.controls import owed, playable, rows_for
from cogs.names import names_of
from cogs.page import Drawing, Page, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.deal import Action, View
    from bot.tables import Table
    from bot.text import Words

Key: TypeAlias = tuple[object, ...]


def key_of(table: Table, user_id: int) -> Key:
    """Equal as long as a player's panel need not be shown anew: same hand, same things to do, same deal."""
    view = table.view(user_id)
    if view is None:
        return ()
    revision = table.revision_for(view.seat) if view.actions else None
    return (table.number, view.hand, view.actions, revision, view.public.result is None, table.state)


def panel_of(
    w: Words, table: Table, user_id: int, *, notice: str = "", chosen: Sequence[Action] = ()
) -> Page | None:
    """The panel of a player; `None` for whoever is not seated, and before the first deal.

    Args:
        w: the player's words, of the game.
        table: the table.
        user_id: the player.
        notice: what the player must be told first, such as a refusal.
        chosen: what the player has picked from a list and must still confirm.
    """
    view = table.view(user_id)
    if view is None or view.seat is None:
        return None
    heading = w("panel.heading", game=table.game.name, number=table.number)
    warning = w("panel.notice", notice=notice) if notice else ""
    top = lines(heading, warning, _standing(w, table, view))
    if table.state is TableState.ENDED:
        return Page((lines(heading, w("panel.ended")),))
    if view.public.result is not None:
        return Page((top, w("panel.over")))
    described = hand_in_words(w, view.hand, playable(view))
    drawn = (Drawing.hand(view.hand, playable(view), described),) if view.hand else ()
    asked = _asked(w, table, view, chosen)
    parts = (top, *drawn, w("panel.words", words=described), asked)
    return Page(parts, rows_for(w, table, view, chosen))


def _standing(w: Words, table: Table, view: View) -> list[str]:
    public, names = view.public, names_of(w, table)
    if public.result is not None:
        sheet = score_lines(w, public.result, names)
        totals = totals_line(w, table.session.totals, names) if table.session else ""
        return [*sheet, totals]
    bids = [contract_line(w, public, names)] if public.contract else auction_lines(w, public, names)
    talon = talon_lines(w, public, names) if public.phase in ("talon", "discard") else []
    trick = w("standing.trick", plays=trick_line(w, public.trick, names)) if public.trick else ""
    return [*bids, *talon, *item_lines(w, public.items, names), trick]


def _asked(w: Words, table: Table, view: View, chosen: Sequence[Action]) -> str:
    if chosen:
        labels = [action_label(w, action, view.public) for action in chosen]
        return w("panel.confirm", what=w("list.semicolon").join(labels))
    if view.actions:
        return w.term("prompt", view.public.phase, count=owed(table, view))
    # No names: this is not shown anew each time that somebody else has acted.
    return w("panel.waiting")
