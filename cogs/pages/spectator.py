"""What a person sees who watches a table: what everybody there sees, in the reader's own language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables import TableState
from bot.text.deals import auction_line
from cogs.pages.custom_ids import REFRESH, watch_id
from cogs.pages.names import players_of
from cogs.pages.page import Button, Page, lines
from cogs.pages.score import totals
from cogs.pages.table import table_page

if TYPE_CHECKING:
    from bot.rules.state import Open
    from bot.tables import Table
    from bot.text import Words


def spectator_page(w: Words, table: Table, user_id: int) -> Page:
    """The panel of a person who watches a table, whoever that is: public facts alone.

    Only below it is said whether that person sits there.
    """
    shown, public = table_page(table, w), table.open
    if table.state is TableState.ENDED:
        return shown.without_controls()
    below = [] if public is None or public.result else [_auction(w, table, public), *totals(w, table)]
    refresh = Button(watch_id(table, REFRESH), w("button.refresh"))
    hint = "watch.hint" if table.seat_of(user_id) is None else "watch.hint_seated"
    return Page((*shown.parts, lines(*below, w(hint))), ((refresh,),))


def _auction(w: Words, table: Table, public: Open) -> str:
    """The auction as it ran, once the contract stands; before that it is shown anyway."""
    if not public.contract:
        return ""
    return w("table.auction", calls=auction_line(w, public, players_of(w, table)))
