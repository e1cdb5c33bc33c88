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
    if best.net <= 0:
        return ""
    gained = w.signed(best.net)
    return w.term("outcome", "best", number=best.number, player=names[best.seat], signed=gained)


def _winner(w: Words, session: Session, names: Sequence[str]) -> str:
    net = session.net
    winners = tuple(seat for seat, points in enumerate(net) if points == max(net))
    if len(winners) == len(net):
        return w("outcome.even")
    together = "team" if winners in session.game.teams else "tie"
    key = "outcome.winner" if len(winners) == 1 else f"outcome.{together}"
    return w(key, players=w.listed([names[seat] for seat in winners]), signed=w.signed(max(net)))


def best_deal(session: Session) -> Gain:
    """The greatest gain of any seat in any deal, the first one of several."""
    courses = pairwise(((0,) * session.seats, *session.history))
    gains = [
        Gain(net, number, seat)
        for number, (before, after) in enumerate(courses, 1)
        for seat, net in enumerate(session.game.net(_difference(before, after)))
    ]
    return max(gains, key=lambda gain: gain.net)


def _difference(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before, after, strict=True))
