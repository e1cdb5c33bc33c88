"""What one player alone sees: the hand, what may be done now, and the controls for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables import TableState
from bot.text.deals import (
    action_label,
    auction_lines,
    contract_line,
    hand_in_words,
    item_lines,
    own_side_line,
    score_lines,
    session_lines,
    talon_lines,
    totals_line,
    trick_line,
)
from cogs.controls import owed, playable, rows_for
from cogs.names import names_of
from cogs.page import Drawing, Page, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Cards
    from bot.rules.deal import Action, View
    from bot.tables import Table
    from bot.text import Words


@dataclass(frozen=True, slots=True)
class Key:
    """What a player's panel depends on."""

    number: int
    state: TableState
    over: bool
    hand: Cards
    actions: tuple[Action, ...]
    revision: int | None
    """The seat's revision while it is asked: part of the ids of its controls."""

    def needs(self, shown: Key | None) -> bool:
        """Whether a panel made under another key must be shown anew, soon.

        One that merely offers what its player has done elsewhere, or lacks a card played there, may wait for
        the player's next turn.
        """
        if shown is None:
            return True
        if (self.number, self.state, self.over) != (shown.number, shown.state, shown.over):
            return True
        return bool(self.hand - shown.hand) or (bool(self.actions) and self != shown)


def key_of(table: Table, user_id: int) -> Key | None:
    """What a player's panel depends on now; nothing before the first deal."""
    view = table.view(user_id)
    if view is None:
        return None
    revision = table.revision_for(view.seat) if view.actions else None
    over = view.public.result is not None
    return Key(table.number, table.state, over, view.hand, view.actions, revision)


def panel_of(
    w: Words,
    table: Table,
    user_id: int,
    *,
    notice: str = "",
    chosen: Sequence[Action] = (),
    large: bool = False,
) -> Page | None:
    """The panel of a player; `None` for whoever is not seated, and before the first deal.

    Args:
        w: the player's words, of the game.
        table: the table.
        user_id: the player.
        notice: what the player must be told first, such as a refusal.
        chosen: what the player has picked from a list and must still confirm.
        large: whether the player has chosen cards with large figures.
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
    drawn = (Drawing.hand(view.hand, playable(view), described, large=large),) if view.hand else ()
    asked = _asked(w, table, view, chosen)
    parts = (top, *drawn, w("panel.words", words=described), asked)
    return Page(parts, rows_for(w, table, view, chosen))


def _standing(w: Words, table: Table, view: View) -> list[str]:
    public, names = view.public, names_of(w, table)
    if public.result is not None:
        sheet = score_lines(w, public.result, names)
        totals = totals_line(w, table.session.totals, names) if table.session else ""
        return [*sheet, totals]
    known = [*session_lines(w, view.session), own_side_line(w, view, names)]
    if not view.actions:
        # What others do meanwhile would not be shown: the panel is not made anew for it.
        return known
    bids = [contract_line(w, public, names)] if public.contract else auction_lines(w, public, names)
    talon = talon_lines(w, public, names) if public.phase in ("talon", "discard") else []
    trick = w("standing.trick", plays=trick_line(w, public.trick, names)) if public.trick else ""
    return [*known, *bids, *talon, *item_lines(w, public.items, names), trick]


def _asked(w: Words, table: Table, view: View, chosen: Sequence[Action]) -> str:
    if chosen:
        labels = [action_label(w, action, view.public) for action in chosen]
        return w("panel.confirm", what=w("list.semicolon").join(labels))
    if view.actions:
        return w.term("prompt", view.public.phase, count=owed(table, view))
    # No names: this is not shown anew each time that somebody else has acted.
    return w("panel.waiting")
