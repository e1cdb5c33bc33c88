"""What came of a session: who has won it, how many deals there were, and the best of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pages.names import best_players_of, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.session import Session
    from bot.tables import Table
    from bot.text import Words


def outcome_lines(w: Words, table: Table) -> list[str]:
    """The winner after each game's own settlement, ties named as ties; empty before a deal has counted."""
    session = table.session
    if session is None or not session.counted:
        return []
    names = names_of(w, table)
    return [
        _winner(w, session, names),
        w("outcome.deals", count=session.counted),
        best_deal_line(w, session, best_players_of(w, table)),
    ]


def best_deal_line(w: Words, session: Session, players: Sequence[str]) -> str:
    """The greatest gain in a deal, with the names of those who played it; empty if none brought anything."""
    best = session.best
    if not best:
        return ""
    net, number, _ = best[0]
    named = w.listed([players[each.seat] for each in best])
    return w.term("outcome", "best", number=number, players=named, signed=w.signed(net))


def _winner(w: Words, session: Session, names: Sequence[str]) -> str:
    net = session.net
    winners = tuple(seat for seat, points in enumerate(net) if points == max(net))
    if len(winners) == len(net):
        return w("outcome.even")
    together = "team" if winners in session.game.teams else "tie"
    key = "outcome.winner" if len(winners) == 1 else f"outcome.{together}"
    return w(key, players=w.listed([names[seat] for seat in winners]), signed=w.signed(max(net)))
