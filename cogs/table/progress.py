"""How a deal goes, for a panel: all that its reader knows of it but the hand; and lines about the table."""

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
    """The course of a deal: last what counts most, as on a phone the first lines are scrolled out of sight.

    In the play, auction and talon are in small print, and the contract is left to `contract_lines`.
    """
    public, names = view.open, names_of(w, table)
    past = [*_auction(w, view, names), *talon_lines(w, public, names), *look_lines(w, view)]
    return [
        *session_lines(w, public.session, names),
        *(_small(w, past) if _in_play(public) else [*past, *_contract(w, view, names)]),
        *_announced(w, view, names),
        *open_hands_lines(w, public, names),
        *([tricks_line(w, public, names)] if public.tricks else []),
        *last_trick_lines(w, public, names),
        *([w("standing.trick", plays=trick_line(w, public.trick, names))] if public.trick else []),
    ]


def contract_lines(w: Words, table: Table, view: View) -> list[str]:
    """In the play, contract and sides in small print, right above the controls, where a phone shows them."""
    return _small(w, _contract(w, view, names_of(w, table))) if _in_play(view.open) else []


def _small(w: Words, said: Sequence[str]) -> list[str]:
    """Lines in small print, without empty ones."""
    return [w("panel.words", words=line) for line in said if line]


def _auction(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """The latest calls; before the contract also how the cards were dealt, and who has the last word."""
    public = view.open
    said = auction_line(w, public, names, CALLS) if auction_lines(w, public, names) else ""
    calls = w("table.auction", calls=said) if said else ""
    if is_settled(public):
        return [calls] if calls else []
    none_yet = w("auction.none") if public.phase == "auction" else ""
    return [*dealing_lines(w, view.log, names), calls or none_yet, *last_word_lines(w, public, names)]


def _contract(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """The contract, and what the reader knows of the sides; before there is one, only who invites."""
    public = view.open
    if not is_settled(public):
        return promised_lines(w, public, names)
    promised = [] if public.called else promised_lines(w, public, names)
    return [contract_line(w, public, names), *promised, *called_lines(w, view, names)]


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


def last_trick_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """The last complete trick in words; empty if there is none."""
    last = public.tricks[-1:]
    return [w("table.last_trick", plays=trick_line(w, each.plays, names, each.winner)) for each in last]


def awaited_line(w: Words, table: Table, public: Open) -> str:
    """Who is to do what, by name; during an offer who has not answered it yet."""
    return not_ready_line(w, table, public) or turn_line(w, public, names_of(w, table))


def not_ready_line(w: Words, table: Table, public: Open) -> str:
    """Who has not answered an offer yet, whether entitled to it or not; empty without an offer."""
    names = names_of(w, table)
    awaited = [] if public.turn else [names[seat] for seat in table.awaited]
    return w("turn.not_ready", players=w.listed(awaited)) if awaited else ""


def outage_line(w: Words, table: Table) -> str:
    """That the table cannot be saved at present; else empty."""
    return w("table.unsaved") if table.unsaved else ""


def sealed_line(w: Words, table: Table) -> str:
    """The commitment to the secret of the next deal; empty if there is none (`docs/fair-dealing.md`)."""
    return w("fair.sealed", commitment=table.commitment) if table.commitment else ""


def revealed_line(w: Words, table: Table) -> str:
    """What the deck of the deal came from, once the deal is over or broken off; else empty."""
    opened = table.opened
    if opened is None:
        return ""
    deal = f"{opened.seal.table}/{opened.seal.number}"
    if opened.press is None:
        return w("fair.revealed_alone", secret=opened.seal.secret, deal=deal)
    return w("fair.revealed", secret=opened.seal.secret, press=str(opened.press), deal=deal)


def unfinished(w: Words, table: Table) -> str:
    """Say that the deal in play is lost if the table ends; empty if none is in play."""
    public = table.open
    return "" if public is None or public.result else w("sure.unfinished", number=table.number)


def end_votes(w: Words, table: Table) -> str:
    """Who has agreed to end the table; empty if nobody has."""
    if not table.for_end:
        return ""
    names = names_of(w, table)
    agreed = w.listed([names[seat] for seat in table.for_end])
    return w("table.end_votes", players=agreed, count=len(table.for_end), total=len(table.people))
