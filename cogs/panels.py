"""What one player alone sees: the hand, what may be done now, and the controls for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.tables import TableState
from bot.text.deals import (
    action_label,
    auction_lines,
    contract_line,
    hand_in_words,
    item_lines,
    look_lines,
    own_side_line,
    prompt_line,
    score_lines,
    session_lines,
    talon_lines,
    totals_line,
    trick_line,
)
from cogs.boards import talon_of
from cogs.controls import owed, playable, rows_for, sits_out
from cogs.names import names_of, panel_id
from cogs.page import Button, Drawing, Look, Page, Row, lines, within
from cogs.walking import so_far

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Cards
    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.tables import Table
    from bot.text import Words


ROOM: Final = 2000
"""Characters for what was announced, so that what is asked never falls off the end."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a player's panel depends on."""

    number: int
    state: TableState
    over: bool
    ends: bool
    """Whether the deal is over and the player may end the table."""
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
        now, then = ((key.number, key.state, key.over, key.ends) for key in (self, shown))
        if now != then:
            return True
        return bool(self.hand - shown.hand) or (bool(self.actions) and self != shown)


def key_of(table: Table, user_id: int) -> Key | None:
    """What a player's panel depends on now; nothing before the first deal."""
    view = table.view(user_id)
    if view is None:
        return None
    revision = table.revision_for(view.seat) if view.actions else None
    over = view.open.result is not None
    ends = over and table.end_refused(user_id) is None
    return Key(table.number, table.state, over, ends, view.hand, view.actions, revision)


def panel_of(
    w: Words,
    table: Table,
    user_id: int,
    *,
    notice: str = "",
    chosen: Sequence[Action] = (),
    begun: str = "",
    large: bool = False,
) -> Page | None:
    """The panel of a player; `None` for whoever is not seated, and before the first deal.

    Args:
        w: the player's words, of the game.
        table: the table.
        user_id: the player.
        notice: what the player must be told first, such as a refusal.
        chosen: what the player has picked from a list and must still confirm.
        begun: the statement the player has begun, of which something is still open.
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
    if view.open.result is not None:
        return Page((top, w("panel.over")), (_going_on(w, table, user_id),))
    if sits_out(table, view):
        return Page((top, w("panel.sits_out")))
    described = hand_in_words(w, view.hand, playable(view))
    drawn = (Drawing.hand(view.hand, playable(view), described, large=large),) if view.hand else ()
    asked = _asked(w, table, view, chosen, begun)
    parts = (top, *_looked_at(w, view), *drawn, w("panel.words", words=described), asked)
    return Page(parts, rows_for(w, table, view, chosen, begun))


def _going_on(w: Words, table: Table, user_id: int) -> Row:
    """The way on to the next deal, and to the end for whoever may end the table, channel or no channel."""
    verbs = {"next": Look.GOOD} | ({} if table.end_refused(user_id) else {"end": Look.GRAVE})
    return tuple(Button(panel_id(table, verb), w(f"button.{verb}"), look) for verb, look in verbs.items())


def _standing(w: Words, table: Table, view: View) -> list[str]:
    public, names = view.open, names_of(w, table)
    if public.result is not None:
        sheet = score_lines(w, public.result, names, view.open.session)
        totals = totals_line(w, table.session.totals, names) if table.session else ""
        return [*sheet, totals]
    known = [*session_lines(w, view.open.session, names), own_side_line(w, view, names)]
    if not view.actions:
        # What others do meanwhile would not be shown: the panel is not made anew for it.
        return known
    bids = [contract_line(w, public, names)] if public.contract else auction_lines(w, public, names)
    talon = talon_lines(w, public, names) if public.phase in ("talon", "discard") else []
    talon += look_lines(w, view)
    trick = w("standing.trick", plays=trick_line(w, public.trick, names)) if public.trick else ""
    return [*known, *bids, *talon, *within(ROOM, item_lines(w, public, names)), trick]


def _looked_at(w: Words, view: View) -> tuple[Drawing, ...]:
    """The talon for who may take of it, as far as that one knows it; what nobody else has seen is lifted."""
    if view.open.phase != "talon" or not view.actions or not any(group.cards for group in view.talon):
        return ()
    seen = zip(view.talon, view.open.talon, strict=True)
    own = [number for number, (mine, all_know) in enumerate(seen) if mine.cards and not all_know.cards]
    return (talon_of(w, view.talon, own[-1] if own else None),)


def _asked(w: Words, table: Table, view: View, chosen: Sequence[Action], begun: str) -> str:
    if begun:
        return w("panel.begun", what=so_far(w, begun, view.open))
    if chosen:
        labels = [action_label(w, action, view.open) for action in chosen]
        return w("panel.confirm", what=w("list.semicolon").join(labels))
    if view.actions and view.open.turn and view.seat not in view.open.turn:
        return w("prompt.out_of_turn")
    if view.actions:
        return prompt_line(w, view, owed(table, view))
    # No names: this is not shown anew each time that somebody else has acted.
    return w("panel.waiting")
