"""A duplicate match: what the second table says of it, and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.names import safe
from bot.text.scores import measure
from cogs.pages.names import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.layout import Seat
    from bot.tables import Match, Table
    from bot.text import Words


def match_line(w: Words, table: Table) -> str:
    """That the deals of another table are played again; empty if not."""
    match = table.match
    return w("match.line", count=match.deals, table=match.table_id) if match else ""


def match_offer(w: Words, table: Table) -> str:
    """How others can play the deals of a table that has ended; empty if they cannot."""
    played = table.session is not None and table.session.deals and not (table.given or table.match)
    return w("match.offer", table=table.id) if played else ""


def match_lines(w: Words, table: Table) -> list[str]:
    """How the match of a table stands after its latest deal; none before that, and at other tables."""
    match = table.match
    if match is None or not match.here:
        return []
    done, total = len(match.here), match.deals
    heading = w("match.over", count=total) if match.is_over else w("match.after", number=done, total=total)
    names = names_of(w, table)
    here = [names[table.homes.index(seat)] for seat in range(match.seats)]
    there = [safe(name) for name in match.names]
    about = [w("leaderboard.which", parts=measure(w))] if measure(w) else []
    return [heading, *about, *(_teams(w, match, there, here) or _seats(w, match, there, here))]


def _teams(w: Words, match: Match, there: Sequence[str], here: Sequence[str]) -> list[str]:
    if not match.teams:
        return []
    one, two = match.teams
    lines = [
        w(
            "match.team",
            number=number,
            first=_named(w, there, team.first),
            second=_named(w, here, team.second),
            signed=w.signed(team.points),
        )
        for number, team in enumerate(match.teams, 1)
    ]
    ahead = 1 if one.points > two.points else 2
    by = abs(one.points - two.points)
    ended = "won" if match.is_over else "ahead"
    return [*lines, w(f"match.{ended}", number=ahead, count=by) if by else w("match.level")]


def _seats(w: Words, match: Match, there: Sequence[str], here: Sequence[str]) -> list[str]:
    compared = zip(there, here, *match.totals, strict=True)
    return [w("match.seats"), *(_seat(w, *each) for each in compared)]


def _seat(w: Words, first: str, second: str, before: int, now: int) -> str:
    ahead = second if now > before else first
    by = abs(now - before)
    result = w("match.seat_ahead", name=ahead, count=by) if by else w("match.seat_level")
    points, signed = w.signed(before), w.signed(now)
    return w("match.seat", first=first, points=points, second=second, signed=signed, result=result)


def _named(w: Words, names: Sequence[str], seats: Sequence[Seat]) -> str:
    return w.listed([names[seat] for seat in seats])
