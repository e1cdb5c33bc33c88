"""What came of a session: who has won it, how many deals there were, and the best of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from cogs.pages.names import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.layout import Seat
    from bot.rules.session import Session
    from bot.tables import Table
    from bot.text import Words


class Gain(NamedTuple):
    """What one deal brought to one seat."""

    net: int
    """Game points gained from the other players, as each game settles them."""
    number: int
    """The number of the deal, from 1."""
    seat: Seat


def outcome_lines(w: Words, table: Table) -> list[str]:
    """The winner after each game's own settlement, ties named as ties; empty before the first deal."""
    session = table.session
    if session is None or not session.deals:
        return []
    names = names_of(w, table)
    return [
        _winner(w, session, names),
        w("outcome.deals", count=session.deals),
        best_deal_line(w, session, names),
    ]


def best_deal_line(w: Words, session: Session, names: Sequence[str]) -> str:
    """The greatest gain in a deal; empty if no deal has brought anything to anybody."""
    if not session.history:
        return ""
    best = best_deal(session)
    net, number, _ = best[0]
    if net <= 0:
        return ""
    players = w.listed([names[each.seat] for each in best])
    return w.term("outcome", "best", number=number, players=players, signed=w.signed(net))


def _winner(w: Words, session: Session, names: Sequence[str]) -> str:
    net = session.net
    winners = tuple(seat for seat, points in enumerate(net) if points == max(net))
    if len(winners) == len(net):
        return w("outcome.even")
    together = "team" if winners in session.game.teams else "tie"
    key = "outcome.winner" if len(winners) == 1 else f"outcome.{together}"
    return w(key, players=w.listed([names[seat] for seat in winners]), signed=w.signed(max(net)))


def best_deal(session: Session) -> tuple[Gain, ...]:
    """The greatest gain of a seat in a deal, of each that had it there; the first one of several deals."""
    courses = pairwise(((0,) * session.seats, *session.history))
    gains = [
        Gain(net, number, seat)
        for number, (before, after) in enumerate(courses, 1)
        for seat, net in enumerate(session.game.net(_difference(before, after)))
    ]
    best = max(gains, key=lambda gain: gain.net)
    return tuple(each for each in gains if (each.net, each.number) == (best.net, best.number))


def _difference(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before, after, strict=True))
