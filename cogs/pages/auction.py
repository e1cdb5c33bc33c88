"""The auction of a deal, call by call. Made from its open facts alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.deals import (
    auction_lines,
    contract_line,
    dealer_line,
    dealing_lines,
    is_settled,
    promised_lines,
)
from bot.text.sides import called_line
from cogs.pages.names import players_of
from cogs.pages.page import Page, lines

if TYPE_CHECKING:
    from bot.tables import Table
    from bot.text import Words


def auction_page(w: Words, table: Table) -> Page:
    """How the cards were dealt, who has called what in order, and what has come of it."""
    heading, public = w("auction.heading", game=table.game.name, number=table.number), table.open
    if public is None:
        return Page((lines(heading, w("auction.none")),))
    names = players_of(w, table)
    before = [dealer_line(w, public, names), *dealing_lines(w, table.open_log, names)]
    calls = auction_lines(w, public, names) or [w("auction.none")]
    settled = [contract_line(w, public, names)] if is_settled(public) else []
    called = [called_line(w, public, names)] if public.called else promised_lines(w, public, names)
    return Page((lines(heading, before, calls, settled, called),))
