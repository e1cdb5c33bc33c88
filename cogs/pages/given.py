"""Given cards: what their table says of them, and what they brought to everybody who has played them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.tables import DAILY
from bot.text.names import safe
from bot.text.scores import measure
from cogs.pages.custom_ids import given_id
from cogs.pages.leaderboard import MEDALS
from cogs.pages.page import TEXT_LIMIT as ROOM
from cogs.pages.page import Button, Look, Page, Row, in_rows, lines, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store import Elsewhere, Played, PlayRow
    from bot.tables import Given, Table
    from bot.text import Words


def given_line(w: Words, table: Table) -> str:
    """That the cards of a table are given, and which they are; empty if they are sealed."""
    if not table.given:
        return ""
    day = _day(table.given)
    if day:
        return w("given.of_day", when=w.date(day), deal=table.given)
    return w("given.of_deal", deal=table.given)


def sealed_day_line(w: Words, given: Given) -> str:
    """What fixes the cards of a day before anybody has seen them; empty for other given cards."""
    return w("given.sealed", commitment=given.commitment, deal=given.name) if given.commitment else ""


def code_line(w: Words, deal: str) -> str:
    """How others can play the cards of a deal that is over; empty for those of a day."""
    return "" if _day(deal) else w("given.code", deal=deal)


def results_button(w: Words, table: Table) -> tuple[Row, ...]:
    """The button that shows what the cards of a table brought to others."""
    return in_rows([Button(given_id(table.given), w("given.results"), Look.SUCCESS)])


def _day(given: str) -> str:
    """The day of the cards of a day, else empty."""
    return given.rpartition("/")[2] if given.startswith(f"{DAILY}/") else ""


class Results(NamedTuple):
    """What given cards brought."""

    given: str
    """The name of the cards."""
    seat: int
    here: Sequence[PlayRow]
    """The best first."""
    elsewhere: Elsewhere
    first: Played | None = None
    """What came of it for that seat when it was first played; `None` for the cards of a day."""
    unfinished: bool = False
    """Whether the person who asks has ended the table before the deal was over."""
    sealed: str = ""
    """What fixes the cards of a day, as a line."""


def results_page(w: Words, results: Results) -> Page:
    """The results of everybody side by side, in the words of the game."""
    day = _day(results.given)
    heading = (
        w("given.day", game=w.game, when=w.date(day))
        if day
        else w("given.deal", game=w.game, deal=results.given)
    )
    first = results.first
    others = results.elsewhere
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
    counted = play.card_points
    points = "" if counted is None else w("given.card_points", count=counted)
    key = "given.declared" if play.declarer else "given.not_declared"
    return w(key, contract=play.contract) + points
