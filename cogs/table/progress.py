"""How a deal stands, for a panel: all that its reader knows of it but the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.state import Open
from bot.rules.view import View
from bot.tables import Table
from bot.text import Words
from bot.text.announcements import announced_lines, item_lines
from bot.text.deals import (
    auction_line,
    auction_lines,
    contract_line,
    dealing_lines,
    is_settled,
    last_word_lines,
    look_lines,
    open_hands_lines,
    promised_lines,
    talon_lines,
    trick_line,
    tricks_line,
    turn_line,
)
from bot.text.scores import session_lines
from bot.text.sides import called_lines
from cogs.discord.page import within
from cogs.table.names import names_of

CALLS: Final = 8
"""Calls of the auction in a panel. *Auction* shows all of them."""

ITEMS: Final = 6
"""Announcements in a panel. *Announcements* shows all of them."""

ROOM: Final = 1200
"""Characters for the announcements, so that the hand and the prompt below them always fit."""


def progress_lines(w: Words, table: Table, view: View) -> list[str]:
    """How a deal stands: last what counts most, as on a phone the first lines are scrolled out of sight.

    In the play, auction and talon are in small print, and the contract is left to `contract_lines`.
    """
    public, names = view.open, names_of(w, table)
    past = [*_auction(w, view, names), *talon_lines(w, public, names), *look_lines(w, view)]
    return [
        *session_lines(w, public.session, names),
        *(_small(w, past) if _in_play(public) else [*past, *_contract(w, view, names)]),
        *_announced(w, view, names),
        *open_hands_lines(w, public, names),
        *trick_lines(w, public, names),
    ]


def contract_lines(w: Words, table: Table, view: View) -> list[str]:
    """In the play, contract and sides in small print: right above the controls a phone always shows them."""
    return _small(w, _contract(w, view, names_of(w, table))) if _in_play(view.open) else []


def _small(w: Words, said: Sequence[str]) -> list[str]:
    """Lines in small print, without those that say nothing."""
    return [w("panel.words", words=line) for line in said if line]


def _auction(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """The latest calls; before there is a contract also how the cards were dealt, and whose word is last."""
    public = view.open
    said = auction_line(w, public, names, CALLS) if auction_lines(w, public, names) else ""
    calls = w("table.auction", calls=said) if said else ""
    if is_settled(public):
        return [calls] if calls else []
    none_yet = w("auction.none") if _bids(public) else ""
    return [*dealing_lines(w, view.log, names), calls or none_yet, *last_word_lines(w, public, names)]


def _contract(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """What has come of the auction, and what the reader knows of the sides; before, only who invites."""
    public = view.open
    if not is_settled(public):
        return promised_lines(w, public, names)
    promised = [] if public.called else promised_lines(w, public, names)
    return [contract_line(w, public, names), *promised, *called_lines(w, view, names)]


def _bids(public: Open) -> bool:
    return public.phase == "auction"


def _in_play(public: Open) -> bool:
    return bool(public.tricks or public.trick)


def _announced(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """The latest announcements explained, and how many others there are; in the play a line a player."""
    if _in_play(view.open):
        return within(ROOM, announced_lines(w, view.open, view.log, names, priced=True))
    said = item_lines(w, view.open, view.log, names, explained=True)
    hidden = len(said) - ITEMS
    shown_by = w.term("button", "items")
    more = [w("panel.more_items", count=hidden, button=shown_by)] if hidden > 0 else []
    return [*more, *within(ROOM, said[-ITEMS:])]


def trick_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """Who has taken how many tricks, the last one, and the one on the table."""
    last = public.tricks[-1:]
    return [
        *([tricks_line(w, public, names)] if last else []),
        *(w("table.last_trick", plays=trick_line(w, each.plays, names, each.winner)) for each in last),
        *([w("standing.trick", plays=trick_line(w, public.trick, names))] if public.trick else []),
    ]


def awaited_line(w: Words, table: Table, public: Open) -> str:
    """Who is to do what, by name; during an offer who has not answered it yet."""
    names = names_of(w, table)
    return not_ready_line(w, table, public) or turn_line(w, public, names)


def not_ready_line(w: Words, table: Table, public: Open) -> str:
    """Who has not answered an offer yet, whether entitled to it or not; empty if none stands."""
    names = names_of(w, table)
    awaited = [] if public.turn else [names[seat] for seat in table.awaited]
    return w("turn.not_ready", players=w.listed(awaited)) if awaited else ""


def outage_line(w: Words, table: Table) -> str:
    """That nothing can be saved at present; empty if that is not known of the table."""
    return w("table.unsaved") if table.unsaved else ""
