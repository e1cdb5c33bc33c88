"""How a deal goes, for a panel: all that its reader knows of it but the hand; and lines about the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
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
    is_talon_shown,
    last_word_lines,
    look_lines,
    open_hands_lines,
    promised_lines,
    talon_lines,
    trick_line,
    tricks_line,
    turn_line,
)
from bot.text.help import aim_line
from bot.text.scores import points_line, session_lines
from bot.text.sides import called_lines, side_tricks_line, sides_are_given
from cogs.discord.page import lines_on_a_phone
from cogs.table.names import names_of

CALLS: Final = 4
"""Calls of the auction in a panel. *Auction* shows all of them."""

ROOM: Final = 3
"""Lines on a phone for announcements in a panel. *Auction* shows all of them."""
ROOM_FOR_STATEMENTS: Final = 6
"""The same in a game that consists of announcements, and so has neither contract nor auction."""


def progress_lines(
    w: Words, table: Table, view: View, *, in_words: bool = False, whole: bool = False
) -> list[str]:
    """What the decision at hand depends on; how the deal came to it is left to *Auction*, or told `whole`.

    The trick is in the picture above the hand, or, `in_words`, in two lines here.
    """
    public, names = view.open, names_of(w, table)
    past = whole and is_settled(public) and public.calls
    calls = [w("table.auction", calls=auction_line(w, public, names))] if past else []
    if not _in_play(public):
        exchanging, first = public.phase in ("talon", "discard"), not public.calls and not public.items
        return [
            *(_small(w, calls) if is_settled(public) else _auction(w, view, names, whole=whole)),
            *_small(w, [aim_line(w)] if first else []),
            *(_talon(w, view, names) if exchanging else []),
            *([] if is_settled(public) else promised_lines(w, public, names)),
            *_announced(w, view, names, whole=whole),
        ]
    shown = [*calls, *_announced(w, view, names, whole=whole), *open_hands_lines(w, public, names)]
    if not in_words:
        return _small(w, shown)
    tricks = [tricks_line(w, public, names)] if public.tricks else []
    trick = [w("standing.trick", plays=trick_line(w, public.trick, names))] if public.trick else []
    return [*shown, *tricks, *last_trick_lines(w, public, names), *trick]


def contract_lines(w: Words, table: Table, view: View) -> list[str]:
    """The contract, the sides, and what they have so far, as the reader knows it, in small print."""
    public, names = view.open, names_of(w, table)
    if not is_settled(public):
        return []
    promised = [] if public.called else promised_lines(w, public, names)
    sides = called_lines(w, view, names)
    # Where the sides are given, to name the own partner is enough.
    contract = [] if sides and not public.contract else [contract_line(w, public, names)]
    # A guided deal needs the room for its sentence.
    tricks = "" if table.guide else side_tricks_line(w, view)
    return _small(w, [*contract, *promised, *sides, tricks, points_line(w, view)])


def _talon(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """The talon and its takers; the player who takes from it sees the cards below, in a picture."""
    pictured = sees_talon(view)
    return [*talon_lines(w, view.open, names, pictured=pictured), *look_lines(w, view, pictured=pictured)]


def sees_talon(view: View) -> bool:
    """Whether the panel has a picture of the talon: its player is to take from it."""
    return view.open.phase == "talon" and bool(view.actions) and is_talon_shown("talon", view.talon)


def _small(w: Words, said: Sequence[str]) -> list[str]:
    """Lines in small print, without empty ones."""
    return [w("panel.words", words=line) for line in said if line]


def _auction(w: Words, view: View, names: Sequence[str], *, whole: bool) -> list[str]:
    """How the cards were dealt, the latest calls or the `whole` auction, and who has the last word."""
    public = view.open
    said = auction_line(w, public, names, 0 if whole else CALLS) if auction_lines(w, public, names) else ""
    calls = w("table.auction", calls=said) if said else ""
    none_yet = w("auction.none") if public.phase == "auction" else ""
    inherited = session_lines(w, public.session, names)
    return [
        *inherited,
        *dealing_lines(w, view.log, names),
        calls or none_yet,
        *last_word_lines(w, public, names),
    ]


def _in_play(public: Open) -> bool:
    return bool(public.tricks or public.trick)


def _announced(w: Words, view: View, names: Sequence[str], *, whole: bool) -> list[str]:
    """The latest announcements, or the `whole` list, a line each; in the play a line a player."""
    if _in_play(view.open):
        said = announced_lines(w, view.open, view.log, names)
    else:
        said = item_lines(w, view.open, view.log, names)
    if whole:
        return said
    heights = accumulate(map(lines_on_a_phone, said[::-1]))
    room = ROOM_FOR_STATEMENTS if sides_are_given(view.open) else ROOM
    kept = max(1, sum(height <= room for height in heights))
    button = w("button.auction") if view.open.contract else w.term("button", "items")
    more = [w("panel.more_items", count=len(said) - kept, button=button)] if kept < len(said) else []
    return [*more, *said[-kept:]]


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


FINGERPRINT: Final = 16
"""The digits of a commitment that pages show; *Proof* shows all."""


def sealed_line(w: Words, table: Table, *, whole: bool = False) -> str:
    """The commitment to the secret of the next deal; empty if there is none (`docs/fair-dealing.md`)."""
    if not table.commitment:
        return ""
    return w("fair.sealed", commitment=table.commitment if whole else table.commitment[:FINGERPRINT])


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
