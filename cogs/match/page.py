"""Matches at two tables, and given cards: what tables say of them, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.store import Elsewhere, Played, PlayRow
from bot.tables import DAILY, Given, Match, Table, is_guide
from bot.text import Words
from bot.text.names import safe
from bot.text.scores import measure
from cogs.controls import PRACTISE, WITH_HINTS, given_id
from cogs.discord.page import TEXT_LIMIT as ROOM
from cogs.discord.page import Button, Look, Page, Row, in_rows, lines, within
from cogs.standings.leaderboard import MEDALS
from cogs.table.names import names_of


def match_line(w: Words, table: Table) -> str:
    """Whose deals a table plays again; empty for a table of its own deals."""
    match = table.match
    return w("match.line", count=match.deals, table=match.table_id) if match else ""


def match_offer(w: Words, table: Table) -> str:
    """How others can play the deals of a table that has ended; empty if they cannot."""
    played = table.session is not None and table.session.deals and not (table.given or table.match)
    return w("match.offer", table=table.id) if played else ""


def match_lines(w: Words, table: Table) -> list[str]:
    """The score of a match after its latest deal; empty before that, and at other tables."""
    match = table.match
    if match is None or not match.here:
        return []
    done, total = len(match.here), match.deals
    heading = w("match.over", count=total) if match.is_over else w("match.after", number=done, total=total)
    names = names_of(w, table)
    here = [names[table.homes.index(seat)] for seat in range(match.seats)]
    there = [safe(name) for name in match.names]
    about = [w("leaderboard.which", parts=measure(w))] if measure(w) else []
    if match.teams:
        return [heading, *about, *_teams(w, match, there, here)]
    said = [heading, *about, w("match.seats")]
    for first, second, before, now in zip(there, here, *match.totals, strict=True):
        ahead, by = second if now > before else first, abs(now - before)
        result = w("match.seat_ahead", name=ahead, count=by) if by else w("match.seat_level")
        points, signed = w.signed(before), w.signed(now)
        said.append(w("match.seat", first=first, points=points, second=second, signed=signed, result=result))
    return said


def _teams(w: Words, match: Match, there: Sequence[str], here: Sequence[str]) -> list[str]:
    one, two = match.teams
    lines = [
        w(
            "match.team",
            number=number,
            first=w.listed([there[seat] for seat in team.first]),
            second=w.listed([here[seat] for seat in team.second]),
            signed=w.signed(team.points),
        )
        for number, team in enumerate(match.teams, 1)
    ]
    ahead = 1 if one.points > two.points else 2
    by = abs(one.points - two.points)
    ended = "won" if match.is_over else "ahead"
    return [*lines, w(f"match.{ended}", number=ahead, count=by) if by else w("match.level")]


def given_line(w: Words, table: Table) -> str:
    """Which given cards a table plays; empty if its cards are sealed."""
    if table.given and is_guide(table.given):
        return w("guide.about")
    if day := _day(table.given):
        return w("given.of_day", when=w.date(day), deal=table.given)
    return w("given.of_deal", deal=table.given) if table.given else ""


def sealed_day_line(w: Words, given: Given) -> str:
    """The commitment to the cards of a day; empty for other given cards."""
    return w("given.sealed", commitment=given.commitment, deal=given.name) if given.commitment else ""


def code_line(w: Words, deal: str) -> str:
    """How others can play the cards of a deal that is over; empty for those of a day."""
    return "" if _day(deal) or is_guide(deal) else w("given.code", deal=deal)


def results_button(w: Words, table: Table) -> tuple[Row, ...]:
    """The button that shows what the cards of a table brought to others."""
    if table.given and is_guide(table.given):
        return in_rows(after_guide(w))
    return in_rows([Button(given_id(table.given), w("given.results"), Look.SUCCESS)])


def after_guide(w: Words) -> list[Button]:
    """The ways on from a guided deal of `w`'s game."""
    hints = Button(WITH_HINTS.id(w.game), w("button.with_hints"), Look.SUCCESS)
    practise = Button(PRACTISE.id(w.game), w("button.practise"))
    return [hints, practise]


def _day(given: str) -> str:
    """The day of the cards of a day, else empty."""
    return given.rpartition("/")[2] if given.startswith(f"{DAILY}/") else ""


class Results(NamedTuple):
    """The results of given cards."""

    given: str
    """The name of the cards."""
    seat: int
    here: Sequence[PlayRow]
    """The best first."""
    elsewhere: Elsewhere
    first: Played | None = None
    """The result of that seat when the deal was first played; `None` for the cards of a day."""
    unfinished: bool = False
    """Whether the person who asks has ended the table before the deal was over."""
    sealed: str = ""
    """The `sealed_day_line`."""


def results_page(w: Words, results: Results) -> Page:
    """The results of everybody, best first, in the words of the game."""
    if day := _day(results.given):
        heading = w("given.day", game=w.game, when=w.date(day))
    else:
        heading = w("given.deal", game=w.game, deal=results.given)
    first, others = results.first, results.elsewhere
    said = [
        w("given.seat", number=results.seat + 1),
        w("leaderboard.which", parts=measure(w)) if measure(w) else "",
        w("given.unfinished") if results.unfinished else "",
        *(_line(w, place, each) for place, each in enumerate(results.here, 1)),
        "" if results.here else w("given.nobody"),
        w("given.first", signed=w.signed(first.points), how=_how(w, first))
        if first is not None and first.points is not None
        else "",
        w("given.elsewhere", count=others.number, best=w.signed(others.best), mean=w.signed(others.mean, 1))
        if others.number
        else "",
    ]
    room = ROOM - len(heading) - len(results.sealed) - 1
    return Page((lines(heading, within(room, said), results.sealed),))


def _line(w: Words, place: int, play: PlayRow) -> str:
    return w(
        "given.line",
        place=place,
        medal=MEDALS.get(place, ""),
        player=safe(play.name),
        signed=f"**{w.signed(play.points or 0)}**",
        how=_how(w, play),
    )


def _how(w: Words, play: Played | PlayRow) -> str:
    """The contract, and the card points of the declarer's side."""
    if not play.contract:
        return ""
    points = "" if play.card_points is None else w("given.card_points", count=play.card_points)
    key = "given.declared" if play.declarer else "given.not_declared"
    return w(key, contract=play.contract) + points
